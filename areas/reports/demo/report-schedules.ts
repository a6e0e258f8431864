// Reports that are sent by themselves: head office's royalty to finance, a centre's ageing to its head, one that paused itself.
import { nextSlot } from '@aangan/areas/reports/schedule/slots.ts';
import { addDays, type Day, startOfDay } from '@aangan/contract/period.ts';
import type { Weekday } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

interface Planted {
  readonly franchiseeId: number;
  readonly name: string;
  readonly report: string;
  readonly period: string | null;
  readonly every: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY';
  readonly weekday?: Weekday;
  readonly dayOfMonth?: number;
  readonly status: 'ACTIVE' | 'PAUSED' | 'ENDED';
  readonly reason?: string;
  readonly roles?: readonly number[];
  /** What became of the last slots, the newest first. */
  readonly runs: readonly ['DONE' | 'EMPTY' | 'FAILED' | 'SKIPPED', number | null, string?][];
}

/** FRANCHISEE_USER_1: owners of the centres. */
const OWNERS = 5;

const SCHEDULES: readonly Planted[] = [
  {
    franchiseeId: 1,
    name: 'Royalty of last month',
    report: 'royalty-report',
    period: 'LAST_MONTH',
    every: 'MONTHLY',
    dayOfMonth: 5,
    status: 'ACTIVE',
    roles: [OWNERS],
    runs: [
      ['DONE', 8],
      ['DONE', 8],
    ],
  },
  {
    franchiseeId: 2,
    name: 'Overdue by age',
    report: 'ageing-report',
    period: null,
    every: 'WEEKLY',
    weekday: 'MON',
    status: 'ACTIVE',
    runs: [
      ['DONE', 6],
      ['DONE', 6],
      ['FAILED', null, 'This file could not be made. Try again.'],
    ],
  },
  {
    franchiseeId: 2,
    name: 'Kits bought this quarter',
    report: 'purchase-by-product',
    period: 'LAST_QUARTER',
    every: 'QUARTERLY',
    dayOfMonth: 31,
    status: 'ACTIVE',
    runs: [['EMPTY', 0]],
  },
  {
    franchiseeId: 2,
    name: 'Late orders every day',
    report: 'order-tat-by-status',
    period: 'THIS_MONTH',
    every: 'DAILY',
    status: 'PAUSED',
    reason: 'It reached nobody five times in a row.',
    runs: [
      ['SKIPPED', null, 'The right to this report is missing.'],
      ['SKIPPED', null, 'The right to this report is missing.'],
    ],
  },
  {
    franchiseeId: 2,
    name: 'Ledger of the closing year',
    report: 'centre-ledger-report',
    period: 'LAST_YEAR',
    every: 'MONTHLY',
    dayOfMonth: 1,
    status: 'ENDED',
    runs: [['DONE', 1]],
  },
];

export async function writeReportSchedules(client: Client, today: Day): Promise<void> {
  const now = new Date(startOfDay(today).getTime() + 10 * 3_600_000);
  for (const [n, one] of SCHEDULES.entries()) {
    const id = demoUuid('report-schedule', n);
    const owner = one.franchiseeId === 1 ? headOffice.finance.id : teamAt(one.franchiseeId).head.id;
    const rhythm = {
      every: one.every,
      weekday: one.weekday ?? null,
      dayOfMonth: one.dayOfMonth ?? null,
      at: '07:00',
    };
    await insertRows(client, 'report_schedule', [
      {
        franchisee_id: one.franchiseeId,
        id,
        owner_id: owner,
        name: one.name,
        report: one.report,
        period: one.period,
        format: 'xlsx',
        every: one.every,
        weekday: rhythm.weekday,
        day_of_month: rhythm.dayOfMonth,
        at: rhythm.at,
        user_ids: [owner],
        role_ids: [...(one.roles ?? [])],
        only_if_rows: one.runs.some(([state]) => state === 'EMPTY'),
        status: one.status,
        reason: one.reason ?? null,
        failures: one.status === 'PAUSED' ? 5 : 0,
        next_run_at: one.status === 'ACTIVE' ? nextSlot(rhythm, now).toISOString() : null,
      },
    ]);
    await insertRows(
      client,
      'report_schedule_run',
      one.runs.map(([state, rows, error], i) => ({
        franchisee_id: one.franchiseeId,
        id: demoUuid('report-schedule-run', n, i),
        schedule_id: id,
        slot: new Date(startOfDay(addDays(today, -7 * (i + 1))).getTime() + 7 * 3_600_000).toISOString(),
        recipient_id: owner,
        state,
        rows,
        error: error ?? null,
      })),
    );
  }
}
