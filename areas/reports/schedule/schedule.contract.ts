import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  dateTime,
  integer,
  longText,
  references,
  text,
  time,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import { reportPeriods } from '@aangan/contract/report-period.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { type ReportEntry, reportEntries } from '../catalogue.ts';
import { reportsModules as m } from '../modules.ts';
import { rhythms, runLabels, scheduleLabels } from './schedule.states.ts';

const entries: readonly ReportEntry[] = Object.values(reportEntries);

/** Reports that can be sent by themselves, by the name of their operations. */
export const schedulable: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap(({ title, views }) => views.map(({ of }) => [of.name, `${title}: ${of.title}`])),
);

const module = m.scheduleReports;
const base = { module, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };
const formats = { xlsx: 'Excel', csv: 'CSV' } as const;

const fields = {
  name: text({ label: 'Name', max: 80 }),
  report: choice({ label: 'Report', options: schedulable }),
  period: choice({
    label: 'Period',
    options: reportPeriods,
    optional: true,
    help: 'As of the day it is made. A report of now needs none.',
  }),
  format: choice({ label: 'File', options: formats }),
  every: choice({ label: 'How often', options: rhythms }),
  weekday: choice({ label: 'Weekday', options: weekdayLabels, optional: true }),
  dayOfMonth: integer({
    label: 'Day of the month',
    min: 1,
    max: 31,
    optional: true,
    help: '31 is the last day.',
  }),
  at: time({ label: 'Time' }),
  userIds: references('user', { label: 'People', most: 50, optional: true }),
  roleIds: references('role', {
    label: 'Everybody with the role',
    most: 10,
    integerKey: true,
    optional: true,
    help: 'Within the centres you see. Each gets the figures of their own centres only.',
  }),
  onlyIfRows: boolean({ label: 'Send only when it has rows' }),
} as const;

/** /schedule-report/home */
export const schedules = listing({
  name: 'report-schedule',
  title: 'Scheduled reports',
  module,
  scope: 'centre',
  row: {
    name: text({ label: 'Name', max: 80, search: true }),
    report: choice({ label: 'Report', options: schedulable }),
    when: text({ label: 'When', max: 120 }),
    owner: text({ label: 'Owner', max: 140, search: true }),
    nextRunAt: dateTime({ label: 'Next', optional: true }),
    lastRunAt: dateTime({ label: 'Last', optional: true }),
    status: choice({ label: 'State', options: scheduleLabels }),
  },
  hidden: {
    reason: z.string().nullable(),
    every: z.string(),
    people: z.int(),
    roles: z.int(),
    ownerId: z.string(),
  },
  shown: ['name', 'status', 'when', 'nextRunAt', 'report', 'lastRunAt', 'owner'],
  filters: {
    report: choice({ label: 'Report', options: schedulable }),
    every: choice({ label: 'How often', options: rhythms }),
  },
  sorts: ['name', 'nextRunAt', 'lastRunAt'],
  sort: 'name',
  state: 'status',
  can: ['edit', 'pause', 'resume', 'end', 'run', 'test'],
});

/** Tab Runs: who was sent what, and who was not. */
export const scheduleRuns = listing({
  name: 'report-schedule-run',
  title: 'Runs',
  module,
  scope: 'centre',
  row: {
    name: text({ label: 'Schedule', max: 80, search: true }),
    slot: dateTime({ label: 'Of' }),
    person: text({ label: 'Person', max: 140, search: true }),
    rows: integer({ label: 'Rows', optional: true }),
    error: text({ label: 'Why', max: 300, optional: true }),
    state: choice({ label: 'State', options: runLabels }),
  },
  hidden: {},
  shown: ['name', 'slot', 'person', 'rows', 'error', 'state'],
  filters: {},
  sorts: ['slot', 'name'],
  sort: '-slot',
  state: 'state',
  can: [],
});

export const scheduleContract = {
  get: query({
    module,
    scope: 'centre',
    name: 'report-schedule.get',
    summary: 'One schedule as its form has it.',
    input: z.strictObject(id),
    output: z.object({
      ...id,
      version: z.int(),
      name: z.string(),
      report: z.string(),
      period: z.string().nullable(),
      format: z.enum(['xlsx', 'csv']),
      every: z.string(),
      weekday: z.string().nullable(),
      dayOfMonth: z.int().nullable(),
      at: z.string(),
      userIds: z.array(uuidSchema),
      roleIds: z.array(z.int()),
      onlyIfRows: z.boolean(),
    }),
  }),
  create: command({
    ...base,
    idempotent: true,
    name: 'report-schedule.create',
    summary: 'Make a report and send it by itself.',
    input: {},
    fields,
    output: z.object({ ...id, reaches: z.int(), mayRead: z.int() }),
  }),
  change: command({
    ...base,
    versioned: true,
    name: 'report-schedule.change',
    summary: 'Change a schedule; the next run is by the new rhythm.',
    input: id,
    fields,
    output: z.object({ ...id, reaches: z.int(), mayRead: z.int() }),
  }),
  pause: command({
    ...base,
    versioned: true,
    name: 'report-schedule.pause',
    summary: 'Pause a schedule.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300, optional: true }) },
    output: nothing,
  }),
  resume: command({
    ...base,
    versioned: true,
    name: 'report-schedule.resume',
    summary: 'Go on with a paused schedule, from its next day.',
    input: z.strictObject(id),
    output: nothing,
  }),
  end: command({
    ...base,
    versioned: true,
    name: 'report-schedule.end',
    summary: 'End a schedule for good.',
    input: z.strictObject(id),
    output: nothing,
  }),
  runNow: command({
    ...base,
    idempotent: true,
    name: 'report-schedule.run-now',
    summary: 'Make and send it to all its people now.',
    input: z.strictObject(id),
    output: z.object({ started: z.int(), skipped: z.int() }),
  }),
  test: command({
    ...base,
    idempotent: true,
    name: 'report-schedule.test',
    summary: 'Make and send it to the caller alone.',
    input: z.strictObject(id),
    output: z.object({ started: z.int(), skipped: z.int() }),
  }),
};
