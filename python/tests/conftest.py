"""What all tests have in common."""

import os
from pathlib import Path

# The command that .ci/build makes, for the workers of clusters, too.
os.environ.setdefault("QUIXOTIC", str(Path(__file__).parents[2] / "target/debug/quixotic"))
