/** Basis points, half up; null where nobody has to read anything: that is never 100 %. */
export const complianceBp = (n: number, d: number): number | null =>
  d === 0 ? null : Math.floor((n * 20_000 + d) / (2 * d));

export const complianceText = (n: number, d: number): string => {
  const bp = complianceBp(n, d);
  return bp === null ? '–' : `${(bp / 100).toFixed(2)} %`;
};
