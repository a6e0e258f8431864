// Enquiries with households, the Spanco log, follow-ups and touches.
import { reachable } from '@aangan/areas/enquiries/dashboard/board-filters.ts';
import { type Stage, statusOfStage } from '@aangan/areas/enquiries/enquiry/enquiry.states.ts';
import type { Day } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import type { Client } from 'pg';
import type { Clock } from '../../../db/demo/moment.ts';
import { teamAt } from '../../../db/demo/people.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import type { CentreChildren } from '../../students/demo/write-families.ts';
import { type Call, callsOf } from './enquiry-calls.ts';
import { type DemoEnquiry, DIGITAL, enquiriesOf } from './enquiry-story.ts';

const sourceId = (n: number): string => `04000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const SUB_STATUS: Readonly<Record<string, readonly string[]>> = {
  Suspect: ['Fresh', 'Fresh', 'RNR-1', 'Call back'],
  Prospect: ['Interested', 'Details shared', 'Will visit'],
  Approach: ['Walk-in done', 'Parent convinced', 'Decision maker pending', 'Comparing'],
  Negotiation: ['Fee concern', 'Instalment sought', 'Timing'],
  Closing: ['Docs pending', 'Payment pending'],
  Order: ['Class assigned'],
};

export async function writeEnquiries(
  client: Client,
  all: readonly CentreChildren[],
  clock: Clock,
): Promise<void> {
  const { rows } = await client.query<{ name: string; id: string }>(
    `select name, id from lost_reason where franchisee_id = 1 order by name`,
  );
  const reasons = new Map(rows.map((row) => [row.name, row.id]));
  for (const { centre, children } of all)
    await writeCentre(client, centre, {
      list: enquiriesOf(centre, children, clock),
      friends: children.filter((child) => child.state === 'STUDYING').map((child) => child.id),
      reasons,
      today: clock.today,
    });
}

export const enquiryCode = (centre: Centre, e: { year: number; n: number }): string =>
  `ENQ-${String(centre.id).padStart(3, '0')}-${String(e.year).slice(-2)}${String(e.year + 1).slice(-2)}-${String(e.n).padStart(5, '0')}`;

interface Given {
  list: readonly DemoEnquiry[];
  /** Children whose families tell others of the school. */
  friends: readonly string[];
  reasons: ReadonlyMap<string, string>;
  today: Day;
}

async function writeCentre(
  client: Client,
  centre: Centre,
  { list, friends, reasons, today }: Given,
): Promise<void> {
  const franchisee_id = centre.id;
  const rng = rngOf(`enquiry rows ${centre.code}`);
  const owner = teamAt(centre.id).counsellors[0]?.id ?? null;
  const households = new Map<string, DemoEnquiry>();
  for (const e of list) if (!households.has(e.phone)) households.set(e.phone, e);
  const householdOf = (e: DemoEnquiry) => demoUuid('household', centre.id, e.phone);
  await insertRows(
    client,
    'enquiry_household',
    [...households.values()].map((e) => ({
      franchisee_id,
      id: householdOf(e),
      family_id: e.child?.family.id ?? null,
      language: e.language,
      created_at: e.capturedAt,
    })),
  );
  await insertRows(
    client,
    'household_contact',
    [...households.values()].map((e) => ({
      franchisee_id,
      id: demoUuid('contact', centre.id, e.phone),
      household_id: householdOf(e),
      kind: 'PHONE',
      value_norm: e.phone,
      value_raw: e.phone.slice(3),
      label: e.relation,
      whatsapp: true,
      created_at: e.capturedAt,
    })),
  );
  const calls = new Map(list.map((e) => [e.id, callsOf(rng, centre, e, today)]));
  await insertRows(
    client,
    'enquiry',
    list.map((e) => ({
      ...enquiryRow(rng, centre, e, {
        household: householdOf(e),
        owner,
        reasons,
        calls: calls.get(e.id) ?? [],
      }),
      ...referrerOf(centre, e, friends),
    })),
  );
  await insertRows(
    client,
    'enquiry_stage_log',
    list.flatMap((e) => logOf(e, centre.id, owner)),
  );
  await insertRows(client, 'follow_up', [...calls.values()].flat());
  await insertRows(
    client,
    'enquiry_touch',
    list.map((e) => ({
      franchisee_id,
      id: demoUuid('touch', e.id),
      enquiry_id: e.id,
      at: e.capturedAt,
      source_id: sourceId(e.source),
      campaign: e.source === 6 ? 'Admissions open' : null,
    })),
  );
  await insertRows(
    client,
    'number_series',
    [2025, 2026].map((year) => ({
      franchisee_id,
      series: 'ENQ',
      period: `A${String(year).slice(-2)}${String(year + 1).slice(-2)}`,
      next: list.length + 1,
    })),
  );
}

const PARENT_REFERRAL = 8;
const STAFF_REFERRAL = 9;

/** Who sent the family, where its source asks for it. */
function referrerOf(centre: Centre, e: DemoEnquiry, friends: readonly string[]): Row {
  const student = e.source === PARENT_REFERRAL ? friends[e.n % friends.length] : undefined;
  const { head, counsellors, teachers } = teamAt(centre.id);
  const team = [...teachers, ...counsellors, head];
  const staff = e.source === STAFF_REFERRAL ? team[e.n % team.length]?.id : undefined;
  return { referrer_student_id: student ?? null, referrer_staff_id: staff ?? null };
}

const SPOKEN = new Set([
  'CALL_BACK',
  'DETAILS_SHARED',
  'INTERESTED',
  'APPOINTMENT',
  'COUNSELLED',
  'NOT_INTERESTED',
]);

interface Around {
  household: string;
  owner: string | null;
  reasons: ReadonlyMap<string, string>;
  calls: readonly Call[];
}

function enquiryRow(
  rng: Rng,
  centre: Centre,
  e: DemoEnquiry,
  { household, owner, reasons, calls }: Around,
): Row {
  const at = (stage: Stage): string | null => e.steps.find((step) => step.stage === stage)?.at ?? null;
  const status = statusOfStage[e.stage];
  const spoken = calls.filter((call) => SPOKEN.has(call.outcome));
  const counselled = at('Offline Counselling Done') ?? at('Online Counselling Done');
  const appointment = e.stage === 'Appointment Fixed' ? visitOf(e) : at('Appointment Fixed');
  const intent = spoken.find((call) => call.outcome === 'INTERESTED')?.at ?? null;
  const last = e.steps.at(-1)?.at ?? e.capturedAt;
  const reason =
    e.stage === 'Wrong class/Drop-off'
      ? 'Wrong class'
      : rng.weighted({
          Fees: 28,
          Distance: 22,
          Competitor: 18,
          Age: 8,
          'Transfer city': 8,
          'Not reachable ×7': 16,
        });
  return {
    franchisee_id: centre.id,
    id: e.id,
    enquiry_code: enquiryCode(centre, e),
    academic_year_id: e.year,
    household_id: household,
    child_first_name: e.first,
    child_last_name: e.last,
    child_name_key: nameKey(e.first),
    child_dob: e.dob,
    child_gender: e.gender,
    class_id: e.classId,
    programme: 'Regular',
    session_wish: rng.weighted({ MORNING: 6, AFTERNOON: 2, FULL_DAY: 2 }),
    guardian_name: e.guardian,
    guardian_relation: e.relation,
    phone_norm: e.phone,
    email_norm: rng.chance(0.5)
      ? `${e.guardian.replaceAll(/[^A-Za-z]+/g, '.').toLowerCase()}${e.n}@family.demo.aangan`
      : null,
    pincode: centre.pincode,
    source_id: sourceId(e.source),
    campaign: e.source === 6 ? 'Admissions open' : null,
    spanco_status: status,
    stage_code: e.stage,
    reached: Math.max(
      ...e.steps.map((step) => (reachable as readonly string[]).indexOf(statusOfStage[step.stage])),
      0,
    ),
    sub_status: status === 'Lost' ? null : rng.pick(SUB_STATUS[status] ?? ['Fresh']),
    temperature: counselled ? 'HOT' : intent || appointment ? 'WARM' : 'COLD',
    owner_id: unclaimed(e) ? null : owner,
    owner_since: unclaimed(e) ? null : e.capturedAt,
    captured_at: e.capturedAt,
    created_at: e.capturedAt,
    updated_at: last,
    next_follow_up_on: e.nextOn,
    attempts: calls.length,
    first_attempt_at: calls[0]?.at ?? null,
    last_attempt_at: calls.at(-1)?.at ?? null,
    first_contact_at: spoken[0]?.at ?? null,
    last_contact_at: spoken.at(-1)?.at ?? null,
    sla_due_at: DIGITAL.has(e.source) ? `${e.capturedAt.slice(0, 11)}19:30:00+05:30` : null,
    intent_at: intent,
    appointment_at: appointment,
    walk_in_at: at('Offline Counselling Done'),
    counselled_at: counselled,
    lost_reason_id: status === 'Lost' ? (reasons.get(reason) ?? null) : null,
    competitor: status === 'Lost' && reason === 'Competitor' ? 'A school nearby' : null,
    closed_at: status === 'Lost' ? last : null,
    admitted_at: status === 'Order' ? last : null,
    stage_since: last,
    last_activity_at: calls.at(-1)?.at && (calls.at(-1)?.at ?? '') > last ? calls.at(-1)?.at : last,
    last_note: calls.findLast((call) => call.note)?.note ?? null,
  };
}

/** The family comes on the day of the next step, at an hour of the centre. */
function visitOf(e: DemoEnquiry): string | null {
  const hour = rngOf(`visit ${e.id}`).int(10, 17);
  return e.nextOn ? `${e.nextOn}T${hour}:30:00+05:30` : null;
}

/** A few leads of the last days wait for a counsellor. */
const unclaimed = (e: DemoEnquiry): boolean =>
  e.stage === 'Yet_to_call' && DIGITAL.has(e.source) && rngOf(`owner ${e.id}`).chance(0.2);

function logOf(e: DemoEnquiry, franchisee_id: number, owner: string | null): Row[] {
  return e.steps.map((step, i) => {
    const before = e.steps[i - 1];
    const bySystem = [
      'link-sent',
      'plan-assigned',
      'form-completed',
      'temporarily-confirm',
      'admission-confirm',
    ].includes(step.action);
    return {
      franchisee_id,
      enquiry_id: e.id,
      seq: i + 1,
      at: step.at,
      by: bySystem || (i === 0 && DIGITAL.has(e.source)) ? null : owner,
      via: bySystem ? 'SYSTEM' : i === 0 ? 'INTAKE' : 'USER',
      action: step.action,
      from_status: before ? statusOfStage[before.stage] : null,
      to_status: statusOfStage[step.stage],
      from_stage: before?.stage ?? null,
      to_stage: step.stage,
      seconds_in_stage: before
        ? Math.max(0, Math.round((Date.parse(step.at) - Date.parse(before.at)) / 1000))
        : null,
    };
  });
}
