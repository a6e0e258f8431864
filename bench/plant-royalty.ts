// Centres with a month of receipts: each child paid once, on three lines. Every centre has an agreement, a state and a
// GSTIN, and e-invoices apply, so that nothing of the run is spared.
import type { Client } from 'pg';

export const FIRST = 100;
const LINES = ['TUITION', 'ACTIVITY', 'ADMISSION'] as const;

/** Centres from FIRST on, ready to pay royalty. Triggers rest. */
export async function plantCentres(client: Client, centres: number): Promise<void> {
  await client.query(`set session_replication_role = 'replica'; set synchronous_commit = off`);
  const all = `generate_series(${FIRST}, ${FIRST + centres - 1}) f`;
  for (const statement of [
    `update franchisee set gstin = '29AAAAA0001A1Z5', gst_state_code = '29' where id = 1`,
    `insert into franchisee (id, company_name, legal_name, code, model, status, pincode, gstin, gst_state_code, signed_on, opened_on)
     select f, 'Centre ' || f, 'Centre ' || f || ' LLP', 'R' || f, 'FOFO', 'ACTIVE', '400053', '27AAAAA' || lpad(f::text, 4, '0') || 'A1Z5', '27', '2021-01-01', '2021-06-01' from ${all}`,
    `insert into royalty_agreement (franchisee_id, agreement_version, from_on, model, default_bp, marketing_bp, status) select f, 1, '2021-04-01', 'COLLECTED', 1500, 200, 'APPROVED' from ${all}`,
  ])
    await client.query(statement);
}

export async function plantRoyalty(
  client: Client,
  { centres, children, month }: { centres: number; children: number; month: string },
): Promise<Record<string, number>> {
  await plantCentres(client, centres);
  await client.query(
    `insert into setting (franchisee_id, area, key, value, from_on) values (1, 'finance', 'einvoice_applicable_from', '"2021-04-01"', '2021-04-01') on conflict do nothing`,
  );
  await client.query(
    `insert into fee_account (franchisee_id, child_label) select f, 'Child ' || n from generate_series(${FIRST}, ${FIRST + centres - 1}) f, generate_series(1, ${children}) n`,
  );
  const { rowCount } = await client.query(
    `insert into royalty_accrual (franchisee_id, kind, month, effective_on, allocation_ref, payment_id, fee_account_id, component_kind, allocated, base, rate_bp, royalty, agreement_id, agreement_version, formula)
     select a.franchisee_id, 'RECEIPT', $1::date, $1::date + (random() * 29)::int, a.id || ':' || l.n, gen_random_uuid(), a.id, l.kind, 1000000, 1000000, 1500, 150000, g.id, 1, '15 % of 10,000.00'
       from fee_account a join royalty_agreement g on g.franchisee_id = a.franchisee_id cross join unnest($2::text[]) with ordinality l (kind, n) where a.franchisee_id >= ${FIRST}`,
    [month, LINES],
  );
  await client.query('vacuum analyze royalty_accrual, fee_account, franchisee, royalty_agreement');
  return { centres, children: centres * children, accruals: rowCount ?? 0 };
}
