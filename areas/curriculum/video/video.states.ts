import { transitions } from '@aangan/contract/states.ts';

export const videoLabels = { READY: 'Ready', ARCHIVED: 'Archived' } as const;
export const videoStates = transitions({
  READY: { archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'READY' },
});

/** Endings that are taken; the content decides (packages/server/files). */
export const videoEndings = ['mp4', 'm4v', 'mov', 'webm'] as const;
export const MOST_BYTES = 4 * 1024 * 1024 * 1024;

export const captionLanguages = {
  en: 'English',
  hi: 'Hindi',
  mr: 'Marathi',
  gu: 'Gujarati',
  ta: 'Tamil',
  te: 'Telugu',
  kn: 'Kannada',
  bn: 'Bengali',
} as const;
export type CaptionLanguage = keyof typeof captionLanguages;
export const captionCodes = Object.keys(captionLanguages) as [CaptionLanguage, ...CaptionLanguage[]];

/** A name as it stands in an address: 'Rain, rain!' is `rain-rain`. Empty when it has no letter of the English alphabet. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');

export const UNDECODABLE = 'This video cannot be played in a browser. Export it as MP4 (H.264).';
