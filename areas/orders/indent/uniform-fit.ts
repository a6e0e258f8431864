// Which styles a child wears and in which size, for the form, the grid and the server alike.
import { suggestSize } from '../uniform/size-chart.ts';
import type { StyleChoice } from './uniform-indent.contract.ts';

export interface Wearer {
  readonly classId: number;
  readonly gender: 'MALE' | 'FEMALE' | 'OTHER';
  readonly ageMonths: number | null;
  readonly heightCm: number | null;
}

/** The styles of the child's class and gender. */
export const stylesFor = (
  styles: readonly StyleChoice[],
  { classId, gender }: Pick<Wearer, 'classId' | 'gender'>,
): StyleChoice[] =>
  styles.filter(
    (style) =>
      style.classId === classId && (style.gender === 'BOTH' || gender === 'OTHER' || style.gender === gender),
  );

/** By height with a year's growth, else by age; null when neither is known. */
export const sizeFor = (
  style: StyleChoice,
  { heightCm, ageMonths }: Pick<Wearer, 'heightCm' | 'ageMonths'>,
) => suggestSize(style.sizes, { heightCm, ageMonths });

export const years = (months: number): string =>
  `${Math.floor(months / 12)}\u00a0y\u00a0${months % 12}\u00a0m`;
