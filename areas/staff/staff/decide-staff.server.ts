// Who may be with children: approved by somebody else than who entered the person, taken away at once.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseStaff } from '../refusals.ts';
import { giveApproval, takeApproval } from './approval-right.server.ts';
import { endAccess } from './centre-access.server.ts';
import { neededDocuments } from './needed-documents.server.ts';
import { staffContract } from './staff.contract.ts';
import { staffStates } from './staff.states.ts';
import { tellStaff } from './tell-staff.server.ts';

type Staff = RowIn<'staff'>;

/** 403 for the person's own record, whatever rights they hold. */
export function ensureOther(actor: Actor, row: Pick<Staff, 'user_id'>): void {
  if (row.user_id !== null && row.user_id === actor.userId) throw refuseStaff('staff.own-record');
}

const stepOf = (row: Staff) => ({
  states: staffStates,
  table: 'staff' as const,
  row,
  makers: [row.created_by],
});

async function ensureDocuments(db: Db, row: Staff, today: Day): Promise<void> {
  const missing = (await neededDocuments(db, row, today)).filter((one) => one.status !== 'VERIFIED');
  if (missing.length === 0) return;
  const kinds = missing.map((one) => one.name);
  throw refuseStaff('staff.documents-missing', {
    details: { kinds, documents: `${kinds.join(', ')} ${kinds.length === 1 ? 'is' : 'are'}` },
  });
}

interface Approval {
  db: Db;
  actor: Actor;
  row: Staff;
  now: Date;
}

async function letIn({ db, actor, row, now }: Approval, action: 'approve' | 'restore'): Promise<void> {
  ensureOther(actor, row);
  await decide(db, actor, {
    ...stepOf(row),
    action,
    decision: 'APPROVE',
    set: { approved_by: actor.userId, approved_at: now, status_reason: null },
  });
  // After the decision's own refusals; what it wrote goes back with this one.
  await ensureDocuments(db, row, todayIst(now));
  await giveApproval(db, row);
  await tellStaff(db, row, 'approved');
}

export const approveStaff = handle(staffContract.approve, async ({ db, actor, input, version, now }) => {
  await letIn({ db, actor, now, row: await lockRow(db, 'staff', input.id, version) }, 'approve');
  return {};
});

export const restoreStaff = handle(staffContract.restore, async ({ db, actor, input, version, now }) => {
  await letIn({ db, actor, now, row: await lockRow(db, 'staff', input.id, version) }, 'restore');
  return {};
});

export const rejectStaff = handle(staffContract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'staff', input.id, version);
  ensureOther(actor, row);
  await decide(db, actor, {
    ...stepOf(row),
    action: 'reject',
    decision: 'REJECT',
    reason: input.reason,
    set: { status_reason: input.reason },
  });
  await endAccess(db, row, { by: actor.userId, now });
  await tellStaff(db, row, 'rejected', input.reason);
  return {};
});

/** No second person: what protects children must not wait for one. */
export const suspendStaff = handle(staffContract.suspend, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'staff', input.id, version);
  ensureOther(actor, row);
  await moveStatus(db, {
    states: staffStates,
    table: 'staff',
    row,
    action: 'suspend',
    reason: input.reason,
    set: { status_reason: input.reason },
  });
  await takeApproval(db, row);
  await tellStaff(db, row, 'suspended', input.reason);
  return {};
});
