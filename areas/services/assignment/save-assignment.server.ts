// From an enquiry to a submission: the draft holds no seat and bills nothing.
import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { assignPlan, submitAssignment } from '../../finance/public.server.ts';
import {
  daysOf,
  isWaiting,
  lockBoth,
  moveAssignment,
  moveEnquiry,
  notPending,
  openAssignment,
  withdrawAssignment,
} from './assignment-row.server.ts';
import { ensureStop } from './bus-seat.server.ts';
import { ensureSeat } from './seats.server.ts';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';
import { choiceOf, ensureNoOverlap, offeringOf } from './service-choice.server.ts';

export const saveAssignment = handle(contract.save, async ({ db, actor, input, now }) => {
  const enquiry = await lockRow(db, 'service_enquiry', input.enquiryId);
  const open = await openAssignment(db, enquiry);
  ensure(!open || open.status === 'DRAFT', () => notPending(open?.status ?? 'DRAFT'));
  const note = input.note || null;
  const choice = await choiceOf(db, enquiry, input, { excused: note !== null, now });
  await ensureNoOverlap(db, enquiry, input);
  await ensureStop(db, enquiry, input);
  const id = open?.id ?? randomUUID();
  const { assignmentId, net } = await assignPlan(db, actor, {
    franchiseeId: enquiry.franchisee_id,
    studentAdmissionId: enquiry.fee_account_id,
    serviceAssignmentId: id,
    planId: choice.plan.planId,
    breakdownId: choice.breakdownId,
    joinsOn: input.startsOn,
    leavesOn: input.endsOn,
    concessions: input.concessions,
    note: input.note,
  });
  const values = {
    offering_id: choice.offering.id,
    fee_assignment_id: assignmentId,
    starts_on: input.startsOn,
    ends_on: input.endsOn,
    weekdays: choice.weekdays,
    direction: input.direction ?? null,
    distance_m: input.distanceM ?? null,
    slab: choice.slab,
    stop_text: input.stopText || null,
    stop_id: input.stopId ?? null,
    note,
  };
  const saved = open
    ? await db
        .updateTable('service_assignment')
        .set(values)
        .where('franchisee_id', '=', enquiry.franchisee_id)
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('service_assignment')
        .values({
          ...values,
          franchisee_id: enquiry.franchisee_id,
          id,
          service_enquiry_id: enquiry.id,
          fee_account_id: enquiry.fee_account_id,
          service_id: enquiry.service_id,
        })
        .returning('version')
        .executeTakeFirstOrThrow();
  if (!open) await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'assign' });
  return { id, version: saved.version, net };
});

export const submitService = handle(contract.submit, async ({ db, actor, input, now, version }) => {
  const { enquiry, row } = await lockBoth(db, input.id, version);
  ensure(row.status === 'DRAFT', () => notPending(row.status));
  const offering = await offeringOf(db, enquiry);
  await ensureSeat(db, offering, daysOf(row), { enquiryId: enquiry.id, now });
  await ensureNoOverlap(db, enquiry, daysOf(row));
  await moveStatus(db, {
    ...moveAssignment,
    row,
    action: 'submit',
    set: { submitted_by: userIdOf(actor), submitted_at: now },
  });
  await submitAssignment(db, actor, {
    franchiseeId: row.franchisee_id,
    assignmentId: row.fee_assignment_id,
  });
  await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'submit' });
  return {};
});

export const cancelService = handle(contract.cancel, async ({ db, input, version, now }) => {
  const { enquiry, row } = await lockBoth(db, input.id, version);
  await withdrawAssignment(db, row, { reason: input.reason, action: 'cancel' });
  await moveStatus(db, {
    ...moveEnquiry,
    row: enquiry,
    action: (await isWaiting(db, enquiry)) ? 'wait' : 'unassign',
    reason: input.reason,
    set: { next_follow_up_on: todayIst(now) },
  });
  return {};
});
