import { transitions } from '@aangan/contract/states.ts';

export const findingStates = transitions({
  OPEN: { respond: 'RESPONDED', withdraw: 'WITHDRAWN' },
  RETURNED: { respond: 'RESPONDED', withdraw: 'WITHDRAWN' },
  RESPONDED: { verify: 'VERIFIED', settle: 'CLOSED', return: 'RETURNED', withdraw: 'WITHDRAWN' },
  VERIFIED: { close: 'CLOSED' },
  CLOSED: {},
  WITHDRAWN: {},
});
export const findingLabels = {
  OPEN: 'To answer',
  RETURNED: 'Returned',
  RESPONDED: 'Answered',
  VERIFIED: 'Verified',
  CLOSED: 'Closed',
  WITHDRAWN: 'Withdrawn',
} as const;
export const severities = { MINOR: 'Minor', MAJOR: 'Major', CRITICAL: 'Critical' } as const;

/** Of a critical finding whose question names no days of its own. */
export const CRITICAL_DAYS = 2;
export const MOST_EXTENSIONS = 2;
export const MOST_EXTENSION_DAYS = 14;
/** A fault counts as repeated when the audit before was within these days. */
export const REPEAT_DAYS = 365;
