// What a leave is measured by: its halves, the balance, and the sections it leaves short (areas/staff.md 3.3, 3.4).
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { placedIn, sectionsOf, teachersOfSection } from '../../academics/public.server.ts';
import { offHalves } from '../day/read-days.server.ts';
import { type CountedHalf, countHalves, type HalfOfDay, leaveYearOf } from './leave-count.ts';

export interface LeaveSpan {
  readonly fromOn: Day;
  readonly fromHalf: HalfOfDay;
  readonly toOn: Day;
  readonly toHalf: HalfOfDay;
}

interface Who {
  readonly franchiseeId: number;
  readonly staffId: string;
}

/** Every half from the first to the last, with what counts. */
export async function halvesOf(
  db: Db,
  who: Who,
  { span, countsBetween }: { span: LeaveSpan; countsBetween: boolean },
): Promise<CountedHalf[]> {
  const { fromOn, fromHalf, toOn, toHalf } = span;
  const days = await offHalves(db, { ...who, from: fromOn, to: toOn });
  const slots = days
    .flatMap(({ day, fn, an }) => [
      { day, half: 'FN' as const, off: fn },
      { day, half: 'AN' as const, off: an },
    ])
    .filter(({ day, half }) => !(day === fromOn && fromHalf === 'AN' && half === 'FN'))
    .filter(({ day, half }) => !(day === toOn && toHalf === 'FN' && half === 'AN'));
  return countHalves(slots, countsBetween);
}

export interface Balance {
  /** What the entries sum to. */
  readonly left: number;
  /** Asked for and not decided, beside `but`. */
  readonly applied: number;
  /** What may be taken: the balance and what may go below zero. */
  readonly limit: number;
}

/** In halves, of the leave year of `on`. */
export async function balanceOf(
  db: Db,
  { franchiseeId, staffId }: Who,
  of: { typeId: string; negativeHalves: number; on: Day; but?: string },
): Promise<Balance> {
  const year = leaveYearOf(of.on);
  const { rows } = await sql<{ left: number; applied: number }>`select
    (select coalesce(sum(e.halves), 0)::int from leave_entry e
      where e.franchisee_id = ${franchiseeId} and e.staff_id = ${staffId} and e.type_id = ${of.typeId} and e.leave_year = ${year}) as left,
    (select coalesce(sum(r.halves), 0)::int from leave_request r where r.franchisee_id = ${franchiseeId} and r.staff_id = ${staffId}
        and r.type_id = ${of.typeId} and r.leave_year = ${year} and r.status = 'APPLIED' and r.id is distinct from ${of.but ?? null}) as applied`.execute(
    db,
  );
  const { left, applied } = rows[0] ?? { left: 0, applied: 0 };
  return { left, applied, limit: left + of.negativeHalves };
}

/** One teacher for every twenty children (guideline for private play schools). */
const CHILDREN_A_TEACHER = 20;

export interface Shortage {
  readonly day: Day;
  readonly half: HalfOfDay;
  readonly section: string;
  readonly children: number;
  readonly have: number;
  readonly need: number;
}

/** Sections of this person that have too few teachers in a counted half, others' approved leave taken away. */
export async function shortagesOf(
  db: Db,
  { franchiseeId, staffId }: Who,
  halves: readonly CountedHalf[],
): Promise<Shortage[]> {
  const counted = halves.filter((half) => half.counted && half.off === null);
  const [first, last] = [counted[0], counted.at(-1)];
  if (!first || !last) return [];
  const away = await awayOf(db, franchiseeId, { from: first.day, to: last.day });
  const taught: { label: string; children: number; teachers: readonly string[] }[] = [];
  for (const section of await sectionsOf(db, franchiseeId, academicYearOf(first.day))) {
    const teachers = (await teachersOfSection(db, section.id, first.day)).map((one) => one.staffId);
    if (!teachers.includes(staffId)) continue;
    const children = (await placedIn(db, [section.id], first.day)).get(section.id) ?? 0;
    taught.push({ label: section.label, children, teachers: [...new Set(teachers)] });
  }
  return counted.flatMap(({ day, half }) =>
    taught.flatMap(({ label, children, teachers }) => {
      const have = teachers.filter((id) => id !== staffId && !away.has(`${id} ${day} ${half}`)).length;
      const need = Math.ceil(children / CHILDREN_A_TEACHER);
      return have < need ? [{ day, half, section: label, children, have, need }] : [];
    }),
  );
}

/** `staffId day half` of everybody on approved leave in these days. */
async function awayOf(
  db: Db,
  franchiseeId: number,
  { from, to }: { from: Day; to: Day },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select h.staff_id || ' ' || h.day || ' ' || h.half as key from leave_request_half h
      join leave_request r on r.franchisee_id = h.franchisee_id and r.id = h.request_id and r.status in ('APPROVED', 'CANCEL_ASKED')
     where h.franchisee_id = ${franchiseeId} and h.active and h.counted and h.day between ${from} and ${to}`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Approved teachers who are there on all these days, by name: who could stand in. */
export async function freeSubstitutes(
  db: Db,
  { franchiseeId, staffId }: Who,
  span: LeaveSpan,
): Promise<{ id: string; label: string }[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    select s.id, s.name || ' · ' || s.employee_code as label from staff s
     where s.franchisee_id = ${franchiseeId} and s.status = 'APPROVED' and s.category = 'TEACHING' and s.id <> ${staffId}
       and s.joined_on <= ${span.fromOn} and coalesce(s.left_on, 'infinity') >= ${span.toOn}
       and not exists (select from leave_request_half h where h.franchisee_id = s.franchisee_id and h.staff_id = s.id
         and h.active and h.counted and h.day between ${span.fromOn} and ${span.toOn})
     order by s.name, s.id limit 50`.execute(db);
  return rows;
}
