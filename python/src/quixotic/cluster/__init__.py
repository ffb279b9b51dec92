"""Long calls on a cluster of Dask, in pieces.

    from dask.distributed import Client
    import quixotic.cluster

    with Client("tcp://scheduler:8786") as client:      # or Client(), for the cores of this machine
        quixotic.cluster.arena("quixo5", "mcts:2000", "net", games=1000)

`arena`, `ladder` and `probe_many` give what the calls of the same name give, whatever the number of workers and of pieces, but for
times that are measured and agents whose budget is a time. `job` does a command that can be sharded, and gives the bytes that the
command writes; `python -m quixotic.cluster` is the same from a shell. A piece whose worker dies is done again by another; what a piece
raises ends the call.

Workers need this package, and for a `job` the command `quixotic`, on the PATH or where the environment variable QUIXOTIC
says. A `db` is a path of theirs, so it has to be one that all of them see. A shard of a job uses one
core, any other piece all cores of its worker: let workers have one thread of Dask's for those, and `RAYON_NUM_THREADS` say how many
cores one has.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, NamedTuple, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

try:
    from distributed import Client, as_completed, default_client
except ImportError as error:
    raise ImportError("quixotic.cluster needs Dask: pip install 'quixotic-games[cluster]'") from error

from ..arena import Match, Player
from ..arena import arena as _arena
from ..arena import ladder as _ladder
from ..game import DbPath, Game, opened
from ..progress import Progress
from .shards import Result, Shards

__all__ = ["Piece", "Result", "arena", "job", "ladder", "probe_many", "run"]

_PIECES = 100
"""Pieces of a match when nothing is said: enough for many workers, and few enough to be no burden."""

_TOGETHER = 100_000
"""Positions of a piece when nothing is said: some megabytes that go to a worker."""


class Piece(NamedTuple):
    """A piece of work that needs nothing of the others."""

    work: Callable[[], Any]
    """Is called on a worker."""
    size: int
    """How much of the whole it is, for the progress."""


def run(
    pieces: Sequence[Piece],
    *,
    client: Optional[Client] = None,
    progress: Optional[Progress] = None,
    retries: int = 0,
    each: Optional[Callable[[int, Any], None]] = None,
) -> list[Any]:
    """What the pieces come to, in their order. One that raises is tried again `retries` times; one whose worker dies is done again
    anyway. `each` is called with the number and the result of a piece as soon as it is there.

    >>> with distributed.Client(processes=False) as client:
    ...     quixotic.cluster.run([quixotic.cluster.Piece(quixotic.games, 1)])[0][0]
    'quixo3'
    """
    client = _current() if client is None else client
    if client.asynchronous:
        raise ValueError("the client is asynchronous, and this call waits: give it another one")
    total = sum(piece.size for piece in pieces)
    # Work is never taken for done because it was done before: functions may do something else by now.
    futures = [client.submit(piece.work, pure=False, retries=retries) for piece in pieces]
    numbers = {future.key: number for number, future in enumerate(futures)}
    results: list[Any] = [None] * len(pieces)
    done = 0
    try:
        with client.as_current():
            for future in as_completed(futures):
                number = numbers[future.key]
                results[number] = future.result()  # Raises what the piece raised.
                if each is not None:
                    each(number, results[number])
                done += pieces[number].size
                if progress is not None:
                    progress(done, total)
        return results
    except BaseException:
        client.cancel(futures)  # After an error or Ctrl-C the others are not wanted.
        raise


def _current() -> Client:
    try:
        return default_client()
    except ValueError:
        text = "there is no client of Dask: make one, as in distributed.Client(), or give it as client="
        raise ValueError(text) from None


def _ranges(first: int, count: int, pieces: int) -> list[range]:
    """Numbers from the first on, at least one, in pieces of nearly the same size."""
    if pieces < 1:
        raise ValueError(f"there is at least one piece, not {pieces}")
    pieces = min(pieces, count)
    bounds = [first + count * number // pieces for number in range(pieces + 1)]
    return [range(start, end) for start, end in zip(bounds, bounds[1:])]


def arena(
    game: Union[str, Game],
    a: Player,
    b: Player,
    *,
    games: int = 100,
    first: int = 0,
    seed: int = 0,
    starts: Optional[str] = None,
    max_plies: int = 200,
    db: Optional[DbPath] = None,
    progress: Optional[Progress] = None,
    pieces: Optional[int] = None,
    client: Optional[Client] = None,
) -> Match:
    """A match as `quixotic.arena` plays it. Functions go to the workers, so each piece has its own copy of what they
    remember. `progress` is called with games, after every piece. Without a `client` it is Dask's current one.

    >>> with distributed.Client(processes=False) as client:
    ...     match = quixotic.cluster.arena("quixo3", "perfect", "random", games=20, pieces=3)
    >>> match == quixotic.arena("quixo3", "perfect", "random", games=20)
    True
    """
    played = partial(_arena, opened(game, db), a, b, seed=seed, starts=starts, max_plies=max_plies)
    if games < 1:
        return played(games=games, first=first)
    parts = _ranges(first, games, _PIECES if pieces is None else pieces)
    some = [Piece(partial(played, games=len(part), first=part.start), len(part)) for part in parts]
    matches = run(some, client=client, progress=progress)
    return Match.of([game for match in matches for game in match.games])


def ladder(
    game: Union[str, Game],
    players: Sequence[Player],
    *,
    positions: int = 200,
    seed: int = 0,
    db: Optional[DbPath] = None,
    progress: Optional[Progress] = None,
    client: Optional[Client] = None,
) -> list[dict[str, Any]]:
    """The rows of `quixotic.ladder`; each player is a piece. `progress` is called with players."""
    tried = opened(game, db)
    judged = partial(_ladder, tried, positions=positions, seed=seed)
    some = [Piece(partial(judged, [player]), 1) for player in players]
    return [row for rows in run(some, client=client, progress=progress) for row in rows]


def probe_many(
    game: Union[str, Game],
    boards: npt.ArrayLike,
    *,
    open_as: Optional[int] = None,
    db: Optional[DbPath] = None,
    progress: Optional[Progress] = None,
    pieces: Optional[int] = None,
    client: Optional[Client] = None,
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int16]]:
    """Outcomes and plies as `Database.probe_many` finds them. It is worth while where a position takes a worker longer than the
    way to it: where values are searched for, or read from a large database."""
    asked = opened(game, db)
    given = asked._boards(boards)
    if not len(given):
        return asked.database.probe_many(given)
    ask = partial(_ask, asked, open_as=open_as)
    parts = _ranges(0, len(given), -(-len(given) // _TOGETHER) if pieces is None else pieces)
    some = [Piece(partial(ask, given[part.start : part.stop], part.start), len(part)) for part in parts]
    found = run(some, client=client, progress=progress)
    return np.concatenate([one[0] for one in found]), np.concatenate([one[1] for one in found])


def _ask(
    game: Game, boards: npt.NDArray[Any], first: int, open_as: Optional[int]
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int16]]:
    """One piece of many positions."""
    try:
        return game.database.probe_many(boards, open_as=open_as)
    except ValueError:
        game._find_bad(boards, first)  # Numbers are those of the whole.
        raise


def job(
    arguments: Sequence[str],
    *,
    tasks: Optional[int] = None,
    retries: int = 2,
    parts: Optional[DbPath] = None,
    progress: Optional[Progress] = None,
    client: Optional[Client] = None,
) -> Result:
    """What a command that can be sharded writes, as `quixotic merge` puts it together. Each task is a shard and takes one core;
    without a number there are as many as pieces, but at most 1,000. A task that fails is tried again `retries` times. With a directory
    for `parts`, those that are done are kept there and not done again by the same call. `progress` is called with pieces.

    >>> with distributed.Client(processes=False) as client:
    ...     result = quixotic.cluster.job(["arena", "quixo3", "minimax:1", "random", "--games", "20"])
    >>> b'"wins":17' in result.content
    True
    """
    shards = Shards(arguments, tasks, parts)
    left = shards.missing()
    pieces = [Piece(partial(shards.run, number), shards.pieces_of(number)) for number in left]
    before = shards.pieces - sum(piece.size for piece in pieces)

    def told(done: int, _: int) -> None:
        if progress is not None:
            progress(before + done, shards.pieces)

    if pieces:
        run(pieces, client=client, retries=retries, progress=told, each=lambda at, part: shards.keep(left[at], part))
    return shards.merge()
