import { refusals } from '@aangan/contract/refusal.ts';

export const refuseAcademics = refusals({
  'academics.network-only': [403, 'The network sets these. Ask head office for a change.'],
  'section.not-yours': [403, 'This section is another teacher’s. Ask the centre head to add you to it.'],
  'section.times': [422, 'A section ends later than it starts.'],
  'section.capacity-below-strength': [422, '{n} children are enrolled. The capacity cannot be lower.'],
  'section.has-children': [409, '{n} children have a place in this section. Move them first.'],
  'section.teacher-not-approved': [409, '{name} is not approved yet. Approve the person in Staff first.'],
  'section.teacher-later': [409, '{name} begins on {date} already. Choose a later day or end that first.'],
  'section.no-source': [409, 'There are no sections last year to copy.'],
  'subject.exists': [409, 'A subject with this name or code exists already.'],
  'class-group.exists': [409, 'A group with this name already exists for this type.'],
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
