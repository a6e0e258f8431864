import { todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withOneCentre } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes, type PlacedSection, sectionById, sectionsOf } from '../../academics/public.server.ts';
import { activeFranchisees, strengthOf as seatsOf } from '../../network/public.server.ts';
import { birthdaysOf } from '../student/student.queries.server.ts';
import { placementContract } from './placement.contract.ts';
import { childrenOfClass, type RosterChild, rosterOf, strengthOf } from './roster.server.ts';

const mayPlace = (actor: Actor) => ({ place: mayCall(actor, placementContract.place) });

/** Runs a read at the named centre, or at the chosen one; 409 when neither is there. */
function atCentre<T>(
  db: Db,
  actor: Actor,
  named: number | undefined,
  work: (franchiseeId: number) => Promise<T>,
): Promise<T> {
  const franchiseeId = named ?? actor.franchiseeId;
  if (franchiseeId === null) throw refuse('context.centre-needed');
  return withOneCentre(db, actor, franchiseeId, () => work(franchiseeId));
}

const sumBy = <R>(rows: readonly R[], keyOf: (row: R) => string | number, value: (row: R) => number) => {
  const sums = new Map<string | number, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + value(row));
  return sums;
};

export const listClasses = handle(placementContract.classes, async ({ db, actor, input, now }) => {
  const yearId = chosenYear(actor);
  const named = input.franchiseeId ?? actor.franchiseeId;
  const read = async (centres: readonly number[]) => {
    const children = await strengthOf(db, centres, yearId);
    const seats = sumBy(
      await seatsOf(db, centres, yearId),
      (row) => row.code,
      (row) => row.seats,
    );
    const birthdays = await birthdaysByClass(db, centres, {
      yearId,
      days: birthdaysOf('week', todayIst(now)),
    });
    const sum = (of: 'children' | 'boys' | 'girls' | 'unplaced') =>
      sumBy(
        children,
        (row) => row.classId,
        (row) => row[of],
      );
    const [all, boys, girls, unplaced] = [sum('children'), sum('boys'), sum('girls'), sum('unplaced')];
    return (await classes(db))
      .map(({ id, name, code }) => ({
        classId: id,
        className: name,
        children: all.get(id) ?? 0,
        seats: seats.get(code) ?? 0,
        boys: boys.get(id) ?? 0,
        girls: girls.get(id) ?? 0,
        unplaced: unplaced.get(id) ?? 0,
        birthdays: birthdays.get(id) ?? 0,
      }))
      .filter((row) => row.children > 0 || row.seats > 0);
  };
  if (named !== null && named !== undefined)
    return { rows: await atCentre(db, actor, named, (id) => read([id])) };
  const centres = await activeFranchisees(db, actor);
  return { rows: await read(centres.map((centre) => centre.id)) };
});

async function birthdaysByClass(
  db: Db,
  centres: readonly number[],
  { yearId, days }: { yearId: number; days: readonly string[] },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select e.class_id as id, count(*)::int as n from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.franchisee_id = any (${[...centres]}::int[]) and e.academic_year_id = ${yearId} and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')
       and s.state = 'STUDYING' and to_char(s.date_of_birth, 'MM-DD') = any (${[...days]}::text[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.n]));
}

const withPhoto = <C extends RosterChild>(child: C, franchiseeId: number, now: Date) => ({
  ...child,
  photoUrl:
    child.photoFileId === null
      ? null
      : `${fileUrl({ franchiseeId, fileId: child.photoFileId }, now)}&inline=1`,
});

export const getClass = handle(placementContract.class, ({ db, actor, input, now }) =>
  atCentre(db, actor, input.franchiseeId, async (franchiseeId) => {
    const yearId = chosenYear(actor);
    const found = ensureFound((await classes(db)).find((one) => one.id === input.classId));
    const sections = (await sectionsOf(db, franchiseeId, yearId)).filter((one) => one.classId === found.id);
    const children = (await childrenOfClass(db, { franchiseeId, yearId, classId: found.id })).map((child) =>
      withPhoto(child, franchiseeId, now),
    );
    const open = new Set(sections.map((one) => one.id));
    return {
      className: found.name,
      sections: sections.map((one) => ({
        ...one,
        children: children.filter((child) => child.sectionId === one.id),
      })),
      // A child of a section that was closed needs another one.
      unplaced: children.filter((child) => child.sectionId === null || !open.has(child.sectionId)),
      planned: await plannedMoves(db, { franchiseeId, yearId, classId: found.id, today: todayIst(now) }),
      can: mayPlace(actor),
    };
  }),
);

/** Moves that begin after today; the first placement of a child who begins later is none. */
async function plannedMoves(
  db: Db,
  of: { franchiseeId: number; yearId: number; classId: number; today: string },
) {
  const { rows } = await sql<{ studentAdmissionId: string; sectionName: string; from: string }>`
    select e.id as "studentAdmissionId", c.name as "sectionName", l.from_on as "from" from placement l
      join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
      join section c on c.franchisee_id = l.franchisee_id and c.id = l.section_id
     where e.franchisee_id = ${of.franchiseeId} and e.academic_year_id = ${of.yearId} and e.class_id = ${of.classId}
       and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') and l.from_on > greatest(${of.today}::date, e.joined_on)
     order by l.from_on, e.id`.execute(db);
  return rows;
}

/** The section, at this centre. 404 elsewhere. */
async function sectionAt(db: Db, franchiseeId: number, id: string): Promise<PlacedSection> {
  const section = await sectionById(db, id);
  ensure(section.franchiseeId === franchiseeId, () => refuse('row.not-found'));
  return section;
}

interface Guardian {
  name: string;
  mobile: string | null;
}

async function firstGuardians(db: Db, franchiseeId: number, studentIds: readonly string[]) {
  const { rows } = await sql<Guardian & { id: string }>`
    select sg.student_id as id, g.name, g.mobile from student_guardian sg
      join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
     where sg.franchisee_id = ${franchiseeId} and sg.is_primary and sg.student_id = any (${[...studentIds]}::uuid[])`.execute(
    db,
  );
  return new Map<string, Guardian>(rows.map(({ id, ...guardian }) => [id, guardian]));
}

async function rosterWithGuardians(db: Db, at: { franchiseeId: number; sectionId: string; on: string }) {
  const children = await rosterOf(db, at);
  const guardians = await firstGuardians(
    db,
    at.franchiseeId,
    children.map((child) => child.studentId),
  );
  return children.map((child) => {
    const guardian = guardians.get(child.studentId);
    return {
      ...child,
      guardianName: guardian?.name ?? null,
      guardianMobile: guardian?.mobile ? maskPhone(guardian.mobile) : null,
    };
  });
}

export const getSection = handle(placementContract.section, ({ db, actor, input, now }) =>
  atCentre(db, actor, input.franchiseeId, async (franchiseeId) => {
    const section = await sectionAt(db, franchiseeId, input.sectionId);
    const on = input.on ?? todayIst(now);
    const children = await rosterWithGuardians(db, { franchiseeId, sectionId: section.id, on });
    return {
      section,
      on,
      children: children.map((child) => withPhoto(child, franchiseeId, now)),
      can: mayPlace(actor),
    };
  }),
);

export const exportSection = handle(placementContract.export, ({ db, actor, input }) =>
  atCentre(db, actor, input.franchiseeId, async (franchiseeId) => {
    const { label } = await sectionAt(db, franchiseeId, input.sectionId);
    const { format, ...wanted } = input;
    return startExport(db, actor, {
      contract: placementContract.export.name,
      title: label,
      input: wanted,
      format,
    });
  }),
);

export const sectionExport: ExportSource = {
  endpoint: placementContract.export,
  columns: () => [
    { key: 'rollNo', label: 'Roll no.', kind: 'integer' },
    { key: 'name', label: 'Child', kind: 'text' },
    { key: 'admissionNo', label: 'Admission no.', kind: 'text' },
    { key: 'gender', label: 'Gender', kind: 'text' },
    { key: 'dateOfBirth', label: 'Date of birth', kind: 'date' },
    { key: 'joinedOn', label: 'Joined', kind: 'date' },
    { key: 'guardianName', label: 'Parent', kind: 'text' },
    { key: 'guardianMobile', label: 'Mobile', kind: 'text' },
    { key: 'allergy', label: 'Allergy', kind: 'text' },
  ],
  page: (db, actor, input) => {
    const {
      sectionId,
      on,
      franchiseeId: named,
    } = placementContract.section.input.parse(
      Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'format')),
    );
    return atCentre(db, actor, named, async (franchiseeId) => {
      const day = on ?? todayIst(new Date());
      const children = await rosterWithGuardians(db, { franchiseeId, sectionId, on: day });
      return {
        rows: children.map((child) => ({ ...child, allergy: child.hasAllergy ? 'Yes' : '' })),
        next: null,
      };
    });
  },
};
