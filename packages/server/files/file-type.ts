// A file is what its bytes say, never what its name or the browser claims (promise U1). The list is closed: what is not
// on it cannot be stored.
import { zipEntries } from './zip-entries.ts';

export type FileClass = 'image' | 'document' | 'sheet' | 'video' | 'audio' | 'text';

interface TypeFacts {
  readonly class: FileClass;
  readonly endings: readonly string[];
}

const MB = 1024 * 1024;

export const fileTypes: Readonly<Record<string, TypeFacts>> = {
  'image/jpeg': { class: 'image', endings: ['jpg', 'jpeg', 'jfif'] },
  'image/png': { class: 'image', endings: ['png'] },
  'image/webp': { class: 'image', endings: ['webp'] },
  'application/pdf': { class: 'document', endings: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    class: 'document',
    endings: ['docx'],
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    class: 'document',
    endings: ['pptx'],
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { class: 'sheet', endings: ['xlsx'] },
  'text/csv': { class: 'sheet', endings: ['csv'] },
  'text/plain': { class: 'text', endings: ['txt'] },
  'text/vtt': { class: 'text', endings: ['vtt'] },
  'video/mp4': { class: 'video', endings: ['mp4', 'm4v'] },
  'video/quicktime': { class: 'video', endings: ['mov'] },
  'video/webm': { class: 'video', endings: ['webm'] },
  'audio/mpeg': { class: 'audio', endings: ['mp3'] },
  'audio/mp4': { class: 'audio', endings: ['m4a'] },
  'audio/ogg': { class: 'audio', endings: ['ogg', 'oga', 'opus'] },
  'audio/webm': { class: 'audio', endings: ['weba'] },
};

/** Largest file of a class, in bytes. */
export const maxBytes: Readonly<Record<FileClass, number>> = {
  image: 25 * MB,
  document: 25 * MB,
  sheet: 20 * MB,
  text: 5 * MB,
  audio: 50 * MB,
  video: 4096 * MB,
};

export const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The class a name promises; null when its ending is not on the list. */
export function classOfName(name: string): FileClass | null {
  const ending = endingOf(name);
  return Object.values(fileTypes).find((type) => type.endings.includes(ending))?.class ?? null;
}

/** True when a file of this type may carry this name. */
export const isNameOf = (mime: string, name: string): boolean => {
  const type = fileTypes[mime];
  if (!type) return false;
  if (type.endings.includes(endingOf(name))) return true;
  // A recording's container is the same with and without a picture.
  return mime.endsWith('/webm') && ['webm', 'weba'].includes(endingOf(name));
};

/**
 * MIME type by content: `head` is the first 4,100 bytes, `whole` the file when it is small enough to hold (needed for
 * office files and text). Null: not a type that is kept.
 */
export function sniff(head: Buffer, whole: Buffer | null, name: string): string | null {
  const starts = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg';
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  if (starts('%PDF-')) return 'application/pdf';
  if (starts('ftyp', 4)) return isoMedia(head.toString('latin1', 8, 12));
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3)
    return head.includes('webm') ? (endingOf(name) === 'weba' ? 'audio/webm' : 'video/webm') : null;
  if (starts('OggS')) return 'audio/ogg';
  if (starts('ID3') || (head.length >= 2 && (head.readUInt16BE(0) & 0xffe6) === 0xffe2)) return 'audio/mpeg';
  if (starts('PK\x03\x04')) return whole ? officeType(whole) : null;
  return whole ? textType(whole, name) : null;
}

function isoMedia(brand: string): string | null {
  if (brand === 'qt  ') return 'video/quicktime';
  if (brand.startsWith('M4A')) return 'audio/mp4';
  if (/^(heic|heix|mif1|msf1|avif|hevc)$/.test(brand)) return null;
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V|dash|3gp|MSNV|f4v)/.test(brand) ? 'video/mp4' : null;
}

function officeType(whole: Buffer): string | null {
  const names = zipEntries(whole)?.map((entry) => entry.name) ?? [];
  if (!names.includes('[Content_Types].xml') || names.some((name) => /vbaProject\.bin$/i.test(name)))
    return null;
  const has = (folder: string) => names.some((name) => name.startsWith(folder));
  const office = 'application/vnd.openxmlformats-officedocument.';
  if (has('xl/')) return `${office}spreadsheetml.sheet`;
  if (has('word/')) return `${office}wordprocessingml.document`;
  return has('ppt/') ? `${office}presentationml.presentation` : null;
}

const MARKUP = /<\s*(script|html|svg|iframe|object|embed|!doctype|\?xml|body|img|link|meta)\b/i;

function textType(whole: Buffer, name: string): string | null {
  const text = endingOf(name) === 'csv' ? decodeSheetText(whole) : decodeText(whole);
  if (text === null || MARKUP.test(text.slice(0, 100_000))) return null;
  if (text.startsWith('WEBVTT')) return 'text/vtt';
  return endingOf(name) === 'csv' ? 'text/csv' : endingOf(name) === 'txt' ? 'text/plain' : null;
}

/** Text of UTF-8 or UTF-16 (with mark) bytes; null when they are neither, or hold a NUL. */
export function decodeText(bytes: Buffer): string | null {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/**
 * Text of a sheet: as decodeText, and besides what older programs save: UTF-16 without its mark, Windows-1252. Null for
 * bytes that are no text in any of these.
 */
export function decodeSheetText(bytes: Buffer): string | null {
  return decodeText(bytes) ?? decodeAs(utf16Of(bytes), bytes) ?? decodeAs(legacyOf(bytes), bytes);
}

function decodeAs(encoding: string | null, bytes: Buffer): string | null {
  if (encoding === null) return null;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return hasControls(text) ? null : text;
  } catch {
    return null;
  }
}

// Latin letters in UTF-16 are every other byte zero.
function utf16Of(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 4_000);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < head.length / 4) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

// Any bytes are some Windows-1252 text, so most of them must be plain letters.
function legacyOf(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 100_000);
  let plain = 0;
  for (const byte of head) if (byte < 0x80) plain += 1;
  return plain > head.length / 2 ? 'windows-1252' : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells bytes from text
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f]/;
const hasControls = (text: string): boolean => CONTROLS.test(text);
