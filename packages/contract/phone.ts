const INDIAN_MOBILE = /^[6-9]\d{9}$/;

/**
 * An Indian mobile as typed ('098765-43210', '0091 98765 43210', '+91 (0) 98765 43210') in its one stored form
 * '+91XXXXXXXXXX', or null. Rule: enquiries.md 3.1. The user's text for null: 'Enter a 10-digit mobile number starting 6–9.'
 */
export function phoneNorm(typed: string): string | null {
  const { digits, international } = digitsOf(typed);
  const local = indianPart(digits, international);
  return INDIAN_MOBILE.test(local) ? `+91${local}` : null;
}

/**
 * As phoneNorm, but a number typed with + or 00 and another country's code is kept as E.164 ('+971501234567'): parents
 * and leads may live abroad. Null when it is neither.
 */
export function phoneNormAnyCountry(typed: string): string | null {
  const indian = phoneNorm(typed);
  if (indian !== null) return indian;
  const { digits, international } = digitsOf(typed);
  return international && !digits.startsWith('91') && /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
}

/** An Indian landline with its city code ('022 2634 5678', '+91 22 26345678') as '+912226345678', or null. */
export function landlineNorm(typed: string): string | null {
  const { digits, international } = digitsOf(typed);
  const written = international ? digits.startsWith('91') : digits.startsWith('0');
  const local = indianPart(digits, international);
  return written && /^[1-8]\d{9}$/.test(local) ? `+91${local}` : null;
}

/** '+91 98••• •••10' for lists; a foreign number '+97••••••••67'. Anything that is no stored form is hidden whole. */
export function maskPhone(norm: string): string {
  const local = norm.startsWith('+91') ? norm.slice(3) : '';
  if (INDIAN_MOBILE.test(local)) return `+91 ${local.slice(0, 2)}••• •••${local.slice(-2)}`;
  if (!/^\+\d{8,15}$/.test(norm)) return '•••';
  return `${norm.slice(0, 3)}${'•'.repeat(norm.length - 5)}${norm.slice(-2)}`;
}

/** '+919820012310' to '+91 98200 12310'; other numbers come back unchanged. */
export function spacedPhone(norm: string): string {
  const match = /^\+91(\d{5})(\d{5})$/.exec(norm);
  return match ? `+91 ${match[1]} ${match[2]}` : norm;
}

const DEVANAGARI_ZERO = 0x0966;

/** Digits only (Devanagari ones become Latin), without 00; `international` tells whether + or 00 stood in front. */
function digitsOf(typed: string): { digits: string; international: boolean } {
  const latin = typed
    .slice(0, 60)
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));
  const digits = latin.replace(/\D/g, '');
  if (digits.startsWith('00')) return { digits: digits.slice(2), international: true };
  return { digits, international: /^\D*\+/.test(latin) };
}

/** Without 91, 910 or a leading 0. A number with another country's code must not lose digits: it stays as it is. */
function indianPart(digits: string, international: boolean): string {
  if (digits.length === 13 && digits.startsWith('910')) return digits.slice(3);
  if (digits.length === 12 && digits.startsWith('91')) return digits.slice(2);
  if (international) return '';
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits;
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'master', 'dr', 'smt', 'shri', 'sri', 'km', 'kumari']);

/** Spellings of one sound in Latin-written Indian names, in the order of enquiries.md 3.1. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/([bdgjkt])h/g, '$1'],
  [/iy(?=[aeiou])/g, 'i'],
  [/(.)\1+/gu, '$1'],
  [/(.)h$/u, '$1'],
];

/** Marks that turn the writing direction; pasted names carry them unseen. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Matching key of a FIRST name: Aarav = Arav, Riya = Ria, Meera = Mira; null when there is no name ('Baby of Meera').
 * Give the first-name field whole: 'Mohammed Ali' and 'Mohammed Zaid' are brothers, so the second word counts.
 * Names in other scripts are only lower-cased. Equal keys are a hint for people, never a reason to join on their own.
 */
export function nameKey(name: string): string | null {
  const typed = name.replace(BIDI_CONTROLS, '').normalize('NFC').trim().toLowerCase();
  if (!isLatin(typed)) return typed === '' ? null : typed.replace(/\s+/g, ' ');
  const words = typed
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  while (words.length > 1 && TITLES.has(words[0] ?? '')) words.shift();
  if (soundOf(words[0] ?? '').startsWith('baby')) return null;
  return soundOf(words.join('')) || null;
}

const isLatin = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu);
  return letters?.every((letter) => /\p{Script=Latin}/u.test(letter)) ?? false;
};

/** One rule can make room for another (Priyya -> Priya -> Pria), so they repeat until nothing changes. */
function soundOf(word: string): string {
  let before = '';
  let sound = word;
  while (before !== sound) {
    before = sound;
    for (const [spelling, replacement] of SOUNDS) sound = sound.replace(spelling, replacement);
  }
  return sound;
}
