import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, contains, newestFirst } from '@aangan/server/record/keyset.ts';
import { inChosenCentre, istDay, personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { financeModules } from '../modules.ts';
import { paymentContract } from './payment.contract.ts';

/** Paise of a payment that no open fee needed (an allocation without a line). */
export const keptOf = (
  payment: 'p',
) => sql<number>`(select coalesce(sum(a.amount), 0)::bigint from payment_allocation a
  where a.franchisee_id = ${sql.ref(payment)}.franchisee_id and a.payment_id = ${sql.ref(payment)}.id and a.fee_line_id is null)`;

/** As far as lists are counted. */
const COUNTED = 10_000;

interface Filter {
  q?: string | undefined;
  status?: string | readonly string[] | undefined;
  mode?: string | undefined;
  receivedOn?: Days | undefined;
  collectedOn?: Days | undefined;
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The day booked money came in; the home's cards add it up by the same words (index payment_collected). */
export const collectedDay = sql<string>`coalesce(p.received_on, ${istDay('p.paid_at')})`;

function narrowed(db: Db, actor: Actor, input: Filter) {
  let rows = db
    .selectFrom('payment as p')
    .leftJoin('fee_account as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'p.franchisee_id').onRef('f.id', '=', 'p.fee_account_id'),
    );
  rows = rows.where(inChosenCentre(actor, 'p.franchisee_id'));
  const statuses =
    input.status === undefined ? [] : typeof input.status === 'string' ? [input.status] : input.status;
  if (statuses.length) rows = rows.where('p.status', 'in', statuses as ['CONFIRMED']);
  if (input.mode) rows = rows.where('p.mode', '=', input.mode as 'CASH');
  if (input.receivedOn?.from) rows = rows.where('p.received_on', '>=', input.receivedOn.from);
  if (input.receivedOn?.to) rows = rows.where('p.received_on', '<=', input.receivedOn.to);
  if (input.collectedOn) rows = rows.where('p.status', 'in', ['CONFIRMED', 'TRANSFERRED']);
  if (input.collectedOn?.from) rows = rows.where(collectedDay, '>=', input.collectedOn.from);
  if (input.collectedOn?.to) rows = rows.where(collectedDay, '<=', input.collectedOn.to);
  if (input.q) {
    const like = contains(input.q);
    rows = rows.where((eb) =>
      eb.or([
        eb('f.child_label', 'ilike', like),
        eb('p.payer_name', 'ilike', like),
        eb('p.ref_norm', 'ilike', like),
      ]),
    );
  }
  return rows;
}

/** Sum over the whole filter; of a network's payments of all times only where days narrow them (index payment_collected). */
async function totalsOf(
  db: Db,
  payments: ReturnType<typeof narrowed>,
  input: Filter,
): Promise<{ amount: number } | null> {
  const amounts = payments.select('p.amount');
  const most = input.collectedOn?.from ? null : COUNTED + 1;
  const { rows } = await sql<{ amount: number; n: number }>`
    select coalesce(sum(t.amount), 0)::bigint as amount, count(*)::int as n
      from (${most === null ? amounts : amounts.limit(most)}) t`.execute(db);
  const sum = rows[0] ?? { amount: 0, n: 0 };
  return most !== null && sum.n === most ? null : { amount: sum.amount };
}

export const listPayments = handle(paymentContract.list, async ({ db, actor, input }) => {
  const payments = narrowed(db, actor, input);
  const rows = payments
    .leftJoin('receipt as r', (j) =>
      j.onRef('r.franchisee_id', '=', 'p.franchisee_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .leftJoin('app_user as u', 'u.id', 'p.maker')
    .select([
      'p.id',
      'f.child_label as childLabel',
      'p.fee_account_id as feeAccountId',
      'f.enquiry_id as enquiryId',
      'p.purpose',
      'p.mode',
      'p.amount',
      'p.status',
      'p.payer_name as payerName',
      'p.ref_norm as reference',
      'p.received_on as receivedOn',
      'p.paid_at as paidAt',
      'p.created_at as createdAt',
      'p.failure_reason as failureReason',
      'p.franchisee_id as franchiseeId',
      'p.version',
      'p.maker',
      'r.id as receiptId',
      'r.number as receiptNumber',
      personName('u').as('makerName'),
      keptOf('p').as('kept'),
    ]);
  const page = await newestFirst(rows, { name: 'createdAt', at: 'p.created_at', id: 'p.id' }, input, () =>
    cappedCount(db, payments),
  );
  const write = holds(actor, financeModules.ApprovePaymentList, true);
  return {
    ...page,
    totals: await totalsOf(db, payments, input),
    rows: page.rows.map((row) => {
      const decide = write && row.status === 'APPROVAL_WAITING' && row.maker !== actor.userId;
      return { ...row, childLabel: row.childLabel ?? '', can: { approve: decide, reject: decide } };
    }),
  };
});
