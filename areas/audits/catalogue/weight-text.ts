/** Basis points with both decimals: 9850 is "98.50". */
export const formatHundredths = (bp: number): string => (bp / 100).toFixed(2);
