import { refusals } from '@aangan/contract/refusal.ts';

export const refuseSchedule = refusals({
  'schedule.nobody': [422, 'Choose people or a role.'],
  'schedule.rhythm': [422, 'A weekly report needs a weekday, a monthly or quarterly one a day of the month.'],
  'schedule.recipient': [
    422,
    '{name} may not read this report. Take the person out, or ask for the right first.',
  ],
  'schedule.limit': [409, 'You have 50 schedules. End one before you add another.'],
  'schedule.not-yours': [403, 'Only its owner changes a schedule.'],
});
