import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import { networkModules } from '../network-modules.ts';
import { refuse } from '../network-refusals.ts';
import { agreementContract } from './agreement.contract.ts';
import { centreAsked, keepPaper, lockCentre, noteEvent, paperOf } from './franchisee-rows.server.ts';

export const listAgreements = handle(agreementContract.list, async ({ db, actor, input, now }) => {
  const id = await centreAsked(db, actor, input);
  const may = holds(actor, networkModules.Franchisee, true);
  const rows = await db
    .selectFrom('franchisee_agreement')
    .selectAll()
    .where('franchisee_id', '=', id)
    .orderBy('from_on', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
  return {
    can: { add: may },
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      number: row.number,
      kind: row.kind,
      from: row.from_on,
      to: row.to_on,
      signedOn: row.signed_on,
      deposit: row.deposit,
      territoryNote: row.territory_note,
      file: paperOf(row, now),
      state: row.state,
      endedReason: row.ended_reason,
      can: {
        update: may && row.state === 'DRAFT',
        sign: may && row.state === 'DRAFT',
        terminate: may && row.state === 'ACTIVE',
      },
    })),
  };
});

const isUnique = (error: unknown): boolean => (error as { code?: string }).code === '23505';
const isOverlap = (error: unknown): boolean => (error as { code?: string }).code === '23P01';

export const saveAgreement = handle(agreementContract.save, async ({ db, actor, input }) => {
  const centre = await lockCentre(db, actor, input.franchiseeId);
  const id = input.id ?? crypto.randomUUID();
  const file = await keepPaper(db, input.fileId, { kind: 'FRANCHISEE_AGREEMENT', id });
  const values = {
    number: input.number,
    kind: input.kind,
    from_on: input.from,
    to_on: input.to,
    deposit: input.deposit,
    territory_note: input.territoryNote ?? null,
    ...(file ?? {}),
  };
  try {
    if (input.id === undefined)
      await db
        .insertInto('franchisee_agreement')
        .values({ franchisee_id: centre.id, id, ...values })
        .execute();
    else {
      const done = await db
        .updateTable('franchisee_agreement')
        .set(values)
        .where('franchisee_id', '=', centre.id)
        .where('id', '=', id)
        .where('state', '=', 'DRAFT')
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw refuse('agreement.wrong-state');
    }
  } catch (error) {
    throw isUnique(error)
      ? refuse('agreement.number-used', { fields: { number: 'Already used for this centre' } })
      : error;
  }
  return { id };
});

export const signAgreement = handle(agreementContract.sign, async ({ db, actor, input, version, now }) => {
  const centre = await lockCentre(db, actor, input.franchiseeId);
  const row = ensureFound(
    await db
      .selectFrom('franchisee_agreement')
      .selectAll()
      .where('franchisee_id', '=', centre.id)
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (row.state !== 'DRAFT') throw refuse('agreement.wrong-state');
  if (row.file_id === null) throw refuse('agreement.no-file');
  if (input.signedOn > todayIst(now))
    throw refuse('franchisee.wrong-day', { fields: { signedOn: 'Not after today' } });
  try {
    const done = await db
      .updateTable('franchisee_agreement')
      .set({ state: 'ACTIVE', signed_on: input.signedOn })
      .where('franchisee_id', '=', centre.id)
      .where('id', '=', row.id)
      .where('version', '=', version)
      .executeTakeFirst();
    ensureFresh(done.numUpdatedRows);
  } catch (error) {
    throw isOverlap(error) ? refuse('agreement.overlap') : error;
  }
  await noteEvent(db, { franchiseeId: centre.id, action: `agreement ${row.number} signed` });
  return { id: row.id };
});

export const terminateAgreement = handle(
  agreementContract.terminate,
  async ({ db, actor, input, version }) => {
    const centre = await lockCentre(db, actor, input.franchiseeId);
    const row = ensureFound(
      await db
        .selectFrom('franchisee_agreement')
        .select(['id', 'number', 'state'])
        .where('franchisee_id', '=', centre.id)
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    if (row.state !== 'ACTIVE') throw refuse('agreement.wrong-state');
    const done = await db
      .updateTable('franchisee_agreement')
      .set({ state: 'TERMINATED', ended_reason: input.reason })
      .where('franchisee_id', '=', centre.id)
      .where('id', '=', row.id)
      .where('version', '=', version)
      .executeTakeFirst();
    ensureFresh(done.numUpdatedRows);
    await noteEvent(db, {
      franchiseeId: centre.id,
      action: `agreement ${row.number} terminated`,
      reason: input.reason,
    });
    return { id: row.id };
  },
);
