// Fee set-up of the network: plans of both years, concessions, fees of forms, royalty agreements.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice } from '../../../db/demo/people.ts';
import { centres } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

const HEAD_OFFICE = 1;
const RUPEE = 100; // paise

export const feeClasses = [
  { id: 2, code: 'PG', name: 'Playgroup', tuition: 46_000 },
  { id: 3, code: 'NUR', name: 'Nursery', tuition: 52_000 },
  { id: 4, code: 'JKG', name: 'Junior KG', tuition: 57_000 },
  { id: 5, code: 'SKG', name: 'Senior KG', tuition: 61_000 },
] as const;

export type OptionKind = 'ONE_TIME' | 'HALF_YEARLY' | 'QUARTERLY';
interface Option {
  kind: OptionKind;
  name: string;
  discountBp: number;
  /** `MM-DD` */
  due: readonly string[];
}

/**
 * The year of today has an instalment on the 10th of this month and one of the month before: so there is money to see on
 * any day. The year before has the usual halves and quarters.
 */
function optionsOf(year: number, today: Day): Option[] {
  const now = year === academicYearOf(today) ? (Number(today.slice(5, 7)) + 8) % 12 : 6; // months after April
  const half = now >= 3 ? now - 1 : 6;
  const quarters = [now - 6, now - 3, now, now + 3, now + 6]
    .filter((month) => month > 0 && month < 12)
    .sort((a, b) => Math.abs(a - now) - Math.abs(b - now))
    .slice(0, 3)
    .sort((a, b) => a - b);
  const tenth = (month: number) => `${String(((month + 3) % 12) + 1).padStart(2, '0')}-10`;
  return [
    { kind: 'ONE_TIME', name: 'One time', discountBp: 500, due: [tenth(0)] },
    { kind: 'HALF_YEARLY', name: 'Half-yearly', discountBp: 200, due: [0, half].map(tenth) },
    { kind: 'QUARTERLY', name: 'Quarterly', discountBp: 0, due: [0, ...quarters].map(tenth) },
  ];
}
const LABELS: Readonly<Record<OptionKind, string>> = {
  ONE_TIME: 'Whole year',
  HALF_YEARLY: 'Half',
  QUARTERLY: 'Quarter',
};

export const planId = (year: number, classId: number): string => demoUuid('fee-plan', year, classId);
export const optionId = (year: number, classId: number, kind: OptionKind): string =>
  demoUuid('fee-option', year, classId, kind);

interface Component {
  code: 'ADMISSION' | 'TUITION' | 'ACTIVITY' | 'KIT';
  amount: number;
  oneTime: boolean;
}

const componentsOf = (tuition: number, year: number): Component[] => {
  const rise = year === 2025 ? 0.93 : 1;
  const rupees = (n: number) => Math.round((n * rise) / 100) * 100 * RUPEE;
  return [
    { code: 'ADMISSION', amount: rupees(12_000), oneTime: true },
    { code: 'KIT', amount: rupees(6_500), oneTime: true },
    { code: 'TUITION', amount: rupees(tuition), oneTime: false },
    { code: 'ACTIVITY', amount: rupees(8_000), oneTime: false },
  ];
};

export async function writeFeeSetup(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{ code: string; id: string; royalty_base: string }>(
    'select code, id, royalty_base from fee_type where franchisee_id = 1',
  );
  const types = new Map(rows.map((row) => [row.code, row]));
  const plans = [2025, 2026].flatMap((year) =>
    feeClasses.map((cls) => ({ year, cls, components: componentsOf(cls.tuition, year) })),
  );
  await insertRows(
    client,
    'fee_plan',
    plans.map(({ year, cls, components }) => ({
      franchisee_id: HEAD_OFFICE,
      id: planId(year, cls.id),
      code: `${cls.code}-${String(year).slice(-2)}`,
      name: `${cls.name} ${year}-${String(year + 1).slice(-2)}`,
      academic_year_id: year,
      class_id: cls.id,
      session: 'NONE',
      valid_from: `${year}-04-01`,
      valid_to: `${year + 1}-03-31`,
      total: components.reduce((sum, c) => sum + c.amount, 0),
      created_by: headOffice.finance2.id,
      created_at: `${year - 1}-11-15T11:00:00+05:30`,
    })),
  );
  for (const { year, cls, components } of plans) {
    const options = optionsOf(year, today);
    const key = (code: string) => demoUuid('fee-component', year, cls.id, code);
    await insertRows(
      client,
      'fee_plan_component',
      components.map((c, i) => ({
        franchisee_id: HEAD_OFFICE,
        id: key(c.code),
        fee_plan_id: planId(year, cls.id),
        position: i + 1,
        fee_type_id: types.get(c.code)?.id,
        amount: c.amount,
        royalty_base: types.get(c.code)?.royalty_base ?? 'NONE',
      })),
    );
    await insertRows(
      client,
      'fee_plan_breakdown',
      options.map((o, i) => ({
        franchisee_id: HEAD_OFFICE,
        id: optionId(year, cls.id, o.kind),
        fee_plan_id: planId(year, cls.id),
        kind: o.kind,
        name: o.name,
        discount_bp: o.discountBp,
        allow_partial: true,
        created_at: `${year - 1}-11-15T11:0${i}:00+05:30`,
      })),
    );
    await insertRows(
      client,
      'fee_plan_instalment',
      options.flatMap((o) =>
        o.due.map((day, i) => ({
          franchisee_id: HEAD_OFFICE,
          id: demoUuid('instalment', year, cls.id, o.kind, i),
          breakdown_id: optionId(year, cls.id, o.kind),
          seq: i + 1,
          label: o.due.length === 1 ? LABELS[o.kind] : `${LABELS[o.kind]} ${i + 1}`,
          due_rule: 'FIXED',
          due_on: `${day < '04-01' ? year + 1 : year}-${day}`,
        })),
      ),
    );
    await insertRows(
      client,
      'fee_plan_cell',
      options.flatMap((o) =>
        components.flatMap((c) =>
          splitOver(c, o.due.length).map((amount, i) => ({
            franchisee_id: HEAD_OFFICE,
            breakdown_id: optionId(year, cls.id, o.kind),
            component_id: key(c.code),
            seq: i + 1,
            amount,
          })),
        ),
      ),
    );
  }
  await client.query(
    `update fee_plan set status = 'APPROVED', submitted_by = $1, submitted_at = created_at + interval '1 day', approved_by = $2, decided_at = created_at + interval '3 days'`,
    [headOffice.finance2.id, headOffice.finance.id],
  );
  await writeRules(client, types);
}

// What is paid once is due with the first instalment; the rest in equal parts, the last one takes the remainder.
function splitOver(component: Component, parts: number): number[] {
  if (component.oneTime) return [component.amount, ...Array.from({ length: parts - 1 }, () => 0)];
  const each = Math.floor(component.amount / parts / RUPEE) * RUPEE;
  return Array.from({ length: parts }, (_, i) =>
    i === parts - 1 ? component.amount - each * (parts - 1) : each,
  );
}

export const concessions = {
  SIBLING: { id: demoUuid('concession', 'SIBLING'), name: 'Sibling', percent: 1000 },
  EARLY_BIRD: { id: demoUuid('concession', 'EARLY_BIRD'), name: 'Early bird', percent: 500 },
  STAFF: { id: demoUuid('concession', 'STAFF'), name: 'Child of staff', percent: 2500 },
} as const;

async function writeRules(client: Client, types: ReadonlyMap<string, { id: string }>): Promise<void> {
  await insertRows(
    client,
    'concession',
    Object.entries(concessions).map(([type, c]) => ({
      franchisee_id: HEAD_OFFICE,
      id: c.id,
      name: c.name,
      concession_type: type,
      basis: 'PERCENT',
      percent: c.percent,
      level: 'COMPONENT',
      component_kinds: ['TUITION'],
      valid_from: '2025-01-01',
    })),
  );
  const forms = [
    { reference: 'APPLICATION_FORM', type: 'APPLICATION', name: 'Application Fee', amount: 500 },
    {
      reference: 'APPLICATION_FORM_OFFLINE',
      type: 'APPLICATION',
      name: 'Application fee (at the centre)',
      amount: 500,
    },
    { reference: 'REGISTRATION_FORM', type: 'REGISTRATION', name: 'Registration fee', amount: 2000 },
  ];
  await insertRows(
    client,
    'receipt_fee_type',
    centres.flatMap((c) =>
      [2025, 2026, 2027].flatMap((year) =>
        forms.map((form) => ({
          franchisee_id: c.id,
          id: demoUuid('form-fee', c.id, year, form.reference),
          name: form.name,
          reference_type: form.reference,
          fee_type_id: types.get(form.type)?.id,
          academic_year_id: year,
          amount: form.amount * RUPEE,
          online: !form.reference.endsWith('OFFLINE'),
          offline: form.reference.endsWith('OFFLINE'),
        })),
      ),
    ),
    // The opening of a year brought the two of the specification, without an amount.
    `on conflict (franchisee_id, academic_year_id, reference_type, class_id) do update set id = excluded.id, name = excluded.name,
      amount = excluded.amount, online = excluded.online, offline = excluded.offline, active = true`,
  );
  await insertRows(
    client,
    'royalty_agreement',
    centres.map((c) => {
      const rng = rngOf(`royalty ${c.code}`);
      return {
        franchisee_id: c.id,
        id: demoUuid('agreement', c.id),
        agreement_version: 1,
        from_on: '2024-04-01',
        model: 'COLLECTED',
        default_bp: c.model === 'COCO' ? 800 : rng.pick([1000, 1200, 1500]),
        component_rates: c.id % 3 === 0 ? { ACTIVITY: 500 } : {},
        slabs: [],
        marketing_bp: 200,
        exclusions: ['KIT'],
        status: 'APPROVED',
        submitted_by: headOffice.operations.id,
        submitted_at: '2024-03-10T11:00:00+05:30',
        approved_by: headOffice.finance.id,
        decided_at: '2024-03-15T11:00:00+05:30',
      };
    }),
  );
}
