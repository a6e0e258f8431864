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
  'staff.not-employed': [409, 'This person does not work here on that day.'],
  'punch.too-old': [409, 'This check-in is older than 72 hours. Ask for a correction of the day.'],
  'staff-attendance.month-locked': [409, '{month} is locked. Ask whoever approves staff to unlock it.'],
  'staff-attendance.month-open': [409, '{month} is not over. Lock it from the first of the next month.'],
  'staff.no-leaving': [409, 'No last day is set for this person.'],
});
