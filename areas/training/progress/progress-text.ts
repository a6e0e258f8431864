/** How far somebody is, in whole per cent: 100 % only where all is done. */
export const progressText = (bp: number): string => `${Math.floor(bp / 100)} %`;
