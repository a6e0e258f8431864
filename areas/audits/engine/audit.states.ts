import { transitions } from '@aangan/contract/states.ts';

export const auditStates = transitions({
  DRAFT: { submit: 'SUBMITTED', publish: 'PUBLISHED', discard: 'VOID' },
  RETURNED: { submit: 'SUBMITTED', publish: 'PUBLISHED', discard: 'VOID' },
  SUBMITTED: { approve: 'PUBLISHED', return: 'RETURNED', void: 'VOID' },
  PUBLISHED: { close: 'CLOSED', void: 'VOID' },
  CLOSED: {},
  VOID: {},
});
export const auditLabels = {
  DRAFT: 'Draft',
  SUBMITTED: 'To review',
  RETURNED: 'Returned',
  PUBLISHED: 'Published',
  CLOSED: 'Closed',
  VOID: 'Void',
} as const;

/** The specification's words for general audits (4), and the states of which each is said; a void one has none. */
export const generalStates = {
  COMPLETED: ['PUBLISHED'],
  'IN-PROGRESS': ['DRAFT', 'SUBMITTED', 'RETURNED'],
  CLOSED: ['CLOSED'],
} as const;
export type GeneralStatus = keyof typeof generalStates;
export const generalStatusOf = (state: string): GeneralStatus | null =>
  (Object.keys(generalStates) as GeneralStatus[]).find((word) =>
    generalStates[word].some((one) => one === state),
  ) ?? null;
export const generalLabels = {
  COMPLETED: 'COMPLETED',
  'IN-PROGRESS': 'IN-PROGRESS',
  CLOSED: 'CLOSED',
} as const satisfies Record<GeneralStatus, string>;

export const signoffs = { AGREED: 'Agreed', DISAGREED: 'Disagreed', ABSENT: 'Nobody was there' } as const;
/** For which a device holds an audit; each sending renews it. */
export const LEASE_HOURS = 2;
export const MOST_OPS = 500;
export const MOST_PHOTOS = 150;
/** A critical question that is not applicable says why. */
export const CRITICAL_NOTE = 20;
