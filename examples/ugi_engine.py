"""A Quixo engine that speaks UGI, for boards of any size: it makes the longest line it can with one move."""

import random
import re
import sys


def play(board, player, move):
    """The board after a move like a5R. Rows run from the top, and blank cells are dashes."""
    column, row, end = ord(move[0]) - ord("a"), len(board) - int(move[1]), move[2]
    lines = [list(line) for line in (board if end in "LR" else zip(*board))]
    line, cell = (lines[row], column) if end in "LR" else (lines[column], row)
    del line[cell]
    line.insert(0 if end in "LT" else len(line), player)
    return lines if end in "LR" else [list(line) for line in zip(*lines)]


def moves(board, player):
    last = len(board) - 1
    for row in range(last + 1):
        for column in range(last + 1):
            if board[row][column] in ("-", player) and {row, column} & {0, last}:
                own_ends = {"L": column == 0, "R": column == last, "T": row == 0, "B": row == last}
                yield from (f"{chr(ord('a') + column)}{last + 1 - row}{end}" for end in "LRTB" if not own_ends[end])


def worth(board, player):
    """The longest line of the player, unless the other has a whole one."""
    size = range(len(board))
    diagonals = [[board[i][i] for i in size], [board[i][-1 - i] for i in size]]
    lines = [*board, *zip(*board), *diagonals]
    loses = any(cell not in ("-", player) and set(line) == {cell} for line in lines for cell in line)
    return -1 if loses else max(list(line).count(player) for line in lines)


board, player = [], "X"
for words in map(str.split, sys.stdin):
    if words[:1] == ["ugi"]:
        print("id name longest line\nid author you\nugiok")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        text, player = words[2:4] if words[1] == "fen" else ("5/5/5/5/5", "X")
        board = [list(re.sub("[1-9]", lambda blank: "-" * int(blank[0]), row)) for row in text.split("/")]
        for move in words[words.index("moves") + 1 :] if "moves" in words else []:
            board, player = play(board, player, move), "O" if player == "X" else "X"
    elif words[:1] == ["go"]:
        tried = {move: (worth(play(board, player, move), player), random.random()) for move in moves(board, player)}
        print("bestmove", max(tried, key=tried.get))
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
