// What head office keeps of each centre: terms, seats, papers, contacts, history; and three partners on their way to open.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { type Centre, centres } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid, demoUuidSql, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { writeClosedCentre } from './closed-centre.ts';
import { writePipeline } from './pipeline.ts';
import { writeTerritory } from './territory.ts';

/** After the families: seats follow the children placed. */
export async function writeCentreMaster(client: Client, today: Day): Promise<void> {
  await writeTerritory(client, today);
  await insertRows(
    client,
    'franchisee_agreement',
    centres.filter((c) => c.model === 'FOFO').flatMap((c) => agreementsOf(c, today)),
  );
  await insertRows(
    client,
    'franchisee_document',
    centres.flatMap((c) => papersOf(c, today)),
  );
  await insertRows(client, 'franchisee_contact', centres.flatMap(contactsOf));
  await insertRows(
    client,
    'franchisee_event',
    centres.flatMap((c) => eventsOf(c, today)),
  );
  await writeSeats(client);
  await writeSignIns(client, today);
  await writePipeline(client, today);
  await writeClosedCentre(client, today);
  await writeFinishedChecklists(client);
}

/** Days until the running term ends: a few soon, the rest in years. */
const ENDS_IN: Readonly<Record<number, number>> = { 3: 85, 4: 27, 6: 171, 8: 6, 10: 392 };

function agreementsOf(centre: Centre, today: Day): Row[] {
  const first = addDays(centre.openedOn, -110);
  const base = { franchisee_id: centre.id, deposit: 50_000_000, ended_reason: null };
  const term = (n: number, from: Day, to: Day, running: boolean): Row => ({
    ...base,
    id: demoUuid('agreement', centre.id, n),
    number: `AGR/${from.slice(0, 4)}/${String(centre.id).padStart(3, '0')}`,
    kind: n === 1 ? 'NEW' : 'RENEWAL',
    from_on: from,
    to_on: to,
    signed_on: addDays(from, -6),
    territory_note: `${centre.name} and the pincodes of the annexure`,
    state: running ? 'ACTIVE' : 'EXPIRED',
  });
  const soon = ENDS_IN[centre.id];
  if (soon !== undefined) return [term(1, first, addDays(today, soon), true)];
  const end = addDays(first, 5 * 365);
  if (end > today) return [term(1, first, end, true)];
  return [term(1, first, end, false), term(2, addDays(end, 1), addDays(end, 5 * 365), true)];
}

/** kind, years it is valid, number's head. */
const PAPERS = [
  ['RENT', 5, 'RENT'],
  ['FIRE_NOC', 1, 'FIRE'],
  ['TRADE_LICENCE', 1, 'TL'],
  ['SHOP_ACT', 3, 'SHOP'],
  ['BUILDING_SAFETY', 2, 'BSC'],
  ['POLICE_VERIFICATION', 1, 'PV'],
  ['INSURANCE', 1, 'INS'],
  ['GST_CERT', null, 'GST'],
  ['CCTV_NOTICE', null, 'CCTV'],
] as const;

function papersOf(centre: Centre, today: Day): Row[] {
  const rng = rngOf(`papers ${centre.code}`);
  return PAPERS.map(([kind, yearsValid, head]) => {
    // A paper was renewed some day within its term; in every twelfth case nobody has noticed that it ended.
    const age = yearsValid === null ? 600 : rng.int(5, yearsValid * 365 - 3) + (rng.chance(0.06) ? 30 : 0);
    const issued = addDays(today, -age);
    return {
      franchisee_id: centre.id,
      id: demoUuid('paper', centre.id, kind),
      kind,
      number: kind === 'CCTV_NOTICE' ? null : `${head}/${issued.slice(0, 4)}/${rng.int(10_000, 99_999)}`,
      issued_on: issued,
      valid_to: yearsValid === null ? null : addDays(issued, yearsValid * 365),
      note: kind === 'CCTV_NOTICE' ? 'On the wall of the reception' : null,
      created_by: teamAt(centre.id).head.id,
    };
  });
}

function contactsOf(centre: Centre): Row[] {
  const team = teamAt(centre.id);
  const named = [
    [12, team.head, 'Centre head', true],
    [13, team.counsellors[0], 'Counsellor', false],
    [5, team.teachers[0], 'Lead teacher', false],
  ] as const;
  return [
    ...named.flatMap(([department_id, who, designation, escalation], position) =>
      who
        ? [
            {
              franchisee_id: centre.id,
              id: demoUuid('contact', centre.id, department_id),
              department_id: department_id as number,
              name: `${who.firstName} ${who.lastName}`,
              designation: designation as string,
              mobile: who.mobile,
              email: who.signIn as string | null,
              escalation: escalation as boolean,
              position,
            },
          ]
        : [],
    ),
    {
      franchisee_id: centre.id,
      id: demoUuid('contact', centre.id, 'accounts'),
      department_id: 4,
      name: 'Accounts desk',
      designation: 'Fees and receipts',
      mobile: demoMobile(701, 200 + centre.id),
      email: `accounts.${centre.code.toLowerCase()}@demo.aangan`,
      escalation: false,
      position: named.length,
    },
  ];
}

type Step = readonly [action: string, from: string | null, to: string, on: Day, reason?: string];

function eventsOf(centre: Centre, today: Day): Row[] {
  const opened = centre.openedOn;
  const steps: Step[] = [
    ['create', null, 'LEAD', addDays(opened, -170)],
    ['sign', 'LEAD', 'SIGNED', addDays(opened, -110)],
    ['start-setup', 'SIGNED', 'SETUP', addDays(opened, -96)],
    ['activate', 'SETUP', 'ACTIVE', opened],
  ];
  if (centre.id === 9)
    steps.push(
      ['suspend', 'ACTIVE', 'SUSPENDED', addDays(today, -210), 'Royalty of two months unpaid'],
      ['resume', 'SUSPENDED', 'ACTIVE', addDays(today, -188), 'Paid in full'],
    );
  return steps.map(([action, from_status, to_status, on, reason], n) => ({
    franchisee_id: centre.id,
    id: demoUuid('franchisee-event', centre.id, n),
    at: `${on}T1${n}:20:00+05:30`,
    // Somebody else opens a centre than signed it.
    by: (action === 'activate' || action === 'resume' ? headOffice.operations : headOffice.superadmin).id,
    action,
    from_status,
    to_status,
    reason: reason ?? null,
  }));
}

// Centres are filled between three fifths and nineteen twentieths. From this year on the licence follows the seats of the
// classes (registrations.ts); what stands here is last year's, and the classes without a child.
async function writeSeats(client: Client): Promise<void> {
  await client.query(
    `insert into franchisee_seat (franchisee_id, academic_year_id, class_code, session, seats)
     select f.id, y.year, c.code, 'MORNING', greatest(10, ceil(coalesce(n.n, 6) / (0.62 + (f.id * 7 % 12) * 0.03) / 5) * 5)
       from franchisee f cross join (values (2025), (2026), (2027)) y (year) join class c on c.code in ('PG', 'NUR', 'JKG', 'SKG')
       left join lateral (select count(*) as n from enrolment e where e.franchisee_id = f.id and e.class_id = c.id and e.academic_year_id = least(y.year, 2026)
         and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')) n on true
      where f.status = 'ACTIVE' and not f.is_head_office on conflict do nothing`,
  );
}

/** Before a centre opened, all of the network's list was done: each item some days before or after its day. */
async function writeFinishedChecklists(client: Client): Promise<void> {
  await client.query(
    `insert into franchisee_checklist_item (franchisee_id, id, template_id, title, phase, owner_department_id, due_on, needs_evidence, gate, position, state, done_by, done_at)
     select f.id, ${demoUuidSql("'checklist ' || f.id || ' ' || t.id")}, t.id, t.title, t.phase, t.owner_department_id, f.signed_on + t.days, t.evidence, t.gate,
       row_number() over (partition by f.id order by t.days, t.id) - 1, 'DONE', case t.id % 2 when 0 then $1::uuid else $2::uuid end,
       (least(f.signed_on + t.days - 1 + (f.id + t.id) % 4, greatest(f.opened_on - 1, f.signed_on)) + time '15:10') at time zone 'Asia/Kolkata'
       from franchisee f join checklist_template t on t.active and t.model in ('BOTH', case f.model when 'COCO' then 'COCO' else 'FOFO' end)
      where f.opened_on is not null and not f.is_head_office`,
    [headOffice.zonemanager.id, headOffice.operations.id],
  );
}

/** Everybody signed in lately, but two who have not for months: the register of people flags them. */
async function writeSignIns(client: Client, today: Day): Promise<void> {
  const idle = new Set([headOffice.delivery.id, teamAt(13).counsellors[0]?.id]);
  const people = [
    ...Object.values(headOffice),
    ...centres.flatMap((c) => {
      const team = teamAt(c.id);
      return [team.head, ...team.counsellors, ...team.teachers];
    }),
  ];
  await insertRows(
    client,
    'sign_in_event',
    people.flatMap((who) => {
      const rng = rngOf(`sign-ins ${who.signIn}`);
      const last = idle.has(who.id) ? 130 : rng.int(1, 9);
      return [last + 7, last + 2, last].map((days) => ({
        at: `${addDays(today, -days)}T0${rng.int(8, 9)}:${rng.int(10, 59)}:00+05:30`,
        user_id: who.id,
        kind: 'PASSWORD_OK',
      }));
    }),
    '',
  );
}
