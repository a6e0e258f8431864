import { languages } from './enquiry-fields.ts';

const names = new Intl.DisplayNames('en', { type: 'language' });

export const languageName = (code: string): string => names.of(code) ?? code;
/** The languages a family may be called in. */
export const languageNames = Object.fromEntries(
  languages.map((value) => [value, languageName(value)]),
) as Record<(typeof languages)[number], string>; // of each entry above
export const languageOptions = languages.map((value) => ({ value, label: languageName(value) }));
