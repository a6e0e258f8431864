// Requests about the own attendance. Approved, they mark the days: a marked half counts over what the punches say.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl, useFile } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { ensureOpenMonth } from '../day/month-lock.server.ts';
import { readDays } from '../day/read-days.server.ts';
import { staffModules } from '../modules.ts';
import { ensureOwnOrKeeper, ownEmployment, ownRows } from '../own-rows.server.ts';
import { refuseStaff } from '../refusals.ts';
import { attendanceRequestContract as contract } from './attendance-request.contract.ts';
import { attendanceRequests } from './attendance-request.listing.ts';
import {
  type RequestStatus,
  requestKinds,
  requestStates,
  requestTitles,
} from './attendance-request.states.ts';

type Request = RowIn<'staff_attendance_request'>;
const faultIn = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });

const BACK_DAYS = 7;
const MOST_DAYS = 31;

export const { handlers } = serveListing(attendanceRequests, {
  from: sql`staff_attendance_request r join staff s on s.franchisee_id = r.franchisee_id and s.id = r.staff_id`,
  alias: 'r',
  columns: {
    staffName: 's.name',
    employeeCode: 's.employee_code',
    kind: 'r.kind',
    fromOn: 'r.from_on',
    toOn: 'r.to_on',
    halves: 'r.halves',
    reason: 'r.reason',
    createdAt: 'r.created_at',
    status: 'r.status',
  },
  only: ownRows('r'),
  can: () => ({}),
});

const usualCode = { MISSED_PUNCH: 'P', ON_DUTY: 'OD', CORRECTION: 'P' } as const;

export const applyRequest = handle(contract.apply, async ({ db, actor, input, now }) => {
  const own = await ownEmployment(db, actor);
  await lockRow(db, 'staff', own.id);
  const today = todayIst(now);
  const { fromOn, toOn, kind } = input;
  if (toOn < fromOn) throw faultIn('toOn', 'On or after the first day');
  if (toOn > addDays(fromOn, MOST_DAYS)) throw faultIn('toOn', `At most ${MOST_DAYS} days at a time`);
  if (kind !== 'ON_DUTY' && toOn > today) throw faultIn('toOn', 'Only a day that has begun');
  if (input.inAt && input.outAt && input.outAt <= input.inAt) throw faultIn('outAt', 'After coming');
  if (fromOn < own.joined_on || (own.left_on !== null && toOn > own.left_on))
    throw refuseStaff('staff.not-employed');
  if (fromOn < addDays(today, -BACK_DAYS) && !holds(actor, staffModules.staffApprove, true))
    throw refuseStaff('attendance-request.past', { details: { n: String(BACK_DAYS) } });
  for (const month of new Set([fromOn, toOn].filter((day) => day <= today).map((day) => day.slice(0, 7))))
    await ensureOpenMonth(db, own.franchisee_id, month);
  await ensureNoOther(db, own, { fromOn, toOn });
  const { id } = ensureFound(
    await db
      .insertInto('staff_attendance_request')
      .values({
        franchisee_id: own.franchisee_id,
        staff_id: own.id,
        user_id: userIdOf(actor),
        kind,
        from_on: fromOn,
        to_on: toOn,
        halves: input.halves,
        want: input.want ?? usualCode[kind],
        in_at: input.inAt ?? null,
        out_at: input.outAt ?? null,
        reason: input.reason,
        file_id: input.fileId ?? null,
      })
      .returning('id')
      .executeTakeFirst(),
  );
  if (input.fileId)
    await useFile(db, {
      fileId: input.fileId,
      franchiseeId: own.franchisee_id,
      area: 'staff',
      subjectKind: 'ATTENDANCE_REQUEST',
      subjectId: id,
      accept: ['pdf', 'jpg', 'png'],
    });
  return { id };
});

async function ensureNoOther(
  db: Db,
  own: { franchisee_id: number; id: string },
  { fromOn, toOn }: { fromOn: Day; toOn: Day },
): Promise<void> {
  const other = await db
    .selectFrom('staff_attendance_request')
    .select('from_on')
    .where('franchisee_id', '=', own.franchisee_id)
    .where('staff_id', '=', own.id)
    .where('status', '=', 'APPLIED')
    .where('from_on', '<=', toOn)
    .where('to_on', '>=', fromOn)
    .executeTakeFirst();
  if (other) throw refuseStaff('attendance-request.open', { details: { from: formatDate(other.from_on) } });
}

interface Found {
  id: string;
  franchisee_id: number;
  version: number;
  user_id: string | null;
  staffId: string;
  name: string;
  employeeCode: string;
  kind: keyof typeof requestKinds;
  fromOn: Day;
  toOn: Day;
  halves: 'DAY' | 'FN' | 'AN';
  want: 'P' | 'OD' | 'A';
  inAt: string | null;
  outAt: string | null;
  reason: string;
  fileId: string | null;
  fileName: string | null;
  status: RequestStatus;
  note: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  appliedAt: string;
}

export const getRequest = handle(contract.get, async ({ db, actor, input, now }) => {
  const { rows } = await sql<Found>`
    select r.id, r.franchisee_id, r.version, r.user_id, r.staff_id as "staffId", s.name, s.employee_code as "employeeCode", r.kind, r.from_on as "fromOn",
      r.to_on as "toOn", r.halves, r.want, to_char(r.in_at, 'HH24:MI') as "inAt", to_char(r.out_at, 'HH24:MI') as "outAt", r.reason,
      f.id as "fileId", f.name as "fileName", r.status, r.note, ${personName('u')} as "decidedBy", r.decided_at as "decidedAt", r.created_at as "appliedAt"
      from staff_attendance_request r join staff s on s.franchisee_id = r.franchisee_id and s.id = r.staff_id
      left join app_user u on u.id = r.decided_by left join file f on f.franchisee_id = r.franchisee_id and f.id = r.file_id
     where r.id = ${input.id}`.execute(db);
  const found = ensureFound(rows[0]);
  ensureOwnOrKeeper(actor, found);
  const { franchisee_id: franchiseeId, user_id, fileId, fileName, ...row } = found;
  const [person] = await readDays(
    db,
    { franchiseeId, from: row.fromOn, to: row.toOn, staffId: row.staffId },
    now,
  );
  const steps = new Set<string>(actionsFrom(requestStates, row.status));
  const own = user_id !== null && user_id === actor.userId;
  const decides = !own && mayCall(actor, contract.approve);
  return {
    ...row,
    file:
      fileId && fileName
        ? { name: fileName, url: `${fileUrl({ franchiseeId, fileId }, now)}&inline=1` }
        : null,
    days: [...(person?.days ?? [])],
    nextId: decides ? await nextWaiting(db, actor, found) : null,
    can: {
      approve: decides && steps.has('approve'),
      reject: decides && steps.has('reject'),
      withdraw: own && steps.has('withdraw') && mayCall(actor, contract.withdraw),
    },
  };
});

async function nextWaiting(db: Db, actor: Actor, row: Found): Promise<string | null> {
  const next = await db
    .selectFrom('staff_attendance_request')
    .select('id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('status', '=', 'APPLIED')
    .where('id', '<>', row.id)
    .where((on) => on.or([on('user_id', 'is', null), on('user_id', '<>', userIdOf(actor))]))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return next?.id ?? null;
}

const decided = (actor: Actor, now: Date, note: string | null | undefined) => ({
  decided_by: actor.userId,
  decided_at: now.toISOString(),
  note: note ?? null,
});

function ensureNotOwn(actor: Actor, row: Request): void {
  if (row.user_id !== null && row.user_id === actor.userId) throw refuseStaff('leave.own-request');
}

export const approveRequest = handle(contract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'staff_attendance_request', input.id, version);
  ensureNotOwn(actor, row);
  const moved = await moveStatus(db, {
    states: requestStates,
    table: 'staff_attendance_request',
    row,
    action: 'approve',
    reason: input.note ?? null,
    set: decided(actor, now, input.note),
  });
  for (const month of new Set([row.from_on.slice(0, 7), row.to_on.slice(0, 7)]))
    await ensureOpenMonth(db, row.franchisee_id, month);
  if ((await markDaysOf(db, row, now)) === 0) throw refuseStaff('attendance-request.nothing');
  await tell(db, moved);
  return {};
});

/** Marks the asked halves of working days; days off and leave stay. Returns how many halves. */
async function markDaysOf(db: Db, row: Request, now: Date): Promise<number> {
  const [person] = await readDays(
    db,
    { franchiseeId: row.franchisee_id, from: row.from_on, to: row.to_on, staffId: row.staff_id },
    now,
  );
  const stays = new Set(['WO', 'H', 'L']);
  const marks = (person?.days ?? []).map((day) => ({
    day: day.day,
    fn: row.halves !== 'AN' && !stays.has(day.fn.code) ? row.want : null,
    an: row.halves !== 'FN' && !stays.has(day.an.code) ? row.want : null,
  }));
  const wanted = marks.filter(({ fn, an }) => fn !== null || an !== null);
  await sql`insert into staff_day (franchisee_id, staff_id, day, fn, an, note)
    select ${row.franchisee_id}, ${row.staff_id}, d.day, d.fn, d.an, ${`Asked for: ${row.reason}`.slice(0, 200)}
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as d (day date, fn text, an text)
    on conflict (franchisee_id, staff_id, day) do update
      set fn = coalesce(excluded.fn, staff_day.fn), an = coalesce(excluded.an, staff_day.an), note = excluded.note`.execute(
    db,
  );
  return wanted.reduce((sum, { fn, an }) => sum + (fn ? 1 : 0) + (an ? 1 : 0), 0);
}

export const rejectRequest = handle(contract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'staff_attendance_request', input.id, version);
  ensureNotOwn(actor, row);
  const moved = await moveStatus(db, {
    states: requestStates,
    table: 'staff_attendance_request',
    row,
    action: 'reject',
    reason: input.note,
    set: decided(actor, now, input.note),
  });
  await tell(db, moved);
  return {};
});

export const withdrawRequest = handle(contract.withdraw, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'staff_attendance_request', input.id, version);
  if (row.user_id !== userIdOf(actor)) throw refuse('row.not-found');
  await moveStatus(db, {
    states: requestStates,
    table: 'staff_attendance_request',
    row,
    action: 'withdraw',
  });
  return {};
});

async function tell(db: Db, row: Request): Promise<void> {
  if (row.user_id === null) return;
  await notify(db, {
    userId: row.user_id,
    kind: 'staff.attendance-decided',
    title: `${requestKinds[row.kind]}, ${formatDate(row.from_on)}: ${requestTitles[row.status].toLowerCase()}`,
    ...(row.note ? { body: row.note } : {}),
    link: `/staff/attendanceView/${row.id}`,
    franchiseeId: row.franchisee_id,
    sourceArea: 'staff',
    dedupeKey: `attendance-decided:${row.id}`,
  });
}
