// Families, children and their enrolments in both years, as plain values; write-families.ts puts them into the tables.
import { addDays, type Day, dayNumber, dayOfNumber } from '@aangan/contract/period.ts';
import { childName, type FamilyNames, familyNames } from '../../../db/demo/names.ts';
import { ANDHERI, type Centre } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';

export type Session = 'MORNING' | 'AFTERNOON' | 'FULL_DAY';

export interface Enrolment {
  id: string;
  year: number;
  classId: number;
  session: Session;
  joinedOn: Day;
  /** Day the family signed; before the first day at the centre. */
  registeredOn: Day;
  leftOn: Day | null;
  status: 'UPCOMING' | 'ACTIVE' | 'ON_HOLD' | 'COMPLETED' | 'WITHDRAWN';
  outcome: 'PROMOTE' | 'GRADUATE' | 'LEAVE' | null;
  entry: 'NEW' | 'PROMOTED';
}

export interface Family {
  id: string;
  names: FamilyNames;
  motherMobile: string;
  fatherMobile: string;
  motherFirst: boolean;
  address: string;
}

export interface Child {
  n: number;
  id: string;
  family: Family;
  first: string;
  name: string;
  gender: 'MALE' | 'FEMALE';
  dob: Day;
  state: 'UPCOMING' | 'STUDYING' | 'ON_HOLD' | 'LEFT' | 'ALUMNI';
  admissionNo: string;
  enrolments: readonly Enrolment[];
}

const NEXT: Readonly<Record<number, number>> = { 2: 3, 3: 4, 4: 5 };
/** Completed years on 1 April that a class is meant for. */
const AGE: Readonly<Record<number, number>> = { 2: 2, 3: 3, 4: 4, 5: 5 };
const LANES = [
  'Shanti Nagar',
  'Lake View Society',
  'Green Park',
  'Sai Residency',
  'Model Colony',
  'Orchid Heights',
  'Silver Oak',
  'Ganesh Nagar',
  'Palm Grove',
  'Nandanvan',
];

/** The demo parent's family is the first of Andheri and has two children there; the second one owes. */
const PARENTS_SECOND = 2;
export const isParentsChild = (centre: Centre, child: Pick<Child, 'n'>): boolean =>
  centre.id === ANDHERI && child.n <= PARENTS_SECOND;
export const owesOnPurpose = (centre: Centre, n: number): boolean =>
  centre.id === ANDHERI && n === PARENTS_SECOND;

/** All children of a centre, the same for the same day. The first family of Andheri is the demo parent's. */
export function childrenOf(centre: Centre, today: Day): Child[] {
  const rng = rngOf(`families ${centre.code}`);
  const children: Child[] = [];
  const serial: Record<number, number> = {};
  let family: Family | null = null;
  for (let n = 1; n <= centre.children; n += 1) {
    const sibling = family !== null && (rng.chance(0.12) || (centre.id === ANDHERI && n === PARENTS_SECOND));
    if (!sibling || !family) family = newFamily(centre, rng, n);
    children.push(newChild(centre, rng, { n, family, today, serial }));
  }
  return children;
}

function newFamily(centre: Centre, rng: Rng, n: number): Family {
  const demoParent = centre.id === ANDHERI && n === 1;
  const names = familyNames(rng, centre.city.mix);
  return {
    id: demoUuid('family', centre.id, n),
    names: demoParent
      ? { region: 'TAMIL', surname: 'Iyer', mother: 'Gita', father: 'Karthik', language: 'en' }
      : names,
    motherMobile: demoParent ? demoMobile(702, 0) : demoMobile(100 + centre.id, n * 2),
    fatherMobile: demoMobile(100 + centre.id, n * 2 + 1),
    motherFirst: demoParent || rng.chance(0.62),
    address: `${rng.int(1, 24)}${rng.pick(['A', 'B', 'C', ''])}, ${rng.pick(LANES)}, ${centre.name}`,
  };
}

interface Making {
  n: number;
  family: Family;
  today: Day;
  serial: Record<number, number>;
}

function newChild(centre: Centre, rng: Rng, { n, family, today, serial }: Making): Child {
  const gender = rng.chance(0.51) ? 'MALE' : 'FEMALE';
  const demoChild = isParentsChild(centre, { n });
  const first = childName(rng, family.names.region, gender);
  const path = demoChild ? 'BOTH' : rng.weighted({ BOTH: 45, NEW: 31, GONE: 24 });
  const classNow = Number(
    path === 'BOTH' ? rng.weighted({ 3: 40, 4: 34, 5: 26 }) : rng.weighted({ 2: 30, 3: 36, 4: 20, 5: 14 }),
  );
  const enrolments =
    path === 'BOTH'
      ? bothYears(centre, rng, { n, classNow })
      : [oneYear(centre, rng, { n, classNow, year: path === 'NEW' ? 2026 : 2025, today })];
  const firstYear = enrolments[0]?.year ?? 2026;
  serial[firstYear] = (serial[firstYear] ?? 0) + 1;
  const last = enrolments.at(-1) as Enrolment;
  const state =
    last.status === 'UPCOMING'
      ? 'UPCOMING'
      : last.status === 'ON_HOLD'
        ? 'ON_HOLD'
        : last.status === 'ACTIVE'
          ? 'STUDYING'
          : last.outcome === 'GRADUATE'
            ? 'ALUMNI'
            : 'LEFT';
  return {
    n,
    id: demoUuid('student', centre.id, n),
    family,
    first,
    name: `${first} ${family.names.surname.replace('Kaur-', '')}`,
    gender,
    dob: birthday(rng, last.classId, last.year),
    state,
    admissionNo: `${String(centre.id).padStart(3, '0')}/${firstYear}-${String(firstYear + 1).slice(-2)}/${String(serial[firstYear]).padStart(4, '0')}`,
    enrolments,
  };
}

function birthday(rng: Rng, classId: number, year: number): Day {
  const age = AGE[classId] ?? 3;
  return dayOfNumber(dayNumber(`${year - age}-04-01`) - rng.int(1, 360));
}

const sessionOf = (rng: Rng): Session => rng.weighted({ MORNING: 62, AFTERNOON: 20, FULL_DAY: 18 });
const enrolmentId = (centre: Centre, n: number, year: number): string =>
  demoUuid('enrolment', centre.id, n, year);

function bothYears(centre: Centre, rng: Rng, { n, classNow }: { n: number; classNow: number }): Enrolment[] {
  const session = sessionOf(rng);
  const before = Number(Object.keys(NEXT).find((id) => NEXT[Number(id)] === classNow) ?? 3);
  return [
    {
      id: enrolmentId(centre, n, 2025),
      year: 2025,
      classId: before,
      session,
      joinedOn: addDays('2025-06-02', rng.int(0, 40)),
      registeredOn: '2025-05-20',
      leftOn: '2026-03-31',
      status: 'COMPLETED',
      outcome: 'PROMOTE',
      entry: 'NEW',
    },
    {
      id: enrolmentId(centre, n, 2026),
      year: 2026,
      classId: classNow,
      session,
      joinedOn: '2026-04-06',
      registeredOn: '2026-03-20',
      leftOn: null,
      status: rng.chance(0.015) ? 'ON_HOLD' : 'ACTIVE',
      outcome: null,
      entry: 'PROMOTED',
    },
  ];
}

function oneYear(
  centre: Centre,
  rng: Rng,
  { n, classNow, year, today }: { n: number; classNow: number; year: number; today: Day },
): Enrolment {
  const base = {
    id: enrolmentId(centre, n, year),
    year,
    classId: classNow,
    session: sessionOf(rng),
    entry: 'NEW',
  } as const;
  if (year === 2025) {
    const graduates = classNow === 5 || rng.chance(0.3);
    const leftOn = graduates ? '2026-03-31' : addDays('2025-10-01', rng.int(0, 150));
    return {
      ...base,
      ...(graduates ? { classId: 5 } : {}),
      joinedOn: addDays('2025-06-02', rng.int(0, 60)),
      registeredOn: '2025-05-25',
      leftOn,
      status: graduates ? 'COMPLETED' : 'WITHDRAWN',
      outcome: graduates ? 'GRADUATE' : 'LEAVE',
    };
  }
  const upcoming = rng.chance(0.03);
  const last = dayNumber(today) - dayNumber('2026-06-01');
  const joinedOn = upcoming
    ? addDays(today, rng.int(5, 25))
    : rng.chance(0.28)
      ? // They signed in the last weeks: admissions of this month, whatever the month.
        addDays(today, -rng.int(0, 45))
      : addDays(
          '2026-06-01',
          rng.chance(0.75) ? rng.int(0, 35) : rng.int(36, Math.max(40, Math.min(last - 1, 150))),
        );
  return {
    ...base,
    joinedOn,
    registeredOn: upcoming ? addDays(today, -4) : addDays(joinedOn, -6),
    leftOn: null,
    status: joinedOn > today ? 'UPCOMING' : 'ACTIVE',
    outcome: null,
  };
}
