import { academicYearLabel, type Day, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import type { RosterChild } from '../../students/public.server.ts';
import { countCodes, figuresOf } from '../attendance/attendance-codes.ts';
import { marksOf } from '../attendance/register-rules.server.ts';
import { dayKindOf } from '../calendar/day-kind.ts';
import { calendarRules } from '../calendar/school-days.server.ts';
import { cellsOf, childrenOf, competenciesOf, leftOut, type Term } from '../grade-book/gradebook.server.ts';
import { scalesOf } from '../grade-book/skill-tree.server.ts';
import { type PlacedSection, teachersOfSection } from '../structure/sections.server.ts';
import { termsOfClass } from '../term/term.server.ts';
import type { ReportSnapshot } from './report-snapshot.ts';

export interface Setting {
  title: string;
  principal: string | null;
  footer: string | null;
  signatureFileId: string | null;
  showAttendance: boolean;
  showHealth: boolean;
}
const usualSetting: Setting = {
  title: 'Report card',
  principal: null,
  footer: null,
  signatureFileId: null,
  showAttendance: true,
  showHealth: true,
};

export async function settingOf(db: Db, franchiseeId: number, yearId: number): Promise<Setting> {
  const row = await db
    .selectFrom('report_setting')
    .select([
      'title',
      'principal',
      'footer',
      'signature_file_id as signatureFileId',
      'show_attendance as showAttendance',
      'show_health as showHealth',
    ])
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .executeTakeFirst();
  return row ?? usualSetting;
}

/** What the cards of a section and term have in common; read once for many children. */
export interface CardSource {
  section: PlacedSection;
  term: Term;
  children: readonly RosterChild[];
  leftOut: ReadonlyMap<string, string>;
  snapshotOf: (child: RosterChild) => ReportSnapshot;
}

/** Reads all that the cards of these children show. */
export async function cardSource(db: Db, section: PlacedSection, term: Term, now: Date): Promise<CardSource> {
  const { franchiseeId, yearId } = section;
  const children = await childrenOf(db, section, term, now);
  const ids = children.map(({ studentAdmissionId }) => studentAdmissionId);
  const today = todayIst(now);
  const until = today < term.toOn ? today : term.toOn;
  const setting = await settingOf(db, franchiseeId, yearId);
  const centre = (await franchisee(db, franchiseeId))?.companyName ?? '';
  const teacher = (await teachersOfSection(db, section.id, until)).find(
    ({ part }) => part === 'CLASS_TEACHER',
  );
  const levels = new Map(
    (await scalesOf(db)).flatMap((scale) => scale.levels).map((level) => [level.id, level]),
  );
  const { competencies } = await competenciesOf(db, section, term);
  const terms = (await termsOfClass(db, section)).filter(({ termNo }) => termNo <= term.termNo);
  const entries = new Map<string, Map<string, Awaited<ReturnType<typeof cellsOf>>[number]>>();
  for (const one of terms)
    entries.set(
      one.id,
      new Map(
        (await cellsOf(db, section, one.id, ids)).map((cell) => [
          `${cell.enrolmentId} ${cell.parameterId}`,
          cell,
        ]),
      ),
    );
  const remarks = await remarksOf(db, franchiseeId, term.id);
  const attendance = setting.showAttendance
    ? await monthsOf(db, section, ids, { from: term.fromOn, to: until })
    : null;
  const measures = setting.showHealth ? await measuresOf(db, franchiseeId, ids, until) : null;
  const skills = [...Map.groupBy(competencies, (one) => one.skill)];
  return {
    section,
    term,
    children,
    leftOut: await leftOut(db, section, term.id),
    snapshotOf: (child) => {
      const id = child.studentAdmissionId;
      const remark = remarks.get(id);
      return {
        title: setting.title,
        centre,
        year: academicYearLabel(yearId),
        term: term.name,
        child: child.name,
        className: section.label,
        rollNo: child.rollNo,
        admissionNo: child.admissionNo,
        dateOfBirth: child.dateOfBirth,
        classTeacher: teacher?.name ?? null,
        attendance: attendance && (attendance.get(id) ?? []),
        terms: terms.map(({ name }) => name),
        skills: skills.map(([name, own]) => ({
          name,
          rows: own.map(({ parameterId, name: competency, subSkill }) => {
            const cell = (termId: string) => entries.get(termId)?.get(`${id} ${parameterId}`);
            return {
              name: competency,
              subSkill,
              levels: terms.map((one) => {
                const level = levels.get(cell(one.id)?.levelId ?? '');
                return level ? { label: level.label, labelHi: level.labelHi, colour: level.colour } : null;
              }),
              notObserved: cell(term.id)?.notObserved ?? null,
            };
          }),
        })),
        remark: remark?.text ?? null,
        strengths: remark?.strengths ?? null,
        nextStep: remark?.nextStep ?? null,
        health: measures?.get(id) ?? null,
        principal: setting.principal,
        footer: setting.footer,
      };
    },
  };
}

async function remarksOf(db: Db, franchiseeId: number, termId: string) {
  const rows = await db
    .selectFrom('teacher_remark')
    .select(['enrolment_id', 'text', 'strengths', 'next_step as nextStep'])
    .where('franchisee_id', '=', franchiseeId)
    .where('term_map_id', '=', termId)
    .execute();
  return new Map(rows.map((row) => [row.enrolment_id, row]));
}

/** Attendance of each child by month of the term; days that were closed later count no more. */
async function monthsOf(
  db: Db,
  section: PlacedSection,
  enrolmentIds: readonly string[],
  { from, to }: { from: Day; to: Day },
): Promise<ReadonlyMap<string, NonNullable<ReportSnapshot['attendance']>>> {
  const rules = await calendarRules(db, section.franchiseeId, section.yearId);
  const marks = (await marksOf(db, { franchiseeId: section.franchiseeId, enrolmentIds, from, to })).filter(
    (mark) => dayKindOf(rules, mark.onDate, mark.classId).works,
  );
  return new Map(
    [...Map.groupBy(marks, ({ enrolmentId }) => enrolmentId)].map(([id, own]) => [
      id,
      [...Map.groupBy(own, ({ onDate }) => onDate.slice(0, 7))].map(([month, of]) => {
        const { marked, halfDays, rateBp } = figuresOf(countCodes(of.map(({ code }) => code)));
        return { month, marked, attended: halfDays / 2, rateBp };
      }),
    ]),
  );
}

async function measuresOf(db: Db, franchiseeId: number, ids: readonly string[], until: Day) {
  const { rows } = await sql<{
    id: string;
    measuredOn: Day;
    heightMm: number | null;
    weightG: number | null;
  }>`
    select distinct on (enrolment_id) enrolment_id as id, measured_on as "measuredOn", height_mm as "heightMm", weight_g as "weightG"
      from health_remark where franchisee_id = ${franchiseeId} and enrolment_id = any (${[...ids]}::uuid[]) and measured_on <= ${until}::date
     order by enrolment_id, measured_on desc`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
