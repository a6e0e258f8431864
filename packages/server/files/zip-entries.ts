// The list of a zip archive's entries, from its central directory: what an office file contains, and how large it would
// become, before a byte is unpacked (promise U2).
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const TAIL = 22 + 65_535;

export interface ZipEntry {
  name: string;
  packed: number;
  unpacked: number;
  /** Where its own header stands. */
  at: number;
}

/** Entries of a zip, or null when the bytes are none (or claim more than 10,000 entries, or are of the 64-bit form). */
export function zipEntries(bytes: Buffer): ZipEntry[] | null {
  const from = Math.max(0, bytes.length - TAIL);
  for (let at = bytes.length - 22; at >= from; at -= 1)
    if (bytes.readUInt32LE(at) === END) return readDirectory(bytes, at);
  return null;
}

function readDirectory(bytes: Buffer, end: number): ZipEntry[] | null {
  const count = bytes.readUInt16LE(end + 10);
  if (count > 10_000) return null;
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return null;
    const nameLength = bytes.readUInt16LE(at + 28);
    const unpacked = bytes.readUInt32LE(at + 24);
    if (unpacked === 0xffffffff) return null;
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      packed: bytes.readUInt32LE(at + 20),
      unpacked,
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

export const unpackedBytes = (entries: readonly ZipEntry[]): number =>
  entries.reduce((sum, entry) => sum + entry.unpacked, 0);

/** The content of an entry; null when it is packed in no usual way or larger than `limit` bytes. */
export function unzip(bytes: Buffer, entry: ZipEntry, limit: number): Buffer | null {
  if (entry.at + 30 > bytes.length) return null;
  const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
  const packed = bytes.subarray(from, from + entry.packed);
  const method = bytes.readUInt16LE(entry.at + 8);
  try {
    return method === 0 ? packed : method === 8 ? inflateRawSync(packed, { maxOutputLength: limit }) : null;
  } catch {
    return null;
  }
}
