import { inflateSync } from 'node:zlib';

/** Glyphs that a PDF draws: two-byte codes inside TJ arrays. */
export function glyphCount(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  let n = 0;
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const start = (match.index ?? 0) + match[0].length;
    const end = text.indexOf('endstream', start);
    try {
      const page = inflateSync(bytes.subarray(start, end)).toString('latin1');
      for (const [, array = ''] of page.matchAll(/\[([^\]]*)\]\s*TJ/g))
        for (const [, hex = ''] of array.matchAll(/<([0-9a-f]+)>/gi)) n += hex.length / 4;
    } catch {
      // Not a packed stream.
    }
  }
  return n;
}
