import type { OwnPreference } from './own-preference.ts';

/** Whether an instant (epoch ms) lies between two times of day in India, over midnight too. */
export function isQuiet(quiet: OwnPreference['quiet'], at: number): boolean {
  if (!quiet) return false;
  const now = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return quiet.from <= quiet.to ? now >= quiet.from && now < quiet.to : now >= quiet.from || now < quiet.to;
}

/** Cards in the user's order, without the hidden ones; those that are not named follow as they come. */
export function inOwnOrder<T extends { key: string }>(
  cards: readonly T[],
  own: OwnPreference['homeCards'],
): T[] {
  const place = new Map(own.map(({ key }, i) => [key, i]));
  const hidden = new Set(own.filter((one) => one.hidden).map(({ key }) => key));
  return cards
    .filter(({ key }) => !hidden.has(key))
    .map((card, i) => ({ card, at: place.get(card.key) ?? own.length + i }))
    .sort((a, b) => a.at - b.at)
    .map(({ card }) => card);
}
