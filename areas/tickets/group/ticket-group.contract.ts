import { command, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  integer,
  reference,
  references,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ticketsModules as m } from '../modules.ts';
import { departments } from '../ticket-words.ts';

const base = { module: m.TicketMetrix, scope: 'network' } as const;
/** How a group gives out its tickets. */
export const assignLabels = {
  LEAST_OPEN: 'To whoever has the least open',
  ROUND_ROBIN: 'In turn',
  MANUAL: 'By hand',
} as const;

const person = z.object({ id: uuidSchema, name: z.string() });

const groupRow = z.object({
  id: uuidSchema,
  version: z.int(),
  name: z.string(),
  department: z.enum(departments),
  lead: person.nullable(),
  active: z.boolean(),
  assign: z.enum(Object.keys(assignLabels) as [keyof typeof assignLabels]),
  maxOpen: z.int(),
  members: z.array(person),
});
export type GroupRow = z.output<typeof groupRow>;

const fields = {
  name: text({ label: 'Name', max: 60 }),
  department: choice({ label: 'Department', options: departments }),
  leadId: reference('user', { label: 'Lead', optional: true }),
  memberIds: references('user', { label: 'Members', most: 50, optional: true }),
  assign: choice({ label: 'Gives out tickets', options: assignLabels }),
  maxOpen: integer({ label: 'Most open tickets a person', min: 1, max: 500 }),
  active: boolean({ label: 'Active' }),
};

export const ticketGroupContract = {
  list: query({
    ...base,
    name: 'ticket-group.list',
    summary: 'Groups with lead and members.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(groupRow) }),
  }),
  create: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'ticket-group.create',
    summary: 'Add a group that answers tickets.',
    fields,
    output: z.object({ id: uuidSchema }),
  }),
  update: command({
    ...base,
    write: true,
    versioned: true,
    name: 'ticket-group.update',
    summary: 'Change a group and its members.',
    input: { id: uuidSchema },
    fields,
    output: z.object({ id: uuidSchema }),
  }),
};
