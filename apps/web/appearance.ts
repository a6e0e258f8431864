import type { Language } from '@aangan/web/text/text.tsx';
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { useSyncExternalStore } from 'react';

/**
 * Theme and language of this tab. They come from the user's preferences (server) after sign-in and from the browser
 * before; local storage has no key for them (shell.md 2.2), the tab remembers the language over a reload.
 */
let scheme: MantineColorScheme = 'auto';
let language: Language = 'en';
const schemeListeners = new Set<(scheme: MantineColorScheme) => void>();
const languageListeners = new Set<() => void>();

export const schemeManager: MantineColorSchemeManager = {
  get: () => scheme,
  set: (value) => {
    scheme = value;
  },
  subscribe: (listener) => {
    schemeListeners.add(listener);
  },
  unsubscribe: () => schemeListeners.clear(),
  clear: () => {
    scheme = 'auto';
  },
};

/** Applies a preference that arrived from the server. */
export function applyScheme(value: MantineColorScheme): void {
  if (value === scheme) return;
  scheme = value;
  for (const listener of schemeListeners) listener(value);
}

export function applyLanguage(value: Language): void {
  if (value === language) return;
  keepLanguage(value);
  showLanguage(value);
}

function showLanguage(value: Language): void {
  language = value;
  for (const listener of languageListeners) listener();
}

const subscribe = (listener: () => void) => {
  languageListeners.add(listener);
  return () => languageListeners.delete(listener);
};

export const useAppliedLanguage = (): Language => useSyncExternalStore(subscribe, () => language);

const KEY = 'language';

function keepLanguage(value: Language): void {
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // Without session storage a reload begins with the browser's language again.
  }
}

function keptLanguage(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Somebody chose the language of this tab: what a page would suggest of itself does not count any more. */
export const isLanguageChosen = (): boolean => keptLanguage() !== null;

// Before anybody is known the choice of this tab counts, else the browser's own language.
if ((keptLanguage() ?? navigator.language.toLowerCase()).startsWith('hi')) showLanguage('hi');
