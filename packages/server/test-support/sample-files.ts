// Small true files of each kind, with the tags and tricks the upload gate must deal with.
import { crc32, deflateSync } from 'node:zlib';

const u16 = (n: number) => {
  const b = Buffer.alloc(2);
  b.writeUInt16BE(n);
  return b;
};
const segment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body]);

/** A JPEG of 8 x 8 pixels: header and scan are shaped right, the picture itself is of no interest. */
export function jpeg(tags: { exif?: string; turn?: number; after?: string } = {}): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(tags.turn ?? 1, 18);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(tags.exif
      ? [
          segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(`Canon ${tags.exif}`)])),
          segment(0xfe, Buffer.from(tags.exif)),
          segment(0xed, Buffer.from(`Photoshop ${tags.exif}`)),
        ]
      : []),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd9]),
    ...(tags.after ? [Buffer.from(tags.after), Buffer.from([0xff, 0xd9])] : []),
  ]);
}

const chunk = (type: string, body: Buffer) => {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([length, data, sum]);
};

export function png(width = 4, height = 4, tag?: string): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(height, 4) * (Math.min(width, 4) + 1)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...(tag
      ? [chunk('tEXt', Buffer.from(`Comment\0${tag}`)), chunk('eXIf', Buffer.from(`Canon ${tag}`))]
      : []),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
    ...(tag ? [Buffer.from(tag)] : []),
  ]);
}

export function webp(tag: string): Buffer {
  const part = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(type, 'latin1'), length, body, Buffer.alloc(body.length % 2)]);
  };
  const wide = Buffer.from([0x0c, 0, 0, 0, 3, 0, 0, 3, 0, 0]);
  const body = Buffer.concat([
    part('VP8X', wide),
    part('VP8L', Buffer.from([0x2f, 3, 0xc0, 0, 0, 0])),
    part('EXIF', Buffer.from(`Canon ${tag}`)),
    part('XMP ', Buffer.from(tag)),
  ]);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`);

export interface ZipMember {
  name: string;
  content: Buffer;
  /** What the directory claims the content unpacks to. */
  claims?: number;
}

/** A zip archive (stored, not packed). */
export function zip(members: readonly ZipMember[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claims } of members) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(claims ?? content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), content);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** A workbook that says it unpacks to two gigabytes. */
export const xlsxBomb = (): Buffer =>
  zip([
    { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.from('x'), claims: 2_000_000_000 },
  ]);
