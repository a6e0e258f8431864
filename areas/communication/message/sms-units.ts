// How many parts an SMS is charged as (communication.md 3.6): GSM-7 160, then 153 a part; UCS-2 70, then 67.
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const single = new Set(GSM);
const double = new Set('^{}\\[~]|€\f');

export interface SmsSize {
  unicode: boolean;
  /** Septets of GSM-7, or UTF-16 units. */
  length: number;
  units: number;
}

export function smsUnits(text: string): SmsSize {
  let length = 0;
  for (const character of text) {
    if (single.has(character)) length += 1;
    else if (double.has(character)) length += 2;
    else return size(true, text.length, 70, 67);
  }
  return size(false, length, 160, 153);
}

const size = (unicode: boolean, length: number, one: number, part: number): SmsSize => ({
  unicode,
  length,
  units: length <= one ? 1 : Math.ceil(length / part),
});

/** Typographic marks that would turn a whole text into Unicode, in their plain form; the rupee sign becomes 'Rs '. */
export const plainMarks = (text: string): string =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/₹\s?/g, 'Rs ')
    .replace(/\u00a0/g, ' ');
