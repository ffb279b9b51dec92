#!/usr/bin/env bash
# 1. Install the command `quixotic` where all nodes see it, and go to a directory that they share.
# 2. sbatch --array=1-200 examples/cluster/slurm.sh splits4 splits numerical4     # PARTS COMMAND…
# 3. When all tasks are done: quixotic merge splits4/*.qxp --out splits4.csv
#
# A task is a shard of many pieces, since arrays end at MaxArraySize, 1,001 by default: 200 tasks do any number of pieces. A task
# that is killed or requeued goes on where it was; to repeat those that failed, submit the same array again: complete parts are
# left alone.
#SBATCH --job-name=quixotic
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=1G
#SBATCH --time=1-00:00:00
#SBATCH --requeue
#SBATCH --output=%x-%A_%a.log
set -euo pipefail

parts=$1
shift
mkdir -p "$parts"
exec "${QUIXOTIC:-quixotic}" "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "$parts/$SLURM_ARRAY_TASK_ID.qxp"
