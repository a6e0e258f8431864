import { nameKey } from '@aangan/contract/phone.ts';

/** Whether the first names of two parents sound the same. */
export const sameGuardian = (one: string, other: string): boolean => {
  const [a, b] = [nameKey(one.split(/\s+/)[0] ?? ''), nameKey(other.split(/\s+/)[0] ?? '')];
  return a !== null && a === b;
};
