// The approval is one transaction over services, finance and transport: whichever part refuses, nothing is written.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { approveAssignment, rejectAssignment } from '../../finance/public.server.ts';
import { refuseServices } from '../services.refusals.ts';
import { servicesSettings } from '../services.settings.ts';
import { activateService } from './activate-service.server.ts';
import {
  type Assignment,
  daysOf,
  leaveWaitList,
  lockBoth,
  moveAssignment,
  moveEnquiry,
  notPending,
  paidOn,
} from './assignment-row.server.ts';
import { takeBusSeat } from './bus-seat.server.ts';
import { firstBilled } from './first-lines.server.ts';
import { ensureSeat } from './seats.server.ts';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';
import { type Enquiry, ensureNoOverlap, serviceOf } from './service-choice.server.ts';
import { payLinkOf, tellFamily } from './tell-family.server.ts';

export const approveService = handle(contract.approve, async ({ db, actor, input, now, version }) => {
  const { enquiry, row } = await lockForDecision(db, actor, input.id, version);
  const today = todayIst(now);
  const offering = await lockRow(db, 'service_offering', row.offering_id);
  ensure(offering.active, () => refuseServices('service-enquiry.not-offered'));
  await ensureSeat(db, offering, daysOf(row), { enquiryId: enquiry.id, now });
  await ensureNoOverlap(db, enquiry, daysOf(row));
  const holdDays = await readSetting(db, 'services', servicesSettings.holdDays, row.franchisee_id);
  const held = await moveStatus(db, {
    ...moveAssignment,
    row,
    action: 'approve',
    reason: input.note ?? null,
    set: { hold_until: addDays(today, holdDays) },
  });
  const approved = await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'approve' });
  await leaveWaitList(db, enquiry, 'TAKEN');
  // Before finance's own locks (areas/services.md 3).
  await takeBusSeat(db, approved, held);
  await approveAssignment(db, actor, {
    franchiseeId: row.franchisee_id,
    assignmentId: row.fee_assignment_id,
    ...(input.note ? { note: input.note } : {}),
    on: today,
  });
  // An advance of the family may have paid it in the same breath.
  const activateOn = await readSetting(db, 'services', servicesSettings.activateOn, row.franchisee_id);
  if (activateOn === 'APPROVAL' || (await paidOn(db, held)) > 0) {
    await activateService(db, { enquiry: approved, row: held });
    return { status: 'ACTIVE' as const, holdUntil: null };
  }
  await tellApproved(db, { enquiry, row: held, now });
  return { status: 'HELD' as const, holdUntil: held.hold_until };
});

export const rejectService = handle(contract.reject, async ({ db, actor, input, now, version }) => {
  const { enquiry, row } = await lockForDecision(db, actor, input.id, version);
  await moveStatus(db, { ...moveAssignment, row, action: 'reject', reason: input.reason });
  await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'reject', reason: input.reason });
  await rejectAssignment(db, actor, {
    franchiseeId: row.franchisee_id,
    assignmentId: row.fee_assignment_id,
    note: input.reason,
    on: todayIst(now),
  });
  return {};
});

async function lockForDecision(db: Db, actor: Actor, id: string, version: number | undefined) {
  const both = await lockBoth(db, id, version);
  ensure(both.row.status === 'PENDING', () => notPending(both.row.status));
  ensure(actor.userId !== both.row.submitted_by && actor.userId !== both.row.created_by, () =>
    refuseServices('service.own'),
  );
  return both;
}

async function tellApproved(
  db: Db,
  { enquiry, row, now }: { enquiry: Enquiry; row: Assignment; now: Date },
): Promise<void> {
  const { name } = await serviceOf(db, row.service_id);
  const until = row.hold_until ?? todayIst(now);
  await tellFamily(db, enquiry, {
    kind: 'services.approved',
    values: { service: name, amountPaise: await firstBilled(db, row), date: until },
    key: `${row.id}:approved:${row.version}`,
    payLink: payLinkOf(row, until),
  });
}
