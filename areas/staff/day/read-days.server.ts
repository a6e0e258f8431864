// Days of people as the rules have them: gathers the facts of `staffDay` for a stretch of days in a few queries.
import { addDays, type Day, IST_OFFSET_MS, toMs } from '@aangan/contract/period.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { dayKinds } from '../../academics/public.server.ts';
import { type LeaveHalf, minuteOf, offHalf, type ShiftTimes, type StaffDay, staffDay } from './staff-day.ts';

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
  readonly punches: readonly PunchRow[];
}

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

/** Punches that count, in their order. */
async function punchesOf(db: Db, { franchiseeId, from, to, staffId }: Stretch): Promise<PunchRow[]> {
  const { rows } = await sql<PunchRow>`
    select p.id, p.staff_id as "staffId", p.kind, p.at, p.distance_m as distance, p.outside, p.offline from staff_punch p
     where p.franchisee_id = ${franchiseeId} and (${staffId ?? null}::uuid is null or p.staff_id = ${staffId ?? null})
       and p.at >= (${from}::date)::timestamp at time zone 'Asia/Kolkata' and p.at < (${addDays(to, 1)}::date)::timestamp at time zone 'Asia/Kolkata'
       and not exists (select from staff_punch_void v where v.franchisee_id = p.franchisee_id and v.punch_id = p.id)
     order by p.at, p.id`.execute(db);
  return rows;
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
  const [people, shifts, kinds, marked, punches, leave] = await Promise.all([
    peopleOf(db, stretch),
    shiftsOf(db, franchiseeId),
    dayKinds(db, franchiseeId, { from, to }),
    writtenOf(db, stretch),
    punchesOf(db, stretch),
    leaveOf(db, stretch),
  ]);
  const written = new Map(marked.map((row) => [keyOf(row.staff_id, row.day), row]));
  const moments = punches.map((punch) => ({ ...punch, ...momentIst(punch.at) }));
  const punched = Map.groupBy(moments, (one) => keyOf(one.staffId, one.day));
  const present = momentIst(now);
  const ofPerson = Map.groupBy(punches, (one) => one.staffId);
  return people.map(({ shiftId, joinedOn, leftOn, ...person }) => {
    const shift = shifts.byId.get(shiftId ?? '') ?? shifts.usual;
    const days = [...kinds].map(([day, calendar]): DayOfPerson => {
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
        calendar,
        punches: (punched.get(key) ?? []).map(({ kind, minute, offline, outside }) => ({
          kind,
          at: minute,
          offline,
          outside,
        })),
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
      punches: ofPerson.get(person.staffId) ?? [],
    };
  });
}
