import { refusals } from '@aangan/contract/refusal.ts';

export const refuseAcademics = refusals({
  'academics.network-only': [403, 'The network sets these. Ask head office for a change.'],
  'calendar.exists': [409, 'There is a calendar for {year} already.'],
  'calendar.no-source': [409, 'There is no calendar to start from. Start with an empty one.'],
  'calendar.past-without-reason': [
    422,
    'Say why a day that is over changes: registers and percentages follow it.',
  ],
  'calendar.closed-already': [409, '{title}: the centre is closed on {date} already.'],
  'calendar.draft': [409, 'The calendar of this centre is a draft. Publish it first.'],
  'calendar.close-past': [
    422,
    'Choose today or a later day. Change days that are over in the calendar itself.',
  ],
  'term.overlap': [409, '{term} overlaps {other} ({date}) for {class}.'],
  'term.exists': [409, '{class} has a term {no} in {year} already.'],
  'term.outside-year': [422, 'A term lies inside {year}: {from} to {to}.'],
  'term.gap': [422, 'At most 60 days lie between two terms; {other} ends on {date} for {class}.'],
  'term.entry-window': [
    422,
    'Entries open on or after the first day and close at most 21 days after the last.',
  ],
  'term.shift': [422, 'A centre moves the network’s dates by at most 21 days.'],
});
