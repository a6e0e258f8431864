// Schedules of the academic manager of West: months that are over, this month's with visits done and ahead (one of them to be
// moved), next month's to be decided, and two further ones begun. Visits that were made have the audit of their day behind them.
import { createHash } from 'node:crypto';
import { addDays, addMonths, type Day, endOfMonth } from '@aangan/contract/period.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Client } from 'pg';
import { deskDay } from '../../../db/demo/moment.ts';
import { amsTeam, headOffice } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

type Visit = readonly [
  centre: number,
  day: Day,
  slot: string,
  kind: string,
  status: string,
  reason: string | null,
];

export async function writeAmsVisits(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`select id from audit_type where slug = 'ams-visit'`);
  const { rows: cycles } = await client.query<{ id: string; from: Day; to: Day }>(
    `select id, from_on::text as "from", to_on::text as "to" from ams_cycle where state = 'ACTIVE'`,
  );
  const cycleOf = (day: Day) => cycles.find(({ from, to }) => from <= day && day <= to)?.id ?? null;
  const first = `${today.slice(0, 7)}-01`;
  const ahead = (days: number) => {
    const day = addDays(today, days);
    return day > endOfMonth(first) ? endOfMonth(first) : day;
  };
  const inMonth = (months: number, day: number) => addDays(addMonths(first, months), day);
  // biome-ignore format: a table
  const table = [
    // centre, day, time, kind, state, reason
    [ANDHERI, addDays(today, -99), 'FORENOON', 'ANNOUNCED', 'RESCHEDULED', 'The hall was painted'],
    [ANDHERI, addDays(today, -96), 'FORENOON', 'ANNOUNCED', 'COMPLETED', null],
    [BANER, addDays(today, -70), 'FULL_DAY', 'ANNOUNCED', 'COMPLETED', null],
    [ANDHERI, addDays(today, -41), 'FORENOON', 'SURPRISE', 'COMPLETED', null],
    [BANER, addDays(today, -50), 'FORENOON', 'FIRST', 'CANCELLED', 'The centre had its first audit before'],
    [BANER, addDays(today, -33), 'AFTERNOON', 'ANNOUNCED', 'MISSED', null],
    [BANER, addDays(today, -12), 'FORENOON', 'ANNOUNCED', 'COMPLETED', 'Missed in the month before'],
    [ANDHERI, addDays(today, -2), 'FORENOON', 'FOLLOW_UP', 'SUBMITTED', null],
    [BANER, addDays(today, -1), 'AFTERNOON', 'FOLLOW_UP', 'IN_PROGRESS', null],
    [BANER, ahead(1), 'FORENOON', 'SURPRISE', 'SCHEDULED', 'Complaint of two families'],
    [BANER, ahead(4), 'AFTERNOON', 'ANNOUNCED', 'MOVE_REQUESTED', 'The centre head is at a training'],
    [ANDHERI, ahead(3), 'FULL_DAY', 'ANNOUNCED', 'SCHEDULED', 'New class rooms since last week'],
    [ANDHERI, inMonth(1, 13), 'FORENOON', 'ANNOUNCED', 'PLANNED', 'Asked for by the centre head'],
    [BANER, inMonth(1, 15), 'AFTERNOON', 'FOLLOW_UP', 'PLANNED', null],
    [BANER, inMonth(2, 12), 'FORENOON', 'ANNOUNCED', 'PLANNED', null],
    [ANDHERI, inMonth(3, 9), 'FORENOON', 'ANNOUNCED', 'PLANNED', null],
  ] as const;
  const MOVED = 0;
  const visits: Visit[] = table.map(([centre, day, ...more]) => [centre, deskDay(day), ...more]);
  // The visit of this very day, whichever it is: My centres begins with it.
  visits.push([ANDHERI, today, 'AFTERNOON', 'ANNOUNCED', 'SCHEDULED', 'Second look after the findings']);
  const months = [...new Set([...visits.map(([, day]) => `${day.slice(0, 7)}-01`), first])];
  const LIVE: readonly string[] = ['SCHEDULED', 'MOVE_REQUESTED', 'IN_PROGRESS', 'SUBMITTED'];
  const statusOf = (month: Day) => {
    const live = visits.some(
      ([, day, , , status]) => day.startsWith(month.slice(0, 7)) && LIVE.includes(status),
    );
    if (month < first) return live ? 'APPROVED' : 'COMPLETED';
    if (month === first) return 'APPROVED';
    return month === addMonths(first, 1) ? 'SUBMITTED' : month === addMonths(first, 2) ? 'RETURNED' : 'DRAFT';
  };
  const STEPPED: readonly string[] = ['RESCHEDULED', 'CANCELLED', 'MOVE_REQUESTED'];
  const decided = ['COMPLETED', 'APPROVED', 'RETURNED'];
  await insertRows(
    client,
    'ams_schedule',
    months.map((month) => {
      const status = statusOf(month);
      const by = decided.includes(status) ? headOffice.zonemanager.id : null;
      const at = month <= first ? addDays(month, -5) : addDays(today, -1);
      return {
        id: demoUuid('ams-schedule', month),
        am_allocation_id: demoUuid('ams-am', 0),
        user_id: amsTeam.manager.id,
        month,
        status,
        submitted_at: status === 'DRAFT' ? null : `${addDays(at, -1)}T17:00:00+05:30`,
        decided_by: by,
        decided_at: by && `${at}T11:00:00+05:30`,
        note: status === 'RETURNED' ? 'Andheri needs a visit in this month, too.' : null,
      };
    }),
  );
  await insertRows(
    client,
    'ams_visit',
    visits.map(([franchiseeId, day, slot, kind, status, reason], n) => ({
      franchisee_id: franchiseeId,
      id: demoUuid('ams-visit', n),
      schedule_id: demoUuid('ams-schedule', `${day.slice(0, 7)}-01`),
      cycle_id: cycleOf(day),
      am_allocation_id: demoUuid('ams-am', 0),
      audit_type_id: rows[0]?.id,
      planned_on: day,
      slot,
      kind,
      status,
      reason: STEPPED.includes(status) ? null : reason,
      step_reason: STEPPED.includes(status) ? reason : null,
      move_to: status === 'MOVE_REQUESTED' ? deskDay(inMonth(1, 6)) : null,
      move_slot: status === 'MOVE_REQUESTED' ? slot : null,
      replaces_visit_id: n === MOVED + 1 ? demoUuid('ams-visit', MOVED) : null,
      moves: n === MOVED + 1 ? 1 : 0,
      started_at: ['COMPLETED', 'SUBMITTED', 'IN_PROGRESS'].includes(status) ? `${day}T10:00:00+05:30` : null,
    })),
  );
  // Opened by /ams/amsCalender?key=demoAmsCalendarArjun01
  await client.query(
    `insert into public_link (token_hash, purpose, franchisee_id, subject_kind, subject_id, issued_by, expires_at, max_expires_at)
     values ($1, 'ams.calendar', $2, 'user', $3::uuid::text, $3::uuid, now() + interval '400 days', now() + interval '400 days')`,
    [createHash('sha256').update('demoAmsCalendarArjun01').digest(), HEAD_OFFICE, amsTeam.manager.id],
  );
  await client.query(
    `update audit a set visit_id = v.id from ams_visit v where v.franchisee_id = a.franchisee_id and v.audit_type_id = a.type_id and v.planned_on = a.audit_on
        and v.status in ('COMPLETED', 'SUBMITTED', 'IN_PROGRESS') and a.mode = 'REGULAR' and a.status <> 'VOID'`,
  );
}
