import { choice, date, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { outcomeLabels } from '../enquiry/follow-up.contract.ts';
import { enquiryModules } from '../modules.ts';

export const callResults = {
  RINGING: 'Not logged yet',
  ANSWERED: 'Answered',
  NO_ANSWER: 'No answer',
  BUSY: 'Busy',
  FAILED: 'Not reachable',
  MISSED: 'Missed',
} as const;
export const directions = { OUT: 'We called', IN: 'They called' } as const;
const outcomes = Object.fromEntries(Object.entries(outcomeLabels).map(([key, { label }]) => [key, label]));

/** The calls of a centre: when, with whom (masked), which way, what came of it. */
export const calls = listing({
  name: 'call',
  title: 'Calls',
  module: enquiryModules.followup,
  scope: 'centre',
  row: {
    enquiryCode: text({ label: 'Enquiry code', max: 40, search: true, optional: true }),
    startedAt: dateTime({ label: 'Time' }),
    number: text({ label: 'Number', max: 20, optional: true }),
    direction: choice({ label: 'Direction', options: directions }),
    status: choice({ label: 'Result', options: callResults }),
    outcome: choice({ label: 'What came of it', options: outcomes, optional: true }),
    talkS: integer({ label: 'Talk time in seconds', optional: true }),
    agentName: text({ label: 'By', max: 120, optional: true }),
    childName: text({ label: 'Enquiry', max: 160, optional: true }),
  },
  hidden: { agentId: z.string().nullable(), startedOn: z.string() },
  shown: ['startedAt', 'number', 'direction', 'status', 'outcome', 'talkS', 'agentName', 'childName'],
  filters: {
    agentId: text({
      label: 'By',
      max: 36,
      pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      sample: '04000000-0000-7000-8000-000000000001',
    }),
    direction: choice({ label: 'Direction', options: directions }),
    startedOn: date({ label: 'Day' }),
  },
  sorts: ['startedAt'],
  sort: '-startedAt',
  state: 'status',
  can: [],
});
