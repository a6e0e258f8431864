import * as z from 'zod';

// Marks that turn the writing direction and control characters come along with pasted names.
const HIDDEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
// The two joiners (U+200C, U+200D) shape letters in Indian scripts; phones type the curly apostrophe.
const PART = "\\p{L}\\p{M}\\p{N} .'’\\-\\u200C\\u200D";
const NAME = new RegExp(`^(?=.*\\p{L})[${PART}]+$`, 'u');
const FOREIGN = new RegExp(`[^${PART}]+`, 'gu');

const tidy = (text: string) => text.replace(/\s+/gu, ' ').replace(HIDDEN, '').normalize('NFC').trim();

const line = (max: number) =>
  z
    .string()
    .max(max * 2, `At most ${max} characters`)
    .transform(tidy)
    .pipe(z.string().max(max, `At most ${max} characters`));

const letters = {
  error:
    'Write the name with letters of any script; digits, spaces, dots, hyphens and apostrophes may stand in it',
};

/** The one rule for a person's name: letters of any script with their marks, digits, spaces and . ' -, never signs alone. */
export const personName = (max: number) =>
  line(max)
    .refine((name) => name !== '', { error: 'Fill this in', abort: true })
    .refine((name) => NAME.test(name), letters);

/** As `personName`; may be left empty. */
export const personNameOrEmpty = (max: number) =>
  line(max).refine((name) => name === '' || NAME.test(name), letters);

/** What a name from outside (a profile, a lead form) holds by that rule, or null: nobody can be asked to write it again. */
export function nameWithin(text: string, max: number): string | null {
  const name = tidy(text.replace(FOREIGN, ' ')).slice(0, max).trim();
  return NAME.test(name) ? name : null;
}
