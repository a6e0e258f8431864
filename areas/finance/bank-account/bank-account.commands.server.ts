import { randomUUID } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { aad, blindIndex, open, seal } from '@aangan/server/work/seal.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
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
  const row = await lockRow(db, 'bank_account', input.id, version);
  if (row.replaces_id) await closeReplaced(db, row.replaces_id);
  if (row.kind === 'PAYOUT') {
    const other = await db
      .selectFrom('bank_account')
      .select('id')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('kind', '=', 'PAYOUT')
      .where('status', '=', 'VERIFIED')
      .executeTakeFirst();
    if (other) await closeReplaced(db, other.id);
  }
  await decide(db, actor, {
    ...decisionOn(row),
    action: 'verify',
    decision: 'APPROVE',
    set: { verified_by: userIdOf(actor), verified_at: new Date(), penny_drop_ref: input.pennyDropRef },
  });
  return {};
});

/** An account that another one takes the place of; one that is not verified any more stays as it is. */
async function closeReplaced(db: Db, id: string): Promise<void> {
  const row = await lockRow(db, 'bank_account', id);
  if (row.status === 'VERIFIED') await close(db, row, 'Replaced');
}

export const rejectBankAccount = handle(bankAccountContract.reject, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'bank_account', input.id, version);
  await decide(db, actor, {
    ...decisionOn(row),
    action: 'reject',
    decision: 'REJECT',
    reason: input.reason,
    set: { note: input.reason },
  });
  return {};
});

export const closeBankAccount = handle(bankAccountContract.close, async ({ db, input, version }) => {
  await close(db, await lockRow(db, 'bank_account', input.id, version), input.reason);
  return {};
});

type Account = RowIn<'bank_account'>;

const close = (db: Db, row: Account, reason: string) =>
  moveStatus(db, {
    states: bankAccountStates,
    table: 'bank_account',
    row,
    action: 'close',
    reason,
    set: { note: reason },
  });

const decisionOn = (row: Account) => ({
  states: bankAccountStates,
  table: 'bank_account' as const,
  row,
  makers: [row.created_by],
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
