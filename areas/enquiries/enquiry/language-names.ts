import { languages } from './enquiry-fields.ts';

const names = new Intl.DisplayNames('en', { type: 'language' });

export const languageName = (code: string): string => names.of(code) ?? code;
/** The languages a family may be called in. */
export const languageOptions = languages.map((value) => ({ value, label: languageName(value) }));
