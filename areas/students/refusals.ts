import { refusals } from '@aangan/contract/refusal.ts';

export const refuseStudent = refusals({
  'student.duplicate': [409, 'This child is already a student here. Open the existing entry instead.'],
  'student.no-admission': [409, 'The admission of this child is not open any more.'],
});
