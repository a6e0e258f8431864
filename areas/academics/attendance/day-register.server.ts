// A section's register of a day as it stands: what every reading and every saving of one asks first, in one statement.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import { fixedQuery, place } from '@aangan/server/fixed-query.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type EnrolmentStatus, rosterRows } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { type CalendarRules, NO_CALENDAR } from '../calendar/day-kind.ts';
import { calendarRulesRow } from '../calendar/school-days.server.ts';
import { actsForAll, actsIn, type PlacedSection, sectionColumns } from '../structure/sections.server.ts';
import type { AbsenceReason } from './attendance-codes.ts';
import { closedTitle, type Mark } from './register-rules.server.ts';

/** What stands of a child on the day; `markedBy` is a user's id. */
export type DayMark = Pick<Mark, 'code' | 'inAt' | 'outAt' | 'reason' | 'note' | 'opId' | 'version'> & {
  readonly markedBy: string | null;
};

export interface RegisterChild {
  readonly enrolmentId: string;
  readonly studentId: string;
  readonly name: string;
  readonly rollNo: number | null;
  readonly hasAllergy: boolean;
  readonly status: EnrolmentStatus;
  /** Why the family said it will be absent. */
  readonly told: AbsenceReason | null;
  readonly mark: DayMark | null;
}

export interface DayRegister {
  readonly section: PlacedSection;
  /** Why the section has no register on the day. */
  readonly closed: string | null;
  readonly status: 'OPEN' | 'SUBMITTED' | 'CANCELLED' | null;
  /** By roll number. */
  readonly children: readonly RegisterChild[];
}

/** A child without names beside its values: those of twenty-five children are most of the answer's bytes. */
type Cells = readonly [
  enrolmentId: string,
  studentId: string,
  name: string,
  rollNo: number | null,
  hasAllergy: boolean,
  status: EnrolmentStatus,
  told: AbsenceReason | null,
  code: DayMark['code'] | null,
  inAt: string | null,
  outAt: string | null,
  reason: DayMark['reason'],
  note: string | null,
  opId: string,
  version: number,
  markedBy: string | null,
];

interface DayRow extends PlacedSection {
  mine: boolean;
  rules: CalendarRules | null;
  status: DayRegister['status'];
  children: Cells[] | null;
}

const sectionId = place<string>(1);
const day = place<Day>(2);
const year = place<number>(3);
const centre = place<number | null>(4);
const user = place<string | null>(5);

const rowOf = (forAll: boolean) =>
  fixedQuery<DayRow>(
    () => sql<DayRow>`
    select ${sectionColumns},
      ${actsIn(forAll, { year, on: day, inCentre: sql<boolean>`(${centre}::int is null or s.franchisee_id = ${centre})`, user })} as mine,
      (select row_to_json(r) from (${calendarRulesRow(sql<number>`s.franchisee_id`, year, { from: day, to: day })}) r) as rules,
      (select g.status from attendance_register g
        where g.franchisee_id = s.franchisee_id and g.section_id = s.id and g.on_date = ${day}::date limit 1) as status,
      (select json_agg(json_build_array(r."studentAdmissionId", r."studentId", r.name, r."rollNo", r."hasAllergy", r.status, n.reason,
            a.code, left(a.in_at::text, 5), left(a.out_at::text, 5), a.reason, a.note, a.op_id, a.version, a.marked_by)
          order by r."rollNo" nulls last, r.name, r."studentId")
         from (${rosterRows({ franchiseeId: sql<number>`x.centre`, sectionId, on: day })}) r
         left join lateral (select m.* from attendance_mark m
            where m.franchisee_id = s.franchisee_id and m.on_date = ${day}::date and m.enrolment_id = r."studentAdmissionId" limit 1) a on true
         left join lateral (select l.reason from absence_note l where l.franchisee_id = s.franchisee_id and l.enrolment_id = r."studentAdmissionId"
            and ${day}::date between l.from_on and l.to_on and l.status <> 'CANCELLED' limit 1) n on true) as children
      from section s join class k on k.id = s.class_id
      -- The roster has an "s" of its own: a child.
      cross join lateral (select s.franchisee_id as centre) x where s.id = ${sectionId}`,
  );
const forEverySection = rowOf(true);
const forOwnSections = rowOf(false);

/**
 * The register of a section that the actor acts for: else 404 (another centre) or 403 (another teacher's). Who will change
 * it has locked it before.
 */
export async function dayRegister(
  db: Db,
  actor: Actor,
  asked: { sectionId: string; onDate: Day },
): Promise<DayRegister> {
  const { onDate } = asked;
  const values = [asked.sectionId, onDate, academicYearOf(onDate), actor.franchiseeId];
  const [row] = actsForAll(actor)
    ? await forEverySection(db, values)
    : await forOwnSections(db, [...values, actor.userId]);
  const { mine, rules, status, children, ...section } = ensureFound(row);
  if (!mine) throw refuseAcademics('section.not-yours');
  return {
    section,
    closed: closedTitle(rules ?? NO_CALENDAR, section, onDate),
    status,
    children: (children ?? []).map(childOf),
  };
}

const childOf = ([
  enrolmentId,
  studentId,
  name,
  rollNo,
  hasAllergy,
  status,
  told,
  code,
  inAt,
  outAt,
  reason,
  note,
  opId,
  version,
  markedBy,
]: Cells): RegisterChild => ({
  enrolmentId,
  studentId,
  name,
  rollNo,
  hasAllergy,
  status,
  told,
  mark: code === null ? null : { code, inAt, outAt, reason, note, opId, version, markedBy },
});
