import type { Weekday } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName, several } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { recipientsOf } from './recipients.server.ts';
import { runSchedule } from './run-schedule.server.ts';
import { scheduleContract as contract, scheduleRuns, schedules } from './schedule.contract.ts';
import { refuseSchedule } from './schedule.refusals.ts';
import { MOST_SCHEDULES, scheduleStates } from './schedule.states.ts';
import { rhythmOf } from './schedule-jobs.server.ts';
import { nextSlot, type Rhythm, rhythmWords } from './slots.ts';

/** Head office's schedules are of the network; everybody else's of a centre. */
const placeOf = (actor: Actor): number =>
  actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : chosenCentre(actor));

const lastRun = sql`(select max(r.slot) from report_schedule_run r where r.franchisee_id = s.franchisee_id and r.schedule_id = s.id)`;

const list = serveListing(schedules, {
  from: sql`report_schedule s join app_user u on u.id = s.owner_id`,
  alias: 's',
  columns: {
    name: 's.name',
    report: 's.report',
    when: sql`s.every || '|' || coalesce(s.weekday, '') || '|' || coalesce(s.day_of_month::text, '') || '|' || to_char(s.at, 'HH24:MI')`,
    owner: personName('u'),
    nextRunAt: 's.next_run_at',
    lastRunAt: lastRun,
    status: 's.status',
    reason: 's.reason',
    every: 's.every',
    people: sql`cardinality(s.user_ids)`,
    roles: sql`cardinality(s.role_ids)`,
    ownerId: 's.owner_id',
  },
  where: { every: (value: string | readonly string[]) => several('s.every', [value].flat(), 'text') },
  map: async (rows) => rows.map((row) => ({ ...row, when: whenWords(row.when) })),
  can: (row, actor) => {
    const own = row.ownerId === actor.userId && mayCall(actor, contract.change);
    const open = row.status !== 'ENDED';
    return {
      edit: own && open,
      pause: own && row.status === 'ACTIVE',
      resume: own && row.status === 'PAUSED',
      end: own && open,
      run: own && open,
      test: own && open,
    };
  },
});

function whenWords(parts: string): string {
  const [every = '', weekday = '', day = '', at = ''] = parts.split('|');
  return rhythmWords({
    every: every as Rhythm['every'],
    weekday: (weekday || null) as Weekday | null,
    dayOfMonth: day ? Number(day) : null,
    at,
  });
}

const runs = serveListing(scheduleRuns, {
  from: sql`report_schedule_run r join report_schedule s on s.franchisee_id = r.franchisee_id and s.id = r.schedule_id join app_user u on u.id = r.recipient_id`,
  alias: 'r',
  columns: {
    name: 's.name',
    slot: 'r.slot',
    person: personName('u'),
    rows: 'r.rows',
    error: 'r.error',
    state: 'r.state',
  },
  can: () => ({}),
});
export const handlers = [...list.handlers, ...runs.handlers];

interface Values {
  name: string;
  report: string;
  period?: string | null | undefined;
  format: string;
  every: Rhythm['every'];
  weekday?: Weekday | null | undefined;
  dayOfMonth?: number | null | undefined;
  at: string;
  userIds?: readonly string[] | null | undefined;
  roleIds?: readonly (number | string)[] | null | undefined;
  onlyIfRows: boolean;
}

/** The row of the values, and whom it reaches. What the rhythm does not use is not kept. */
async function judged(db: Db, franchiseeId: number, values: Values, now: Date) {
  const userIds = [...(values.userIds ?? [])];
  const roleIds = (values.roleIds ?? []).map(Number);
  ensure(userIds.length + roleIds.length > 0, () =>
    refuseSchedule('schedule.nobody', { fields: { userIds: 'Choose people or a role' } }),
  );
  const weekday = values.every === 'WEEKLY' ? (values.weekday ?? null) : null;
  const monthly = values.every === 'MONTHLY' || values.every === 'QUARTERLY';
  const dayOfMonth = monthly ? (values.dayOfMonth ?? null) : null;
  ensure(values.every !== 'WEEKLY' || weekday !== null, () =>
    refuseSchedule('schedule.rhythm', { fields: { weekday: 'Choose a weekday' } }),
  );
  ensure(!monthly || dayOfMonth !== null, () =>
    refuseSchedule('schedule.rhythm', { fields: { dayOfMonth: 'Enter a day' } }),
  );
  const { people, mayRead } = await recipientsOf(db, {
    franchiseeId,
    report: values.report,
    userIds,
    roleIds,
  });
  const without = people.find(({ id }) => userIds.includes(id) && !mayRead.has(id));
  ensure(!without, () =>
    refuseSchedule('schedule.recipient', {
      details: { name: without?.name ?? '' },
      fields: { userIds: `${without?.name} may not read this report` },
    }),
  );
  const rhythm = { every: values.every, weekday, dayOfMonth, at: values.at };
  return {
    reach: { reaches: people.length, mayRead: mayRead.size },
    row: {
      name: values.name,
      report: values.report,
      period: values.period ?? null,
      format: values.format,
      every: values.every,
      weekday,
      day_of_month: dayOfMonth,
      at: values.at,
      user_ids: userIds,
      role_ids: roleIds,
      only_if_rows: values.onlyIfRows,
    },
    next: nextSlot(rhythm, now).toISOString(),
  };
}

export const create = handle(contract.create, async ({ db, actor, input, now }) => {
  const owner = userIdOf(actor);
  const franchiseeId = placeOf(actor);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from report_schedule where owner_id = ${owner} and status <> 'ENDED'`.execute(
    db,
  );
  ensure((rows[0]?.n ?? 0) < MOST_SCHEDULES, () => refuseSchedule('schedule.limit'));
  const { row, reach, next } = await judged(db, franchiseeId, input as Values, now);
  const { id } = await db
    .insertInto('report_schedule')
    .values({ ...row, franchisee_id: franchiseeId, owner_id: owner, next_run_at: next } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...reach };
});

async function own(db: Db, actor: Actor, id: string, version?: number) {
  const row = await lockRow(db, 'report_schedule', id, version);
  ensure(row.owner_id === actor.userId, () => refuseSchedule('schedule.not-yours'));
  return row;
}

export const change = handle(contract.change, async ({ db, actor, input, version, now }) => {
  const before = await own(db, actor, input.id, version);
  const { row, reach, next } = await judged(db, before.franchisee_id, input as Values, now);
  await db
    .updateTable('report_schedule')
    .set({ ...row, failures: 0, ...(before.status === 'ACTIVE' ? { next_run_at: next } : {}) } as never)
    .where('franchisee_id', '=', before.franchisee_id)
    .where('id', '=', input.id)
    .execute();
  return { id: input.id, ...reach };
});

export const get = handle(contract.get, async ({ db, input }) => {
  const row = ensureFound(
    await db.selectFrom('report_schedule').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    report: row.report,
    period: row.period,
    format: row.format,
    every: row.every,
    weekday: row.weekday,
    dayOfMonth: row.day_of_month,
    at: row.at.slice(0, 5),
    userIds: row.user_ids,
    roleIds: row.role_ids,
    onlyIfRows: row.only_if_rows,
  };
});

export const pause = handle(contract.pause, async ({ db, actor, input, version }) => {
  const row = await own(db, actor, input.id, version);
  const reason = input.reason ?? null;
  await moveStatus(db, {
    states: scheduleStates,
    table: 'report_schedule',
    row,
    action: 'pause',
    reason,
    set: { next_run_at: null, reason },
  });
  return {};
});

export const resume = handle(contract.resume, async ({ db, actor, input, version, now }) => {
  const row = await own(db, actor, input.id, version);
  const next = nextSlot(rhythmOf(row), now).toISOString();
  await moveStatus(db, {
    states: scheduleStates,
    table: 'report_schedule',
    row,
    action: 'resume',
    set: { next_run_at: next, reason: null, failures: 0 },
  });
  return {};
});

export const end = handle(contract.end, async ({ db, actor, input, version }) => {
  const row = await own(db, actor, input.id, version);
  await moveStatus(db, {
    states: scheduleStates,
    table: 'report_schedule',
    row,
    action: 'end',
    set: { next_run_at: null },
  });
  return {};
});

export const runNow = handle(contract.runNow, async ({ db, actor, input, now }) => {
  const row = await own(db, actor, input.id);
  return runSchedule(db, row, { slot: now, now });
});

export const test = handle(contract.test, async ({ db, actor, input, now }) => {
  const row = await own(db, actor, input.id);
  return runSchedule(db, row, { slot: now, now, only: userIdOf(actor) });
});
