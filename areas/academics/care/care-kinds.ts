/** What is noted in the day's care, with the choices of one tap each (areas/academics.md 2.3). */
export const careKinds = {
  MEAL: 'Meal',
  NAP: 'Nap',
  TOILET: 'Toilet',
  MOOD: 'Mood',
  TEMPERATURE: 'Temperature',
  INCIDENT: 'Incident',
} as const;
export type CareKind = keyof typeof careKinds;
export const careKindNames = Object.keys(careKinds) as [CareKind, ...CareKind[]];

/** Codes of the kinds that are one of a few; a nap has minutes, a temperature tenths of a degree, an incident words. */
export const careValues = {
  MEAL: ['ALL', 'HALF', 'LITTLE', 'NOTHING'],
  TOILET: ['POTTY', 'WET', 'STOOL', 'DRY'],
  MOOD: ['HAPPY', 'CALM', 'TIRED', 'SAD'],
} as const;
export const valuesOf = (kind: CareKind): readonly string[] =>
  kind === 'MEAL' || kind === 'TOILET' || kind === 'MOOD' ? careValues[kind] : [];

export const NAP_MINUTES = [20, 40, 60, 90, 120] as const;
/** Tenths of a degree Celsius that a child can have. */
export const TEMPERATURE = { min: 340, max: 420 } as const;
