import { childNumber } from '@aangan/areas/students/public.server.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { type Child, childrenOf, type Enrolment, type Family } from './families.ts';
import { parent } from './people.ts';
import { ANDHERI, type Centre, centres } from './places.ts';
import { demoUuid } from './random.ts';
import { insertRows, type Row } from './rows.ts';

const SECTION_SIZE = 18;
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
  for (const one of all) await writeCentre(client, one);
  return all;
}

async function writeCentre(client: Client, { centre, children }: CentreChildren): Promise<void> {
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
  await writeSections(client, centre, enrolments);
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

function linksOf(centre: Centre, child: Child): Row[] {
  const f = child.family;
  return (['mother', 'father'] as const).map((who) => ({
    franchisee_id: centre.id,
    student_id: child.id,
    guardian_id: demoUuid('guardian', f.id, who),
    relation: who.toUpperCase(),
    is_primary: (who === 'mother') === f.motherFirst,
    payer_share_bp: (who === 'mother') === f.motherFirst ? 10_000 : 0,
    valid_from: child.enrolments[0]?.joinedOn ?? '2026-06-01',
  }));
}

async function writeSections(
  client: Client,
  centre: Centre,
  enrolments: readonly { child: Child; enrolment: Enrolment }[],
): Promise<void> {
  const sections: Row[] = [];
  const rows: Row[] = [];
  for (const year of [2025, 2026]) {
    for (const classId of CLASSES) {
      const of = enrolments.filter(
        ({ enrolment }) => enrolment.year === year && enrolment.classId === classId,
      );
      const count = Math.max(1, Math.ceil(of.length / SECTION_SIZE));
      const ids = Array.from({ length: count }, (_, i) => demoUuid('section', centre.id, year, classId, i));
      sections.push(
        ...ids.map((id, i) => ({
          franchisee_id: centre.id,
          id,
          academic_year_id: year,
          class_id: classId,
          name: 'ABCDEF'.charAt(i),
          day_session: 'MORNING',
          starts_at: '09:15',
          ends_at: '12:45',
          days: 31,
          room: `Room ${classId - 1}${i + 1}`,
          capacity: 22,
        })),
      );
      rows.push(
        ...of.map(({ child, enrolment }, i) =>
          enrolmentRow(centre, child, enrolment, {
            section: ids[i % count] as string,
            roll: Math.floor(i / count) + 1,
          }),
        ),
      );
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

function enrolmentRow(
  centre: Centre,
  child: Child,
  e: Enrolment,
  at: { section: string; roll: number },
): Record<string, unknown> {
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
    edit_status: 'completed',
    edit_completed_at: `${e.registeredOn}T15:00:00+05:30`,
    created_at: `${e.registeredOn}T11:00:00+05:30`,
  };
}
