// Pictures for the demo's albums: flat drawings, no real children. PNG needs nothing but zlib.
import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [number, number, number];

const SKIES: readonly Colour[] = [
  [190, 224, 245],
  [253, 230, 200],
  [222, 214, 244],
  [208, 236, 214],
];
const GROUNDS: readonly Colour[] = [
  [126, 178, 109],
  [214, 170, 112],
  [150, 140, 190],
  [98, 158, 130],
];
const SHAPES: readonly Colour[] = [
  [226, 87, 76],
  [245, 190, 65],
  [80, 130, 200],
  [235, 140, 170],
  [95, 170, 165],
];

/** A landscape with a sun and some blocks, another one for each number. */
export function drawnPicture(n: number, width: number, height: number): Buffer {
  const sky = SKIES[n % SKIES.length] as Colour;
  const ground = GROUNDS[(n >> 1) % GROUNDS.length] as Colour;
  const sun = { x: 0.2 + 0.6 * ((n * 37) % 10) * 0.1, y: 0.25, r: 0.11 };
  const blocks = Array.from({ length: 2 + (n % 4) }, (_, k) => ({
    x: 0.08 + k * 0.2 + ((n * 13 + k * 7) % 5) * 0.012,
    w: 0.1 + ((n + k) % 3) * 0.02,
    h: 0.15 + ((n * 5 + k * 3) % 6) * 0.05,
    colour: SHAPES[(n + k) % SHAPES.length] as Colour,
  }));
  const pixel = (x: number, y: number): Colour => {
    const block = blocks.find((one) => x > one.x && x < one.x + one.w && y > 0.85 - one.h && y < 0.85);
    if (block) return block.colour;
    const dx = ((x - sun.x) * width) / height;
    if (dx * dx + (y - sun.y) ** 2 < sun.r ** 2) return [250, 205, 80];
    return y > 0.72 ? ground : sky;
  };
  return pngOf(width, height, (x, y) => pixel(x / width, y / height));
}

/** A PNG of what `pixel` answers for each point. */
export function pngOf(width: number, height: number, pixel: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [r, g, b] = pixel(x, y);
      rows.set([r, g, b], y * (1 + width * 3) + 1 + x * 3);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
