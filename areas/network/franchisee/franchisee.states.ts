import { transitions } from '@aangan/contract/states.ts';

/** Life of a centre (network.md 2.3). Closing needs two people: `close` asks, `approve-close` does it. */
export const franchiseeStates = transitions({
  LEAD: { sign: 'SIGNED', abandon: 'CLOSED' },
  SIGNED: { 'start-setup': 'SETUP', abandon: 'CLOSED' },
  SETUP: { activate: 'ACTIVE', abandon: 'CLOSED' },
  ACTIVE: { suspend: 'SUSPENDED', close: 'CLOSED' },
  SUSPENDED: { resume: 'ACTIVE', close: 'CLOSED' },
  CLOSED: { reopen: 'SETUP' },
});
