import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
} from 'react';
import { type Catalogue, en, type TextKey } from './en.ts';

export type Language = 'en' | 'hi';
export type Values = Readonly<Record<string, string | number>>;

type Words<K extends string> = Readonly<Record<K, string>>;
type Hindi<E> = { readonly [K in keyof E]: string };

/** A pair of catalogues with the same keys, Hindi perhaps in a file of its own; made by `texts()`. */
export interface Texts<K extends string> {
  en: Words<K>;
  hi: Words<K> | (() => Promise<Words<K>>);
}

/**
 * Declares a catalogue of an area: `const words = texts({'pay.now': 'Pay now'}, {'pay.now': 'अभी भुगतान करें'})`.
 * A key that Hindi lacks does not compile. `{name}` in a text is replaced from the values. Where few read Hindi it is
 * loaded when somebody does: `texts({…}, () => import('./words.hi.ts').then((m) => m.hindi))`.
 */
export function texts<const E extends Catalogue>(
  english: E,
  hindi: Hindi<E>,
): Texts<Extract<keyof E, string>> & { hi: Hindi<E> };
export function texts<const E extends Catalogue>(
  english: E,
  hindi: () => Promise<Hindi<E>>,
): Texts<Extract<keyof E, string>>;
export function texts(en: Catalogue, hi: Texts<string>['hi']): Texts<string> {
  return { en, hi };
}

const kit = texts(en, () => import('./hi.ts').then(({ hi }) => hi));

const loaded = new WeakMap<Texts<string>, Promise<Words<string>>>();

/** The words of a language. Suspends while they are fetched; without a network English stands for them. */
function wordsOf(catalogue: Texts<string>, language: Language): Words<string> {
  const words = catalogue[language];
  if (typeof words !== 'function') return words;
  const loading = loaded.get(catalogue) ?? words().catch(() => catalogue.en);
  loaded.set(catalogue, loading);
  return use(loading);
}

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
  // Deferred: what stands stays until the words of the new language are there.
  const ready = useDeferredValue(language);
  useEffect(() => {
    document.documentElement.lang = ready === 'hi' ? 'hi-IN' : 'en-IN';
  }, [ready]);
  const state = useMemo(
    () => ({ language: ready, setLanguage: onChange, isChosen }),
    [ready, onChange, isChosen],
  );
  return (
    <LanguageContext value={state}>
      <Suspense>{children}</Suspense>
    </LanguageContext>
  );
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
  const words = wordsOf(catalogue, language);
  return useMemo(
    () => (key: string, values?: Values) => fill(words[key] ?? catalogue.en[key] ?? key, values),
    [catalogue, words],
  );
}
