import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { type Catalogue, en, type TextKey } from './en.ts';
import { hi } from './hi.ts';

export type Language = 'en' | 'hi';
export type Values = Readonly<Record<string, string | number>>;

/** A pair of catalogues with the same keys; made by `texts()`. */
export interface Texts<K extends string> {
  en: Readonly<Record<K, string>>;
  hi: Readonly<Record<K, string>>;
}

/**
 * Declares a catalogue of an area: `const words = texts({'pay.now': 'Pay now'}, {'pay.now': 'अभी भुगतान करें'})`.
 * A key that Hindi lacks does not compile. `{name}` in a text is replaced from the values.
 */
export const texts = <const E extends Catalogue>(
  english: E,
  hindi: { readonly [K in keyof E]: string },
): Texts<Extract<keyof E, string>> => ({
  en: english,
  hi: hindi,
});

const kit: Texts<TextKey> = { en, hi };

interface LanguageState {
  language: Language;
  setLanguage: (language: Language) => void;
  /** The user chose it before: a page suggests no other. */
  isChosen: () => boolean;
}

const LanguageContext = createContext<LanguageState>({
  language: 'en',
  setLanguage: () => undefined,
  isChosen: () => false,
});

/** Gives the language to everything below; the caller keeps it (session, public page). */
export function TextProvider({
  language,
  onChange,
  isChosen = never,
  children,
}: {
  language: Language;
  onChange: (language: Language) => void;
  isChosen?: () => boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.documentElement.lang = language === 'hi' ? 'hi-IN' : 'en-IN';
  }, [language]);
  const state = useMemo(
    () => ({ language, setLanguage: onChange, isChosen }),
    [language, onChange, isChosen],
  );
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

const never = () => false;

/** The language in use and how to change it. */
export const useLanguage = (): LanguageState => useContext(LanguageContext);

/** Replaces `{name}` in a text. */
export const fill = (text: string, values?: Values): string =>
  values
    ? text.replace(/\{(\w+)\}/g, (whole, key: string) => (key in values ? String(values[key]) : whole))
    : text;

/** `t('list.selected', {n: 3})`: the kit's texts, or those of the catalogue given. */
export function useText(): (key: TextKey, values?: Values) => string;
export function useText<K extends string>(catalogue: Texts<K>): (key: K, values?: Values) => string;
export function useText(catalogue: Texts<string> = kit): (key: string, values?: Values) => string {
  const { language } = useContext(LanguageContext);
  return useMemo(
    () => (key: string, values?: Values) =>
      fill(catalogue[language][key] ?? catalogue.en[key] ?? key, values),
    [catalogue, language],
  );
}
