import type { Language } from '@aangan/web/text/text.tsx';
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { useSyncExternalStore } from 'react';

/**
 * Theme and language of this page. They come from the user's preferences (server) after sign-in and from the browser
 * before; local storage has no key for them (shell.md 2.2).
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
  language = value;
  // The letters are a large file: only readers of Hindi fetch them.
  if (value === 'hi') void import('./devanagari.css');
  for (const listener of languageListeners) listener();
}

const subscribe = (listener: () => void) => {
  languageListeners.add(listener);
  return () => languageListeners.delete(listener);
};

export const useAppliedLanguage = (): Language => useSyncExternalStore(subscribe, () => language);

// Before anybody is known the browser's own language counts.
if (navigator.language.toLowerCase().startsWith('hi')) applyLanguage('hi');
