import { refusals } from '@aangan/contract/refusal.ts';

export const refuseHandover = refusals({
  'handover.done': [409, '{child} has the kit already.'],
  'handover.wrong-code': [422, 'The code is not right ({n} tries left).'],
  'handover.locked': [429, 'Ask for a new code in {s} s.'],
  'handover.no-code': [409, 'No code is valid now. Send a new one.'],
  'handover.too-soon': [429, 'A code was sent a moment ago. Send another one in {s} s.'],
  'handover.too-many': [429, 'Five codes were sent for {child} today. Let the family sign instead.'],
  'handover.no-picture': [422, 'The signature is not readable. Sign again.'],
});
