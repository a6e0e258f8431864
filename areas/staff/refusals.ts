import { refusals } from '@aangan/contract/refusal.ts';

export const refuseStaff = refusals({
  'staff.documents-missing': [409, '{documents} missing. Verify the documents first, then approve.'],
  'staff.own-record': [403, 'This is your own record. Another person has to do this.'],
  'staff.duplicate-mobile': [409, 'This number already works here as {code}.'],
  'staff.duplicate-user': [409, 'This person already works here as {code}.'],
  'staff.has-left': [409, 'This person has left. Take them back first to change anything.'],
  'staff.no-rehire': [409, 'This person was marked as not to be taken back.'],
  'staff.not-listed': [404, 'You are not listed as staff of a centre. Ask your centre head.'],
  'staff.document-expired': [409, 'This document has expired. Reject it and ask for a current one.'],
  'staff.no-leaving': [409, 'No last day is set for this person.'],
});
