import { academicYearOf, addDays, type Day, endOfMonth, todayIst } from '@aangan/contract/period.ts';
import type { ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { rosterOf } from '../../students/public.server.ts';
import { type CalendarRules, dayKindOf } from '../calendar/day-kind.ts';
import { calendarRules } from '../calendar/school-days.server.ts';
import {
  ensureMySection,
  mySections,
  type PlacedSection,
  sectionById,
  teachersFrom,
} from '../structure/sections.server.ts';
import { attendanceContract, type RegisterTile } from './attendance.contract.ts';
import {
  ABSENT_RUN,
  absenceReasons,
  codeNames,
  countCodes,
  figuresOf,
  LOW_RATE_BP,
  LOW_WINDOW_DAYS,
  noCounts,
} from './attendance-codes.ts';
import { dayRegister } from './day-register.server.ts';
import { closedTitle, countsBySection, lockedSince, type Mark, marksOf } from './register-rules.server.ts';

const headOf = ({ id, franchiseeId, label, startsAt, endsAt }: PlacedSection) => ({
  id,
  franchiseeId,
  label,
  startsAt,
  endsAt,
});

/** Calendars of the centres that a question meets, each read once. */
function rulesOnce(db: Db) {
  const known = new Map<string, Promise<CalendarRules>>();
  return (franchiseeId: number, yearId: number): Promise<CalendarRules> => {
    const key = `${franchiseeId} ${yearId}`;
    const rules = known.get(key) ?? calendarRules(db, franchiseeId, yearId);
    known.set(key, rules);
    return rules;
  };
}

/** Registers of the own sections on a day. */
export async function registersOn(db: Db, actor: Actor, onDate: Day): Promise<RegisterTile[]> {
  const mine = await mySections(db, actor, onDate);
  const ids = mine.map(({ id }) => id);
  const [counts, teachers] = await Promise.all([
    countsBySection(db, ids, onDate),
    teachersFrom(db, ids, onDate),
  ]);
  const registers = await db
    .selectFrom('attendance_register')
    .select(['section_id', 'status', 'submitted_at'])
    .where('on_date', '=', onDate)
    .where(sql<boolean>`section_id = any (${ids}::uuid[])`)
    .execute();
  const rules = rulesOnce(db);
  const tiles: RegisterTile[] = [];
  for (const section of mine) {
    const { franchiseeId, id } = section;
    const register = registers.find((row) => row.section_id === id);
    const strength = (await rosterOf(db, { franchiseeId, sectionId: id, on: onDate })).length;
    const of = counts.get(id) ?? noCounts();
    tiles.push({
      section: headOf(section),
      teachers: teachers
        .filter((one) => one.sectionId === id && one.fromOn <= onDate && one.part === 'CLASS_TEACHER')
        .map(({ name }) => name),
      status: register?.status ?? null,
      strength,
      counts: of,
      unmarked: Math.max(0, strength - figuresOf(of).marked),
      closed: closedTitle(await rules(franchiseeId, section.yearId), section, onDate),
      submittedAt: register?.submitted_at ?? null,
    });
  }
  return tiles;
}

/** Somebody of the class has to be marked there yet. */
export const isMissing = ({ closed, status, strength }: RegisterTile): boolean =>
  closed === null && (status === null || status === 'OPEN') && strength > 0;

export const attendanceToday = handle(attendanceContract.today, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const onDate = input.onDate ?? today;
  const all = await registersOn(db, actor, onDate);
  const tiles = input.tab ? all.filter(isMissing) : all;
  return { onDate, today, tiles, total: { n: tiles.length, more: false } };
});

export const readRegister = handle(attendanceContract.register, async ({ db, actor, input, now }) => {
  const { sectionId, onDate } = input;
  const { section, closed, status, children } = await dayRegister(db, actor, { sectionId, onDate });
  const open = closed === null && onDate <= todayIst(now) && status !== 'CANCELLED';
  const locked = lockedSince(actor, onDate, now) !== null;
  const may = mayCall(actor, attendanceContract.save);
  return {
    section: headOf(section),
    onDate,
    status,
    closed: status === 'CANCELLED' ? (closed ?? 'The centre was closed') : closed,
    rows: children.map(({ enrolmentId, name, rollNo, hasAllergy, mark, ...child }) => ({
      enrolmentId,
      name,
      rollNo,
      hasAllergy,
      code: mark?.code ?? null,
      inAt: mark?.inAt ?? null,
      outAt: mark?.outAt ?? null,
      reason: mark?.reason ?? null,
      note: mark?.note ?? null,
      version: mark?.version ?? 0,
      leave: child.told
        ? `Announced: ${absenceReasons[child.told]}`
        : child.status === 'ON_HOLD'
          ? 'On hold'
          : null,
    })),
    can: { save: may && open && !locked, requestCorrection: may && open && locked },
  };
});

/** Marks of working days only: a day that was closed later counts no more. */
const working = (rules: CalendarRules, marks: readonly (Mark & { classId: number })[]) =>
  marks.filter((mark) => dayKindOf(rules, mark.onDate, mark.classId).works);

/** Long enough back for 60 marked days with the longest holidays between them. */
const LIST_BACK_DAYS = 200;

export const attendanceChildren = handle(attendanceContract.children, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const rules = rulesOnce(db);
  const rows = [];
  for (const section of await mySections(db, actor, today)) {
    const { franchiseeId } = section;
    const roster = await rosterOf(db, { franchiseeId, sectionId: section.id, on: today });
    const marks = working(
      await rules(franchiseeId, section.yearId),
      await marksOf(db, {
        franchiseeId,
        enrolmentIds: roster.map(({ studentAdmissionId }) => studentAdmissionId),
        from: addDays(today, -LIST_BACK_DAYS),
        to: today,
      }),
    );
    for (const child of roster) {
      const own = marks.filter((mark) => mark.enrolmentId === child.studentAdmissionId);
      const present = own.findLast(({ code }) => code !== 'A' && code !== 'L');
      const run = own.length - 1 - (present ? own.lastIndexOf(present) : -1);
      const { rateBp } = figuresOf(countCodes(own.slice(-LOW_WINDOW_DAYS).map(({ code }) => code)));
      const listed =
        input.list === 'ABSENT'
          ? run >= ABSENT_RUN && own.at(-1)?.code === 'A'
          : rateBp !== null && rateBp < LOW_RATE_BP;
      if (listed)
        rows.push({
          enrolmentId: child.studentAdmissionId,
          name: child.name,
          section: section.label,
          days: input.list === 'ABSENT' ? run : Math.min(own.length, LOW_WINDOW_DAYS),
          rateBp,
          lastPresent: present?.onDate ?? null,
        });
    }
  }
  return {
    rows: rows.sort((a, b) =>
      input.list === 'ABSENT' ? b.days - a.days : (a.rateBp ?? 0) - (b.rateBp ?? 0),
    ),
  };
});

export const attendanceMonth = handle(attendanceContract.month, ({ db, actor, input, now }) =>
  monthOf(db, actor, input, now),
);

export const exportMonth = handle(attendanceContract.exportMonth, async ({ db, actor, input, now }) => {
  const { format, ...wanted } = input;
  const { section } = await monthOf(db, actor, wanted, now);
  return startExport(db, actor, {
    contract: attendanceContract.exportMonth.name,
    title: `${section} ${input.month}`,
    input: wanted,
    format,
  });
});

/** The month's register as a file: roll number, name, a column a day, totals. */
export const monthExport: ExportSource = {
  endpoint: attendanceContract.exportMonth,
  columns: (input) => [
    { key: 'rollNo', label: 'Roll', kind: 'integer' },
    { key: 'name', label: 'Child', kind: 'text' },
    ...daysOf(String(input['month'])).map((day) => ({ key: day, label: day.slice(8), kind: 'text' })),
    ...codeNames.map((code) => ({ key: code, label: code, kind: 'integer' })),
    { key: 'attended', label: 'Days attended', kind: 'decimal' },
    { key: 'rateBp', label: 'Per cent', kind: 'percent' },
  ],
  page: async (db, actor, input) => {
    const wanted = { sectionId: String(input['sectionId']), month: String(input['month']) };
    const { rows } = await monthOf(db, actor, wanted, new Date());
    return {
      rows: rows.map(({ codes, counts, halfDays, rateBp, rollNo, name }) => ({
        rollNo,
        name,
        ...codes,
        ...counts,
        attended: halfDays / 2,
        rateBp,
      })),
      next: null,
    };
  },
};

function daysOf(month: string): Day[] {
  const first = `${month}-01`;
  const last = endOfMonth(first);
  return Array.from({ length: Number(last.slice(8)) }, (_, n) => addDays(first, n));
}

async function monthOf(db: Db, actor: Actor, input: { sectionId: string; month: string }, now: Date) {
  const days = daysOf(input.month);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const today = todayIst(now);
  const asked = await sectionById(db, input.sectionId);
  const section = await ensureMySection(db, actor, asked.id, last > today && first <= today ? today : last);
  const { franchiseeId } = section;
  const rules = await calendarRules(db, franchiseeId, academicYearOf(first));
  const children = await childrenOfMonth(db, section, first, last);
  const marks = working(
    rules,
    await marksOf(db, { franchiseeId, enrolmentIds: children.map(({ id }) => id), from: first, to: last }),
  ).filter((mark) => mark.sectionId === section.id);
  return {
    section: section.label,
    days: days.map((day) => ({ day, closed: closedTitle(rules, section, day) })),
    rows: children.map(({ id, name, rollNo }) => {
      const own = marks.filter((mark) => mark.enrolmentId === id);
      const counts = countCodes(own.map(({ code }) => code));
      return {
        enrolmentId: id,
        name,
        rollNo,
        codes: Object.fromEntries(own.map(({ onDate, code }) => [onDate, code])),
        counts,
        ...figuresOf(counts),
      };
    }),
  };
}

/** Whoever had a place in the section on some day of the month. */
async function childrenOfMonth(db: Db, section: PlacedSection, from: Day, to: Day) {
  const { rows } = await sql<{ id: string; name: string; rollNo: number | null }>`
    select distinct e.id, s.name, case when e.section_id = ${section.id} then e.roll_no end as "rollNo"
      from placement p join enrolment e on e.franchisee_id = p.franchisee_id and e.id = p.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where p.franchisee_id = ${section.franchiseeId} and p.section_id = ${section.id} and p.from_on <= ${to}::date
       and coalesce(p.before_on, 'infinity') > ${from}::date and e.status <> 'CANCELLED'
     order by "rollNo" nulls last, s.name, e.id`.execute(db);
  return rows;
}
