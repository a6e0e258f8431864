import { formatDate } from '@aangan/contract/period.ts';
import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { beginsWith } from '@aangan/server/record/keyset.ts';
import { sql } from 'kysely';
import { financeModules } from '../modules.ts';

/** Receipts for Ctrl+K, by number or its beginning; they open the child's ledger, where the receipt stands. */
export const receiptSearch: SearchSource = {
  kind: 'receipt',
  title: 'Receipts',
  module: [financeModules.ledger, financeModules.payments],
  find: async (db, actor, words, limit) => {
    const like = beginsWith(words.toUpperCase());
    const centre = actor.franchiseeId === null ? sql`` : sql`r.franchisee_id = ${actor.franchiseeId} and `;
    const { rows } = await sql<{
      id: string;
      number: string;
      on: string;
      child: string;
      admission: string | null;
    }>`
      select r.id, r.number, r.issued_on as on, a.child_label as child, a.student_admission_id as admission from receipt r
        join payment p on p.franchisee_id = r.franchisee_id and p.id = r.payment_id
        join fee_account a on a.franchisee_id = p.franchisee_id and a.id = p.fee_account_id
       where ${centre} upper(r.number) like ${like} order by r.number desc, r.id limit ${limit}`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      label: row.number,
      detail: `${row.child} · ${formatDate(row.on)}`,
      link: row.admission === null ? '/ledger/student-list' : `/ledger/student-ledger/${row.admission}`,
    }));
  },
};
