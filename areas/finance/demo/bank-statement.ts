// Head office's bank statement up to three weeks ago: settlements and payouts that match by themselves, a charge of the bank, and
// money that nobody knows yet.
import { matchLines } from '@aangan/areas/finance/recon/bank-line.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { work } from '../../../db/demo/product.ts';

export const writeBankStatement = (database: Database, today: Day): Promise<void> =>
  work(database, systemActor(null), 'bank-statement', async (db) => {
    const until = addDays(today, -21);
    await sql`
      insert into bank_statement_line (franchisee_id, account, booked_on, amount, narration, utr, line_hash)
      select 1, account, booked_on, amount, narration, utr, encode(sha256(convert_to(narration || booked_on::text || amount::text, 'UTF8')), 'hex') from (
        select 'NODAL' as account, settled_on as booked_on, amount, 'NEFT-' || utr || '-RAZORPAY SOFTWARE' as narration, utr from gateway_settlement where settled_on <= ${until}
        union all
        select 'NODAL', paid_on, -net, 'NEFT DR-' || utr || '-' || number, utr from settlement_batch where status = 'TRANSFERRED' and paid_on <= ${until}
        union all
        select 'NODAL', ${addDays(today, -24)}::date, -1180, 'CHARGES FOR NEFT OUTWARD', null
        union all
        select 'OPERATING', ${addDays(today, -23)}::date, 4500000, 'NEFT-SBIN426031877-LITTLE STEPS EDU', 'SBIN426031877'
        union all
        select 'OPERATING', ${addDays(today, -40)}::date, 1250000, 'IMPS-408812345678-PAYMENT', '408812345678') t`.execute(
      db,
    );
    await matchLines(db);
  });
