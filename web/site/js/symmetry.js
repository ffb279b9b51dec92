// The symmetries of a square board, and which moves of a position are equal by them.

/** The eight ways to turn and mirror a square, each as a map of [row, column] on a size×size board. */
export function symmetries(size) {
  const turn = ([row, column]) => [column, size - 1 - row];
  const mirror = ([row, column]) => [row, size - 1 - column];
  const turns = [0, 1, 2, 3].map((times) => (at) => {
    let to = at;
    for (let count = 0; count < times; count += 1) to = turn(to);
    return to;
  });
  return [...turns, ...turns.map((map) => (at) => map(mirror(at)))];
}

/** The same as maps of cells that are numbered row by row. */
export function cellMaps(size) {
  return symmetries(size).map((map) => Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = map([Math.floor(cell / size), cell % size]);
    return row * size + column;
  }));
}

/**
 * The moves of a position in groups that are equal by symmetry, each in the order of
 * `moves`. `rules.images` gives, for each symmetry, the image of the position as text and
 * of any move; rules without it have none.
 */
export function kinds(rules, position, moves) {
  const text = rules.format(position);
  const same = rules.images?.(position).filter((image) => image.text === text) ?? [];
  const groups = [];
  const placed = new Set();
  for (const move of moves) {
    if (placed.has(move)) continue;
    const equal = new Set([move, ...same.map((image) => image.move(move))]);
    const group = moves.filter((other) => equal.has(other));
    group.forEach((other) => placed.add(other));
    groups.push(group);
  }
  return groups;
}

/** How many different positions a position is by turning and mirroring. */
export function imagesOf(rules, position) {
  return new Set(rules.images(position).map(({ text }) => text)).size;
}
