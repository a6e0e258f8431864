// Days of people as the rules have them: gathers the facts of `staffDay` for a stretch of days in a few queries.
import { addDays, type Day, dayOfNumber, IST_OFFSET_MS, toMs } from '@aangan/contract/period.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { dayKinds } from '../../academics/public.server.ts';
import {
  type LeaveHalf,
  minuteOf,
  offHalf,
  type PunchAt,
  type ShiftTimes,
  type StaffDay,
  staffDay,
} from './staff-day.ts';

export interface Stretch {
  readonly franchiseeId: number;
  readonly from: Day;
  readonly to: Day;
  /** One person only. */
  readonly staffId?: string;
}

export interface DayOfPerson extends StaffDay {
  readonly day: Day;
  readonly version: number;
  readonly note: string | null;
}

export interface PunchRow {
  readonly id: string;
  readonly staffId: string;
  readonly kind: 'IN' | 'OUT';
  readonly at: string;
  readonly distance: number | null;
  readonly outside: boolean | null;
  readonly offline: boolean;
}

export interface PersonDays {
  readonly staffId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly employeeCode: string;
  readonly category: string;
  readonly mobile: string | null;
  readonly shift: string;
  /** Minute of the day at which the shift begins. */
  readonly startsAt: number;
  readonly days: readonly DayOfPerson[];
}

const DAY_MINUTES = 1440;
const IST_MINUTES = IST_OFFSET_MS / 60_000;

/** Day and minute of an instant in India. */
export function momentIst(at: Date | string): { day: Day; minute: number } {
  const text = new Date(toMs(at) + IST_OFFSET_MS).toISOString();
  return { day: text.slice(0, 10), minute: minuteOf(text.slice(11, 16)) };
}

/** Everybody employed on one of the days, by name; who was rejected never began. */
const peopleOf = (db: Db, { franchiseeId, from, to, staffId }: Stretch) =>
  db
    .selectFrom('staff')
    .select([
      'id as staffId',
      'user_id as userId',
      'name',
      'employee_code as employeeCode',
      'category',
      'mobile',
      'shift_id as shiftId',
      'joined_on as joinedOn',
      'left_on as leftOn',
    ])
    .where('franchisee_id', '=', franchiseeId)
    .where('status', '<>', 'REJECTED')
    .where('joined_on', '<=', to)
    .where((on) => on.or([on('left_on', 'is', null), on('left_on', '>=', from)]))
    .$if(staffId !== undefined, (people) => people.where('id', '=', staffId ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Shifts of the centre and the network by id; `usual` is the network's first, for who has none. */
async function shiftsOf(db: Db, franchiseeId: number) {
  const rows = await db
    .selectFrom('staff_shift')
    .selectAll()
    .where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId])
    .orderBy('franchisee_id')
    .orderBy('name')
    .execute();
  const shifts = rows.map((row): ShiftTimes & { id: string; name: string } => ({
    id: row.id,
    name: row.name,
    startsAt: minuteOf(row.starts_at),
    halfAt: minuteOf(row.half_at),
    endsAt: minuteOf(row.ends_at),
    graceMinutes: row.grace_minutes,
    halfMinutes: row.half_minutes,
    weeklyOff: row.weekly_off,
    saturdayRule: row.saturday_rule,
  }));
  return { byId: new Map(shifts.map((one) => [one.id, one])), usual: ensureFound(shifts[0]) };
}

/** Of these punches those that count. */
const counting = ({ franchiseeId, from, to, staffId }: Stretch) => sql`
       p.franchisee_id = ${franchiseeId} and (${staffId ?? null}::uuid is null or p.staff_id = ${staffId ?? null})
       and p.at >= (${from}::date)::timestamp at time zone 'Asia/Kolkata' and p.at < (${addDays(to, 1)}::date)::timestamp at time zone 'Asia/Kolkata'
       and not exists (select from staff_punch_void v where v.franchisee_id = p.franchisee_id and v.punch_id = p.id)`;

/** Punches that count, in their order. */
export async function punchesOf(db: Db, stretch: Stretch): Promise<PunchRow[]> {
  const { rows } = await sql<PunchRow>`
    select p.id, p.staff_id as "staffId", p.kind, p.at, p.distance_m as distance, p.outside, p.offline from staff_punch p
     where ${counting(stretch)} order by p.at, p.id`.execute(db);
  return rows;
}

/** What `staffDay` knows of them, by person and day. A month of many people is thousands: a row of lists each, in minutes. */
async function punchedOf(db: Db, stretch: Stretch): Promise<ReadonlyMap<string, readonly PunchAt[]>> {
  const list = (of: string) => sql`to_json(array_agg(${sql.raw(of)} order by p.at, p.id))`;
  const { rows } = await sql<{
    staffId: string;
    kinds: PunchRow['kind'][];
    minutes: number[];
    offline: boolean[];
    outside: (boolean | null)[];
  }>`select p.staff_id as "staffId", ${list('p.kind')} as kinds, ${list("floor(date_part('epoch', p.at) / 60)::int")} as minutes,
      ${list('p.offline')} as offline, ${list('p.outside')} as outside
     from staff_punch p where ${counting(stretch)} group by 1`.execute(db);
  const punched = new Map<string, PunchAt[]>();
  const names = new Map<number, Day>();
  for (const { staffId, kinds, minutes, offline, outside } of rows)
    for (const [n, kind] of kinds.entries()) {
      const minute = (minutes[n] ?? 0) + IST_MINUTES;
      const number = Math.floor(minute / DAY_MINUTES);
      const day = names.get(number) ?? dayOfNumber(number);
      names.set(number, day);
      const key = keyOf(staffId, day);
      const punch = {
        kind,
        at: minute % DAY_MINUTES,
        offline: offline[n] ?? false,
        outside: outside[n] ?? null,
      };
      const known = punched.get(key);
      if (known) known.push(punch);
      else punched.set(key, [punch]);
    }
  return punched;
}

const writtenOf = (db: Db, { franchiseeId, from, to, staffId }: Stretch) =>
  db
    .selectFrom('staff_day')
    .select(['staff_id', 'day', 'fn', 'an', 'note', 'frozen', 'version'])
    .where('franchisee_id', '=', franchiseeId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(staffId !== undefined, (rows) => rows.where('staff_id', '=', staffId ?? ''))
    .execute();

/** Approved halves of leave that count; one whose cancellation is asked for is leave until it is decided. */
async function leaveOf(db: Db, { franchiseeId, from, to, staffId }: Stretch) {
  const rows = await db
    .selectFrom('leave_request_half as h')
    .innerJoin('leave_request as r', (on) =>
      on.onRef('r.franchisee_id', '=', 'h.franchisee_id').onRef('r.id', '=', 'h.request_id'),
    )
    .innerJoin('leave_type as t', 't.id', 'r.type_id')
    .select(['h.staff_id', 'h.day', 'h.half', 't.code', 't.paid'])
    .where('h.franchisee_id', '=', franchiseeId)
    .where('h.day', '>=', from)
    .where('h.day', '<=', to)
    .where('h.active', '=', true)
    .where('h.counted', '=', true)
    .where('r.status', 'in', ['APPROVED', 'CANCEL_ASKED'])
    .$if(staffId !== undefined, (halves) => halves.where('h.staff_id', '=', staffId ?? ''))
    .execute();
  const leave = new Map(rows.map((row) => [`${keyOf(row.staff_id, row.day)} ${row.half}`, row]));
  return (key: string, half: 'FN' | 'AN'): LeaveHalf | null => {
    const found = leave.get(`${key} ${half}`);
    return found ? { code: found.code, paid: found.paid } : null;
  };
}

/** Halves of these days in which a person does not have to come, and why; null: a working half. */
export async function offHalves(
  db: Db,
  stretch: Stretch & { readonly staffId: string },
): Promise<{ day: Day; fn: string | null; an: string | null }[]> {
  const person = ensureFound((await peopleOf(db, stretch))[0]);
  const shifts = await shiftsOf(db, stretch.franchiseeId);
  const shift = shifts.byId.get(person.shiftId ?? '') ?? shifts.usual;
  return [...(await dayKinds(db, stretch.franchiseeId, stretch))].map(([day, calendar]) => {
    const why = (half: 'fn' | 'an') =>
      offHalf({ day, calendar, shift, category: person.category }, half)?.why ?? null;
    return { day, fn: why('fn'), an: why('an') };
  });
}

const keyOf = (staffId: string, day: Day): string => `${staffId} ${day}`;

/** People of a centre with each of the days; those of a locked month as they were when it was locked. */
export async function readDays(db: Db, stretch: Stretch, now: Date): Promise<PersonDays[]> {
  const { franchiseeId, from, to } = stretch;
  const [people, shifts, kinds, marked, punched, leave] = await Promise.all([
    peopleOf(db, stretch),
    shiftsOf(db, franchiseeId),
    dayKinds(db, franchiseeId, { from, to }),
    writtenOf(db, stretch),
    punchedOf(db, stretch),
    leaveOf(db, stretch),
  ]);
  const written = new Map(marked.map((row) => [keyOf(row.staff_id, row.day), row]));
  const present = momentIst(now);
  const calendar = [...kinds];
  return people.map(({ shiftId, joinedOn, leftOn, ...person }) => {
    const shift = shifts.byId.get(shiftId ?? '') ?? shifts.usual;
    const days = calendar.map(([day, kind]): DayOfPerson => {
      const key = keyOf(person.staffId, day);
      const row = written.get(key);
      const stored = { day, version: row?.version ?? 0, note: row?.note ?? null };
      // Written by `lockMonth` from this very function.
      if (row?.frozen) return { ...(row.frozen as unknown as StaffDay), ...stored };
      const computed = staffDay({
        day,
        now: present,
        employed: day >= joinedOn && (leftOn === null || day <= leftOn),
        category: person.category,
        shift,
        calendar: kind,
        punches: punched.get(key) ?? [],
        marked: { fn: row?.fn ?? null, an: row?.an ?? null },
        leave: { fn: leave(key, 'FN'), an: leave(key, 'AN') },
      });
      return { ...computed, ...stored };
    });
    return {
      ...person,
      shift: shift.name,
      startsAt: shift.startsAt,
      days,
    };
  });
}
