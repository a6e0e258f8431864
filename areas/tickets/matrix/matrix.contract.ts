import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, integer, integerReference, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ticketsModules as m } from '../modules.ts';
import { departments, priorityLabels } from '../ticket-words.ts';

const read = { module: m.TicketMetrix, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const person = z.object({ id: uuidSchema, name: z.string(), active: z.boolean() }).nullable();
const department = z.enum(departments);
const priority = z.enum(Object.keys(priorityLabels) as [keyof typeof priorityLabels]);

const matrixRow = z.object({
  id: uuidSchema,
  version: z.int(),
  department,
  categoryId: uuidSchema.nullable(),
  /** 'Kit', 'Kit › Bag'; null for every category. */
  category: z.string().nullable(),
  priority: priority.nullable(),
  zoneId: z.int().nullable(),
  zone: z.string().nullable(),
  ownerGroupId: uuidSchema,
  group: z.string(),
  l1: person,
  l2: person,
  l3: person,
  /** Working minutes of the calendar. */
  responseMin: z.int(),
  resolutionMin: z.int(),
  calendarId: z.int(),
  calendar: z.string(),
  /** Takes what no other row of its department covers. */
  isDefault: z.boolean(),
  active: z.boolean(),
});
export type MatrixRow = z.output<typeof matrixRow>;

const option = z.object({ id: uuidSchema, label: z.string(), department });
const values = {
  department: choice({ label: 'Department', options: departments }),
  categoryId: reference('ticket-category', { label: 'Category', optional: true }),
  priority: choice({ label: 'Priority', options: priorityLabels, optional: true }),
  zoneId: integerReference('zone', { label: 'Zone', optional: true }),
};
const row = {
  ...values,
  ownerGroupId: { ...text({ label: 'Group', max: 36 }), schema: uuidSchema },
  l1UserId: reference('user', { label: 'Level 1', optional: true }),
  l2UserId: reference('user', { label: 'Level 2', optional: true }),
  l3UserId: reference('user', { label: 'Level 3', optional: true }),
  responseMin: integer({ label: 'First answer (min)', min: 5, max: 60_000 }),
  resolutionMin: integer({ label: 'Resolution (min)', min: 5, max: 60_000 }),
  calendarId: integer({ label: 'Working hours', min: 1, max: 32_767 }),
};

export const matrixContract = {
  list: query({
    ...read,
    name: 'ticket-matrix.list',
    summary: 'Rows of the matrix in the order of the departments, and what has no row of its own.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(matrixRow), gaps: z.array(z.string()) }),
  }),
  get: query({
    ...read,
    name: 'ticket-matrix.get',
    summary: 'One row with every earlier state of it.',
    input: z.strictObject(id),
    output: z.object({
      row: matrixRow,
      versions: z.array(
        z.object({
          n: z.int(),
          at: z.string(),
          who: z.string().nullable(),
          responseMin: z.int(),
          resolutionMin: z.int(),
          group: z.string(),
          active: z.boolean(),
        }),
      ),
    }),
  }),
  choices: query({
    ...read,
    name: 'ticket-matrix.choices',
    summary: 'Groups, categories, calendars and agents that a row can name.',
    input: z.strictObject({}),
    output: z.object({
      groups: z.array(option),
      categories: z.array(option),
      calendars: z.array(z.object({ id: z.int(), label: z.string() })),
      agents: z.array(z.object({ id: uuidSchema, label: z.string() })),
    }),
  }),
  test: command({
    ...read,
    write: false,
    name: 'ticket-matrix.test',
    summary: 'Which row a ticket of these values would take, and why.',
    fields: {
      ...values,
      priority: choice({ label: 'Priority', options: priorityLabels }),
    },
    output: z.object({ row: matrixRow, why: z.string(), beaten: z.int() }),
  }),
  create: command({
    ...write,
    idempotent: true,
    name: 'ticket-matrix.create',
    summary: 'Add a row to the matrix.',
    fields: row,
    output: z.object(id),
  }),
  update: command({
    ...write,
    versioned: true,
    name: 'ticket-matrix.update',
    summary: 'Change a row; tickets created before keep their targets.',
    input: id,
    fields: row,
    output: nothing,
  }),
  deactivate: command({
    ...write,
    versioned: true,
    name: 'ticket-matrix.deactivate',
    summary: 'Switch a row off; the default row of a department stays.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
