// The trial balance of a book at the end of a day. What stands in all is kept; what came later is taken off again: by kept months
// where they are whole (decision 0029), so that it costs what was posted since, whatever the age of the book.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { HEAD_OFFICE } from './chart.ts';
import { standing } from './snapshot.server.ts';

export interface AccountSum {
  readonly account: string;
  /** Paise; debit above zero, credit below. Never 0. */
  readonly amount: number;
}

export async function trialBalanceOf(
  db: Db,
  { franchiseeId, on }: { franchiseeId: number; on: string },
): Promise<AccountSum[]> {
  const month = `${on.slice(0, 7)}-01`;
  // By entry: their days are indexed for the whole book, those of postings by account and party.
  const posted = sql`ledger_entry e join ledger_posting p on p.franchisee_id = e.franchisee_id and p.entry_id = e.id where e.franchisee_id = ${franchiseeId}`;
  // The months of accounts with a party are not summed, nor those of head office.
  const sums =
    franchiseeId === HEAD_OFFICE
      ? sql`select account_code, amount from ${standing} s
          union all select p.account_code, -p.amount from ${posted} and e.effective_on > ${on}`
      : sql`select account_code, amount from ledger_balance where franchisee_id = ${franchiseeId}
          union all select p.account_code, -p.amount from ${posted} and e.effective_on > ${on} and p.party_kind <> 'NONE'
          union all select account_code, -amount from ledger_month where franchisee_id = ${franchiseeId} and month >= ${month}
          union all select p.account_code, p.amount from ${posted} and e.effective_on between ${month} and ${on} and p.party_kind = 'NONE'`;
  const { rows } = await sql<AccountSum>`
    select account_code as account, sum(amount)::bigint as amount from (${sums}) s group by 1 having sum(amount) <> 0 order by 1`.execute(
    db,
  );
  return rows;
}
