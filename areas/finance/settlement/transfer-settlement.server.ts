// An approved payout to the centre's bank: file, handed over, paid with its UTR, refused or returned. Events #19, #20, #20f, #20r.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { harmless } from '@aangan/server/files/sheet-writer.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { aad, open } from '@aangan/server/work/seal.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postPair } from '../ledger/post-entry.server.ts';
import { reverseEntry } from '../ledger/reverse-entry.server.ts';
import type { LedgerSource } from '../ledger/sources.ts';
import { settlementContract } from './settlement.contract.ts';
import { settlementStates } from './settlement.states.ts';
import { payoutAccount } from './settlement-lines.server.ts';

type Batch = RowIn<'settlement_batch'>;
const TABLE = { states: settlementStates, table: 'settlement_batch' } as const;
/** NEFT below, RTGS from here on. */
const RTGS_FROM = 2_00_000_00;

/** One pair of entries of a payout: the centre's account against head office's. */
async function post(
  db: Db,
  row: Batch,
  of: {
    source: LedgerSource;
    on: Day;
    centre: readonly [string, string];
    headOffice: readonly [string, string];
  },
): Promise<void> {
  const { franchisee_id: franchiseeId, net } = row;
  const entry = {
    source: of.source,
    sourceId: `${row.id}:${row.attempt}`,
    narration: `Payout ${row.number ?? ''}`,
  };
  const line = (account: string, amount: number, party?: number) => ({
    account: account as '1300', // one of the four accounts named below
    amount,
    ...(party === undefined ? {} : { party }),
  });
  const partyOf = (account: string) => (account === '1510' ? undefined : franchiseeId);
  await postPair(
    db,
    {
      ...entry,
      franchiseeId,
      effectiveOn: await openDay(db, franchiseeId, of.on),
      lines: [line(of.centre[0], net), line(of.centre[1], -net)],
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await openDay(db, HEAD_OFFICE, of.on),
      lines: [
        line(of.headOffice[0], net, partyOf(of.headOffice[0])),
        line(of.headOffice[1], -net, partyOf(of.headOffice[1])),
      ],
    },
  );
}

const inBoth = <T>(db: Db, row: Batch, work: () => Promise<T>) =>
  withCentres(db, [row.franchisee_id, HEAD_OFFICE], 'settlement', work);

export const initiate = handle(settlementContract.initiate, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  ensureStep(settlementStates, row.status, 'initiate');
  const userId = userIdOf(actor);
  if (row.maker === userId || row.submitted_by === userId) throw refuseApproval('approval.own');
  await initiateSettlement(db, row, { userId, on: todayIst(now) });
  return {};
});

/** The bank has it: event #19. */
export const initiateSettlement = (db: Db, row: Batch, of: { userId: string; on: Day }): Promise<void> =>
  inBoth(db, row, async () => {
    await post(db, row, {
      source: 'payout.initiated',
      on: of.on,
      centre: ['1330', '1300'],
      headOffice: ['2300', '2320'],
    });
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'initiate',
      set: { initiated_by: of.userId, initiated_on: of.on, problem: null },
    });
  });

export const recordUtr = handle(settlementContract.recordUtr, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  if (input.paidOn > todayIst(now))
    throw refuse('input.invalid', { fields: { paidOn: 'This day is still to come' } });
  await paySettlement(db, row, { utr: input.utr, on: input.paidOn });
  return {};
});

/**
 * The bank has paid: event #20, the receipts become TRANSFERRED and the centre is told. A UTR is used once in the whole
 * network. @throws Refusal 'settlement.utr-used', 'row.wrong-state'
 */
export async function paySettlement(db: Db, row: Batch, of: { utr: string; on: Day }): Promise<void> {
  ensureStep(settlementStates, row.status, 'paid');
  if (row.initiated_on !== null && of.on < row.initiated_on)
    throw refuse('input.invalid', { fields: { paidOn: 'Before the day it was given to the bank' } });
  const taken = await db
    .insertInto('provider_reference')
    .values({
      provider: 'bank',
      kind: 'UTR',
      ref: of.utr,
      franchisee_id: row.franchisee_id,
      subject_kind: 'settlement',
      subject_id: row.id,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  ensure(Number(taken.numInsertedOrUpdatedRows ?? 0) === 1, () =>
    refuseFinance('settlement.utr-used', { fields: { utr: 'This UTR is used already' } }),
  );
  await inBoth(db, row, async () => {
    await post(db, row, {
      source: 'payout.paid',
      on: of.on,
      centre: ['1120', '1330'],
      headOffice: ['2320', '1510'],
    });
    await moveStatus(db, { ...TABLE, row, action: 'paid', set: { utr: of.utr, paid_on: of.on } });
    await sql`update payment p set status = 'TRANSFERRED' from settlement_line l where l.franchisee_id = ${row.franchisee_id} and l.batch_id = ${row.id}
      and l.kind = 'RECEIPT' and p.franchisee_id = l.franchisee_id and p.id = l.subject_id and p.status = 'CONFIRMED'`.execute(
      db,
    );
  });
  await later(
    db,
    'finance.settlement-sent',
    { batchId: row.id },
    {
      franchiseeId: row.franchisee_id,
      dedupeKey: `${row.id}:${row.attempt}`,
      source: { kind: 'settlement', id: row.id },
    },
  );
}

export const fail = handle(settlementContract.fail, async ({ db, input, version }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  ensureStep(settlementStates, row.status, 'fail');
  await inBoth(db, row, async () => {
    const { id } = await db
      .selectFrom('ledger_entry')
      .select('id')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('source', '=', 'payout.initiated')
      .where('source_id', '=', `${row.id}:${row.attempt}`)
      .executeTakeFirstOrThrow();
    await reverseEntry(db, {
      franchiseeId: row.franchisee_id,
      entryId: id,
      reason: 'The bank refused the payout',
    });
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'fail',
      reason: input.reason,
      set: { problem: input.reason },
    });
  });
  return {};
});

export const reopen = handle(settlementContract.reopen, async ({ db, input, version }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  ensureStep(settlementStates, row.status, 'reopen');
  const account = await payoutAccount(db, row.franchisee_id);
  ensure(account, () => refuseFinance('settlement.no-account'));
  await moveStatus(db, {
    ...TABLE,
    row,
    action: 'reopen',
    set: { attempt: row.attempt + 1, bank_account_id: account.id, initiated_on: null, initiated_by: null },
  });
  return {};
});

export const returned = handle(settlementContract.returned, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  ensureStep(settlementStates, row.status, 'return');
  if (input.returnedOn > todayIst(now))
    throw refuse('input.invalid', { fields: { returnedOn: 'This day is still to come' } });
  if (row.paid_on !== null && input.returnedOn < row.paid_on)
    throw refuse('input.invalid', { fields: { returnedOn: 'Before the day it was paid' } });
  await inBoth(db, row, async () => {
    await post(db, row, {
      source: 'payout.returned',
      on: input.returnedOn,
      centre: ['1300', '1120'],
      headOffice: ['1510', '2300'],
    });
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'return',
      reason: input.reason,
      set: { problem: input.reason },
    });
  });
  return {};
});

const HEADINGS = ['Type', 'IFSC', 'Account number', 'Name', 'Amount', 'Remark'];
const rupees = (paise: number) => `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
const cell = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`;

export const bankFile = handle(settlementContract.bankFile, async ({ db, actor, input, now, request }) => {
  const ids = [...new Set(input.ids)];
  const { rows } = await sql<{
    id: string;
    franchiseeId: number;
    accountId: string;
    number: string;
    net: number;
    holder: string;
    ifsc: string;
    cipher: Buffer;
  }>`select b.id, b.franchisee_id as "franchiseeId", a.id as "accountId", b.number, b.net, a.holder, a.ifsc, a.account_no_cipher as cipher
      from settlement_batch b join bank_account a on a.franchisee_id = b.franchisee_id and a.id = b.bank_account_id
     where b.id = any (${ids}::uuid[]) and b.status = 'APPROVED' order by b.number`.execute(db);
  ensure(rows.length === ids.length, () => refuse('row.not-found'));
  for (const row of rows)
    await logAccess(
      db,
      actor,
      {
        action: 'REVEAL',
        contract: 'settlement.bank-file',
        subjectKind: 'BANK_ACCOUNT',
        subjectId: row.accountId,
        fields: ['accountNo'],
        reason: `Bank file of ${row.number}`,
      },
      request,
    );
  const lines = rows.map((row) => [
    row.net >= RTGS_FROM ? 'RTGS' : 'NEFT',
    row.ifsc,
    open(row.cipher, aad('bank_account', 'account_no_cipher', row.franchiseeId, row.accountId)),
    row.holder.slice(0, 40),
    rupees(row.net),
    row.number.slice(0, 20),
  ]);
  return {
    fileName: `payouts-${todayIst(now)}.csv`,
    csv: [HEADINGS, ...lines].map((line) => line.map(cell).join(',')).join('\r\n'),
    total: rows.reduce((sum, row) => sum + row.net, 0),
  };
});
