import { transitions } from '@aangan/contract/states.ts';

/** A season's life: prepared, open, over. */
export const b2sStates = transitions({
  DRAFT: { configure: 'DRAFT', activate: 'ACTIVE' },
  ACTIVE: { configure: 'ACTIVE', close: 'CLOSED' },
  CLOSED: {},
});
