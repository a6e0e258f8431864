// A document counts when somebody other than who added it, and other than the person, has seen it.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseStaff } from '../refusals.ts';
import { ensureOther } from '../staff/decide-staff.server.ts';
import { staffDocumentContract } from './staff-document.contract.ts';
import { staffDocumentStates } from './staff-document.states.ts';
import { tellDocument } from './tell-document.server.ts';

async function personOf(db: Db, actor: Actor, document: RowIn<'staff_document'>) {
  const person = ensureFound(
    await db
      .selectFrom('staff')
      .select(['franchisee_id', 'id', 'user_id', 'first_name'])
      .where('franchisee_id', '=', document.franchisee_id)
      .where('id', '=', document.staff_id)
      .executeTakeFirst(),
  );
  ensureOther(actor, person);
  return person;
}

const stepOf = (row: RowIn<'staff_document'>) => ({
  states: staffDocumentStates,
  table: 'staff_document' as const,
  row,
  makers: [row.uploaded_by],
});

export const verifyDocument = handle(
  staffDocumentContract.verify,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'staff_document', input.id, version);
    await personOf(db, actor, row);
    if (row.status === 'UPLOADED' && row.expires_on !== null && row.expires_on < todayIst(now))
      throw refuseStaff('staff.document-expired');
    await decide(db, actor, {
      ...stepOf(row),
      action: 'verify',
      decision: 'APPROVE',
      set: { verified_by: actor.userId, verified_at: now },
    });
    return {};
  },
);

export const rejectDocument = handle(staffDocumentContract.reject, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'staff_document', input.id, version);
  const person = await personOf(db, actor, row);
  await decide(db, actor, {
    ...stepOf(row),
    action: 'reject',
    decision: 'REJECT',
    reason: input.reason,
    set: { reason: input.reason },
  });
  await tellDocument(db, person, row, { what: 'rejected', reason: input.reason });
  return {};
});
