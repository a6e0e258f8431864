// Figures of the staff dashboard; each counts by the conditions of the list it opens.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { serveBoard } from '@aangan/server/board/serve-board.ts';
import { cappedCount } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { momentIst, type PersonDays, readDays } from '../day/read-days.server.ts';
import { staffRows } from '../staff/list-staff.server.ts';
import { staffBoard } from './staff-board.contract.ts';

const SOON_DAYS = 30;
const WEEKS = 8;
/** Minutes after the shift's start from which somebody who is not here is unexplained. */
const EXPLAIN_BY = 30;
const MOST_NAMES = 20;
const MOST_CENTRES = 40;

export const staffDashboard = serveBoard(staffBoard, async ({ db, actor, now }) => {
  const today = todayIst(now);
  const soon = addDays(today, SOON_DAYS);
  const inState = async (status: 'APPROVED' | 'PENDING' | 'SUSPENDED') =>
    (await cappedCount(db, staffRows(db, actor, { status }, today))).n;
  const waiting = await counts(db, actor, { today, soon });
  const here = actor.franchiseeId === null ? null : await weeksOf(db, actor.franchiseeId, now);
  return {
    approved: { n: await inState('APPROVED'), filters: { status: 'APPROVED' } },
    pending: { n: await inState('PENDING'), filters: { status: 'PENDING' } },
    suspended: { n: await inState('SUSPENDED'), filters: { status: 'SUSPENDED' } },
    present: { n: waiting.present, ...(here ? { note: `of ${here.expected} expected` } : {}) },
    leaveRequests: { n: waiting.leave, filters: { status: 'APPLIED' } },
    attendanceRequests: { n: waiting.corrections, filters: { status: 'APPLIED' } },
    expiring: {
      n: waiting.expiring,
      note: `within ${SOON_DAYS} days`,
      filters: { status: 'VERIFIED', expiresOn: { from: today, to: soon } },
    },
    attendance: here ? here.weeks : null,
    centres: here ? null : await byCentre(db, today),
    onLeave: await onLeave(db, actor, today),
    unexplained: here ? here.unexplained : null,
    unapproved: await unapproved(db, actor, today),
  };
});

interface Counts {
  present: number;
  leave: number;
  corrections: number;
  expiring: number;
}

async function counts(db: Db, actor: Actor, { today, soon }: { today: Day; soon: Day }): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(distinct p.staff_id)::int from staff_punch p where ${inChosenCentre(actor, 'p.franchisee_id')} and p.kind = 'IN'
       and p.at >= (${today}::date)::timestamp at time zone 'Asia/Kolkata'
       and not exists (select from staff_punch_void v where v.franchisee_id = p.franchisee_id and v.punch_id = p.id)) as present,
    (select count(*)::int from leave_request r where ${inChosenCentre(actor, 'r.franchisee_id')} and r.status = 'APPLIED') as leave,
    (select count(*)::int from staff_attendance_request r where ${inChosenCentre(actor, 'r.franchisee_id')} and r.status = 'APPLIED') as corrections,
    (select count(*)::int from staff_document d join staff s on s.franchisee_id = d.franchisee_id and s.id = d.staff_id and s.status <> 'LEFT'
      where ${inChosenCentre(actor, 'd.franchisee_id')} and d.status = 'VERIFIED' and d.expires_on between ${today} and ${soon}) as expiring`.execute(
    db,
  );
  return rows[0] ?? { present: 0, leave: 0, corrections: 0, expiring: 0 };
}

const isOff = (code: string): boolean => code === 'WO' || code === 'H' || code === 'NONE';

/** What the register of one centre tells: attendance by week, who is expected today, and who is missing. */
async function weeksOf(db: Db, franchiseeId: number, now: Date) {
  const today = todayIst(now);
  const people = await readDays(db, { franchiseeId, from: addDays(today, -7 * WEEKS), to: today }, now);
  const days = people.flatMap((person) => person.days.filter(({ day }) => day < today));
  const weeks = Array.from({ length: WEEKS }, (_, n) => addDays(today, -7 * (WEEKS - n))).map((from) => {
    const halves = days
      .filter(({ day }) => day >= from && day < addDays(from, 7))
      .flatMap(({ fn, an }) => [fn.code, an.code])
      .filter((code) => !isOff(code));
    const present = halves.filter((code) => code === 'P' || code === 'OD').length;
    const percent = halves.length === 0 ? 0 : Math.round((100 * present) / halves.length);
    return { label: formatDate(from).slice(0, 5), values: { percent }, worked: halves.length };
  });
  const expected = people.filter((person) => isExpected(person, today));
  const { minute } = momentIst(now);
  const missing = expected.filter((person) => {
    const day = person.days.find((one) => one.day === today);
    return (
      day?.firstIn === null &&
      minute > person.startsAt + EXPLAIN_BY &&
      day.fn.code !== 'P' &&
      day.fn.code !== 'OD'
    );
  });
  return {
    weeks: weeks.some(({ worked }) => worked > 0)
      ? weeks.map(({ label, values }) => ({ label, values }))
      : [],
    expected: expected.length,
    unexplained: missing.slice(0, MOST_NAMES).map((person) => ({
      label: person.name,
      second: person.employeeCode,
      to: `/staff/staffAttendance?day=${today}`,
    })),
  };
}

/** Whose morning of today is neither free nor leave. */
function isExpected(person: PersonDays, today: Day): boolean {
  const day = person.days.find((one) => one.day === today);
  if (!day) return false;
  const { code, why } = day.fn;
  return code !== 'L' && code !== 'WO' && code !== 'H' && why !== 'Not employed';
}

async function byCentre(db: Db, today: Day) {
  const { rows } = await sql<{ label: string; approved: number; pending: number; away: number }>`
    select f.company_name as label, count(*) filter (where s.status = 'APPROVED')::int as approved, count(*) filter (where s.status = 'PENDING')::int as pending,
      count(*) filter (where exists (select from leave_request r where r.franchisee_id = s.franchisee_id and r.staff_id = s.id
        and r.status in ('APPROVED', 'CANCEL_ASKED') and ${today} between r.from_on and r.to_on))::int as away
      from staff s join franchisee f on f.id = s.franchisee_id where s.status <> 'LEFT'
     group by f.id, f.company_name order by f.company_name limit ${MOST_CENTRES}`.execute(db);
  return rows.map(({ label, ...values }) => ({ label, values }));
}

async function onLeave(db: Db, actor: Actor, today: Day) {
  const { rows } = await sql<{ id: string; name: string; type: string; half: 'FN' | 'AN' | null }>`
    select r.id, s.name, t.code as type, case when count(*) = 1 then min(h.half) end as half from leave_request_half h
      join leave_request r on r.franchisee_id = h.franchisee_id and r.id = h.request_id and r.status in ('APPROVED', 'CANCEL_ASKED')
      join leave_type t on t.id = r.type_id join staff s on s.franchisee_id = h.franchisee_id and s.id = h.staff_id
     where ${inChosenCentre(actor, 'h.franchisee_id')} and h.day = ${today} and h.active and h.counted
     group by r.id, s.name, t.code order by s.name, r.id limit ${MOST_NAMES}`.execute(db);
  const halfWord = { FN: ', morning', AN: ', afternoon' } as const;
  return rows.map(({ id, name, type, half }) => ({
    label: name,
    second: `${type}${half ? halfWord[half] : ''}`,
    to: `/staff/leaveView/${id}`,
  }));
}

async function unapproved(db: Db, actor: Actor, today: Day) {
  const { rows } = await sql<{ id: string; name: string; section: string }>`
    select s.id, s.name, min(k.name || ' ' || x.name) as section from staff s
      join section_teacher t on t.franchisee_id = s.franchisee_id and t.staff_id = s.id and t.from_on <= ${today} and coalesce(t.to_on, 'infinity') >= ${today}
      join section x on x.franchisee_id = t.franchisee_id and x.id = t.section_id and x.active join class k on k.id = x.class_id
     where ${inChosenCentre(actor, 's.franchisee_id')} and s.status in ('PENDING', 'SUSPENDED', 'REJECTED')
     group by s.id, s.name order by s.name limit ${MOST_NAMES}`.execute(db);
  return rows.map(({ id, name, section }) => ({
    label: name,
    second: section,
    to: `/staff/details?staff=${id}`,
  }));
}
