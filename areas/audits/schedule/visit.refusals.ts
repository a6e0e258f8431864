import { refusals } from '@aangan/contract/refusal.ts';

export const refuseVisit = refusals({
  'schedule.none': [409, 'You are no academic manager in that month.'],
  'schedule.rule': [422, '{text}'],
  'schedule.reason-needed': [422, '{text} Say why it is planned all the same.'],
  'schedule.not-draft': [409, 'This schedule was submitted. Take it back before you change it.'],
  'schedule.month-over': [409, 'This month is over.'],
  'schedule.empty': [422, 'Plan at least one visit first.'],
  'schedule.own': [403, 'You cannot decide on your own schedule.'],
  'visit.type': [422, 'Academic managers run no such audit.'],
  'visit.move-limit': [409, '{moves} moves used. Ask your zone manager.'],
  'visit.move-ask': [409, 'This move has to be asked for: it leaves the month, or a day is not ahead.'],
  'visit.move-free': [409, 'You can move this visit yourself.'],
  'visit.same-day': [422, 'Choose another day or time.'],
  'visit.not-yours': [403, 'This visit is another academic manager’s.'],
});
