import { refusals } from '@aangan/contract/refusal.ts';

export const refuseFinding = refusals({
  'finding.note-short': [422, 'Say what was done, in at least ten characters.'],
  'finding.photo-needed': [422, 'Add a photo of how it is now.'],
  'finding.own-response': [403, 'You answered this finding. Another person verifies it.'],
  'finding.extend-limit': [409, 'It was extended twice already.'],
  'finding.centre-verifies': [403, 'Head office verifies the findings of its own audits.'],
  'audit.own-audit': [403, 'You cannot approve your own audit.'],
  'audit.finding-closed': [409, 'A finding of this audit is closed already. It cannot be made void.'],
});
