import type { staffKinds } from './user-account.contract.ts';

/** Role of a new colleague by what they do (roles of migration 0102; network.md N8). */
export const STAFF_ROLE: Readonly<Record<(typeof staffKinds)[number], number>> = { TEACHING: 10, SUPPORT: 8 };
