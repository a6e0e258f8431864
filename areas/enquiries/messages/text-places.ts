/** What a message text may name, with how it reads in a preview: the values that the product's own messages have too. */
export const textPlaces = {
  parent: 'Meera Iyer',
  child: 'Vivaan',
  class: 'Nursery',
  centre: 'Andheri',
  brand: 'Aangan',
  phone: '+91 22 4000 1234',
  date: '24-11-2026',
  time: '11:00 AM',
  link: 'https://…/p/…',
} as const;

export const placeWords = Object.keys(textPlaces)
  .map((name) => `{${name}}`)
  .join(', ');

/** Everything in braces that is no such place, as it was typed, each once. */
export const unknownPlaces = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{[^{}]*\}?/g)].map(([typed]) => typed).filter((typed) => !isPlace(typed))),
];

const isPlace = (typed: string): boolean => Object.keys(textPlaces).some((name) => typed === `{${name}}`);

/** True when the text names one of these places. */
export const names = (text: string, ...places: (keyof typeof textPlaces)[]): boolean =>
  places.some((place) => text.includes(`{${place}}`));
