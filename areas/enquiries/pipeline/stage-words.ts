import { stageColours } from '../settings/stage.contract.ts';

export type StageColour = (typeof stageColours)[number];

/** Colours of stages by name, as the settings have them. */
export const coloursOf = (
  stages: readonly { code: string; colour: string }[],
): ReadonlyMap<string, StageColour> =>
  new Map(stages.map((stage) => [stage.code, stageColours.find((one) => one === stage.colour) ?? 'neutral']));

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** '3 d', '5 h', '12 min'; '–' when it is not known. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–';
  for (const [size, word] of UNITS) if (seconds >= size) return `${Math.floor(seconds / size)} ${word}`;
  return 'under a minute';
}
