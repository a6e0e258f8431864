import { choice, date, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { eventKinds, eventLabels, peopleLabels } from './event.states.ts';

export const events = listing({
  name: 'event',
  title: 'Events',
  module: m.eventCalendar,
  scope: 'centre',
  needsYear: true,
  row: {
    title: text({ label: 'Title', max: 100, search: true }),
    fromOn: date({ label: 'First date' }),
    nextOn: date({ label: 'Next date', optional: true }),
    kind: choice({ label: 'Kind', options: eventKinds }),
    repeats: text({ label: 'Repeats', max: 160 }),
    dates: integer({ label: 'Dates' }),
    place: text({ label: 'Place', max: 120, optional: true, search: true }),
    people: choice({ label: 'For', options: peopleLabels }),
    classes: text({ label: 'Classes', max: 400, optional: true, search: true }),
    yes: integer({ label: 'Yes' }),
    no: integer({ label: 'No' }),
    adults: integer({ label: 'Adults' }),
    status: choice({ label: 'Status', options: eventLabels }),
  },
  hidden: { rule: z.unknown(), asksAnswers: z.boolean() },
  shown: ['title', 'fromOn', 'nextOn', 'kind', 'people', 'classes', 'yes', 'no', 'adults', 'status'],
  filters: {
    kind: choice({ label: 'Kind', options: eventKinds }),
    people: choice({ label: 'For', options: peopleLabels }),
    fromOn: date({ label: 'First date', filter: 'range' }),
  },
  sorts: ['fromOn', 'title'],
  sort: '-fromOn',
  state: 'status',
  tiles: { DRAFT: 'Drafts', PUBLISHED: 'Published' },
  can: ['edit', 'publish', 'cancel'],
});
