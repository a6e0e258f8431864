import { todayIst } from '@aangan/contract/period.ts';
import { weekdayMask, weekdaysOf } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { concessionsOn, quotePlan, servicePlanDetails } from '../../finance/public.server.ts';
import { stopsOf } from '../../transport/public.server.ts';
import { mayAssign, serviceEnquiryStates } from '../enquiry/service-enquiry.states.ts';
import type { Assignment } from './assignment-row.server.ts';
import { seatsView } from './seats.server.ts';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';
import { openAssignments } from './service-assignment.states.ts';
import { choiceOf, type Enquiry, offeringOf, plansOf, serviceOf, slabsOf } from './service-choice.server.ts';

type PlanDetails = NonNullable<Awaited<ReturnType<typeof servicePlanDetails>>>;

/** The enquiry of a path; 404 when it is another centre's. */
export const findEnquiry = async (db: Db, actor: Actor, id: string): Promise<Enquiry> =>
  ensureFound(
    await db
      .selectFrom('service_enquiry')
      .selectAll()
      .where('id', '=', id)
      .$if(actor.franchiseeId !== null, (query) => query.where('franchisee_id', '=', actor.franchiseeId ?? 0))
      .executeTakeFirst(),
  );

export async function headOf(db: Db, enquiry: Enquiry) {
  const { rows } = await sql<{ centre: string }>`
    select company_name as centre from franchisee where id = ${enquiry.franchisee_id}`.execute(db);
  const service = await serviceOf(db, enquiry.service_id);
  return {
    enquiryId: enquiry.id,
    code: enquiry.enquiry_code,
    franchiseeId: enquiry.franchisee_id,
    centre: rows[0]?.centre ?? '',
    childName: enquiry.child_name,
    guardianName: enquiry.guardian_name,
    status: enquiry.status,
    service: service.name,
    serviceType: service.serviceType,
    academicYearId: enquiry.academic_year_id,
  };
}

/** The newest service of an enquiry, an open one first. */
export async function newestAssignment(db: Db, enquiry: Enquiry): Promise<Assignment | null> {
  const rows = await db
    .selectFrom('service_assignment')
    .selectAll()
    .where('franchisee_id', '=', enquiry.franchisee_id)
    .where('service_enquiry_id', '=', enquiry.id)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  return (
    rows.find(({ status }) => (openAssignments as readonly string[]).includes(status)) ?? rows[0] ?? null
  );
}

export const planOf = (db: Db, actor: Actor, row: Assignment, now: Date): Promise<PlanDetails> =>
  servicePlanDetails(db, actor, {
    franchiseeId: row.franchisee_id,
    feeAccountId: row.fee_account_id,
    serviceAssignmentId: row.id,
    now,
  }).then(ensureFound);

const viewOf = (row: Assignment, plan: PlanDetails) => ({
  id: row.id,
  version: row.version,
  status: row.status,
  feePlanId: plan.assignment.planId,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  weekdays: weekdaysOf(row.weekdays),
  direction: row.direction,
  distanceM: row.distance_m,
  slab: row.slab,
  stopText: row.stop_text,
  stopId: row.stop_id,
  note: row.note,
  holdUntil: row.hold_until,
});

export const wantedOf = ({ assignment }: PlanDetails) =>
  assignment.concessions.map((one) => ({
    ...(one.concessionId
      ? { concessionId: one.concessionId }
      : { basis: one.basis, value: one.value, kinds: one.kinds as 'SERVICE'[] }),
    reason: one.reason,
    ...(one.document ? { documentFile: one.document.id } : {}),
  }));

export const prepareAssignment = handle(contract.prepare, async ({ db, actor, input, now }) => {
  const enquiry = await findEnquiry(db, actor, input.enquiryId);
  const [service, offering] = [await serviceOf(db, enquiry.service_id), await offeringOf(db, enquiry)];
  const slabs = service.serviceType === 'TRANSPORT' ? await slabsOf(db, offering) : [];
  const newest = await newestAssignment(db, enquiry);
  const row = newest && (openAssignments as readonly string[]).includes(newest.status) ? newest : null;
  const plan = row && (await planOf(db, actor, row, now));
  const draft = row === null || row.status === 'DRAFT';
  return {
    enquiry: await headOf(db, enquiry),
    wish: {
      from: enquiry.wanted_from,
      to: enquiry.wanted_to ?? offering.ends_on,
      direction: enquiry.direction,
      stopText: enquiry.stop_text,
    },
    offering: {
      startsOn: offering.starts_on,
      endsOn: offering.ends_on,
      weekdays: service.weekdays,
      waitlist: offering.waitlist,
      bySlab: slabs.length > 0,
    },
    stops:
      slabs.length === 0
        ? []
        : await stopsOf(db, { franchiseeId: enquiry.franchisee_id, yearId: enquiry.academic_year_id }),
    plans: (await plansOf(db, enquiry)).map(planChoice),
    concessions: await concessionsOn(db, enquiry.franchisee_id, todayIst(now)),
    assignment:
      row && plan
        ? {
            ...viewOf(row, plan),
            breakdownId: plan.assignment.breakdownId,
            concessions: wantedOf(plan),
            sentBack: plan.assignment.status === 'REJECTED' ? plan.assignment.decisionNote : null,
          }
        : null,
    can: {
      save: mayCall(actor, contract.save) && draft && mayAssign(enquiry.status),
      join: mayCall(actor, contract.join) && draft && 'wait' in serviceEnquiryStates[enquiry.status],
      cancel: mayCall(actor, contract.cancel) && row !== null && row.status !== 'ACTIVE',
    },
  };
});

const planChoice = (plan: Awaited<ReturnType<typeof plansOf>>[number]) => ({
  planId: plan.planId,
  name: plan.name,
  total: plan.total,
  options: plan.options.map(({ id, name, instalments }) => ({ id, name, instalments })),
});

export const quoteService = handle(contract.quote, async ({ db, actor, input, now }) => {
  const enquiry = await findEnquiry(db, actor, input.enquiryId);
  const choice = await choiceOf(db, enquiry, input, { excused: true, now });
  const schedule = await quotePlan(db, actor, {
    choice: {
      franchiseeId: enquiry.franchisee_id,
      planId: choice.plan.planId,
      breakdownId: choice.breakdownId,
      joinsOn: input.startsOn,
      leavesOn: input.endsOn,
      concessions: input.concessions,
    },
    today: todayIst(now),
  });
  const days = { startsOn: input.startsOn, endsOn: input.endsOn, weekdays: weekdayMask(input.weekdays) };
  return {
    plan: planChoice(choice.plan),
    breakdownId: choice.breakdownId,
    slab: choice.slab,
    schedule,
    seats: await seatsView(db, choice.offering, days, { enquiryId: enquiry.id, now }),
  };
});

/** What the approver's page shows beside the row of the list. */
export async function decisionView(db: Db, actor: Actor, { row, now }: { row: Assignment; now: Date }) {
  const plan = await planOf(db, actor, row, now);
  const offering = await db
    .selectFrom('service_offering')
    .selectAll()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.offering_id)
    .executeTakeFirstOrThrow();
  const days = { startsOn: row.starts_on, endsOn: row.ends_on, weekdays: row.weekdays };
  return {
    assignment: viewOf(row, plan),
    seats: await seatsView(db, offering, days, { enquiryId: row.service_enquiry_id, now }),
    plan: plan.assignment,
    asked: plan.asked,
    standard: plan.standard,
    budget: plan.budget,
  };
}
