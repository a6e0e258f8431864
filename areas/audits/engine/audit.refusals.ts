import { refusals } from '@aangan/contract/refusal.ts';

export const refuseAudit = refusals({
  'audit.no-version': [409, 'Publish this audit type first.'],
  'audit.no-weights': [409, 'Set category weights first.'],
  'audit.not-for-centre': [403, 'Head office runs this audit. You can run it as a self check.'],
  'audit.subject-invalid': [422, 'Choose whom or what the audit is about.'],
  'audit.not-yours': [403, 'Only its auditor goes on with an audit.'],
  'audit.leased': [409, 'Open on another device since {since}. Take it over here to go on.'],
  'audit.taken-over': [409, '{who} has gone on with this audit since {since}. It takes no answers of yours.'],
  'audit.closed-for-changes': [409, 'This audit was handed in. It takes no more answers.'],
  'audit.unknown-parameter': [422, 'This question is not part of the audit.'],
  'audit.incomplete': [422, '{n} questions are still to be answered.'],
  'audit.signoff-missing': [422, 'The centre’s sign-off is missing.'],
  'audit.too-many-photos': [422, 'An audit has at most 150 photos.'],
});
