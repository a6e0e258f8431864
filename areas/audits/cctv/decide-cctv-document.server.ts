import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { notify } from '../../shell/public.server.ts';
import { refuseCctv } from './cctv.refusals.ts';
import { cctvDocumentContract as contract } from './cctv-document.contract.ts';
import { type CctvKind, cctvKinds, cctvStates } from './cctv-document.states.ts';

async function lockForDecision(db: Db, actor: Actor, id: string, version: number) {
  const row = await lockRow(db, 'cctv_document', id, version);
  if (row.status === 'SUBMITTED' && row.uploaded_by === actor.userId) throw refuseCctv('cctv.own-upload');
  return row;
}

const stepOf = (row: RowIn<'cctv_document'>) => ({
  states: cctvStates,
  table: 'cctv_document' as const,
  row,
  makers: [row.uploaded_by],
});

export const verifyDocument = handle(contract.verify, async ({ db, actor, input, version, now }) => {
  const row = await lockForDecision(db, actor, input.id, version);
  await decide(db, actor, {
    ...stepOf(row),
    action: 'verify',
    decision: 'APPROVE',
    set: { decided_by: actor.userId, decided_at: now },
  });
  await db
    .updateTable('cctv_document')
    .set({ superseded_at: now })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('kind', '=', row.kind)
    .where('status', '=', 'VERIFIED')
    .where('superseded_at', 'is', null)
    .where('id', '<>', row.id)
    .where('kind', '<>', 'OTHER')
    .execute();
  return {};
});

export const rejectDocument = handle(contract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockForDecision(db, actor, input.id, version);
  await decide(db, actor, {
    ...stepOf(row),
    action: 'reject',
    decision: 'REJECT',
    reason: input.reason,
    set: { decided_by: actor.userId, decided_at: now, reason: input.reason },
  });
  if (row.uploaded_by)
    await notify(db, {
      userId: row.uploaded_by,
      kind: 'audits.cctv-rejected',
      title: `${cctvKinds[row.kind as CctvKind]} was rejected`,
      body: input.reason,
      link: `/cctvDocUpload/edit/${row.id}`,
      sourceArea: 'audits',
      dedupeKey: `cctv:${row.id}:${row.version}`,
    });
  return {};
});
