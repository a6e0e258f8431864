import { refusals } from '@aangan/contract/refusal.ts';

export const refuseEvent = refusals({
  'event.rule': [422, 'This rule gives no date.'],
  'event.too-many': [422, 'An event has at most 200 dates. Choose an earlier end.'],
  'event.holiday': [409, 'Holidays are set in the academic calendar.'],
  'event.full': [409, '{left} places left, you asked for {asked}.'],
  'event.closed': [409, 'Answers to this event are closed.'],
  'event.cancelled': [409, 'This event was cancelled and does not change any more.'],
  'event.places-taken': [409, '{taken} places are promised on {date}. Give the event at least as many.'],
});
