import { refusals } from '@aangan/contract/refusal.ts';

export const refuseVisit = refusals({
  'schedule.none': [409, 'You are no academic manager in that month.'],
  'schedule.rule': [422, '{text}'],
  'schedule.reason-needed': [422, '{text} Say why it is planned all the same.'],
  'schedule.not-draft': [409, 'This schedule was submitted. Take it back before you change it.'],
  'visit.replanned': [409, 'This visit is planned again already.'],
  'visit.month-approved': [
    409,
    'The plan of that month is approved. Ask your zone manager to plan the visit again.',
  ],
  'schedule.month-over': [409, 'This month is over.'],
  'schedule.empty': [422, 'Plan at least one visit first.'],
  'schedule.own': [403, 'You cannot decide on your own schedule.'],
  'audit.visit-not-yours': [403, 'Another academic manager makes this visit.'],
  'audit.visit-type': [422, 'This visit is for another audit.'],
  'audit.visit-taken': [409, 'Another audit was started for this visit.'],
  'audit.visit-not-open': [409, 'This visit does not take place: {state}.'],
  'audit.visit-not-today': [409, 'This visit is planned for {day}. Start its audit on that day.'],
  'visit.move-limit': [409, '{text} Ask your ZM.'],
  'visit.too-late': [409, 'The day of this visit has come. Ask your ZM.'],
  'visit.day-over': [422, 'A visit is moved to a day ahead.'],
  'visit.same-time': [422, 'The visit is planned for that time already.'],
  'visit.other-month': [422, 'A visit is moved within its month. Ask your ZM for another one.'],
  'visit.type': [422, 'Academic managers run no such audit.'],
});
