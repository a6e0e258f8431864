/** Parts somebody has in the visits of academic managers; which roles may have them is data. */
export const amsParts = {
  AM: 'Academic manager',
  ZM: 'Zone manager',
  NATIONAL_HEAD: 'National head',
} as const;
export type AmsPart = keyof typeof amsParts;

/** How far the grants of a role must reach for a part: an academic manager gets centres one by one. */
export const reachOfPart = { AM: 'CENTRES', ZM: 'ZONE', NATIONAL_HEAD: 'NETWORK' } as const;

export const centreCategories = { NEW: 'New', A: 'A', B: 'B', C: 'C', D: 'D' } as const;
export type CentreCategory = keyof typeof centreCategories;
export const categoryKeys = Object.keys(centreCategories) as CentreCategory[];

/** Types of audit that a cycle asks visits of. First audits and follow-ups are no part of the need (areas/audits.md 3.4). */
export const cycleAuditTypes = {
  'ams-visit': 'AMS visit',
  'centre-academic': 'Centre academic audit',
} as const;
export type CycleAuditType = keyof typeof cycleAuditTypes;
export const auditTypeKeys = Object.keys(cycleAuditTypes) as CycleAuditType[];

export const cycleStates = { DRAFT: 'Draft', ACTIVE: 'Active', CLOSED: 'Closed' } as const;

/** Days an override of a centre's category lasts at most. */
export const OVERRIDE_MOST = 180;
