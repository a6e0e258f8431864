// The way of one lead (enquiries.md 2.4). A lead that the webhook refused, an enquiry and an ignored lead stay as they are.
import { transitions } from '@aangan/contract/states.ts';

const failing = { fail: 'RETRY', 'give-up': 'DEAD' } as const;
const byPerson = { again: 'PARSED', fetch: 'FETCHING', assign: 'ROUTED', ignore: 'IGNORED' } as const;

export const leadIntakeStates = transitions({
  REJECTED: {},
  FETCHING: { read: 'PARSED', ...failing, ignore: 'IGNORED' },
  PARSED: { route: 'ROUTED', quarantine: 'QUARANTINED', ignore: 'IGNORED', ...failing },
  ROUTED: { capture: 'DONE', ...failing },
  RETRY: { ...byPerson, ...failing },
  QUARANTINED: { ...byPerson, release: 'ROUTED' },
  DEAD: byPerson,
  DONE: {},
  IGNORED: {},
});
