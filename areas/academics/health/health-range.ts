// Measures outside are a slip of the pen: 12.5 m, 160 kg (areas/academics.md 4). Pure, for server and screen.
const HEIGHT_MM = { from: 600, to: 1400 };
const WEIGHT_G = { from: 5_000, to: 40_000 };

export const toMm = (cm: number | null | undefined): number | null =>
  cm === null || cm === undefined ? null : Math.round(cm * 10);
export const toGrams = (kg: number | null | undefined): number | null =>
  kg === null || kg === undefined ? null : Math.round(kg * 1000);

/** Texts by field; none when both are plausible or absent. */
export function rangeProblems(of: { height: number | null | undefined; weight: number | null | undefined }): {
  height?: string;
  weight?: string;
} {
  const [mm, grams] = [toMm(of.height), toGrams(of.weight)];
  return {
    ...(mm !== null && (mm < HEIGHT_MM.from || mm > HEIGHT_MM.to)
      ? { height: `Please check: ${mm / 1000} m?` }
      : {}),
    ...(grams !== null && (grams < WEIGHT_G.from || grams > WEIGHT_G.to)
      ? { weight: `Please check: ${grams / 1000} kg?` }
      : {}),
  };
}

export const cm = (mm: number | null): string => (mm === null ? '–' : `${mm / 10} cm`);
export const kg = (grams: number | null): string => (grams === null ? '–' : `${grams / 1000} kg`);
/** "(+1.5 cm)" since the time before; nothing without one. */
export const grown = (by: number | null, per: number, unit: string): string =>
  by === null ? '' : `(${by < 0 ? '−' : '+'}${Math.abs(by) / per} ${unit})`;
