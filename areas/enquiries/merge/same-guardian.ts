import { nameKey } from '@aangan/contract/phone.ts';

/** How the first name of a parent sounds. */
export const guardianKey = (name: string): string | null => nameKey(name.split(/\s+/)[0] ?? '');

/** Whether the first names of two parents sound the same. */
export const sameGuardian = (one: string, other: string): boolean => {
  const key = guardianKey(one);
  return key !== null && key === guardianKey(other);
};
