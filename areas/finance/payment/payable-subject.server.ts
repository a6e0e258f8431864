// What the link of a payment page is for: a whole account (pay.admission) or one service on it (pay.service).
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { PayableKey } from './payable.server.ts';
import { keptOf } from './payment.listing.server.ts';

export interface PayableSubject extends PayableKey {
  childLabel: string;
  /** Name of the service; null where the link is for the whole account. */
  service: string | null;
}

/** @throws 404 for a link whose subject is gone. */
export async function payableSubject(
  db: Db,
  link: { readonly purpose: string; readonly subjectId: string },
): Promise<PayableSubject> {
  if (link.purpose === 'pay.service') {
    const { rows } = await sql<PayableSubject>`
      select a.franchisee_id as "franchiseeId", a.id, a.child_label as "childLabel", g.id as "feeAssignmentId", s.name as service
        from fee_assignment g
        join fee_account a on a.franchisee_id = g.franchisee_id and a.id = g.fee_account_id
        join fee_plan p on p.id = g.fee_plan_id
        join service s on s.id = p.service_id
       where g.id = ${link.subjectId} and g.module = 'SERVICE'`.execute(db);
    const found = ensureFound(rows[0]);
    return { ...found, childLabel: shortName(found.childLabel) };
  }
  const account = await db
    .selectFrom('fee_account')
    .select(['franchisee_id as franchiseeId', 'id', 'child_label as childLabel'])
    .where('id', '=', link.subjectId)
    .executeTakeFirst();
  return { ...ensureFound(account), service: null };
}

/** "Aarav S." of "Aarav Sharma": grandparents and neighbours pay services too. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${last.charAt(0).toUpperCase()}.` : first;
}

/** What was paid or recorded for an account, or for one plan on it; newest first. */
export const paymentsOf = (db: Db, { franchiseeId, id, feeAssignmentId }: PayableKey) =>
  db
    .selectFrom('payment as p')
    .leftJoin('receipt as r', (j) =>
      j.onRef('r.franchisee_id', '=', 'p.franchisee_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .select([
      'p.id',
      'p.amount',
      'p.mode',
      'p.status',
      'p.created_at as at',
      'r.number as receiptNumber',
      keptOf('p').as('kept'),
    ])
    .where('p.franchisee_id', '=', franchiseeId)
    .where('p.fee_account_id', '=', id)
    .where('p.status', '<>', 'INITIATED')
    .$if(feeAssignmentId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('p.subject_id', '=', feeAssignmentId ?? ''), paysPlan(feeAssignmentId ?? '')]),
      ),
    )
    .orderBy('p.created_at', 'desc')
    .limit(50)
    .execute();

/** Payments that put money on lines of a plan. */
export const paysPlan = (feeAssignmentId: string) =>
  sql<boolean>`exists (select from payment_allocation x join fee_line l on l.franchisee_id = x.franchisee_id and l.id = x.fee_line_id
    where x.franchisee_id = p.franchisee_id and x.payment_id = p.id and l.fee_assignment_id = ${feeAssignmentId})`;
