// What the tests of services share.
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, type TestAppOptions, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import { feePlanContract } from '../finance/fee-plan/fee-plan.contract.ts';
import { service } from './catalogue/service.record.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { serviceOfferingContract } from './offering/service-offering.contract.ts';

/** Rupees as paise. */
export const r = (rupees: number): number => Math.round(rupees * 100);

/** The server on a day of 2026 at noon; Chetan holds the level that approves plans. */
export async function servicesApp(day = '2026-06-10', options: TestAppOptions = {}): Promise<TestApp> {
  const app = await testApp(options);
  app.moveClock(new Date(`${day}T12:00:00+05:30`));
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'PLAN_APPROVE')`, [
    people.Chetan.id,
  ]);
  return app;
}

/** May is free. */
const MONTHS = ['04', '06', '07', '08', '09', '10', '11', '12', '01', '02', '03'];

/** An approved monthly plan of module SERVICE, eleven months unless named, days of a part month counted. */
export async function servicePlan(
  app: TestApp,
  {
    code,
    monthly,
    serviceId,
    feeType = 'TRANSPORT',
    months = MONTHS,
  }: { code: string; monthly: number; serviceId: string; feeType?: string; months?: readonly string[] },
): Promise<{ planId: string; breakdownId: string }> {
  const [type] = await app.sql<{ id: string }>(
    'select id from fee_type where franchisee_id = 1 and code = $1',
    [feeType],
  );
  const [componentId, breakdownId] = [crypto.randomUUID(), crypto.randomUUID()];
  const asha = app.as('Asha', { centre: ANDHERI });
  const { id, version } = await asha.call(feePlanContract.save, {
    code,
    name: `Plan ${code}`,
    academicYearId: YEAR,
    module: 'SERVICE',
    serviceId,
    validFrom: `${YEAR}-04-01`,
    components: [
      {
        id: componentId,
        feeTypeId: type?.id ?? '',
        amount: monthly * months.length,
        royaltyBase: 'NONE',
        proration: 'CALENDAR_DAYS',
      },
    ],
    options: [
      {
        id: breakdownId,
        kind: 'MONTHLY',
        name: 'Monthly',
        instalments: months.map((month, i) => ({
          seq: i + 1,
          label: `Month ${month}`,
          dueRule: 'MONTH_DAY' as const,
          dueOn: null,
          days: null,
          monthDay: `${month}-01`,
          graceDays: 7,
        })),
        cells: months.map((_, i) => ({ componentId, seq: i + 1, amount: monthly })),
      },
    ],
  });
  await asha.call(feePlanContract.submit, { id }, { version });
  const [row] = await app.sql<{ version: number }>('select version from fee_plan where id = $1', [id]);
  await app
    .as('Chetan', { centre: ANDHERI })
    .call(feePlanContract.approve, { id }, { version: row?.version ?? 0 });
  return { planId: id, breakdownId };
}

export interface World {
  busId: string;
  dayCareId: string;
  /** Offerings at Andheri in 2026-2027. */
  busOffering: string;
  dayCareOffering: string;
}

const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;

/** School bus and Day-care of the network, open at Andheri; made through the product. */
export async function servicesOf(app: TestApp, { seats = 24 }: { seats?: number } = {}): Promise<World> {
  const kavi = app.as('Kavi', { centre: 1 });
  const category = async (code: string, serviceType: 'TRANSPORT' | null) => {
    const { create } = serviceCategory.endpoints;
    return (
      (await kavi.call(
        create as never,
        {
          name: code,
          code,
          serviceType,
          icon: 'BUS',
          position: 1,
          active: true,
        } as never,
      )) as { id: string }
    ).id;
  };
  const product = async (code: string, categoryId: string, more: object) =>
    (
      (await kavi.call(
        service.endpoints.create as never,
        {
          categoryId,
          name: code,
          code,
          ageFromMonths: 18,
          ageToMonths: 96,
          weekdays: DAYS,
          capacityMode: 'SEATS',
          openTo: 'STUDENTS',
          noticeDays: 30,
          pauseMinDays: 15,
          active: true,
          ...more,
        } as never,
      )) as { id: string }
    ).id;
  const busId = await product('BUS', await category('TRANSPORT', 'TRANSPORT'), {
    capacityMode: 'ROUTE_SEATS',
  });
  const dayCareId = await product('DAY-CARE', await category('CARE', null), {});
  const terms = { startsOn: '2026-04-01', endsOn: '2027-03-31', waitlist: true, active: true };
  const open = async (serviceId: string, more: object) =>
    (await app.as('Bina').call(serviceOfferingContract.open, { serviceId, ...terms, ...more })).id;
  return {
    busId,
    dayCareId,
    busOffering: await open(busId, {}),
    dayCareOffering: await open(dayCareId, { seats }),
  };
}

/** Runs a job of services as if it were noon of that day. */
export async function runOn(app: TestApp, job: JobDeclaration, day: string): Promise<void> {
  const now = new Date(`${day}T12:00:00+05:30`);
  app.moveClock(now);
  await job.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: job.name }, work),
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
  } satisfies JobTools);
}
