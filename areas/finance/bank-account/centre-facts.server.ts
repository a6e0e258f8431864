// What finance says about a centre: its bank accounts on its page, the verified one before it opens, the money before it closes.
import type { CentreCheck, CentreFact } from '@aangan/server/endpoint/area-extras.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { bankAccountKinds, bankAccountStatuses } from './bank-account.record.ts';

const tones = {
  DRAFT: 'neutral',
  PENDING: 'warning',
  VERIFIED: 'success',
  REJECTED: 'danger',
  CLOSED: 'neutral',
} as const;

/** Bank, last four characters and state; the number itself stays sealed. */
export async function bankFacts(db: Db, franchiseeId: number): Promise<CentreFact[]> {
  const rows = await db
    .selectFrom('bank_account')
    .select(['bank', 'last4', 'kind', 'status'])
    .where('franchisee_id', '=', franchiseeId)
    .where('status', 'not in', ['CLOSED', 'REJECTED'])
    .orderBy('kind')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    label: bankAccountKinds[row.kind],
    value: `${row.bank} ··${row.last4}`,
    tone: tones[row.status],
    tag: bankAccountStatuses[row.status],
  }));
}

export const financeCentreChecks: readonly CentreCheck[] = [
  {
    at: 'ACTIVATE',
    unmet: async (db, franchiseeId) => {
      const { rows } = await sql<{ ok: boolean }>`
        select f.model = 'COCO' or exists (select from bank_account a where a.franchisee_id = f.id and a.status = 'VERIFIED') as ok from franchisee f where f.id = ${franchiseeId}`.execute(
        db,
      );
      return rows[0]?.ok ? null : 'a verified bank account';
    },
  },
  {
    at: 'CLOSE',
    unmet: async (db, franchiseeId) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from fee_line where franchisee_id = ${franchiseeId} and state = 'OPEN' and allocated < net`.execute(
        db,
      );
      const n = rows[0]?.n ?? 0;
      return n === 0 ? null : n === 1 ? '1 fee line is not settled' : `${n} fee lines are not settled`;
    },
  },
];
