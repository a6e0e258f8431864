// Payments as they stand when the gateway says that they are paid: a child's account with one billed line each, at centres
// that pay royalty.
import type { Client } from 'pg';
import { FIRST, plantCentres } from './plant-royalty.ts';

export interface Planted {
  franchiseeId: number;
  feeAccountId: string;
  paymentId: string;
  /** Paise. */
  amount: number;
}

const AMOUNT = `(1000000 + n % 90 * 1000)`;
const centreOf = (centres: number): string => `(${FIRST} + n % ${centres})`;
const id = (kind: string): string =>
  `overlay(overlay(md5('${kind}' || n) placing '7' from 13) placing '8' from 17)::uuid`;

/** Interleaved: a payment and the one after it are of two centres. */
export async function plantPayments(
  client: Client,
  { payments, centres }: { payments: number; centres: number },
): Promise<Planted[]> {
  await plantCentres(client, centres);
  const f = centreOf(centres);
  const all = `generate_series(1, ${payments}) n`;
  for (const statement of [
    `insert into fee_account (franchisee_id, id, child_label) select ${f}, ${id('account')}, 'Child ' || n from ${all}`,
    `insert into fee_line (franchisee_id, id, fee_account_id, kind, state, label, fee_type_id, component_kind, due_on, gross, royalty_base, academic_year_id)
     select ${f}, ${id('line')}, ${id('account')}, 'PLAN', 'OPEN', 'Instalment 1: Tuition', t.id, t.component_kind, current_date + 5, ${AMOUNT}, 'NET', 2026 from ${all},
       (select id, component_kind from fee_type where franchisee_id = 1 and code = 'TUITION') t`,
    `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection, selection_hash, payer_name, channel)
     select ${f}, ${id('payment')}, 'FEE', 'TUITION FEES', ${id('account')}, 'fee-account', ${id('account')}::text, 'ONLINE', ${AMOUNT}, 'INITIATED',
       jsonb_build_array(jsonb_build_object('feeLineId', ${id('line')}, 'amount', ${AMOUNT})), sha256(n::text::bytea), 'Payer', 'PUBLIC' from ${all}`,
    `reset session_replication_role`,
    `vacuum analyze`,
  ])
    await client.query(statement);
  const { rows } = await client.query<Planted>(
    `select ${f} as "franchiseeId", ${id('account')} as "feeAccountId", ${id('payment')} as "paymentId", ${AMOUNT} as amount from ${all} order by n`,
  );
  return rows;
}

const TABLES = ['inbox', 'payment', 'ledger_entry', 'ledger_posting', 'ledger_balance'] as const;

// Payment, an entry in each book with its postings, the centre's balances, into the tables with this prefix.
const writes = (prefix: string): string => `
  insert into ${prefix}payment (franchisee_id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel, provider_payment_id)
    values (p_centre, 'FEE', 'TUITION FEES', p_account, 'fee-account', p_account::text, 'ONLINE', p_amount, 'CONFIRMED', sha256(v_own::text::bytea), 'PUBLIC', v_own);
  insert into ${prefix}ledger_entry (franchisee_id, id, source, source_id, effective_on, transfer_id) values
    (p_centre, v_own, 'payment.captured', v_own::text, current_date, v_own), (1, v_other, 'payment.captured', v_own::text, current_date, v_own);
  insert into ${prefix}ledger_posting (franchisee_id, entry_id, line, account_code, party_kind, party_id, amount, effective_on, txid) values
    (p_centre, v_own, 1, '1300', 'NONE', '', p_amount, current_date, v_xid), (p_centre, v_own, 2, '1200', 'FEE_ACCOUNT', p_account::text, -p_amount, current_date, v_xid),
    (1, v_other, 1, '1500', 'NONE', '', p_amount, current_date, v_xid), (1, v_other, 2, '2300', 'FRANCHISEE', p_centre::text, -p_amount, current_date, v_xid);
  insert into ${prefix}ledger_balance as b (franchisee_id, account_code, party_id, amount, entries) values (p_centre, '1200', p_account::text, -p_amount, 1), (p_centre, '1300', '', p_amount, 1)
    on conflict (franchisee_id, account_code, party_id) do update set amount = b.amount + excluded.amount, entries = b.entries + 1;`;

const form = (name: string, rights: 'invoker' | 'definer', body: string): string => `
  create function ${name}(p_centre int, p_account uuid, p_amount bigint) returns void language plpgsql security ${rights} as $$
  declare v_own uuid := gen_random_uuid(); v_other uuid := gen_random_uuid(); v_xid xid8 := pg_current_xact_id();
  begin ${body} end $$;
  grant execute on function ${name} to aangan_api, rt_centre;`;

/** `bench_bound` writes into the product's tables, `bench_bare` into tables of the same columns, checks and indexes alone. */
export async function prepareConfirms(client: Client): Promise<void> {
  for (const table of TABLES) await client.query(`create table bench_${table} (like ${table} including all)`);
  await client.query(form('bench_bound', 'invoker', writes('')));
  await client.query(
    form(
      'bench_bare',
      'definer',
      `insert into bench_inbox (provider, event_id, verdict, body) values ('bench', v_own::text, 'VALID', ''); ${writes('bench_')}`,
    ),
  );
}
