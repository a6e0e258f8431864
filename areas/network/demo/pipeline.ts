// Partners on their way: one in set-up with its checklist, one signed, one lead. They have no children and no money yet.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice } from '../../../db/demo/people.ts';
import { cities } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const WAKAD = 14;
const SIGNED_DAYS = 41;

interface Coming {
  id: number;
  name: string;
  code: string;
  city: number;
  status: 'LEAD' | 'SIGNED' | 'SETUP';
  pan: string;
  signed: number | null;
  /** Days until its opening, where that is planned. */
  opens?: number;
  place: Row;
}

const COMING: readonly Coming[] = [
  {
    id: WAKAD,
    name: 'Wakad',
    code: 'WAK',
    city: 2,
    status: 'SETUP',
    pan: 'AAKFW4471D',
    signed: SIGNED_DAYS,
    opens: 12,
    place: {
      address1: '3rd floor, Kaspate Vasti Road',
      landmark: 'Above the co-operative bank',
      pincode: '411057',
      lat: 18.5975,
      lng: 73.7698,
    },
  },
  {
    id: 15,
    name: 'Indiranagar',
    code: 'IND',
    city: 5,
    status: 'SIGNED',
    pan: 'AAHFI2086R',
    signed: 12,
    place: { address1: '12th Main, HAL 2nd Stage', landmark: null, pincode: null, lat: null, lng: null },
  },
  {
    id: 16,
    name: 'Vastrapur',
    code: 'VAS',
    city: 3,
    status: 'LEAD',
    pan: 'AAEFV9913K',
    signed: null,
    place: { address1: null, landmark: null, pincode: null, lat: null, lng: null },
  },
];

export async function writePipeline(client: Client, today: Day): Promise<void> {
  await insertRows(
    client,
    'pincode',
    [
      {
        pincode: '411057',
        district: 'Pune',
        state_name: 'Maharashtra',
        city_id: 2,
        lat: 18.5975,
        lng: 73.7698,
        primary_office: 'Wakad',
      },
    ],
    'on conflict do nothing',
  );
  await insertRows(
    client,
    'partner',
    COMING.map((c) => ({
      id: demoUuid('partner', c.id),
      legal_name: `${c.name} Early Learning LLP`,
      kind: 'LLP',
      pan: c.pan,
      email: `partner.${c.code.toLowerCase()}@demo.aangan`,
      mobile: demoMobile(701, c.id),
      kyc_state: c.status === 'LEAD' ? 'SUBMITTED' : 'VERIFIED',
    })),
  );
  await insertRows(
    client,
    'franchisee',
    COMING.map((c) => ({
      id: c.id,
      company_name: c.name,
      legal_name: `${c.name} Early Learning LLP`,
      code: c.code,
      partner_id: demoUuid('partner', c.id),
      brand_id: 1,
      model: 'FOFO',
      status: c.status,
      zone_id: cities[c.city - 1]?.zone,
      city_id: c.city,
      ...c.place,
      phone: demoMobile(701, 100 + c.id),
      email: `${c.code.toLowerCase()}@demo.aangan`,
      signed_on: c.signed === null ? null : addDays(today, -c.signed),
      opened_on: c.opens === undefined ? null : addDays(today, c.opens),
      languages: ['en'],
    })),
  );
  await insertRows(
    client,
    'franchisee_year',
    [2026, 2027].map((academic_year_id) => ({ franchisee_id: WAKAD, academic_year_id })),
  );
  await insertRows(
    client,
    'franchisee_agreement',
    COMING.flatMap((c) => (c.signed === null ? [] : [agreement(c, addDays(today, -c.signed))])),
  );
  await insertRows(
    client,
    'franchisee_event',
    COMING.flatMap((c) => eventsOf(c, today)),
  );
  await writeOwner(client, today);
  await writeChecklist(client, today);
  await client.query(`select setval(pg_get_serial_sequence('franchisee', 'id'), $1)`, [
    Math.max(...COMING.map((c) => c.id)),
  ]);
}

const agreement = (c: Coming, signed: Day): Row => ({
  franchisee_id: c.id,
  id: demoUuid('agreement', c.id, 1),
  number: `AGR/${signed.slice(0, 4)}/${String(c.id).padStart(3, '0')}`,
  kind: 'NEW',
  from_on: signed,
  to_on: addDays(signed, 5 * 365),
  signed_on: signed,
  deposit: 50_000_000,
  territory_note: `${c.name} and the pincodes of the annexure`,
  state: 'ACTIVE',
});

function eventsOf(c: Coming, today: Day): Row[] {
  const signed = c.signed ?? 0;
  const steps = [
    ['create', null, 'LEAD', signed + 34],
    ['sign', 'LEAD', 'SIGNED', signed],
    ['start-setup', 'SIGNED', 'SETUP', signed - 6],
  ] as const;
  const done = { LEAD: 1, SIGNED: 2, SETUP: 3 }[c.status];
  return steps.slice(0, done).map(([action, from_status, to_status, ago], n) => ({
    franchisee_id: c.id,
    id: demoUuid('franchisee-event', c.id, n),
    at: `${addDays(today, -ago)}T1${n}:40:00+05:30`,
    by: headOffice.superadmin.id,
    action,
    from_status: from_status as string | null,
    to_status,
  }));
}

/** The owner is invited and has not come yet: she stands under Invites. */
async function writeOwner(client: Client, today: Day): Promise<void> {
  const id = demoUuid('user', 'centrehead.wak');
  const invited = addDays(today, -2);
  await insertRows(client, 'app_user', [
    {
      id,
      kind: 'STAFF',
      first_name: 'Gauri',
      last_name: 'Deshmukh',
      email: 'centrehead.wak@demo.aangan',
      email_norm: 'centrehead.wak@demo.aangan',
      mobile: demoMobile(700, 900),
      mobile_norm: demoMobile(700, 900),
      designation: 'Centre Head',
      department_id: 12,
      franchisee_id: WAKAD,
      state: 'INVITED',
      code_exempt: true,
      invited_at: `${invited}T12:10:00+05:30`,
    },
  ]);
  await insertRows(client, 'user_role', [
    {
      id: demoUuid('user-role', 'centrehead.wak', 5),
      user_id: id,
      role_id: 5,
      scope: 'CENTRE',
      franchisee_id: WAKAD,
      from_on: invited,
      reason: 'Opens the centre',
      granted_by: headOffice.superadmin.id,
    },
  ]);
}

/** The network's list, as far as a centre is after six weeks: most of the early items ticked, one waived, a few late. */
async function writeChecklist(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into franchisee_checklist_item (franchisee_id, id, template_id, title, phase, owner_department_id, owner_user_id, due_on, needs_evidence, gate, position, state, done_by, done_at, waived_by, waived_at, reason)
     select $1::int, overlay(overlay(md5('wakad ' || t.id) placing '8' from 13 for 1) placing 'a' from 17 for 1)::uuid, t.id, t.title, t.phase, t.owner_department_id, case when t.id % 3 = 0 then $4::uuid end, $2::date + t.days, t.evidence, t.gate, t.id,
       s.state, case when s.state = 'DONE' then case t.id % 2 when 0 then $4::uuid else $5::uuid end end, case when s.state = 'DONE' then ($2::date + t.days - 1 + t.id % 4 + time '15:10') at time zone 'Asia/Kolkata' end,
       case when s.state = 'WAIVED' then $5::uuid end, case when s.state = 'WAIVED' then ($2::date + 30 + time '11:00') at time zone 'Asia/Kolkata' end, case when s.state = 'WAIVED' then 'Comes with the second order' end
       from checklist_template t, lateral (select case when t.id = 32 then 'WAIVED' when t.days <= $3::int - 4 and t.id not in (7, 20, 29) then 'DONE' else 'OPEN' end as state) s
      where t.active and t.model in ('BOTH', 'FOFO')`,
    [WAKAD, addDays(today, -SIGNED_DAYS), SIGNED_DAYS, headOffice.zonemanager.id, headOffice.operations.id],
  );
}
