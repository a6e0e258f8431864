import { randomUUID } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { logAccess } from '@aangan/server/access-log.ts';
import type { Actor } from '@aangan/server/actor.ts';
import {
  chosenCentre,
  ensure,
  ensureFound,
  ensureFresh,
  ensureStep,
  userIdOf,
} from '@aangan/server/ensure.ts';
import { useFile } from '@aangan/server/files.ts';
import { handle } from '@aangan/server/handle.ts';
import { aad, blindIndex, open, seal } from '@aangan/server/seal.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { bankAccountContract } from './bank-account.contract.ts';
import { bankAccountStates } from './bank-account.states.ts';

interface Details {
  holder: string;
  accountNo: string;
  accountNoAgain: string;
  ifsc: string;
  bank: string;
  branch: string;
  kind: 'COLLECTION' | 'PAYOUT' | 'NODAL' | 'OPERATING';
  upiVpa?: string | null | undefined;
  proofFile?: string | null | undefined;
  validFrom?: string | null | undefined;
}

export const createBankAccount = handle(bankAccountContract.create, async ({ db, actor, input }) =>
  insert(db, actor, input, null),
);

export const replaceBankAccount = handle(bankAccountContract.replace, async ({ db, actor, input }) => {
  const { id, ...details } = input;
  const old = ensureFound(
    await db
      .selectFrom('bank_account')
      .select(['id', 'status'])
      .where('franchisee_id', '=', chosenCentre(actor))
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  return insert(db, actor, details, old.id);
});

async function insert(
  db: Db,
  actor: Actor,
  details: Details,
  replacesId: string | null,
): Promise<{ id: string }> {
  const franchiseeId = chosenCentre(actor);
  ensure(details.accountNo === details.accountNoAgain, () =>
    refuse('input.invalid', { fields: { accountNoAgain: 'The two numbers differ' } }),
  );
  ensure(franchiseeId === HEAD_OFFICE || details.kind === 'COLLECTION' || details.kind === 'PAYOUT', () =>
    refuse('input.invalid', { fields: { kind: 'Only head office has such an account' } }),
  );
  const id = randomUUID();
  await db
    .insertInto('bank_account')
    .values({
      franchisee_id: franchiseeId,
      id,
      holder: details.holder,
      ifsc: details.ifsc,
      bank: details.bank,
      branch: details.branch,
      kind: details.kind,
      account_no_cipher: seal(details.accountNo, place(franchiseeId, id)),
      account_no_index: blindIndex(details.accountNo),
      last4: details.accountNo.slice(-4),
      upi_vpa: details.upiVpa ?? null,
      proof_file: details.proofFile ?? null,
      valid_from: details.validFrom ?? null,
      replaces_id: replacesId,
    })
    .execute();
  if (details.proofFile)
    await useFile(db, {
      franchiseeId,
      fileId: details.proofFile,
      area: 'finance',
      subjectKind: 'BANK_ACCOUNT',
      subjectId: id,
    });
  return { id };
}

const place = (franchiseeId: number, id: string): string =>
  aad('bank_account', 'account_no_cipher', franchiseeId, id);

export const verifyBankAccount = handle(bankAccountContract.verify, async ({ db, actor, input, version }) => {
  const row = await lock(db, input.id, version);
  const status = ensureStep(bankAccountStates, row.status, 'verify');
  ensure(row.created_by !== actor.userId, () => refuseFinance('bank-account.own'));
  if (row.replaces_id) await closeOld(db, row.franchisee_id, row.replaces_id);
  if (row.kind === 'PAYOUT') {
    const other = await db
      .selectFrom('bank_account')
      .select('id')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('kind', '=', 'PAYOUT')
      .where('status', '=', 'VERIFIED')
      .executeTakeFirst();
    if (other) await closeOld(db, row.franchisee_id, other.id);
  }
  await db
    .updateTable('bank_account')
    .set({
      status,
      verified_by: userIdOf(actor),
      verified_at: new Date(),
      penny_drop_ref: input.pennyDropRef,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

const closeOld = (db: Db, franchiseeId: number, id: string) =>
  db
    .updateTable('bank_account')
    .set({ status: 'CLOSED', note: 'Replaced' })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', id)
    .where('status', '=', 'VERIFIED')
    .execute();

export const rejectBankAccount = handle(bankAccountContract.reject, async ({ db, actor, input, version }) => {
  const row = await lock(db, input.id, version);
  const status = ensureStep(bankAccountStates, row.status, 'reject');
  ensure(row.created_by !== actor.userId, () => refuseFinance('bank-account.own'));
  await db
    .updateTable('bank_account')
    .set({ status, note: input.reason })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const closeBankAccount = handle(bankAccountContract.close, async ({ db, input, version }) => {
  const row = await lock(db, input.id, version);
  await db
    .updateTable('bank_account')
    .set({ status: ensureStep(bankAccountStates, row.status, 'close'), note: input.reason })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const revealBankAccount = handle(bankAccountContract.reveal, async ({ db, actor, input, request }) => {
  const row = ensureFound(
    await db
      .selectFrom('bank_account')
      .select(['franchisee_id', 'id', 'account_no_cipher'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  await logAccess(
    db,
    actor,
    {
      action: 'REVEAL',
      contract: 'bank-account.reveal',
      subjectKind: 'BANK_ACCOUNT',
      subjectId: row.id,
      fields: ['accountNo'],
      reason: input.reason,
    },
    request,
  );
  return { accountNo: open(row.account_no_cipher, place(row.franchisee_id, row.id)) };
});

async function lock(db: Db, id: string, version: number) {
  const row = ensureFound(
    await db.selectFrom('bank_account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}
