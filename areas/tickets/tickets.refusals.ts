import { refusals } from '@aangan/contract/refusal.ts';

export const refuseTickets = refusals({
  'matrix.duplicate': [409, 'There is a row for these values already. Change that one.'],
  'matrix.default-row': [
    409,
    'This row takes what no other row covers, so it keeps its place. Change its times or people instead.',
  ],
  'matrix.inactive': [409, 'This row is switched off. Add a new one.'],
  'calendar.past-day': [
    409,
    'Only days after today can be changed. Times that have passed stay as they were counted.',
  ],
});
