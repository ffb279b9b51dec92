#!/usr/bin/env bash
# 1. Install GNU parallel and the command `quixotic`, on all machines if there are several.
# 2. examples/cluster/parallel.sh 24 splits4.csv splits numerical4     # SHARDS RESULT COMMAND…
# 3. The same line goes on after an interruption; PARALLEL='--sshlogin a,b --workdir .' adds machines that share the directory.
set -euo pipefail

shards=$1 result=$2
shift 2
parts=$result.parts
mkdir -p "$parts"
# A shard for each core, on one thread; one that fails is tried three times.
seq "$shards" | parallel --will-cite --quote --retries 3 --halt soon,fail=1 \
    "${QUIXOTIC:-quixotic}" "$@" --quiet --threads 1 --shard "{}/$shards" --out "$parts/{}.qxp"
"${QUIXOTIC:-quixotic}" merge "$parts"/*.qxp --out "$result"
