// Payouts are prepared: by a person or by the morning's job, as drafts. Nothing is booked before the approval.
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { reaches } from '@aangan/server/work/actor.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { settlementContract } from './settlement.contract.ts';
import { settlementStates } from './settlement.states.ts';
import {
  linesOf,
  lockSettlement,
  PAYOUT_MIN,
  payoutAccount,
  type SettlementLine,
  sumsOf,
} from './settlement-lines.server.ts';

export const noAccount = 'No verified payout account';
export const tooLittle = 'Less than ₹500.00 is left: it goes into the next payout';
export const isOpen = 'A payout is being prepared already';

/** Prepares one centre's payout, or says why there is none. Two at once: the second finds the first one's draft. */
export async function buildSettlement(
  db: Db,
  of: { franchiseeId: number; cutOff: Day; maker: string | null },
): Promise<{ id: string } | { why: string }> {
  await lockSettlement(db, of.franchiseeId);
  const open = await db
    .selectFrom('settlement_batch')
    .select('id')
    .where('franchisee_id', '=', of.franchiseeId)
    .where('status', 'in', ['DRAFT', 'SUBMITTED'])
    .executeTakeFirst();
  if (open) return { why: isOpen };
  if (!(await payoutAccount(db, of.franchiseeId))) return { why: noAccount };
  const lines = await linesOf(db, of);
  const sums = sumsOf(lines);
  if (sums.gross === 0 && sums.adjustments <= 0) return { why: 'Nothing to pay out' };
  if (sums.net < PAYOUT_MIN) return { why: tooLittle };
  const { id } = await db
    .insertInto('settlement_batch')
    .values({ franchisee_id: of.franchiseeId, cut_off: of.cutOff, ...columnsOf(sums), maker: of.maker })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLines(db, of.franchiseeId, id, lines);
  return { id };
}

const columnsOf = (sums: ReturnType<typeof sumsOf>) => ({
  gross: sums.gross,
  gateway_fee: sums.gatewayFee,
  refunds: sums.refunds,
  adjustments: sums.adjustments,
  dues: sums.dues,
  net: sums.net,
});

async function writeLines(db: Db, franchiseeId: number, batchId: string, lines: readonly SettlementLine[]) {
  await sql`insert into settlement_line (franchisee_id, batch_id, kind, subject_id, amount, tds_section, tds_rate_bp, tds_base, tds_amount)
    select ${franchiseeId}, ${batchId}, kind, "subjectId", amount, tds ->> 'section', (tds ->> 'rateBp')::int, (tds ->> 'base')::bigint, (tds ->> 'amount')::bigint
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as t (kind text, "subjectId" uuid, amount bigint, tds jsonb)`.execute(
    db,
  );
}

export const build = handle(settlementContract.build, async ({ db, actor, input, now }) => {
  if (input.cutOff >= todayIst(now))
    throw refuse('input.invalid', { fields: { cutOff: 'Choose a day that is over' } });
  const centres = await db
    .selectFrom('franchisee')
    .select(['id', 'company_name'])
    .where('id', 'in', input.centres)
    .where('is_head_office', '=', false)
    .orderBy('id')
    .execute();
  ensure(
    centres.length === new Set(input.centres).size && centres.every(({ id }) => reaches(actor, id)),
    () => refuse('row.not-found'),
  );
  const left: { centre: string; why: string }[] = [];
  for (const { id, company_name: centre } of centres) {
    const made = await buildSettlement(db, {
      franchiseeId: id,
      cutOff: input.cutOff,
      maker: userIdOf(actor),
    });
    if ('why' in made) left.push({ centre, why: made.why });
  }
  return { built: centres.length - left.length, left };
});

export const submit = handle(settlementContract.submit, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  await moveStatus(db, {
    states: settlementStates,
    table: 'settlement_batch',
    row,
    action: 'submit',
    set: { submitted_by: userIdOf(actor) },
  });
  return {};
});

export const discard = handle(settlementContract.discard, async ({ db, input, version }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  ensureStep(settlementStates, row.status, 'discard');
  await lockSettlement(db, row.franchisee_id);
  await moveStatus(db, { states: settlementStates, table: 'settlement_batch', row, action: 'discard' });
  await db
    .updateTable('settlement_line')
    .set({ active: false })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('batch_id', '=', row.id)
    .execute();
  return {};
});

export const hold = handle(settlementContract.hold, async ({ db, input }) => {
  const payment = ensureFound(
    await db
      .selectFrom('payment')
      .select(['franchisee_id', 'id', 'status', 'mode'])
      .where('id', '=', input.paymentId)
      .where('mode', '=', 'ONLINE')
      .executeTakeFirst(),
  );
  const { franchisee_id: franchiseeId, id } = payment;
  await lockSettlement(db, franchiseeId);
  const batch = await db
    .selectFrom('settlement_line as l')
    .innerJoin('settlement_batch as b', (join) =>
      join.onRef('b.franchisee_id', '=', 'l.franchisee_id').onRef('b.id', '=', 'l.batch_id'),
    )
    .select(['b.id', 'b.status'])
    .where('l.franchisee_id', '=', franchiseeId)
    .where('l.subject_id', '=', id)
    .where('l.kind', '=', 'RECEIPT')
    .where('l.active', '=', true)
    .executeTakeFirst();
  ensure(payment.status === 'CONFIRMED' && (!batch || batch.status === 'DRAFT'), () =>
    refuseFinance('settlement.too-late-to-hold'),
  );
  const made = await db
    .insertInto('settlement_hold')
    .values({ franchisee_id: franchiseeId, payment_id: id, reason: input.reason })
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'payment_id']).where('released_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  const holdId = ensureHeld(made);
  if (batch) await prepareAgain(db, franchiseeId, batch.id);
  return { id: holdId.id };
});

function ensureHeld(made: { id: string } | undefined): { id: string } {
  if (!made) throw refuseFinance('settlement.held');
  return made;
}

/** A draft without what was held back; given up when too little is left. */
async function prepareAgain(db: Db, franchiseeId: number, batchId: string): Promise<void> {
  const row = await lockRow(db, 'settlement_batch', batchId);
  const lines = await linesOf(db, { franchiseeId, cutOff: row.cut_off, ignoring: batchId });
  const sums = sumsOf(lines);
  if (sums.net < PAYOUT_MIN) {
    await moveStatus(db, {
      states: settlementStates,
      table: 'settlement_batch',
      row,
      action: 'discard',
      reason: 'A receipt was held back and too little is left',
    });
    await db
      .updateTable('settlement_line')
      .set({ active: false })
      .where('franchisee_id', '=', franchiseeId)
      .where('batch_id', '=', batchId)
      .execute();
    return;
  }
  await db
    .deleteFrom('settlement_line')
    .where('franchisee_id', '=', franchiseeId)
    .where('batch_id', '=', batchId)
    .execute();
  await writeLines(db, franchiseeId, batchId, lines);
  await db
    .updateTable('settlement_batch')
    .set(columnsOf(sums))
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .execute();
}

export const release = handle(settlementContract.release, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'settlement_hold', input.id);
  ensure(row.released_at === null, () => refuse('row.wrong-state'));
  await db
    .updateTable('settlement_hold')
    .set({ released_at: now, released_by: userIdOf(actor) })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const importGateway = handle(settlementContract.importGateway, async ({ db, now }) => ({
  queued: await runJob(
    db,
    'finance.gateway-settlements',
    {},
    { franchiseeId: HEAD_OFFICE, dedupeKey: `gateway-settlements:${now.toISOString().slice(0, 16)}` },
  ),
}));

/** Each morning the drafts of the centres whose cycle it is; nobody's money moves by it. */
export const buildSettlementsJob: JobDeclaration = {
  name: 'finance.settlement-build',
  title: 'Prepare payouts',
  schedule: '0 7 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 6 * 3600,
  timeoutS: 1800,
  run: async ({ work, now }) => {
    const today = todayIst(now);
    const cutOff = addDays(today, -1);
    const { rows } = await work(null, (db) =>
      sql<{ id: number }>`
        select f.id from franchisee f join royalty_agreement a on a.franchisee_id = f.id and a.status = 'APPROVED'
          and a.from_on <= ${today} and (a.to_on is null or a.to_on >= ${today})
         where not f.is_head_office and f.status in ('ACTIVE', 'SUSPENDED') and ${today}::date - coalesce(
           (select max(b.cut_off) from settlement_batch b where b.franchisee_id = f.id and b.status <> 'DISCARDED'), '2000-01-01')
           > case a.cycle when 'DAILY' then 1 when 'WEEKLY' then 7 else 14 end order by 1`.execute(db),
    );
    return eachPart(
      rows,
      ({ id }) => String(id),
      async ({ id }) => {
        const made = await work(id, (db) => buildSettlement(db, { franchiseeId: id, cutOff, maker: null }));
        return 'id' in made ? 1 : 0;
      },
    );
  },
};
