// What centres owe head office for kits, and what they paid: some settled, some waiting for head office, some overdue.
// Invoices are posted as orders will post them; rows of `payment` are documents and are put in, what they settle is the product's.
import { postOrderInvoice } from '@aangan/areas/finance/franchisee-due/order-invoice.server.ts';
import { confirmPayment } from '@aangan/areas/finance/payment/confirm-payment.server.ts';
import { selectionHash } from '@aangan/areas/finance/payment/open-payment.server.ts';
import { addDays, type Day, financialYear } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { actorAt, work } from '../../../db/demo/product.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';

const KIT_TYPES = ['Student kit', 'Uniform kit', 'Classroom kit'] as const;
const CREDIT_DAYS = 30;
/** Days ago on which each centre was invoiced, oldest first. */
const INVOICED = [96, 52, 18] as const;
/** ₹ of one kit before tax, 18 % GST. */
const RATE = 1_200_00;

type End = 'APPROVED' | 'WAITS' | 'REJECTED';

/** How far each centre has come, by its place in the list: paid all that is due, waits for approval, or lets it lie. */
const ENDS: readonly (readonly End[])[] = [
  ['APPROVED', 'REJECTED', 'WAITS'],
  ['APPROVED', 'APPROVED', 'WAITS'],
  ['APPROVED'],
  ['APPROVED', 'REJECTED'],
  ['APPROVED', 'WAITS'],
  [],
];

/** Gives the number of payments. */
export async function writeFranchiseeDues(
  database: Database,
  { id, code }: Pick<Centre, 'id' | 'code'>,
  today: Day,
): Promise<number> {
  const rng = rngOf(`dues ${code}`);
  const clerk = actorAt(id, headOffice.finance2.id);
  const dues: Due[] = [];
  for (const [at, ago] of INVOICED.entries()) {
    const issuedOn = addDays(today, -ago);
    const taxable = rng.int(12, 40) * RATE;
    const tax = Math.round(taxable * 0.18);
    const { dueId } = await work(
      database,
      { ...clerk, franchiseeId: null, centres: [], wholeNetwork: true },
      'invoice',
      (db) =>
        postOrderInvoice(db, {
          franchiseeId: id,
          invoiceId: demoUuid('kit-invoice', id, at),
          number: `KIT/${financialYear(issuedOn).compact}/${String(id * 10 + at).padStart(6, '0')}`,
          kitType: KIT_TYPES[at % KIT_TYPES.length] ?? KIT_TYPES[0],
          issuedOn,
          dueOn: addDays(issuedOn, CREDIT_DAYS),
          taxable,
          tax,
          cost: Math.round(taxable * 0.6),
        }),
    );
    dues.push({ dueId, amount: taxable + tax });
  }
  const ends = ENDS[(id - 2) % ENDS.length] ?? [];
  for (const [at, end] of ends.entries()) {
    const due = dues[at];
    if (due)
      await payDue(database, {
        franchiseeId: id,
        due,
        at,
        end,
        sentOn: addDays(today, end === 'WAITS' ? -1 : -4),
      });
  }
  return ends.length;
}

interface Due {
  dueId: string;
  /** Paise. */
  amount: number;
}

interface Payment {
  franchiseeId: number;
  due: Due;
  /** Numbers the payments of a centre. */
  at: number;
  end: End;
  sentOn: Day;
}

export async function payDue(
  database: Database,
  { franchiseeId, due, at, end, sentOn }: Payment,
): Promise<void> {
  const id = demoUuid('franchisee-payment', franchiseeId, at);
  const { head } = teamAt(franchiseeId);
  const sentAt = `${sentOn}T11:20:00+05:30`;
  const decidedAt = new Date(Date.parse(sentAt) + 26 * 3_600_000);
  const subjectId = String(franchiseeId);
  const reference = `HDFCN5${franchiseeId}${String(at).padStart(8, '0')}`;
  await work(database, actorAt(franchiseeId, head.id), 'transfer', async (db) => {
    await db
      .insertInto('payment')
      .values({
        franchisee_id: franchiseeId,
        id,
        purpose: 'FRANCHISEE_DUE',
        subject_kind: 'franchisee',
        subject_id: subjectId,
        mode: 'NEFT',
        amount: due.amount,
        status: end === 'REJECTED' ? 'FAILED' : 'APPROVAL_WAITING',
        selection: JSON.stringify([due]),
        selection_hash: selectionHash({
          purpose: 'FRANCHISEE_DUE',
          subjectId,
          amountPaise: due.amount,
          lines: [due],
        }),
        payer_name: `${head.firstName} ${head.lastName}`,
        ref_norm: reference,
        received_on: sentOn,
        channel: 'APP',
        maker: head.id,
        created_at: sentAt,
        ...(end === 'REJECTED'
          ? {
              failure_reason: 'This UTR is not on our statement. Please check it with your bank.',
              decided_by: headOffice.finance.id,
              decided_at: decidedAt.toISOString(),
            }
          : {}),
      })
      .execute();
    await db
      .insertInto('provider_reference')
      .values({
        provider: 'bank',
        kind: 'UTR',
        ref: reference,
        franchisee_id: franchiseeId,
        subject_kind: 'payment',
        subject_id: id,
      })
      .execute();
  });
  if (end !== 'APPROVED') return;
  await work(database, actorAt(franchiseeId, headOffice.finance.id), 'approve-transfer', (db) =>
    confirmPayment(db, {
      franchiseeId,
      paymentId: id,
      amount: due.amount,
      paidAt: decidedAt.toISOString(),
      now: decidedAt,
      decidedBy: headOffice.finance.id,
    }),
  );
}
