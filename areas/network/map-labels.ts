/** Where words stand on a map so that none covers another or a point. */
export interface MapMark {
  key: string;
  x: number;
  y: number;
  /** Radius of the point. */
  size: number;
  text: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 4;
/** Mean width of a character in parts of the font size; a little more than Inter's, so that words never touch. */
const CHARACTER = 0.6;

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const around = ({ x, y, size }: MapMark): Box => ({
  x: x - size,
  y: y - size,
  width: 2 * size,
  height: 2 * size,
});

/** Boxes of the texts by key, the first marks first: right, left, below or above of the point; left out where none is free. */
export function placeLabels(
  marks: readonly MapMark[],
  picture: { width: number; height: number },
  fontSize: number,
): ReadonlyMap<string, Box> {
  const placed = new Map<string, Box>();
  const points = marks.map((mark) => ({ key: mark.key, box: around(mark) }));
  for (const mark of marks) {
    if (!mark.text) continue;
    const width = mark.text.length * fontSize * CHARACTER;
    const height = fontSize * 1.2;
    const { x, y, size } = mark;
    const choices: Box[] = [
      { x: x + size + GAP, y: y - height / 2, width, height },
      { x: x - size - GAP - width, y: y - height / 2, width, height },
      { x: x - width / 2, y: y + size + GAP, width, height },
      { x: x - width / 2, y: y - size - GAP - height, width, height },
    ];
    const free = choices.find(
      (box) =>
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= picture.width &&
        box.y + box.height <= picture.height &&
        ![...placed.values()].some((other) => meets(box, other)) &&
        !points.some((point) => point.key !== mark.key && meets(box, point.box)),
    );
    if (free) placed.set(mark.key, free);
  }
  return placed;
}

/** Whole kilometres (1, 2 or 5 times a power of ten) that make at least so many units of the picture. */
export function roundKm(perKm: number, atLeast: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (step * power * perKm >= atLeast) return step * power;
}
