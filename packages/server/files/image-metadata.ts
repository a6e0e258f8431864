// Pictures keep no trace of where and by what they were taken (promise U6): EXIF, GPS, XMP, comments and colour notes go,
// pixels stay untouched. Of EXIF only the turn of the camera is kept, or the picture would lie on its side.

export interface CleanImage {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Removes every tag from a JPEG, PNG or WebP; null when the bytes are not a whole picture of that type. */
export function withoutMetadata(bytes: Buffer, mime: string): CleanImage | null {
  try {
    if (mime === 'image/jpeg') return cleanJpeg(bytes);
    if (mime === 'image/png') return cleanPng(bytes);
    if (mime === 'image/webp') return cleanWebp(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // read past the end: cut off or broken
  }
  return null;
}

const EXIF = Buffer.from('Exif\0\0');

function cleanJpeg(bytes: Buffer): CleanImage | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  const kept: Buffer[] = [];
  let turn = 1;
  let size: { width: number; height: number } | null = null;
  let at = 2;
  for (;;) {
    while (bytes.readUInt8(at) === 0xff && bytes.readUInt8(at + 1) === 0xff) at += 1; // fill bytes
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xda) break;
    if (marker === 0xd9) return null; // the end before any picture
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, at + 2 + length);
    if (segment.length < 2 + length) return null;
    const body = segment.subarray(4);
    if (marker === 0xe1 && body.subarray(0, 6).equals(EXIF)) turn = orientationOf(body.subarray(6));
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
    // JFIF (APP0) and Adobe's colour transform (APP14) say how to read the pixels; every other APPn and comment is talk.
    const talk = (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
    if (!talk) kept.push(segment);
    at += 2 + length;
  }
  if (!size || size.width === 0 || size.height === 0) return null;
  // After the end marker some cameras append a second picture or a film: that goes too.
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
  if (end < at) return null;
  const scan = bytes.subarray(at, endOfPicture(bytes, at, end));
  return {
    bytes: Buffer.concat([bytes.subarray(0, 2), ...(turn > 1 ? [turnSegment(turn)] : []), ...kept, scan]),
    ...size,
  };
}

/** Where the first picture ends: the first end marker that is not inside a further scan's header. */
function endOfPicture(bytes: Buffer, from: number, last: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at >= last) return last + 2;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) return at + 2;
    // 00 is an escaped FF, D0-D7 are restart marks; anything else is a segment with a length (progressive pictures).
    at +=
      marker === 0x00 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
        ? marker === 0xff
          ? 1
          : 2
        : 2 + bytes.readUInt16BE(at + 2);
  }
}

function orientationOf(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = u32(4);
    for (let i = 0; i < Math.min(u16(directory), 200); i += 1) {
      const entry = directory + 2 + i * 12;
      if (u16(entry) === 0x0112) return u16(entry + 8) <= 8 ? u16(entry + 8) : 1;
    }
  } catch {
    // A broken EXIF block says nothing of the turn.
  }
  return 1;
}

function turnSegment(turn: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(turn, 18);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + EXIF.length + tiff.length, 2);
  return Buffer.concat([head, EXIF, tiff]);
}

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'sRGB',
  'cHRM',
  'sBIT',
  'bKGD',
  'acTL',
  'fcTL',
  'fdAT',
]);

function cleanPng(bytes: Buffer): CleanImage | null {
  if (!bytes.subarray(0, 8).equals(PNG_HEAD)) return null;
  const kept: Buffer[] = [PNG_HEAD];
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at, at + 12 + length);
    if (chunk.length < 12 + length) return null;
    if (PNG_KEPT.has(type)) kept.push(chunk);
    if (type === 'IEND') break; // what follows the end is nobody's picture
    at += 12 + length;
  }
  return { bytes: Buffer.concat(kept), width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

function cleanWebp(bytes: Buffer): CleanImage | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  for (let at = 12; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const padded = length + (length % 2);
    const chunk = Buffer.from(bytes.subarray(at, at + 8 + padded));
    if (chunk.length < 8 + length) return null;
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~0x2c, 8); // no ICC, EXIF, XMP any more
    size ??= webpSize(type, chunk);
    if (WEBP_KEPT.has(type)) kept.push(chunk);
    at += 8 + padded;
  }
  if (!size) return null;
  const body = Buffer.concat(kept);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return { bytes: Buffer.concat([head, body]), ...size };
}

function webpSize(type: string, chunk: Buffer): { width: number; height: number } | null {
  if (type === 'VP8X') return { width: chunk.readUIntLE(12, 3) + 1, height: chunk.readUIntLE(15, 3) + 1 };
  if (type === 'VP8 ')
    return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
  if (type === 'VP8L') {
    const bits = chunk.readUInt32LE(9);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return null;
}
