import { reaches, type sessionClasses } from './role-delta.ts';

export const reachWords: Readonly<Record<string, string>> = {
  NETWORK: 'The whole network',
  ZONE: 'A zone',
  CENTRES: 'Listed centres',
  CENTRE: 'One centre',
  FAMILY: 'A family',
  VENDOR: 'A vendor',
};
export const classWords: Readonly<Record<(typeof sessionClasses)[number] | 'FAMILY', string>> = {
  STAFF: 'Staff: 30 minutes idle',
  GUARDED: 'Guarded: 15 minutes idle, proof of the device',
  FAMILY: 'Family',
};
export const reachOptions = reaches.map((value) => ({ value, label: reachWords[value] ?? value }));

/** A right that nobody used for so long is proposed for removal (system.md 11.1). */
export const UNUSED_DAYS = 90;
