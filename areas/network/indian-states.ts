import { GST_STATES } from '@aangan/contract/india.ts';

// 96 and 97 are codes of tax forms, not places.
export const INDIAN_STATES: readonly string[] = Object.entries(GST_STATES)
  .filter(([code]) => Number(code) < 90)
  .map(([, name]) => name)
  .sort();
