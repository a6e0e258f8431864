import { refusals } from '@aangan/contract/refusal.ts';

export const refuseAdmission = refusals({
  'application.live': [409, 'There is already application {no} for this child.'],
  'application.wrong-state': [409, 'This application is already {status}.'],
  'admission.wrong-state': [409, 'This admission is already {status}.'],
  'form.conflict': [409, 'This form was changed on another device. Reload to see the newest answers.'],
  'form.closed': [409, 'This form has been handed in and cannot be changed now.'],
  'form.incomplete': [422, 'Some answers are missing.'],
  'age.not-eligible': [
    422,
    'The child’s age does not fit this class. Choose another class or talk to the centre.',
  ],
  'fee.not-settled': [409, 'The application fee has not been paid or waived yet.'],
  'fee.nothing-due': [409, 'There is no fee to pay for this form.'],
  'admission.checklist': [409, 'Not ready yet: {lines}'],
  'seat.full': [409, 'There is no seat left in this class and session.'],
});
