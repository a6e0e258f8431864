import { transitions } from '@aangan/contract/states.ts';

/** Life of a centre (network.md 2.3). */
export const franchiseeStates = transitions({
  LEAD: { sign: 'SIGNED', abandon: 'CLOSED' },
  SIGNED: { 'start-setup': 'SETUP', abandon: 'CLOSED' },
  SETUP: { activate: 'ACTIVE', abandon: 'CLOSED' },
  ACTIVE: { suspend: 'SUSPENDED' },
  SUSPENDED: { resume: 'ACTIVE' },
  CLOSED: {},
});
