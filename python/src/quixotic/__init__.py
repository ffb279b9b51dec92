"""Perfect play for Quixo, Numerical and Ultimate Tic-Tac-Toe.

>>> db = quixotic.open("quixo4")
>>> db.probe("start")
<Answer 4/4/4/4 X: X wins in 21 plies, best a4R>
>>> position = quixotic.Game("quixo5").start().play("a5R")
>>> quixotic.agent("quixo5", "minimax:1").choose(position) in position.moves
True

`quixotic.gymnasium`, `quixotic.pettingzoo`, `quixotic.openspiel` and `quixotic.course` are for the worlds of others,
`quixotic.dataset` writes files to learn from.
Positions and lines are drawn in notebooks.
"""

from __future__ import annotations

from importlib.metadata import version as _version

from .answer import Answer, Estimate, Line, MoveAnswer, Stats, Trap
from .arena import Agent, Match, PlayedGame, agent, arena, ladder
from .database import Database, open, solve
from .errors import MissingDatabase
from .game import Game, RandomGames, games
from .labels import Labels
from .position import Position
from .score import Score, score

__all__ = [
    "Agent",
    "Answer",
    "Database",
    "Estimate",
    "Game",
    "Labels",
    "Line",
    "Match",
    "MissingDatabase",
    "MoveAnswer",
    "PlayedGame",
    "Position",
    "RandomGames",
    "Score",
    "Stats",
    "Trap",
    "agent",
    "arena",
    "games",
    "ladder",
    "open",
    "score",
    "solve",
]

__version__ = _version("quixotic-games")
