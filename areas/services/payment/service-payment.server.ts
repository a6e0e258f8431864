// Payments of one service. A guardian finds the own child's service in the family's scope; the figures are then read as its
// centre, because what a payment was put on is not the family's to read as rows.
import { todayIst } from '@aangan/contract/period.ts';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { type ApartCall, handleApart } from '@aangan/server/endpoint/handle.ts';
import { mayCall, type NarrowedActor, systemActor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { payableOf, paymentsOf } from '../../finance/public.server.ts';
import { activateService } from '../assignment/activate-service.server.ts';
import { lockBoth, paidOn } from '../assignment/assignment-row.server.ts';
import type { ServiceAssignmentStatus } from '../assignment/service-assignment.states.ts';
import { refuseServices } from '../services.refusals.ts';
import { servicePaymentContract as contract } from './service-payment.contract.ts';

interface PaidService {
  franchiseeId: number;
  feeAccountId: string;
  feeAssignmentId: string;
  code: string;
  childName: string;
  centre: string;
  service: string;
  plan: string;
  status: ServiceAssignmentStatus;
  startsOn: string;
  endsOn: string;
  holdUntil: string | null;
}

interface Which {
  enquiryId: string;
  planId: string;
}

// A guardian with the limited portal and the child itself see no money (students.md 3.9).
const seesMoney = sql`exists (select from student_guardian sg
  join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
  where sg.franchisee_id = e.franchisee_id and sg.student_id = e.student_id and g.user_id = scope_user() and sg.portal = 'FULL')`;

type Work = ApartCall<Which>['work'];

/** Who may read the figures: the caller; for a family that found its own child's wish, the centre. 404 for anybody else. */
async function readerOf(actor: NarrowedActor, which: Which, work: Work): Promise<NarrowedActor> {
  if (actor.students === null) return actor;
  const centre = await work(actor, async (db) => {
    const { rows } = await sql<{ franchiseeId: number }>`
      select e.franchisee_id as "franchiseeId" from service_enquiry e where e.id = ${which.enquiryId} and ${seesMoney}`.execute(
      db,
    );
    return ensureFound(rows[0]);
  });
  return systemActor(centre.franchiseeId);
}

/** The newest service of the enquiry with this plan; 404 for a pair that does not belong together or another centre's. */
async function findPaidService(db: Db, actor: NarrowedActor, which: Which): Promise<PaidService> {
  const { rows } = await sql<PaidService>`
    select a.franchisee_id as "franchiseeId", a.fee_account_id as "feeAccountId", a.fee_assignment_id as "feeAssignmentId",
           e.enquiry_code as code, e.child_name as "childName", f.company_name as centre, s.name as service, p.name as plan,
           a.status, a.starts_on as "startsOn", a.ends_on as "endsOn", a.hold_until as "holdUntil"
      from service_assignment a
      join service_enquiry e on e.franchisee_id = a.franchisee_id and e.id = a.service_enquiry_id
      join fee_assignment g on g.franchisee_id = a.franchisee_id and g.id = a.fee_assignment_id
      join fee_plan p on p.id = g.fee_plan_id
      join service s on s.id = a.service_id
      join franchisee f on f.id = a.franchisee_id
     where e.id = ${which.enquiryId} and g.fee_plan_id = ${which.planId}
       and ${actor.franchiseeId === null ? sql`true` : sql`e.franchisee_id = ${actor.franchiseeId}`}
     order by a.status in ('DRAFT', 'PENDING', 'HELD', 'ACTIVE') desc, a.created_at desc limit 1`.execute(db);
  return ensureFound(rows[0]);
}

const BILLED: readonly ServiceAssignmentStatus[] = ['HELD', 'ACTIVE', 'ENDED'];

export const servicePayment = handleApart(contract.get, async ({ actor, input, now, work }) => {
  const reader = await readerOf(actor, input, work);
  return work(reader, async (db) => {
    const found = await findPaidService(db, reader, input);
    const { franchiseeId, feeAccountId, feeAssignmentId } = found;
    const key = { franchiseeId, id: feeAccountId, feeAssignmentId };
    const payable = await payableOf(db, key, todayIst(now));
    const open = BILLED.includes(found.status) && payable.due > 0;
    return {
      ...found,
      payable,
      payments: await paymentsOf(db, key),
      can: { pay: open, take: open && mayCall(actor, paymentContract.recordOffline) },
    };
  });
});

export const openServicePayment = handleApart(contract.openPage, async ({ actor, input, now, work }) => {
  const reader = await readerOf(actor, input, work);
  const token = await work(reader, async (db) => {
    const { status, franchiseeId, feeAssignmentId } = await findPaidService(db, reader, input);
    ensure(BILLED.includes(status), () => refuseServices('service.not-billed'));
    return issueLink(db, {
      purpose: 'pay.service',
      franchiseeId,
      subject: { kind: 'fee-assignment', id: feeAssignmentId },
      now,
    });
  });
  return { path: `/service-payments/${token}` };
});

const paidFact = z.object({ feeAssignmentId: z.string() });

/** Money reached the plan of a service: a held seat becomes the child's. On a seat that was freed meanwhile it stays as advance. */
export const serviceWasPaid: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ data, row, work, finish }) => {
    const { feeAssignmentId } = paidFact.parse(data);
    await work(row.franchiseeId, async (db) => {
      const found = await db
        .selectFrom('service_assignment')
        .select('id')
        .where('franchisee_id', '=', row.franchiseeId)
        .where('fee_assignment_id', '=', feeAssignmentId)
        .executeTakeFirst();
      if (found) {
        const both = await lockBoth(db, found.id);
        if (both.row.status === 'HELD' && (await paidOn(db, both.row)) > 0) await activateService(db, both);
      }
      await finish(db);
    });
  },
};
