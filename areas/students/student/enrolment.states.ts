import { transitions } from '@aangan/contract/states.ts';

/** States of an enrolment and the steps people take by hand; the others belong to jobs, promotion and leaving. */
export const enrolmentStates = transitions({
  UPCOMING: { cancel: 'CANCELLED' },
  ACTIVE: { hold: 'ON_HOLD' },
  ON_HOLD: { resume: 'ACTIVE' },
  COMPLETED: {},
  WITHDRAWN: {},
  TRANSFERRED: {},
  CANCELLED: {},
});
