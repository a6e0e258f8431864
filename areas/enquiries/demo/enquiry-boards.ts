// What the boards of enquiries show: families that ask for next year, spend of three months, printed codes with what
// they brought, and two Back-to-School seasons, the last one closed and next year's running.
import { refreshCentre } from '@aangan/areas/enquiries/b2s/b2s-refresh.server.ts';
import { findSeason } from '@aangan/areas/enquiries/b2s/b2s-season.server.ts';
import { type Stage, statusOfStage } from '@aangan/areas/enquiries/enquiry/enquiry.states.ts';
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { deskDay } from '../../../db/demo/moment.ts';
import { childName, familyNames } from '../../../db/demo/names.ts';
import { teamAt } from '../../../db/demo/people.ts';
import { type Centre, centres } from '../../../db/demo/places.ts';
import { work } from '../../../db/demo/product.ts';
import { demoMobile, demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import { asOwner, insertRows, type Row } from '../../../db/demo/rows.ts';

const sourceId = (n: number): string => `04000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const QR = sourceId(4);
const nextYear = (today: Day): number => academicYearOf(today) + 1;

/** Families of next year at a centre; the two named centres have more. */
export const nextYearEnquiries = (index: number): number => [16, 14][index] ?? 9;

export async function writeEnquiryBoards(client: Client, today: Day): Promise<void> {
  for (const [index, centre] of centres.entries()) await writeNextYear(client, centre, { index, today });
  await insertRows(
    client,
    'enquiry_spend',
    centres.flatMap((centre) => spendsOf(centre, today)),
  );
  await writeCodes(client, today);
}

const WAY: readonly Stage[] = [
  'Yet_to_call',
  'In Conversation',
  'Appointment Fixed',
  'Offline Counselling Done',
  'Application Fee Link Sent',
  'Temporarily Confirmed',
];

async function writeNextYear(
  client: Client,
  centre: Centre,
  { index, today }: { index: number; today: Day },
) {
  const rng = rngOf(`next year ${centre.code}`);
  const stories = Array.from({ length: nextYearEnquiries(index) }, (_, n) =>
    storyOf(rng, centre, { n: n + 1, today }),
  );
  const franchisee_id = centre.id;
  const period = `A${String(nextYear(today)).slice(-2)}${String(nextYear(today) + 1).slice(-2)}`;
  await insertRows(
    client,
    'enquiry_household',
    stories.map((one) => one.household),
  );
  await insertRows(
    client,
    'household_contact',
    stories.map((one) => one.contact),
  );
  await insertRows(
    client,
    'enquiry',
    stories.map((one) => one.enquiry),
  );
  await insertRows(
    client,
    'enquiry_stage_log',
    stories.flatMap((one) => one.log),
  );
  await insertRows(
    client,
    'enquiry_touch',
    stories.map((one) => one.touch),
  );
  await insertRows(client, 'number_series', [
    { franchisee_id, series: 'ENQ', period, next: stories.length + 1 },
  ]);
  // Whoever was sent by a family was sent by one whose child is here.
  await client.query(
    `with sent as (select id, row_number() over (order by id) as n from enquiry where franchisee_id = $1 and source_id = $2 and referrer_student_id is null),
       friend as (select id, row_number() over (order by id) as n, count(*) over () as all from student where franchisee_id = $1 and state = 'STUDYING')
     update enquiry e set referrer_student_id = f.id from sent s join friend f on f.n = 1 + s.n % f.all where e.franchisee_id = $1 and e.id = s.id`,
    [franchisee_id, sourceId(8)],
  );
}

function storyOf(rng: Rng, centre: Centre, { n, today }: { n: number; today: Day }) {
  const franchisee_id = centre.id;
  const year = nextYear(today);
  const names = familyNames(rng, centre.city.mix);
  const gender = rng.chance(0.5) ? 'MALE' : 'FEMALE';
  const first = childName(rng, names.region, gender);
  const classId = Number(rng.weighted({ 2: 40, 3: 34, 4: 16, 5: 10 }));
  const steps = Number(rng.weighted({ 1: 4, 2: 6, 3: 3, 4: 4, 5: 2, 6: 1 }));
  const way = WAY.slice(0, steps);
  const stage = way.at(-1) ?? 'Yet_to_call';
  const capturedOn = deskDay(addDays(today, -rng.int(steps * 4, 12 + steps * 7)));
  const minute = String(rngOf(`next year minute ${centre.code} ${n}`).int(0, 59)).padStart(2, '0');
  const at = (i: number) =>
    `${addDays(capturedOn, i * 3)}T${i === 0 ? `${String(rng.int(9, 17)).padStart(2, '0')}:${minute}` : `18:${10 + i}`}:00+05:30`;
  const times = way.map((_, i) => at(i));
  const asked = times[0] ?? capturedOn;
  const timeOf = (wanted: Stage) => times[way.indexOf(wanted)] ?? null;
  const last = times.at(-1) ?? asked;
  const id = demoUuid('next year', centre.id, n);
  const household_id = demoUuid('next year household', centre.id, n);
  const phone = demoMobile(500 + centre.id, n);
  const owner = teamAt(centre.id).counsellors[0]?.id ?? null;
  const source_id = sourceId(Number(rng.weighted({ 1: 30, 3: 16, 4: 18, 5: 14, 6: 12, 8: 10 })));
  const digital = ['3', '4', '5', '6'].includes(source_id.slice(-1));
  const called = steps > 1 ? `${capturedOn}T18:05:00+05:30` : null;
  const enquiry: Row = {
    franchisee_id,
    id,
    enquiry_code: `ENQ-${String(centre.id).padStart(3, '0')}-${String(year).slice(-2)}${String(year + 1).slice(-2)}-${String(n).padStart(5, '0')}`,
    academic_year_id: year,
    household_id,
    child_first_name: first,
    child_last_name: names.surname,
    child_name_key: nameKey(first),
    child_dob: addDays(`${year - classId}-04-01`, -rng.int(1, 360)),
    child_gender: gender,
    class_id: classId,
    programme: 'Regular',
    guardian_name: `${names.mother} ${names.surname}`,
    guardian_relation: 'MOTHER',
    phone_norm: phone,
    pincode: centre.pincode,
    source_id,
    spanco_status: statusOfStage[stage],
    stage_code: stage,
    sub_status: null,
    temperature: steps > 3 ? 'HOT' : steps > 2 ? 'WARM' : 'COLD',
    owner_id: owner,
    owner_since: asked,
    captured_at: asked,
    created_at: asked,
    updated_at: last,
    next_follow_up_on: addDays(today, rng.int(-2, 9)),
    attempts: Math.max(0, steps - 1),
    first_attempt_at: called,
    last_attempt_at: called && last,
    first_contact_at: called,
    last_contact_at: called && last,
    sla_due_at: digital ? `${capturedOn}T19:00:00+05:30` : null,
    intent_at: timeOf('In Conversation'),
    appointment_at: timeOf('Appointment Fixed'),
    walk_in_at: timeOf('Offline Counselling Done'),
    counselled_at: timeOf('Offline Counselling Done'),
    stage_since: last,
    last_activity_at: last,
  };
  return {
    enquiry,
    household: { franchisee_id, id: household_id, language: names.language, created_at: asked },
    contact: {
      franchisee_id,
      id: demoUuid('next year contact', centre.id, n),
      household_id,
      kind: 'PHONE',
      value_norm: phone,
      value_raw: phone.slice(3),
      label: 'MOTHER',
      whatsapp: true,
      created_at: asked,
    },
    log: way.map((to, i) => ({
      franchisee_id,
      enquiry_id: id,
      seq: i + 1,
      at: times[i],
      by: i === 0 ? null : owner,
      via: i === 0 ? 'INTAKE' : 'USER',
      action: i === 0 ? 'capture' : 'converse',
      from_status: i === 0 ? null : statusOfStage[way[i - 1] ?? to],
      to_status: statusOfStage[to],
      from_stage: i === 0 ? null : (way[i - 1] ?? null),
      to_stage: to,
    })),
    touch: {
      franchisee_id,
      id: demoUuid('next year touch', centre.id, n),
      enquiry_id: id,
      at: asked,
      source_id,
    },
  };
}

/** Three months of what was paid for advertisements, portals and fairs, in whole hundreds of rupees. */
function spendsOf(centre: Centre, today: Day): Row[] {
  const rng = rngOf(`spend ${centre.code}`);
  const months = [0, 1, 2].map((back) => {
    const [year = 0, month = 1] = today.split('-').map(Number);
    const at = year * 12 + month - 1 - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  });
  const amounts = { 5: [60, 140], 6: [50, 120], 10: [20, 60], 11: [15, 40], 4: [5, 15] } as const;
  return months.flatMap((month) =>
    Object.entries(amounts).map(([source, [from, to]]) => ({
      franchisee_id: centre.id,
      id: demoUuid('spend', centre.id, month, source),
      month,
      source_id: sourceId(Number(source)),
      amount: rng.int(from, to) * 10_000,
      note: source === '10' ? 'Society fair' : null,
    })),
  );
}

const CODES = [
  { label: 'Gate', placement: 'GATE', campaign: null, share: 0.45 },
  { label: 'Counter tent', placement: 'COUNTER', campaign: null, share: 0.2 },
  { label: 'Diwali fair', placement: 'EVENT', campaign: 'Diwali fair', share: 0.25 },
] as const;
const DAYS = 60;

/** Three codes a centre; enquiries of the QR source are credited to them, the rest to the standard address. */
async function writeCodes(client: Client, today: Day): Promise<void> {
  const links = centres.flatMap((centre) =>
    CODES.map(({ label, placement, campaign }, i) => ({
      franchisee_id: centre.id,
      id: demoUuid('code', centre.id, i),
      key: demoUuid('code key', centre.id, i).replaceAll('-', '').slice(0, 22),
      label,
      placement,
      source_id: QR,
      campaign,
      active: placement !== 'EVENT' || centre.id % 3 !== 0,
      created_at: `${addDays(today, -DAYS - i)}T10:00:00+05:30`,
    })),
  );
  await insertRows(client, 'enquiry_source_link', links);
  const { rows } = await client.query<{ id: string; centre: number }>(
    `select id, franchisee_id as centre from enquiry where source_id = $1 and captured_at >= $2::date order by franchisee_id, id`,
    [QR, addDays(today, -DAYS)],
  );
  const rng = rngOf('codes of enquiries');
  const credited = rows.flatMap(({ id, centre }) => {
    const at = rng.next();
    const i = CODES.findIndex(
      (_, k) => at < CODES.slice(0, k + 1).reduce((sum, code) => sum + code.share, 0),
    );
    return i < 0 ? [] : [{ id, link: demoUuid('code', centre, i) }];
  });
  await client.query(
    `update enquiry e set source_link_id = r.link from jsonb_to_recordset($1::jsonb) as r (id uuid, link uuid) where e.id = r.id`,
    [JSON.stringify(credited)],
  );
  await insertRows(
    client,
    'enquiry_qr_day',
    centres.flatMap((centre) => daysOf(centre, today)),
  );
}

/** Openings of each code by day: more on Saturdays, three in five begin, one in five sends. */
function daysOf(centre: Centre, today: Day): Row[] {
  const rng = rngOf(`code days ${centre.code}`);
  return [
    ...CODES.map(({ share }, i) => ({ link: demoUuid('code', centre.id, i), share })),
    { link: null, share: 0.15 },
  ].flatMap(({ link, share }, i) =>
    Array.from({ length: DAYS }, (_, back): Row | null => {
      const on_date = addDays(today, -back);
      const opens = Math.round(rng.int(0, 9) * share);
      if (opens === 0) return null;
      const starts = Array.from({ length: opens }, () => rng.chance(0.62)).filter(Boolean).length;
      return {
        franchisee_id: centre.id,
        id: demoUuid('code day', centre.id, i, on_date),
        link_id: link,
        on_date,
        opens,
        scans: Math.min(opens, Math.round(opens * 0.9)),
        starts,
        submits: Math.min(starts, rng.chance(0.45) ? 1 : 0),
      };
    }).filter((row) => row !== null),
  );
}

const COMMITTED = [
  'Application Fee Link Sent',
  'Intelliskills+BSK Fee Plan Assign',
  'Admission Form Completed',
  'Temporarily Confirmed',
];
const SHARES = [500, 1200, 2500, 4000, 5800, 7800, 9000, 9700, 10_000];

function seasonRow(year: number, state: string): Row {
  const ends = ['10-31', '11-30', '12-31', '01-31', '02-28', '03-31', '04-30', '05-31', '06-30'];
  return {
    id: demoUuid('b2s season', year),
    title: `Back to School ${year}-${year + 1}`,
    academic_year_id: year,
    from_on: `${year - 1}-10-01`,
    to_on: `${year}-06-30`,
    first_school_day: `${year}-06-15`,
    cohorts: ['NEW', 'RETURNING', 'WIN_BACK'],
    age_on: `${year}-06-01`,
    committed_from: COMMITTED,
    curve: ends.map((end, i) => ({ on: `${i < 3 ? year - 1 : year}-${end}`, bp: SHARES[i] })),
    offer_note: 'Admission fee of the year before until 31 December.',
    state,
    refreshed_at: state === 'CLOSED' ? `${year}-06-30T03:00:00+05:30` : null,
  };
}

/** The seasons, their targets, and their members as the product gathers them. */
export async function writeB2s(client: Client, database: Database, today: Day): Promise<void> {
  const year = nextYear(today);
  const season = [seasonRow(year - 1, 'CLOSED'), seasonRow(year, 'ACTIVE')];
  await asOwner(client, async () => {
    await insertRows(client, 'b2s_season', season);
    await insertRows(
      client,
      'b2s_target',
      [year - 1, year].flatMap((one) => centres.flatMap((centre) => targetsOf(centre, one))),
    );
  });
  await work(database, systemActor(), 'b2s', async (db) => {
    for (const one of [year - 1, year]) {
      const found = await findSeason(db, demoUuid('b2s season', one));
      for (const centre of centres) await refreshCentre(db, found, centre.id);
    }
    // Last year's promotions were agreed one by one, not on the day the enrolments were written.
    const closed = seasonRow(year - 1, 'CLOSED');
    await sql`update b2s_member m set achieved_on = (${String(closed['from_on'])}::date + 25 + (power(r.n::numeric / r.whole, 0.8) * 215)::int)
        from (select id, row_number() over (partition by franchisee_id order by md5(enrolment_id::text)) as n, count(*) over (partition by franchisee_id) as whole
          from b2s_member where season_id = ${String(closed['id'])} and kind = 'RETURNING' and achieved_on is not null) r
       where m.id = r.id`.execute(db);
    // Families of this year who were asked and have said yes: each centre at its own pace.
    for (const centre of centres) {
      const rng = rngOf(`b2s ${centre.code}`);
      const committed = rng.int(0, 15);
      await sql`with r as (select m.id, row_number() over (order by md5(m.enrolment_id::text)) as n, count(*) over () as whole from b2s_member m
          where m.franchisee_id = ${centre.id} and m.season_id = ${demoUuid('b2s season', year)} and m.kind = 'RETURNING' and m.outcome = 'NOT_CONTACTED')
        update b2s_member m set outcome = case when r.n * 100 <= r.whole * ${committed} then 'COMMITTED' else 'CONTACTED' end,
          outcome_on = ${today}::date - (r.n % 40)::int, achieved_on = case when r.n * 100 <= r.whole * ${committed} then ${today}::date - (r.n % 40)::int end
          from r where m.franchisee_id = ${centre.id} and m.id = r.id and r.n * 100 <= r.whole * 60`.execute(
        db,
      );
    }
    await sql`update b2s_season set refreshed_at = ${`${today}T00:00:00+05:30`}::timestamptz where state = 'ACTIVE'`.execute(
      db,
    );
  });
}

/** Seats to fill of each class, a little more than a centre has children in it. */
function targetsOf(centre: Centre, year: number): Row[] {
  const rng = rngOf(`b2s targets ${centre.code} ${year}`);
  const shares = { 2: 0.3, 3: 0.3, 4: 0.22, 5: 0.18 };
  return Object.entries(shares).map(([classId, share]) => ({
    franchisee_id: centre.id,
    id: demoUuid('b2s target', centre.id, year, classId),
    season_id: demoUuid('b2s season', year),
    class_id: Number(classId),
    seats: Math.max(5, Math.round((centre.children / 2) * share * (0.95 + rng.next() * 0.25))),
  }));
}
