// A centre that closed last school year: its old address and code still lead somewhere, and name the nearest open ones.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice } from '../../../db/demo/people.ts';
import { cities } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const AUNDH = 17;
const OPENED = '2022-06-13';
const SIGNED = '2022-03-01';
const CLOSED_DAYS = 190;
const REASON = 'The lease ended; families go on at Baner';

export async function writeClosedCentre(client: Client, today: Day): Promise<void> {
  const closedOn = addDays(today, -CLOSED_DAYS);
  const pune = cities[1];
  await insertRows(client, 'partner', [
    {
      id: demoUuid('partner', AUNDH),
      legal_name: 'Aundh Early Learning LLP',
      kind: 'LLP',
      pan: 'AAMFA6120L',
      email: 'partner.aun@demo.aangan',
      mobile: demoMobile(701, AUNDH),
      kyc_state: 'VERIFIED',
    },
  ]);
  await insertRows(client, 'franchisee', [
    {
      id: AUNDH,
      company_name: 'Aundh',
      legal_name: 'Aundh Early Learning LLP',
      code: 'AUN',
      partner_id: demoUuid('partner', AUNDH),
      brand_id: 1,
      model: 'FOFO',
      status: 'CLOSED',
      zone_id: pune.zone,
      city_id: pune.id,
      address1: '6 Nagras Road',
      address2: 'Aundh',
      landmark: 'Behind the vegetable market',
      pincode: '411007',
      lat: 18.5593,
      lng: 73.8078,
      phone: demoMobile(701, 100 + AUNDH),
      email: 'aun@demo.aangan',
      gst_state_code: pune.gst,
      signed_on: SIGNED,
      opened_on: OPENED,
      closed_on: closedOn,
      opens_at: '09:00',
      closes_at: '18:30',
      languages: ['en', 'mr'],
    },
  ]);
  await insertRows(
    client,
    'franchisee_year',
    [2025].map((academic_year_id) => ({ franchisee_id: AUNDH, academic_year_id })),
  );
  await insertRows(client, 'franchisee_agreement', [
    {
      franchisee_id: AUNDH,
      id: demoUuid('agreement', AUNDH, 1),
      number: `AGR/2022/0${AUNDH}`,
      kind: 'NEW',
      from_on: SIGNED,
      to_on: closedOn,
      signed_on: SIGNED,
      deposit: 50_000_000,
      territory_note: 'Aundh and the pincodes of the annexure',
      state: 'EXPIRED',
    },
  ]);
  await insertRows(client, 'franchisee_event', eventsUntil(closedOn));
  await insertRows(client, 'franchisee_closing', [
    {
      franchisee_id: AUNDH,
      id: demoUuid('closing', AUNDH),
      close_on: closedOn,
      reason: REASON,
      state: 'DONE',
      asked_by: headOffice.operations.id,
      asked_at: `${addDays(closedOn, -40)}T11:20:00+05:30`,
      decided_by: headOffice.superadmin.id,
      decided_at: `${addDays(closedOn, -38)}T16:05:00+05:30`,
    },
  ]);
  await client.query(`select setval(pg_get_serial_sequence('franchisee', 'id'), $1)`, [AUNDH]);
}

/** The steps of its life, as the product notes them. */
function eventsUntil(closedOn: Day): Row[] {
  const { superadmin, operations } = headOffice;
  const steps = [
    ['create', null, 'LEAD', '2022-01-20', superadmin, null],
    ['sign', 'LEAD', 'SIGNED', SIGNED, superadmin, null],
    ['start-setup', 'SIGNED', 'SETUP', '2022-03-14', superadmin, null],
    ['activate', 'SETUP', 'ACTIVE', OPENED, operations, null],
    ['close asked', null, null, addDays(closedOn, -40), operations, REASON],
    ['close approved', null, null, addDays(closedOn, -38), superadmin, null],
    ['close', 'ACTIVE', 'CLOSED', closedOn, null, null],
  ] as const;
  return steps.map(([action, from_status, to_status, on, by, reason], n) => ({
    franchisee_id: AUNDH,
    id: demoUuid('franchisee-event', AUNDH, n),
    // The day itself is kept by the job at a quarter past midnight.
    at: `${on}T${by ? `1${n}:20` : '00:15'}:00+05:30`,
    by: by?.id ?? null,
    action: action as string,
    from_status: from_status as string | null,
    to_status: to_status as string | null,
    reason: reason as string | null,
  }));
}
