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

export const signoffs = { AGREED: 'Agreed', DISAGREED: 'Disagreed', ABSENT: 'Nobody was there' } as const;
/** For which a device holds an audit; each sending renews it. */
export const LEASE_HOURS = 2;
export const MOST_OPS = 500;
export const MOST_PHOTOS = 150;
/** A critical question that is not applicable says why. */
export const CRITICAL_NOTE = 20;
