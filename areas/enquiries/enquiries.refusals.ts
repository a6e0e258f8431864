import { refusals } from '@aangan/contract/refusal.ts';

export const refuseEnquiry = refusals({
  'enquiry.not-found': [404, 'No enquiry with this code in your centres.'],
  'enquiry.age': [422, 'The child must be between 6 months and 8 years.'],
  'enquiry.id-reused': [409, 'This enquiry was saved already with other entries. Open it from the list.'],
  'enquiry.contact-elsewhere': [409, 'This number belongs to another family here.'],
  'enquiry.read-only': [409, 'This enquiry was merged or erased, so it cannot be changed.'],
  'enquiry.step-not-allowed': [409, 'From {stage} you can go to: {list}.'],
  'enquiry.step-needs': [422, 'This step needs a few more entries.'],
  'enquiry.system-stage': [409, 'This stage comes from admissions.'],
  'follow-up.next-needed': [422, 'Choose the next date.'],
  'follow-up.date-range': [422, 'Choose a day between {from} and {to}.'],
  'follow-up.closed': [409, 'This enquiry is not open any more. Revive it first.'],
  'public-enquiry.closed': [409, 'This centre does not take enquiries now.'],
  'upload.header': [422, 'The file lacks the columns: {columns}.'],
  'upload.too-large': [413, 'This file has more than 20,000 rows. Split it.'],
  'upload.unreadable': [422, 'This file cannot be read. Save it as CSV (UTF-8) and try again.'],
  'upload.has-errors': [409, 'This file still has errors. Mend it and check it again.'],
  'upload.expired': [409, 'The check of this file is too old. Check it again.'],
  'upload.done': [409, 'This file has been saved already.'],
});
