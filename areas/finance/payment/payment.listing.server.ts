import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { paymentContract } from './payment.contract.ts';
import { payments, paymentTotalsContract } from './payment.listing.ts';

/** Paise of a payment that no open fee needed (an allocation without a line). */
export const keptOf = (
  payment: 'p',
) => sql<number>`(select coalesce(sum(a.amount), 0)::bigint from payment_allocation a
  where a.franchisee_id = ${sql.ref(payment)}.franchisee_id and a.payment_id = ${sql.ref(payment)}.id and a.fee_line_id is null)`;

/** Families' money; what a centre pays head office has its own list. */
export const ofFamily = sql<boolean>`p.fee_account_id is not null`;

/** The day booked money came in; the home's cards add it up by the same words (index payment_collected). */
export const collectedDay = sql<string>`coalesce(p.received_on, ${istDay('p.paid_at')})`;
const booked = sql<boolean>`p.status in ('CONFIRMED', 'TRANSFERRED')`;

interface Days {
  from?: string;
  to?: string;
}

export const paymentListing = serveListing(payments, {
  from: sql`payment p join fee_account f on f.franchisee_id = p.franchisee_id and f.id = p.fee_account_id`,
  alias: 'p',
  joins: sql`left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id left join app_user u on u.id = p.maker`,
  columns: {
    childLabel: 'f.child_label',
    amount: 'p.amount',
    mode: 'p.mode',
    receivedOn: 'p.received_on',
    makerName: personName('u'),
    receiptNumber: 'r.number',
    createdAt: 'p.created_at',
    status: 'p.status',
    payerName: 'p.payer_name',
    reference: 'p.ref_norm',
    feeAccountId: 'p.fee_account_id',
    enquiryId: 'f.enquiry_id',
    purpose: 'p.purpose',
    paidAt: 'p.paid_at',
    failureReason: 'p.failure_reason',
    maker: 'p.maker',
    receiptId: 'r.id',
    kept: keptOf('p'),
    collectedOn: sql`case when ${booked} then ${collectedDay} end`,
  },
  where: {
    // As the index has it: only money that is booked, by its day.
    collectedOn: ({ from, to }: Days) => sql<boolean>`${booked}
      ${from === undefined ? sql`` : sql`and ${collectedDay} >= ${from}`} ${to === undefined ? sql`` : sql`and ${collectedDay} <= ${to}`}`,
  },
  can: (row, actor) => {
    const waits = row.status === 'APPROVAL_WAITING' && row.maker !== actor.userId;
    return {
      approve: waits && mayCall(actor, paymentContract.approve),
      reject: waits && mayCall(actor, paymentContract.reject),
    };
  },
});

/** As far as lists are counted. */
const COUNTED = 10_000;

/** Of a network's payments of all times only where days narrow them (index payment_collected). */
export const paymentTotals = handle(paymentTotalsContract.totals, async ({ db, actor, input }) => {
  const { collectedOn } = input as { collectedOn?: Days };
  const most = collectedOn?.from ? null : COUNTED + 1;
  const of = await paymentListing.rowsOf({ db, actor }, input);
  const { rows } = await sql<{ amount: number; n: number }>`
    select coalesce(sum(t.amount), 0)::bigint as amount, count(*)::int as n
      from (select p.amount ${of} ${most === null ? sql`` : sql`limit ${most}`}) t`.execute(db);
  const sum = rows[0] ?? { amount: 0, n: 0 };
  return { amount: sum.n === most ? null : sum.amount };
});

export const { handlers } = paymentListing;
