// Small drawings of the catalogue's products, so that lists and kits of the demo show what they hold.
import { createHash } from 'node:crypto';
import { openFileStore } from '@aangan/server/files/file-store.ts';
import type { Client } from 'pg';
import { type Colour, pngOf } from '../../../db/demo/drawn-picture.ts';
import { productTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';

const SIDE = 160; // pixels
const HEAD_OFFICE = 1;

/** Parts of a drawing in a square of 100 by 100, the last one on top. `main` is the product's own colour. */
type Ink = 'main' | 'dark' | 'light' | 'ink' | 'paper' | 'red' | 'wood' | 'sun';
type Part =
  | readonly ['box', Ink, number, number, number, number]
  | readonly ['dot', Ink, number, number, number]
  | readonly ['shape', Ink, readonly number[]];

const MAINS: readonly (readonly [Colour, Colour, Colour])[] = [
  [
    [226, 100, 86],
    [176, 66, 56],
    [246, 196, 188],
  ],
  [
    [82, 134, 204],
    [50, 92, 156],
    [190, 213, 242],
  ],
  [
    [92, 168, 140],
    [58, 120, 98],
    [192, 226, 212],
  ],
  [
    [236, 178, 70],
    [190, 132, 30],
    [252, 228, 178],
  ],
  [
    [150, 120, 196],
    [106, 80, 150],
    [220, 208, 240],
  ],
];
const INKS: Readonly<Record<Exclude<Ink, 'main' | 'dark' | 'light'>, Colour>> = {
  ink: [58, 64, 78],
  paper: [252, 250, 245],
  red: [208, 62, 58],
  wood: [206, 160, 106],
  sun: [246, 200, 84],
};
const GROUND: Colour = [243, 241, 236];

const FRAME: readonly Part[] = [
  ['box', 'wood', 16, 18, 68, 64],
  ['box', 'paper', 20, 22, 60, 56],
];
// biome-ignore format: drawings
const DRAWINGS: readonly (readonly [RegExp, readonly Part[]])[] = [
  [/BOOKS|WORKBOOK|READER/, [['box', 'dark', 22, 62, 56, 14], ['box', 'paper', 26, 65, 52, 8], ['box', 'main', 26, 46, 52, 14], ['box', 'paper', 30, 49, 48, 8], ['box', 'light', 20, 30, 56, 14], ['box', 'paper', 24, 33, 52, 8]]],
  [/TOYS|BLOCKS|PRETEND/, [['box', 'main', 18, 54, 28, 26], ['box', 'sun', 50, 54, 28, 26], ['box', 'dark', 34, 28, 28, 24], ['shape', 'red', [34, 28, 48, 12, 62, 28]]]],
  [/ART|CRAFT/, [['box', 'red', 26, 34, 10, 46], ['shape', 'wood', [26, 34, 31, 20, 36, 34]], ['box', 'sun', 42, 34, 10, 46], ['shape', 'wood', [42, 34, 47, 20, 52, 34]], ['box', 'main', 58, 34, 10, 46], ['shape', 'wood', [58, 34, 63, 20, 68, 34]], ['box', 'dark', 20, 58, 56, 24]]],
  [/BAG/, [['dot', 'dark', 50, 28, 14], ['dot', 'paper', 50, 28, 8], ['box', 'main', 24, 30, 52, 54], ['box', 'dark', 30, 54, 40, 24], ['box', 'light', 30, 36, 40, 10], ['box', 'sun', 47, 60, 6, 8]]],
  [/CARDS|PUZZLE/, [['box', 'dark', 22, 26, 34, 48], ['box', 'main', 34, 24, 34, 48], ['box', 'paper', 44, 30, 34, 48], ['dot', 'main', 61, 50, 9], ['box', 'light', 50, 66, 22, 5]]],
  [/BOTTLE/, [['box', 'ink', 42, 12, 16, 10], ['box', 'dark', 38, 22, 24, 8], ['box', 'main', 32, 30, 36, 56], ['box', 'light', 32, 48, 36, 18]]],
  [/BADGE/, [['shape', 'red', [38, 56, 32, 88, 48, 74]], ['shape', 'red', [62, 56, 68, 88, 52, 74]], ['dot', 'main', 50, 42, 26], ['dot', 'paper', 50, 42, 18], ['dot', 'sun', 50, 42, 9]]],
  [/SHELF|CUBBY/, [...FRAME, ['box', 'wood', 20, 48, 60, 4], ['box', 'wood', 48, 22, 4, 56], ['box', 'main', 26, 32, 16, 16], ['box', 'sun', 56, 36, 18, 12], ['box', 'red', 26, 62, 18, 16], ['box', 'dark', 58, 60, 12, 18]]],
  [/FIRSTAID/, [['box', 'ink', 20, 26, 60, 54], ['box', 'paper', 23, 29, 54, 48], ['box', 'red', 45, 37, 10, 32], ['box', 'red', 34, 48, 32, 10]]],
  [/TABLE$/, [['box', 'wood', 14, 40, 72, 10], ['box', 'dark', 22, 50, 7, 36], ['box', 'dark', 71, 50, 7, 36]]],
  [/CHAIR/, [['box', 'main', 30, 16, 8, 70], ['box', 'main', 30, 50, 40, 9], ['box', 'dark', 62, 58, 8, 28], ['box', 'light', 38, 22, 26, 22]]],
  [/COT/, [['box', 'dark', 14, 34, 6, 46], ['box', 'dark', 80, 34, 6, 46], ['box', 'main', 14, 54, 72, 12], ['box', 'paper', 22, 46, 20, 9]]],
  [/SLIDE/, [['shape', 'main', [30, 22, 44, 22, 90, 82, 74, 82]], ['box', 'dark', 22, 20, 6, 62], ['box', 'dark', 38, 20, 5, 30], ['box', 'dark', 22, 34, 18, 4], ['box', 'dark', 22, 50, 18, 4], ['box', 'dark', 22, 66, 18, 4]]],
  [/SANDPIT/, [['box', 'wood', 12, 56, 76, 24], ['shape', 'sun', [18, 58, 50, 36, 82, 58]], ['box', 'red', 58, 40, 14, 14]]],
  [/SEESAW/, [['shape', 'dark', [50, 48, 66, 82, 34, 82]], ['shape', 'main', [10, 34, 14, 28, 92, 62, 88, 68]]]],
  [/TRIKE/, [['dot', 'ink', 30, 68, 16], ['dot', 'paper', 30, 68, 9], ['dot', 'ink', 72, 72, 12], ['dot', 'paper', 72, 72, 6], ['shape', 'main', [28, 66, 34, 28, 40, 28, 38, 52, 74, 68, 72, 74]], ['box', 'red', 24, 24, 22, 6]]],
  [/TABLET|PANEL/, [['box', 'ink', 14, 24, 72, 50], ['box', 'light', 19, 29, 62, 40], ['dot', 'main', 42, 50, 10], ['box', 'sun', 56, 42, 16, 16]]],
  [/SPEAKER/, [['box', 'ink', 30, 14, 40, 72], ['dot', 'light', 50, 62, 15], ['dot', 'ink', 50, 62, 7], ['dot', 'light', 50, 32, 9]]],
  [/CAMERA/, [['box', 'ink', 22, 36, 44, 24], ['dot', 'light', 66, 48, 13], ['dot', 'ink', 66, 48, 7], ['box', 'dark', 40, 60, 8, 20], ['box', 'dark', 26, 78, 36, 6]]],
  [/PRINTER/, [['box', 'paper', 32, 14, 36, 30], ['box', 'ink', 16, 40, 68, 30], ['box', 'paper', 30, 60, 40, 24], ['box', 'light', 36, 66, 28, 4], ['box', 'light', 36, 74, 20, 4]]],
  [/FIRE/, [['box', 'ink', 44, 12, 14, 10], ['box', 'ink', 56, 18, 18, 5], ['box', 'red', 36, 24, 30, 62], ['box', 'paper', 40, 44, 22, 20]]],
  [/GATE/, [['box', 'wood', 14, 26, 72, 6], ['box', 'wood', 14, 74, 72, 6], ...[16, 30, 44, 58, 72].map((x): Part => ['box', 'main', x, 26, 6, 54])]],
  [/PUPPETS/, [['box', 'red', 14, 16, 72, 14], ['box', 'dark', 14, 30, 12, 54], ['box', 'dark', 74, 30, 12, 54], ['box', 'paper', 26, 30, 48, 40], ['box', 'wood', 26, 70, 48, 14], ['dot', 'sun', 40, 52, 9], ['dot', 'main', 60, 52, 9]]],
  [/TSHIRT/, [['shape', 'main', [34, 20, 66, 20, 92, 36, 82, 52, 72, 46, 72, 84, 28, 84, 28, 46, 18, 52, 8, 36]], ['dot', 'paper', 50, 18, 9], ['dot', 'sun', 50, 48, 8]]],
  [/SHORTS/, [['shape', 'main', [26, 26, 74, 26, 84, 78, 54, 78, 50, 52, 46, 78, 16, 78]], ['box', 'dark', 26, 22, 48, 8]]],
  [/SKIRT/, [['shape', 'main', [34, 26, 66, 26, 88, 80, 12, 80]], ['box', 'dark', 34, 20, 32, 8], ['shape', 'dark', [48, 28, 52, 28, 56, 80, 44, 80]]]],
  [/TRACK/, [['shape', 'main', [34, 12, 66, 12, 86, 26, 78, 40, 70, 34, 70, 50, 30, 50, 30, 34, 22, 40, 14, 26]], ['shape', 'dark', [32, 54, 68, 54, 72, 90, 56, 90, 50, 64, 44, 90, 28, 90]], ['box', 'sun', 49, 14, 2, 36]]],
];
const PLAIN: readonly Part[] = [
  ['box', 'wood', 20, 32, 60, 50],
  ['box', 'light', 46, 32, 8, 50],
  ['shape', 'main', [20, 32, 30, 20, 70, 20, 80, 32]],
];

const inside = (points: readonly number[], x: number, y: number): boolean => {
  let odd = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [points[i], points[i + 1], points[j], points[j + 1]] as [
      number,
      number,
      number,
      number,
    ];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
};
const holds = (part: Part, x: number, y: number): boolean =>
  part[0] === 'box'
    ? x >= part[2] && x < part[2] + part[4] && y >= part[3] && y < part[3] + part[5]
    : part[0] === 'dot'
      ? (x - part[2]) ** 2 + (y - part[3]) ** 2 < part[4] ** 2
      : inside(part[2], x, y);

function drawing(parts: readonly Part[], tone: number): Buffer {
  const [main, dark, light] = MAINS[tone % MAINS.length] as readonly [Colour, Colour, Colour];
  const colours = { ...INKS, main, dark, light };
  const at = (x: number, y: number): Colour => {
    const part = parts.findLast((one) => holds(one, x, y));
    return part ? colours[part[1]] : GROUND;
  };
  // Four samples a pixel: edges are soft.
  return pngOf(SIDE, SIDE, (x, y) => {
    const samples = [0.25, 0.75].flatMap((dx) =>
      [0.25, 0.75].map((dy) => at(((x + dx) / SIDE) * 100, ((y + dy) / SIDE) * 100)),
    );
    const mean = (i: 0 | 1 | 2) => Math.round(samples.reduce((sum, colour) => sum + colour[i], 0) / 4);
    return [mean(0), mean(1), mean(2)];
  });
}

/** One picture for every product; those of a size show its style. Without `filesDir` there are rows alone (tests). */
export async function writeProductPictures(client: Client, filesDir: string | null): Promise<void> {
  const store = filesDir === null ? null : await openFileStore(filesDir);
  const { rows } = await client.query<{ id: string; sku: string }>(
    'select id, sku from product order by sku',
  );
  const drawn = new Map<string, Buffer>();
  for (const { id, sku } of rows) {
    const motif = DRAWINGS.findIndex(([words]) => words.test(sku));
    const tone =
      [...sku.replace(/-\d+$/, '')].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % MAINS.length;
    const key = `${motif} ${tone}`;
    const content = store ? (drawn.get(key) ?? drawing(DRAWINGS[motif]?.[1] ?? PLAIN, tone)) : null;
    if (content) drawn.set(key, content);
    const fileId = demoUuid('product-picture', sku);
    await client.query(
      `insert into file (franchisee_id, id, name, bytes, sha256, mime, kind, state, storage_key, uploaded_at, created_by)
       values ($1, $2::uuid, 'picture-1.png', $3, $4, 'image/png', 'upload', 'CLEAN', $2::text, now(), $5)`,
      [
        HEAD_OFFICE,
        fileId,
        content?.length ?? 1000,
        createHash('sha256').update(fileId).digest(),
        productTeam.product.id,
      ],
    );
    await client.query(
      `insert into file_use (franchisee_id, file_id, area, subject_kind, subject_id) values ($1, $2, 'orders', 'PRODUCT', $3)`,
      [HEAD_OFFICE, fileId, id],
    );
    await client.query('update product set image_ids = array[$2::uuid] where id = $1', [id, fileId]);
    if (store && content) await store.write(fileId, content);
  }
}
