// A claim is taken and decided by another person than the one who submitted it (areas/orders.md 2.5).
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { refuseClaim } from './claim.refusals.ts';
import { claimPath } from './claim-paths.ts';
import { proposeCredit } from './credit-claim.server.ts';
import { damageClaimContract as contract } from './damage-claim.contract.ts';
import { CLAIM_CODE, claimLabels, claimStates } from './damage-claim.states.ts';

export const takeClaim = handle(contract.take, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'damage_claim', input.id, version);
  ensure(holdsCode(actor, CLAIM_CODE), () => refuseApproval('approval.code-missing'));
  ensure(row.submitted_by !== actor.userId, () => refuseApproval('approval.own'));
  await moveStatus(db, {
    states: claimStates,
    table: 'damage_claim',
    row,
    action: 'take',
    set: { taken_by: userIdOf(actor) },
  });
  return {};
});

export const decideClaim = handle(contract.decide, async ({ db, actor, input, now, version }) => {
  const row = await lockRow(db, 'damage_claim', input.id, version);
  const lines = await db
    .selectFrom('damage_claim_line')
    .selectAll()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('claim_id', '=', row.id)
    .execute();
  const verdicts = new Map(input.lines.map((line) => [line.id, line]));
  ensure(verdicts.size === lines.length && lines.every(({ id }) => verdicts.has(id)), () =>
    refuseClaim('claim.line-missing'),
  );
  let [approved, claimed] = [0, 0];
  for (const line of lines) {
    const { qtyApproved = 0, resolution = 'NONE' } = verdicts.get(line.id) ?? {};
    const at = input.lines.findIndex(({ id }) => id === line.id);
    ensure(qtyApproved <= line.qty_claimed, () =>
      refuseClaim('claim.too-many', {
        details: { n: line.qty_claimed },
        fields: { [`lines.${at}.qtyApproved`]: `At most ${line.qty_claimed}` },
      }),
    );
    ensure(qtyApproved > 0 === (resolution !== 'NONE'), () =>
      refuse('input.invalid', {
        fields: { [`lines.${at}.resolution`]: 'Choose what the centre gets for what is approved' },
      }),
    );
    // Who caused it is not paid for it.
    ensure(resolution !== 'CREDIT' || input.fault !== 'CENTRE', () =>
      refuse('input.invalid', {
        fields: {
          [`lines.${at}.resolution`]: 'The centre caused it: choose Replace, which it pays, or Nothing',
        },
      }),
    );
    approved += qtyApproved;
    claimed += line.qty_claimed;
  }
  const action = approved === 0 ? 'reject' : approved < claimed ? 'approve-part' : 'approve';
  const decided = await decide(db, actor, {
    states: claimStates,
    table: 'damage_claim',
    row,
    action,
    decision: approved === 0 ? 'REJECT' : 'APPROVE',
    code: CLAIM_CODE,
    makers: [row.submitted_by],
    reason: input.note,
    set: { fault: input.fault, decided_by: userIdOf(actor), decided_at: now, decision_note: input.note },
  });
  for (const { id, qtyApproved, resolution } of input.lines)
    await db
      .updateTable('damage_claim_line')
      .set({ qty_approved: qtyApproved, resolution })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', id)
      .execute();
  const noteId = await proposeCredit(db, actor, decided, now);
  if (noteId !== null)
    await db
      .updateTable('damage_claim')
      .set({ note_id: noteId })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
  await queueMessage(db, {
    kind: 'orders.claim-decided',
    franchiseeId: row.franchisee_id,
    about: { userIds: [row.submitted_by] },
    values: {
      claim: row.claim_no,
      result: claimLabels[decided.status as keyof typeof claimLabels],
      reason: input.note,
    },
    appLink: claimPath(row.order_id),
    // Decided once more after finance refused its credit, it is told once more.
    dedupeKey: `${row.id}:${row.version}`,
    source: { kind: 'damage-claim', id: row.id },
  });
  return { status: decided.status };
});

export const closeClaim = handle(contract.close, async ({ db, input, version }) => {
  const row = await lockRow(db, 'damage_claim', input.id, version);
  await moveStatus(db, { states: claimStates, table: 'damage_claim', row, action: 'close' });
  return {};
});
