// What centres sell beside the class: the network's categories, services and service plans, and the offerings of the year.
import { academicYearDays, academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice } from '../../../db/demo/people.ts';
import { ANDHERI, centres } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

const HEAD_OFFICE = 1;
const RUPEE = 100; // paise

const CATEGORIES = [
  { code: 'TRANSPORT', name: 'Transport', type: 'TRANSPORT', icon: 'BUS' },
  { code: 'DAYCARE', name: 'Day-care', type: null, icon: 'SUN' },
  { code: 'CLUBS', name: 'Clubs and camps', type: null, icon: 'TENT' },
] as const;

const WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
// biome-ignore format: a table
const SERVICES = [
  { code: 'BUS', category: 'TRANSPORT', name: 'School bus', mode: 'ROUTE_SEATS', open: 'STUDENTS', ages: [24, 84], days: WEEK, from: null, to: null, seats: null, minutes: null },
  { code: 'DAY-CARE', category: 'DAYCARE', name: 'Day-care', mode: 'SEATS', open: 'STUDENTS', ages: [18, 96], days: [...WEEK, 'SAT'], from: '12:30', to: '18:00', seats: 24, minutes: 330 },
  { code: 'AFTER-SCHOOL', category: 'CLUBS', name: 'After-school club', mode: 'SEATS', open: 'ANYONE', ages: [36, 120], days: ['TUE', 'THU'], from: '16:00', to: '17:30', seats: 15, minutes: null },
  { code: 'SUMMER-CAMP', category: 'CLUBS', name: 'Summer camp', mode: 'NONE', open: 'ANYONE', ages: [30, 96], days: WEEK, from: '09:00', to: '12:00', seats: null, minutes: null },
] as const;

/** Plans of the year: what is paid each month (May is free), or once. */
const PLANS = [
  { code: 'BUS-B', name: 'Bus, slab B', service: 'BUS', type: 'TRANSPORT', amount: 1_800, once: false },
  { code: 'BUS-C', name: 'Bus, slab C', service: 'BUS', type: 'TRANSPORT', amount: 2_400, once: false },
  { code: 'DAYCARE', name: 'Day-care', service: 'DAY-CARE', type: 'DAY_CARE', amount: 4_500, once: false },
  { code: 'CAMP', name: 'Summer camp', service: 'SUMMER-CAMP', type: 'DAY_CARE', amount: 4_720, once: true },
] as const;
const MONTHS = ['04', '06', '07', '08', '09', '10', '11', '12', '01', '02', '03'] as const;
const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export const serviceId = (code: (typeof SERVICES)[number]['code']): string => demoUuid('service', code);
export const servicePlanId = (code: (typeof PLANS)[number]['code']): string => demoUuid('service-plan', code);
export const offeringId = (centre: number, code: (typeof SERVICES)[number]['code']): string =>
  demoUuid('offering', centre, code);

export async function writeServices(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  await insertRows(
    client,
    'service_category',
    CATEGORIES.map((c, i) => ({
      franchisee_id: HEAD_OFFICE,
      id: demoUuid('service-category', c.code),
      name: c.name,
      code: c.code,
      service_type: c.type,
      icon: c.icon,
      position: i + 1,
    })),
  );
  await insertRows(
    client,
    'service',
    SERVICES.map((s) => ({
      franchisee_id: HEAD_OFFICE,
      id: serviceId(s.code),
      category_id: demoUuid('service-category', s.category),
      name: s.name,
      code: s.code,
      age_from_months: s.ages[0],
      age_to_months: s.ages[1],
      weekdays: s.days,
      time_from: s.from,
      time_to: s.to,
      capacity_mode: s.mode,
      open_to: s.open,
      included_minutes: s.minutes,
    })),
  );
  await writePlans(client, year);
  const { from, to } = academicYearDays(year);
  await insertRows(
    client,
    'service_offering',
    centres.flatMap((centre) =>
      SERVICES.filter(
        (s) =>
          centre.id === ANDHERI || s.code === 'DAY-CARE' || rngOf(`${centre.code} ${s.code}`).chance(0.6),
      ).map((s) => ({
        franchisee_id: centre.id,
        id: offeringId(centre.id, s.code),
        service_id: serviceId(s.code),
        academic_year_id: year,
        seats: s.seats,
        starts_on: from,
        ends_on: s.code === 'SUMMER-CAMP' ? `${year}-06-15` : to,
        waitlist: s.code !== 'SUMMER-CAMP',
        active: s.code !== 'SUMMER-CAMP' || today < `${year}-06-15`,
      })),
    ),
  );
  await client.query(
    `insert into service_fare_slab (franchisee_id, offering_id, slab, direction, from_m, to_m, fee_plan_id)
     select o.franchisee_id, o.id, x.slab, 'BOTH', x.from_m, x.to_m, x.plan from service_offering o
       cross join (values ('B', 0, 4000, $2::uuid), ('C', 4000, 9000, $3::uuid)) as x (slab, from_m, to_m, plan) where o.service_id = $1`,
    [serviceId('BUS'), servicePlanId('BUS-B'), servicePlanId('BUS-C')],
  );
}

async function writePlans(client: Client, year: number): Promise<void> {
  const { rows } = await client.query<{ code: string; id: string; royalty_base: string }>(
    `select code, id, royalty_base from fee_type where franchisee_id = ${HEAD_OFFICE}`,
  );
  const types = new Map(rows.map((row) => [row.code, row]));
  const months = (plan: (typeof PLANS)[number]) => (plan.once ? [null] : MONTHS);
  await insertRows(
    client,
    'fee_plan',
    PLANS.map((p) => ({
      franchisee_id: HEAD_OFFICE,
      id: servicePlanId(p.code),
      code: `${p.code}-${String(year).slice(-2)}`,
      name: `${p.name} ${year}-${String(year + 1).slice(-2)}`,
      academic_year_id: year,
      module: 'SERVICE',
      service_id: serviceId(p.service),
      valid_from: `${year}-04-01`,
      valid_to: `${year + 1}-03-31`,
      total: months(p).length * p.amount * RUPEE,
      created_by: headOffice.finance2.id,
      created_at: `${year - 1}-11-20T11:00:00+05:30`,
    })),
  );
  await insertRows(
    client,
    'fee_plan_component',
    PLANS.map((p) => ({
      franchisee_id: HEAD_OFFICE,
      id: demoUuid('service-component', p.code),
      fee_plan_id: servicePlanId(p.code),
      position: 1,
      fee_type_id: types.get(p.type)?.id,
      amount: months(p).length * p.amount * RUPEE,
      royalty_base: types.get(p.type)?.royalty_base ?? 'NONE',
      proration: p.once ? 'NONE' : 'CALENDAR_DAYS',
    })),
  );
  await insertRows(
    client,
    'fee_plan_breakdown',
    PLANS.map((p) => ({
      franchisee_id: HEAD_OFFICE,
      id: demoUuid('service-option', p.code),
      fee_plan_id: servicePlanId(p.code),
      kind: p.once ? 'ONE_TIME' : 'MONTHLY',
      name: p.once ? 'Once' : 'Monthly',
      allow_partial: false,
    })),
  );
  await insertRows(
    client,
    'fee_plan_instalment',
    PLANS.flatMap((p) =>
      months(p).map((month, i) => ({
        franchisee_id: HEAD_OFFICE,
        id: demoUuid('service-instalment', p.code, i),
        breakdown_id: demoUuid('service-option', p.code),
        seq: i + 1,
        label: month === null ? p.name : (MONTH_NAMES[Number(month) - 1] ?? month),
        due_rule: month === null ? 'ON_ADMISSION' : 'MONTH_DAY',
        month_day: month === null ? null : `${month}-01`,
        grace_days: 7,
      })),
    ),
  );
  await insertRows(
    client,
    'fee_plan_cell',
    PLANS.flatMap((p) =>
      months(p).map((_, i) => ({
        franchisee_id: HEAD_OFFICE,
        breakdown_id: demoUuid('service-option', p.code),
        component_id: demoUuid('service-component', p.code),
        seq: i + 1,
        amount: p.amount * RUPEE,
      })),
    ),
  );
  await client.query(
    `update fee_plan set status = 'APPROVED', submitted_by = $1, submitted_at = created_at + interval '1 day', approved_by = $2, decided_at = created_at + interval '3 days'
      where module = 'SERVICE'`,
    [headOffice.finance2.id, headOffice.finance.id],
  );
}
