// Reads a QR code of versions 1 to 10 back from its modules, for tests: format, mask, zigzag, interleaved blocks, one byte
// segment. A drawn code has no errors, so nothing is corrected; a wrong module makes the text wrong.
import assert from 'node:assert/strict';

/** Rows of modules, true = dark. */
export type Modules = readonly (readonly boolean[])[];

/** Level M: data codewords a block, per version: [blocks, codewords][]. Correction codewords follow all data. */
const BLOCKS: Readonly<Record<number, readonly (readonly [blocks: number, words: number])[]>> = {
  1: [[1, 16]],
  2: [[1, 28]],
  3: [[1, 44]],
  4: [[2, 32]],
  5: [[2, 43]],
  6: [[4, 27]],
  7: [[4, 31]],
  8: [
    [2, 38],
    [2, 39],
  ],
  9: [
    [3, 36],
    [2, 37],
  ],
  10: [
    [4, 43],
    [1, 44],
  ],
};
const ALIGN: Readonly<Record<number, readonly number[]>> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
};
const MASKS: readonly ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The text of a code at correction level M. */
export function readCode(modules: Modules): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const blocks = BLOCKS[version];
  assert.ok(blocks, `a code of ${size} modules is not read here`);
  const dark = (r: number, c: number) => modules[r]?.[c] ?? false;
  // Level (2 bits) and mask (3 bits) stand beside the first corner, under a mask of their own.
  const format = [0, 1, 2, 3, 4].reduce((bits, c) => bits * 2 + (dark(8, c) ? 1 : 0), 0) ^ 0b10101;
  assert.equal(format >> 3, 0, 'the correction level is M');
  const mask = MASKS[format & 7];
  assert.ok(mask);
  const bits: boolean[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i += 1) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1])
        if (!isFunction(r, c, size, version)) bits.push(dark(r, c) !== mask(r, c));
    }
    up = !up;
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((word, bit) => word * 2 + (bit ? 1 : 0), 0),
  );
  return textOf(straightened(words, blocks), version);
}

function isFunction(r: number, c: number, size: number, version: number): boolean {
  const far = size - 8;
  if ((r < 9 && (c < 9 || c >= far)) || (r >= far && c < 9)) return true;
  if (r === 6 || c === 6) return true;
  if (version >= 7 && ((r < 6 && c >= size - 11) || (c < 6 && r >= size - 11))) return true;
  const centres = ALIGN[version] ?? [];
  const last = centres.at(-1);
  return centres.some((y) =>
    centres.some((x) => {
      const corner = (y === 6 && (x === 6 || x === last)) || (x === 6 && y === last);
      return !corner && Math.abs(r - y) <= 2 && Math.abs(c - x) <= 2;
    }),
  );
}

/** Data codewords come block by block in turns. */
function straightened(words: readonly number[], blocks: readonly (readonly [number, number])[]): number[] {
  const lengths = blocks.flatMap(([count, length]) => Array<number>(count).fill(length));
  const parts = lengths.map((): number[] => []);
  let at = 0;
  for (let i = 0; i < Math.max(...lengths); i += 1)
    for (const [b, length] of lengths.entries())
      if (i < length) {
        parts[b]?.push(words[at] ?? 0);
        at += 1;
      }
  return parts.flat();
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
/** Bits of the length by kind of segment, for versions 1 to 9 and from 10 on. */
const LENGTH_BITS = { digits: [10, 12], capitals: [9, 11], bytes: [8, 16] } as const;

/** A text of several kinds of signs stands in segments, each in the shortest way: capitals and digits at the end of a key, too. */
function textOf(words: readonly number[], version: number): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const take = (n: number): number => {
    at += n;
    return Number.parseInt(bits.slice(at - n, at), 2);
  };
  const lengthOf = (kind: keyof typeof LENGTH_BITS) => take(LENGTH_BITS[kind][version < 10 ? 0 : 1]);
  const parts: Buffer[] = [];
  for (;;) {
    const mode = bits.length - at < 4 ? 0 : take(4);
    if (mode === 0) return Buffer.concat(parts).toString('utf8');
    if (mode === 1) parts.push(Buffer.from(digitsOf(lengthOf('digits'), take)));
    else if (mode === 2) parts.push(Buffer.from(capitalsOf(lengthOf('capitals'), take)));
    else {
      assert.equal(mode, 4, 'a segment of bytes');
      parts.push(Buffer.from(Array.from({ length: lengthOf('bytes') }, () => take(8))));
    }
  }
}

/** Three digits in ten bits, two in seven, one in four. */
function digitsOf(length: number, take: (n: number) => number): string {
  let text = '';
  for (let left = length; left > 0; left -= 3) {
    const some = Math.min(left, 3);
    text += String(take([0, 4, 7, 10][some] ?? 0)).padStart(some, '0');
  }
  return text;
}

/** Two signs of 45 in eleven bits, one in six. */
function capitalsOf(length: number, take: (n: number) => number): string {
  const sign = (n: number): string => ALPHANUMERIC[n] ?? '';
  let text = '';
  for (let left = length; left > 1; left -= 2) {
    const pair = take(11);
    text += sign(Math.floor(pair / 45)) + sign(pair % 45);
  }
  return length % 2 === 1 ? text + sign(take(6)) : text;
}
