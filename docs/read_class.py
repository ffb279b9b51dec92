#!/usr/bin/env python3
"""Looks a position up in a Quixo database: a reader that follows docs/format.md alone.

    pip install blake3 zstandard
    docs/read_class.py crates/tablebase/data/quixo4.qxb '4/4/4/4 X'
"""

import itertools, math, os, struct, sys, zlib
import blake3, zstandard

def parse(text):
    """The cells row by row: 0 empty, 1 mine, 2 theirs."""
    rows, player = text.split(" ")
    symbols = "".join("." * int(c) if c.isdigit() else c for c in rows if c != "/")
    return [0 if c == "." else 1 if c == player else 2 for c in symbols]

# The order of the cells of ring and core.
RING = {3: [0, 1, 2, 5, 8, 7, 6, 3], 4: [0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4],
        5: [0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20, 15, 10, 5]}
CORE = {3: [4], 4: [5, 6, 10, 9], 5: [12, 7, 13, 17, 11, 6, 8, 18, 16]}

class Board:
    """What follows from the size of the board."""
    def __init__(self, n):
        self.n, self.ring, self.core, m = n, RING[n], CORE[n], n - 1
        # images[s][i]: the cell whose content symmetry s puts on cell i.
        same, turned = [range(n * n), [i % n * n + i // n for i in range(n * n)]]
        flips = [lambda i: i, lambda i: n * n - 1 - i, lambda i: i - i % n + m - i % n, lambda i: (m - i // n) * n + i % n]
        self.images = [[flip(i) for i in cells] for cells in (same, turned) for flip in flips]
        # Pushes: cells from the hole to the end where the tile comes in again.
        self.pushes = []
        for i in self.ring:
            left = i - i % n
            paths = [range(i, left - 1, -1), range(i, left + n), range(i, -1, -n), range(i, n * n, n)]
            self.pushes += [list(path) for path in paths if len(path) > 1]

    def lines(self, length):
        steps, cells = [(0, 1), (1, 0), (1, 1), (1, -1)], range(self.n)
        for (dr, dc), r, c in itertools.product(steps, cells, cells):
            line = [(r + k * dr, c + k * dc) for k in range(length)]
            if all(x in cells and y in cells for x, y in line):
                yield [x * self.n + y for x, y in line]

def contents(cells_of_part, mine, theirs):
    """All contents of some cells with these counts."""
    for a in itertools.combinations(range(cells_of_part), mine):
        rest = [i for i in range(cells_of_part) if i not in a]
        for b in itertools.combinations(rest, theirs):
            yield tuple(1 if i in a else 2 if i in b else 0 for i in range(cells_of_part))

def pattern(part):
    return sum(digit * 3 ** i for i, digit in enumerate(part))

PAGE = 32768

class ClassFile:
    def __init__(self, data, n, mine, theirs):
        self.data, self.board, self.mine, self.theirs = data, Board(n), mine, theirs
        (magic, version, size, self.line, self.double, self.scale, m, t, finished, thin, page, positions, pages, tail) = \
            struct.unpack_from("<8sH8B2xIQQQ", data)
        assert magic == b"QXCLASS\n" and version == 2 and finished == 1, "not a finished file of version 2"
        assert (size, m, t, page) == (n, mine, theirs, PAGE), "a file of something else"
        assert blake3.blake3(data[:64] + data[tail:-32]).digest() == data[-32:], "corrupt header or tail"
        self.index = [struct.unpack_from("<II", data, tail + 8 * i) for i in range(pages)]
        entries, = struct.unpack_from("<I", data, tail + 8 * pages)
        self.census = dict(struct.unpack_from("<BQ", data, tail + 8 * pages + 4 + 9 * i) for i in range(entries))
        assert len(data) == tail + 8 * pages + 4 + 9 * entries + 64, "wrong length"
        self.content_hash, self.positions = data[-64:-32], positions
        self.all_lines = list(self.board.lines(self.line))

    def groups(self):
        for a, b in itertools.product(range(self.mine + 1), range(self.theirs + 1)):
            core = self.mine - a, self.theirs - b
            if a + b <= len(self.board.ring) and sum(core) <= len(self.board.core):
                yield (a, b), core

    def rings(self, counts):
        place = {cell: i for i, cell in enumerate(self.board.ring)}
        turns = [[place[image[cell]] for cell in self.board.ring] for image in self.board.images]
        rings = contents(len(place), *counts)
        return sorted((r for r in rings if all(pattern([r[i] for i in t]) >= pattern(r) for t in turns)), key=pattern)

    def lanes(self, p, q):
        lanes = sorted(contents(len(self.board.core), max(p, q), min(p, q)), key=pattern)
        return lanes if p >= q else [tuple((0, 2, 1)[digit] for digit in lane) for lane in lanes]

    def join(self, ring, core):
        cells = [0] * self.board.n ** 2
        for cell, digit in zip(self.board.ring + self.board.core, ring + core):
            cells[cell] = digit
        return cells

    def ended(self, cells):
        mine, theirs = (any(all(cells[i] == who for i in line) for line in self.all_lines) for who in (1, 2))
        if mine and theirs:
            return 0 if self.double else 255
        return 255 if mine else 0 if theirs else None

    def decided(self, cells):
        over = self.ended(cells)
        for path in self.board.pushes if over is None else []:
            after = [(0, 2, 1)[digit] for digit in cells]
            for to, come_from in zip(path, path[1:]):
                after[to] = (0, 2, 1)[cells[come_from]]
            after[path[-1]] = 2
            if cells[path[0]] != 2 and self.ended(after) == 0:
                return 254
        return over

    def pages(self):
        """For each page its blocks' rings, its lanes, and its bytes, still compressed."""
        start, index = 64, iter(self.index)
        for ring_counts, core_counts in self.groups():
            rings, lanes = self.rings(ring_counts), self.lanes(*core_counts)
            per_page = max(1, PAGE // len(lanes))
            for first in range(0, len(rings), per_page):
                length, crc = next(index)
                data, start = self.data[start:start + length], start + length
                yield rings[first:first + per_page], lanes, data, crc

    def values(self, rings, lanes, data, crc):
        assert zlib.crc32(data) == crc, "corrupt page"
        stored = iter(zstandard.ZstdDecompressor().decompress(data, max_output_size=len(rings) * len(lanes) + 1))
        for ring, lane in itertools.product(rings, lanes):
            decided = self.decided(self.join(ring, lane))
            yield next(stored) if decided is None else decided
        assert next(stored, None) is None, "a page that is too long"

    def probe(self, cells):
        images = [[cells[i] for i in image] for image in self.board.images]
        image = min(images, key=lambda image: pattern([image[cell] for cell in self.board.ring]))
        ring, core = (tuple(image[cell] for cell in part) for part in (self.board.ring, self.board.core))
        for rings, lanes, *page in self.pages():
            if ring in rings and core in lanes:
                at = rings.index(ring) * len(lanes) + lanes.index(core)
                return next(itertools.islice(self.values(rings, lanes, *page), at, None))

def explain(byte, scale):
    if byte in (0, 128, 129, 255):
        return {0: "over and lost", 128: "draw", 129: "win", 255: "over and won"}[byte]
    if byte < 128:
        return f"loss in {byte if scale == 1 or byte == 1 else 2 * (byte - 1)} plies"
    return f"win in {255 - byte if scale == 1 else 2 * (255 - byte) - 1} plies"

def open_class(path, n, mine, theirs):
    if os.path.isdir(path):
        return ClassFile(open(f"{path}/c{mine:02}-{theirs:02}.qxc", "rb").read(), n, mine, theirs)
    bundle, at = open(path, "rb").read(), 0
    for m, t in ((m, t) for m in range(n * n + 1) for t in range(n * n + 1 - m)):
        length, = struct.unpack_from("<I", bundle, at)
        if (m, t) == (mine, theirs):
            return ClassFile(bundle[at + 4:at + 4 + length], n, mine, theirs)
        at += 4 + length

if __name__ == "__main__":
    cells = parse(sys.argv[2])
    file = open_class(sys.argv[1], math.isqrt(len(cells)), cells.count(1), cells.count(2))
    print(explain(file.probe(cells), file.scale))
