// A picture of a position to save or to share, as SVG and as PNG. Both are drawn from the same
// shapes: the policy of the page lets no drawing be loaded from memory, so the PNG is painted, not converted.

/** The colours of the board by day, whatever the page looks like: a picture is seen elsewhere. */
const COLOURS = {
  paper: "#f5f1e8", ink: "#25211b", frame: "#5a4633", felt: "#46372a", tile: "#f2e6cd", winning: "#ffe9a8", label: "#f3e8d3",
  first: "#2a2520", second: "#a83a24",
};
const FONT = "Atkinson, system-ui, sans-serif";

/** Sizes in units of the picture. */
const TILE = 100;
const GAP = 8;
const MARGIN = 50;
const CAPTION = 70;

/**
 * A board with a caption: `{ width, height, shapes }`. `rows` are its cells from the top, `{ mark, by, isWinning }`: a symbol or a
 * number, or nothing, and `by` whom, `first` or `second`; `labels` are the names of columns and rows, `[text, row, column]`, outside them.
 */
export function pictureOf({ rows, labels }, caption) {
  const size = rows.length;
  const step = TILE + GAP;
  const side = size * step - GAP;
  const width = side + 2 * MARGIN;
  const shapes = [
    { rect: [0, 0, width, width + CAPTION, 0], fill: COLOURS.paper },
    { rect: [0, 0, width, width, 24], fill: COLOURS.frame },
    { rect: [MARGIN - GAP, MARGIN - GAP, side + 2 * GAP, side + 2 * GAP, 16], fill: COLOURS.felt },
    { text: caption, at: [width / 2, width + CAPTION / 2], size: 30, fill: COLOURS.ink },
  ];
  /** The middle of a row or column, or of the margin before or after them. */
  const middle = (place) => (place < 0 ? MARGIN / 2 - GAP / 2 : place === size ? width - MARGIN / 2 + GAP / 2 : MARGIN + place * step + TILE / 2);
  for (const [text, row, column] of labels) shapes.push({ text, at: [middle(column), middle(row)], size: 24, fill: COLOURS.label });
  rows.forEach((cells, row) => cells.forEach((cell, column) => {
    const [x, y] = [middle(column), middle(row)];
    shapes.push({ rect: [x - TILE / 2, y - TILE / 2, TILE, TILE, 12], fill: cell.isWinning ? COLOURS.winning : COLOURS.tile });
    if (cell.mark) shapes.push(...markOf(cell, x, y));
  }));
  return { width, height: width + CAPTION, shapes };
}

function markOf({ mark, by }, x, y) {
  const colour = COLOURS[by];
  const arm = 24;
  if (mark === "X") {
    const stroke = (sign) => ({ line: [x - arm, y - sign * arm, x + arm, y + sign * arm], stroke: colour });
    return [stroke(1), stroke(-1)];
  }
  if (mark === "O") return [{ circle: [x, y, arm + 2], stroke: colour }];
  return [{ text: mark, at: [x, y], size: 52, fill: colour }];
}

const STROKE = 11;

export function toSvg({ width, height, shapes }) {
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const drawn = shapes.map(({ rect, line, circle, text, at, size, fill, stroke }) => {
    if (rect) return `<rect x="${rect[0]}" y="${rect[1]}" width="${rect[2]}" height="${rect[3]}" rx="${rect[4]}" fill="${fill}"/>`;
    if (line) return `<path d="M${line[0]} ${line[1]}L${line[2]} ${line[3]}" stroke="${stroke}"/>`;
    if (circle) return `<circle cx="${circle[0]}" cy="${circle[1]}" r="${circle[2]}" fill="none" stroke="${stroke}"/>`;
    return `<text x="${at[0]}" y="${at[1]}" font-size="${size}" fill="${fill}">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" `
    + `font-family="${FONT}" font-weight="600" text-anchor="middle" dominant-baseline="central" stroke-width="${STROKE}" stroke-linecap="round">`
    + `${drawn.join("")}</svg>\n`;
}

/** The same as pixels, two for each unit. */
export function toPng({ width, height, shapes }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  const brush = canvas.getContext("2d");
  brush.scale(2, 2);
  Object.assign(brush, { lineWidth: STROKE, lineCap: "round", textAlign: "center", textBaseline: "middle" });
  for (const { rect, line, circle, text, at, size, fill, stroke } of shapes) {
    brush.fillStyle = fill ?? "none";
    brush.strokeStyle = stroke ?? "none";
    brush.beginPath();
    if (rect) brush.roundRect(...rect);
    if (line) {
      brush.moveTo(line[0], line[1]);
      brush.lineTo(line[2], line[3]);
    }
    if (circle) brush.arc(...circle, 0, 2 * Math.PI);
    brush.font = `600 ${size}px ${FONT}`;
    if (text) brush.fillText(text, ...at);
    else if (fill) brush.fill();
    else brush.stroke();
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
