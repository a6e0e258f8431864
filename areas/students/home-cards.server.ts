// What the home shows of children, counted by the conditions of the student list.
import type { Day } from '@aangan/contract/period.ts';
import type { HomeCard, HomeCards, HomeContext, HomeFigure } from '@aangan/server/endpoint/home-card.ts';
import { cappedCount } from '@aangan/server/record/keyset.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { mySections } from '../academics/public.server.ts';
import { franchiseeLabels } from '../network/public.server.ts';
import { studentModules } from './modules.ts';
import { studentContract } from './student/student.contract.ts';
import { birthdaysOf, narrowed } from './student/student.queries.server.ts';

const drill = (filters: Record<string, string>): HomeCard['drill'] => ({
  path: '/students/details/page/1',
  list: studentContract.list,
  filters: () => filters,
  measures: 'rows',
});

const studying = drill({ state: 'STUDYING' });
const cards: readonly HomeCard[] = [
  {
    key: 'students.studying',
    title: 'Children',
    unit: 'count',
    picture: 'number',
    on: { owner: 32, zone: 32, operations: 12, staff: 40 },
    drill: studying,
  },
];

const pictures: readonly HomeCard[] = [
  {
    key: 'students.birthdays',
    title: 'Birthdays within 7 days',
    unit: 'count',
    picture: 'names',
    on: { centre: 94 },
    drill: drill({ birthday: 'week' }),
  },
  {
    key: 'students.centres',
    title: 'Children',
    unit: 'count',
    picture: 'centres',
    on: { zone: 102, operations: 102, owner: 102 },
    drill: studying,
  },
];

/** What a teacher's home shows: of the own sections alone, and nothing to who has none. */
const own: readonly HomeCard[] = [
  {
    key: 'students.my-class',
    title: 'Children of your class',
    unit: 'count',
    picture: 'number',
    on: { teacher: 8 },
    drill: drill({ state: 'STUDYING', own: 'yes' }),
  },
  {
    key: 'students.allergies',
    title: 'Allergies in your class',
    unit: 'count',
    picture: 'number',
    on: { teacher: 10 },
    drill: drill({ state: 'STUDYING', allergy: 'yes', own: 'yes' }),
  },
  {
    key: 'students.my-birthdays',
    title: 'Birthdays in your class within 7 days',
    unit: 'count',
    picture: 'names',
    on: { teacher: 80 },
    drill: drill({ birthday: 'week', own: 'yes' }),
  },
];

const withYear = ({ actor, yearId }: HomeContext) => ({ ...actor, academicYearId: yearId });

async function countRows(
  db: Db,
  context: HomeContext,
  input: { state?: string; birthdays?: readonly string[]; allergy?: 'yes'; ownOn?: Day },
) {
  return cappedCount(db, narrowed(db, withYear(context), input));
}

async function readCards(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  return {
    ...(wanted.has('students.studying')
      ? { 'students.studying': await countRows(db, context, { state: 'STUDYING' }) }
      : {}),
  };
}

/** More do not fit under a figure. */
const NAMED = 3;

async function readOwn(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  const { today: ownOn } = context;
  const sections = await mySections(db, context.actor, ownOn);
  const figures: Record<string, HomeFigure> = {};
  if (sections.length === 0) return figures;
  const more = sections.length - NAMED;
  const named = sections.slice(0, NAMED).map(({ label }) => label);
  const note = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const studies = { state: 'STUDYING', ownOn };
  if (wanted.has('students.my-class'))
    figures['students.my-class'] = { ...(await countRows(db, context, studies)), note };
  if (wanted.has('students.allergies'))
    figures['students.allergies'] = await countRows(db, context, { ...studies, allergy: 'yes' });
  if (wanted.has('students.my-birthdays'))
    figures['students.my-birthdays'] = await birthdays(db, context, { ownOn });
  return figures;
}

async function readPictures(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  return {
    ...(wanted.has('students.birthdays') ? { 'students.birthdays': await birthdays(db, context) } : {}),
    ...(wanted.has('students.centres') ? { 'students.centres': await byCentre(db, context) } : {}),
  };
}

const NAMES = 12;

async function birthdays(db: Db, context: HomeContext, of: { ownOn?: Day } = {}) {
  const days = birthdaysOf('week', context.today);
  const rows = await narrowed(db, withYear(context), { birthdays: days, ...of })
    .select(['s.name', 's.date_of_birth as bornOn'])
    .limit(200)
    .execute();
  const order = (bornOn: string) => days.indexOf(bornOn.slice(5));
  const sorted = rows.sort(
    (a, b) => order(a.bornOn) - order(b.bornOn) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
  return {
    ...(await countRows(db, context, { birthdays: days, ...of })),
    points: sorted.slice(0, NAMES).map((row) => ({
      label: row.name,
      n: order(row.bornOn),
    })),
  };
}

async function byCentre(db: Db, context: HomeContext) {
  const rows = await narrowed(db, withYear(context), { state: 'STUDYING' })
    .select(({ fn }) => ['s.franchisee_id as id', fn.countAll<number>().as('n')])
    .groupBy('s.franchisee_id')
    .orderBy('n', 'desc')
    .limit(400)
    .execute();
  const labels = await franchiseeLabels(
    db,
    rows.map((row) => row.id),
  );
  return {
    ...(await countRows(db, context, { state: 'STUDYING' })),
    points: rows.map((row) => ({ label: labels.get(row.id) ?? '', n: row.n, centre: row.id })),
  };
}

export const studentHomeCards: readonly HomeCards[] = [
  { module: studentModules.student, cards, read: readCards },
  { module: studentModules.student, cards: own, read: readOwn },
  { module: studentModules.student, cards: pictures, keepS: 60, read: readPictures },
];
