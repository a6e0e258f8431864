import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { bomContract as contract } from './bom.contract.ts';
import { refuseBom } from './bom.refusals.ts';
import { bomCodes, bomStates, LAST_CODE } from './bom.states.ts';
import { lockModel, tellBom } from './write-bom.server.ts';

const REASON = 10; // characters

/** The row, locked, and its model before it: of two versions at the last step only one can be the active one. */
async function lockBom(db: Db, id: string, version: number): Promise<RowIn<'wow_bom'>> {
  const seen = await db.selectFrom('wow_bom').select('model_id').where('id', '=', id).executeTakeFirst();
  await lockModel(db, ensureFound(seen).model_id);
  return lockRow(db, 'wow_bom', id, version);
}

const activeOf = (db: Db, modelId: string) =>
  db
    .selectFrom('wow_bom')
    .selectAll()
    .where('model_id', '=', modelId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();

export const decideBom = handle(contract.decide, ({ db, actor, input, version, now }) =>
  atHeadOffice(db, actor, async () => {
    const reason = input.reason ?? null;
    if (input.decision === 'reject' && (reason?.length ?? 0) < REASON)
      throw refuse('input.invalid', { fields: { reason: `Say why, in at least ${REASON} characters` } });
    const row = await lockBom(db, input.id, version);
    ensureStep(bomStates, row.status, input.decision);
    const by = userIdOf(actor);
    ensure(row.c1_by !== by && row.c2_by !== by, () => refuseOrders('approval.second-level'));
    const approves = input.decision === 'approve';
    const level =
      row.status === 'PENDING'
        ? { c1_by: by, c1_at: now }
        : row.status === 'C1 APPROVED'
          ? { c2_by: by, c2_at: now }
          : { c3_by: by, c3_at: now };
    // Judged first: an unfit decider leaves the active version as it is.
    const code = bomCodes[row.status] ?? '';
    ensure(row.made_by !== by, () => refuseApproval('approval.own'));
    ensure(holdsCode(actor, code), () => refuseApproval('approval.code-missing'));
    const before = approves && row.status === 'C2 APPROVED' ? await activeOf(db, row.model_id) : undefined;
    if (before)
      await moveStatus(db, {
        states: bomStates,
        table: 'wow_bom',
        row: before,
        action: 'replace',
        reason: `Version ${row.version_no} took its place`,
      });
    const decided = await decide(db, actor, {
      states: bomStates,
      table: 'wow_bom',
      row,
      action: input.decision,
      decision: approves ? 'APPROVE' : 'REJECT',
      code,
      makers: [row.made_by],
      reason,
      set: approves ? level : { reason },
    });
    await tellBom(db, decided, by);
    return {};
  }),
);

export const deactivateBom = handle(contract.deactivate, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockBom(db, input.id, version);
    const waiting = await db
      .selectFrom('wow_order')
      .select('id')
      .where('bom_id', '=', row.id)
      .where('status', '=', 'PENDING')
      .limit(1)
      .executeTakeFirst();
    ensure(!waiting, () => refuseBom('bom.in-use'));
    await moveStatus(db, {
      states: bomStates,
      table: 'wow_bom',
      row,
      action: 'deactivate',
      reason: input.reason,
    });
    return {};
  }),
);

export const activateBom = handle(contract.activate, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockBom(db, input.id, version);
    ensureStep(bomStates, row.status, 'activate');
    ensure(holdsCode(actor, LAST_CODE), () => refuseApproval('approval.code-missing'));
    const active = await activeOf(db, row.model_id);
    ensure(!active, () => refuseBom('bom.active-exists', { details: { n: active?.version_no ?? 0 } }));
    await moveStatus(db, { states: bomStates, table: 'wow_bom', row, action: 'activate' });
    return {};
  }),
);
