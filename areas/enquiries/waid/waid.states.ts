// A contact that wrote on WhatsApp first (enquiries.md D20). Whoever was ignored and writes again is new again.
import { transitions } from '@aangan/contract/states.ts';

export const contactTransitions = transitions({
  NEW: { create: 'CREATED', link: 'LINKED', ignore: 'IGNORED', block: 'BLOCKED' },
  IGNORED: { create: 'CREATED', link: 'LINKED', block: 'BLOCKED', reopen: 'NEW' },
  BLOCKED: { reopen: 'NEW' },
  LINKED: {},
  CREATED: {},
});
