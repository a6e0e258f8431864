import { childNumber } from '@aangan/areas/students/public.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { parent } from '../../../db/demo/people.ts';
import { ANDHERI, type Centre, centres } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { type Child, childrenOf, type Enrolment, type Family } from './families.ts';

const SECTION_SIZE = 18;
const UNPLACED_DAYS = 45;
const HERE: ReadonlySet<string> = new Set(['UPCOMING', 'ACTIVE', 'ON_HOLD']);
const SESSIONS = ['MORNING', 'AFTERNOON', 'FULL_DAY'] as const;
const HOURS = {
  MORNING: ['09:15', '12:45'],
  AFTERNOON: ['13:30', '17:00'],
  FULL_DAY: ['09:15', '17:00'],
} as const;
const CLASSES = [2, 3, 4, 5];
const FIRST_CHILD_NO = 10_000_000;

export interface CentreChildren {
  centre: Centre;
  children: readonly Child[];
}

export async function writeFamilies(client: Client, today: Day): Promise<CentreChildren[]> {
  const all = centres.map((centre) => ({ centre, children: childrenOf(centre, today) }));
  let count = 0;
  for (const { children } of all) {
    await insertRows(
      client,
      'child',
      children.map((child) => ({
        id: demoUuid('child', child.id),
        child_no: childNumber(FIRST_CHILD_NO + count++),
      })),
    );
  }
  await client.query(`select setval('child_number', $1)`, [FIRST_CHILD_NO + count]);
  for (const one of all) await writeCentre(client, one, today);
  return all;
}

async function writeCentre(client: Client, { centre, children }: CentreChildren, today: Day): Promise<void> {
  const franchisee_id = centre.id;
  const families = [...new Map(children.map((child) => [child.family.id, child.family])).values()];
  await insertRows(
    client,
    'family',
    families.map((f) => ({
      franchisee_id,
      id: f.id,
      name: `${f.names.surname} family`,
      address: f.address,
      locality: centre.name,
      city: centre.city.name,
      state_code: centre.city.gst,
      pincode: centre.pincode,
      language: f.names.language,
    })),
  );
  await insertRows(
    client,
    'guardian',
    families.flatMap((f) => guardiansOf(centre, f)),
  );
  const enrolments = children.flatMap((child) => child.enrolments.map((enrolment) => ({ child, enrolment })));
  await insertRows(
    client,
    'student_admission',
    enrolments.map(({ enrolment: e }) => ({
      franchisee_id,
      id: e.id,
      academic_year_id: e.year,
      created_at: `${e.registeredOn}T11:00:00+05:30`,
    })),
  );
  await insertRows(
    client,
    'student',
    children.map((c) => ({
      franchisee_id,
      id: c.id,
      child_id: demoUuid('child', c.id),
      family_id: c.family.id,
      admission_no: c.admissionNo,
      name: c.name,
      call_name: c.first,
      date_of_birth: c.dob,
      gender: c.gender,
      state: c.state,
      current_enrolment_id: c.enrolments.at(-1)?.id,
      search_text: [c.name, c.first, c.admissionNo].join(' ').toLowerCase(),
      nationality: 'Indian',
      created_at: `${c.enrolments[0]?.registeredOn ?? '2026-06-01'}T11:00:00+05:30`,
    })),
  );
  await client.query(
    `update student_admission a set student_id = s.id from unnest($2::uuid[], $3::uuid[]) s (admission, id) where a.franchisee_id = $1 and a.id = s.admission`,
    [franchisee_id, enrolments.map(({ enrolment }) => enrolment.id), enrolments.map(({ child }) => child.id)],
  );
  await insertRows(
    client,
    'student_guardian',
    children.flatMap((c) => linksOf(centre, c)),
  );
  await writeSections(client, { centre, today }, enrolments);
  await insertRows(
    client,
    'number_series',
    [2025, 2026].map((year) => ({
      franchisee_id,
      series: 'ADMISSION',
      period: `A${year}`,
      next: children.filter((c) => c.enrolments[0]?.year === year).length + 1,
    })),
  );
}

function guardiansOf(centre: Centre, f: Family): Row[] {
  const one = (who: 'mother' | 'father', mobile: string) => ({
    franchisee_id: centre.id,
    id: demoUuid('guardian', f.id, who),
    family_id: f.id,
    user_id: centre.id === ANDHERI && who === 'mother' && mobile === parent.mobile ? parent.id : null,
    name: `${f.names[who]} ${f.names.surname}`,
    mobile,
    email: `${f.names[who]}.${f.names.surname}.${mobile.slice(-4)}@family.demo.aangan`.toLowerCase(),
    relation_default: who.toUpperCase(),
    occupation: null as string | null,
    mobile_verified_at: '2026-05-01T10:00:00+05:30',
  });
  return [one('mother', f.motherMobile), one('father', f.fatherMobile)];
}

/** Parents of a few families share the fees. */
function sharesOf({ n, family }: Child, who: 'mother' | 'father'): number {
  const first = (who === 'mother') === family.motherFirst;
  if (n % 11 !== 4) return first ? 10_000 : 0;
  return first ? 6_000 : 4_000;
}

/** One father of Andheri is kept away by court order. */
const isRestricted = (centre: Centre, { n, family }: Child, who: 'mother' | 'father'): boolean =>
  centre.id === ANDHERI && n === 7 && (who === 'mother') !== family.motherFirst;

function linksOf(centre: Centre, child: Child): Row[] {
  const f = child.family;
  return (['mother', 'father'] as const).map((who) => ({
    franchisee_id: centre.id,
    student_id: child.id,
    guardian_id: demoUuid('guardian', f.id, who),
    relation: who.toUpperCase(),
    is_primary: (who === 'mother') === f.motherFirst,
    payer_share_bp: sharesOf(child, who),
    ...(isRestricted(centre, child, who)
      ? { restricted: true, portal: 'NONE', gets_messages: false, may_pick_up: false }
      : { restricted: false, portal: 'FULL', gets_messages: true, may_pick_up: true }),
    valid_from: child.enrolments[0]?.joinedOn ?? '2026-06-01',
  }));
}

async function writeSections(
  client: Client,
  { centre, today }: { centre: Centre; today: Day },
  enrolments: readonly { child: Child; enrolment: Enrolment }[],
): Promise<void> {
  const sections: Row[] = [];
  const rows: Row[] = [];
  for (const year of [2025, 2026]) {
    for (const classId of CLASSES) {
      const ofClass = enrolments.filter(
        ({ enrolment }) => enrolment.year === year && enrolment.classId === classId,
      );
      let before = 0;
      for (const session of SESSIONS) {
        const inSession = ofClass.filter(({ enrolment }) => enrolment.session === session);
        // Those who left stand last, so that the others fill the sections evenly.
        const of = [true, false].flatMap((here) =>
          inSession.filter(({ enrolment }) => HERE.has(enrolment.status) === here),
        );
        // A class without a child has a section too.
        const least = session === 'MORNING' && ofClass.length === 0 ? 1 : 0;
        const count = Math.max(least, Math.ceil(of.length / SECTION_SIZE));
        const first = before;
        const ids = Array.from({ length: count }, (_, i) =>
          demoUuid('section', centre.id, year, classId, first + i),
        );
        before += count;
        sections.push(
          ...ids.map((id, i) => sectionRow(centre, { id, year, classId, i: first + i, session })),
        );
        rows.push(
          ...of.map(({ child, enrolment }, i) =>
            enrolmentRow(
              centre,
              child,
              enrolment,
              // Who signed in the last weeks waits for a section: the board of the class asks for it.
              enrolment.registeredOn > addDays(today, -UNPLACED_DAYS)
                ? { section: null, roll: null }
                : { section: ids[i % count] as string, roll: Math.floor(i / count) + 1 },
            ),
          ),
        );
      }
    }
  }
  await insertRows(client, 'section', sections);
  // A year before the next: enrolments point to the one they continue.
  await insertRows(client, 'enrolment', rows);
  await insertRows(
    client,
    'placement',
    rows.map((r) => ({
      franchisee_id: r.franchisee_id,
      id: demoUuid('placement', String(r.id)),
      enrolment_id: r.id,
      class_id: r.class_id,
      section_id: r.section_id,
      day_session: r.day_session,
      from_on: r.joined_on,
    })),
  );
}

/** Its capacity of this year follows the seats of its class (registrations.ts). */
const sectionRow = (
  centre: Centre,
  at: { id: string; year: number; classId: number; i: number; session: keyof typeof HOURS },
): Row => ({
  franchisee_id: centre.id,
  id: at.id,
  academic_year_id: at.year,
  class_id: at.classId,
  name: 'ABCDEFGH'.charAt(at.i),
  day_session: at.session,
  starts_at: HOURS[at.session][0],
  ends_at: HOURS[at.session][1],
  days: 31,
  room: `Room ${at.classId - 1}${at.i + 1}`,
  capacity: 22,
});

function enrolmentRow(
  centre: Centre,
  child: Child,
  e: Enrolment,
  at: { section: string | null; roll: number | null },
): Record<string, unknown> {
  // The profiles of the year that somebody still has to complete.
  const pending = e.year === 2026 && child.n % 4 === 3 && child.n < 40;
  return {
    franchisee_id: centre.id,
    id: e.id,
    student_id: child.id,
    academic_year_id: e.year,
    class_id: e.classId,
    section_id: at.section,
    day_session: e.session,
    roll_no: at.roll,
    enrolment_no: `${child.admissionNo}/${String(e.year).slice(-2)}`,
    status: e.status,
    joined_on: e.joinedOn,
    left_on: e.leftOn,
    entry: e.entry,
    outcome: e.outcome,
    from_enrolment_id: e.entry === 'PROMOTED' ? (child.enrolments[0]?.id ?? null) : null,
    admission_id: e.id,
    edit_status: pending ? 'pending' : 'completed',
    edit_completed_at: pending ? null : `${e.registeredOn}T15:00:00+05:30`,
    created_at: `${e.registeredOn}T11:00:00+05:30`,
  };
}
