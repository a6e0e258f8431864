// Levels of approval and shares of refunds hold for the whole network: head office changes them.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { bandSubjects, financeBandContract } from './finance-band.contract.ts';

const mayChange = (actor: Actor): boolean =>
  mayCall(actor, financeBandContract.changeApprovalBand) && actor.wholeNetwork;
const ensureHeadOffice = (actor: Actor) => ensure(mayChange(actor), () => refuse('module.missing'));

export const approvalBands = handle(financeBandContract.approvalBands, async ({ db, actor }) => {
  const { rows } = await sql<{
    id: string;
    version: number;
    subject: keyof typeof bandSubjects;
    level: number;
    upToBp: number | null;
    upToAmount: number | null;
    code: string;
  }>`select id, version, subject, level, up_to_bp as "upToBp", up_to_amount as "upToAmount", approval_code as code
      from approval_band where subject = any (${Object.keys(bandSubjects)}::text[])
     order by array_position(${Object.keys(bandSubjects)}::text[], subject), level`.execute(db);
  return { mayChange: mayChange(actor), rows };
});

export const changeApprovalBand = handle(
  financeBandContract.changeApprovalBand,
  async ({ db, actor, input, version }) => {
    ensureHeadOffice(actor);
    const band = ensureFound(
      await db
        .selectFrom('approval_band')
        .selectAll()
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    ensureFresh(band.version === version ? 1 : 0);
    const all = await db
      .selectFrom('approval_band')
      .selectAll()
      .where('subject', '=', band.subject)
      .orderBy('level')
      .forUpdate()
      .execute();
    // A level counts shares or amounts, as it did; the highest covers all the rest.
    const byShare = band.subject === 'CONCESSION';
    const name = byShare ? 'upToBp' : 'upToAmount';
    const limit = input[name] ?? null;
    const invalid = (fault: string) => refuse('input.invalid', { fields: { [name]: fault } });
    ensure(band.level !== all.at(-1)?.level, () => invalid('The highest level covers everything above'));
    ensure(limit !== null, () => invalid('Fill this in'));
    const limitOf = (one: (typeof all)[number]) => (byShare ? one.up_to_bp : one.up_to_amount);
    const below = all.filter((one) => one.level < band.level).map(limitOf);
    const above = all.filter((one) => one.level > band.level).map(limitOf);
    ensure(
      below.every((one) => one !== null && one < limit),
      () => invalid('More than the level below'),
    );
    ensure(
      above.every((one) => one === null || one > limit),
      () => invalid('Less than the level above'),
    );
    await db
      .updateTable('approval_band')
      .set(byShare ? { up_to_bp: limit } : { up_to_amount: limit })
      .where('id', '=', band.id)
      .execute();
    return {};
  },
);

export const refundBands = handle(financeBandContract.refundBands, async ({ db, actor }) => {
  const { rows } = await sql<{
    id: string;
    version: number;
    componentKind: string;
    fromDay: number | null;
    toDay: number | null;
    percentBp: number;
  }>`select id, version, component_kind as "componentKind", from_day as "fromDay", to_day as "toDay", percent_bp as "percentBp"
      from refund_band order by component_kind, from_day nulls first`.execute(db);
  return { mayChange: mayChange(actor), rows };
});

export const changeRefundBand = handle(
  financeBandContract.changeRefundBand,
  async ({ db, actor, input, version }) => {
    ensureHeadOffice(actor);
    const done = await db
      .updateTable('refund_band')
      .set({ percent_bp: input.percentBp })
      .where('id', '=', input.id)
      .where('version', '=', version)
      .executeTakeFirst();
    ensureFresh(done.numUpdatedRows);
    return {};
  },
);
