// What centres owe head office for kits, and what they paid: some settled, some waiting for head office, some overdue.
// Invoices are posted as orders will post them; transfers are the product's own commands.
import {
  approveTransfer,
  recordTransfer,
  rejectTransfer,
} from '@aangan/areas/finance/franchisee-due/franchisee-payment.server.ts';
import { postOrderInvoice } from '@aangan/areas/finance/franchisee-due/order-invoice.server.ts';
import { addDays, type Day, financialYear } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { headOffice, teamAt } from './people.ts';
import { centres } from './places.ts';
import { actorAt, carryOut, each, work } from './product.ts';
import { demoUuid, rngOf } from './random.ts';

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

export async function writeFranchiseeDues(database: Database, today: Day): Promise<void> {
  await each(centres, async ({ id, code }) => {
    const rng = rngOf(`dues ${code}`);
    const dues: { id: string; number: string; issuedOn: Day }[] = [];
    const clerk = actorAt(id, headOffice.finance2.id);
    for (const [at, ago] of INVOICED.entries()) {
      const issuedOn = addDays(today, -ago);
      const taxable = rng.int(12, 40) * RATE;
      const number = `KIT/${financialYear(issuedOn).compact}/${String(id * 10 + at).padStart(6, '0')}`;
      const { dueId } = await work(
        database,
        { ...clerk, franchiseeId: null, centres: [], wholeNetwork: true },
        'invoice',
        (db) =>
          postOrderInvoice(db, {
            franchiseeId: id,
            invoiceId: demoUuid('kit-invoice', id, at),
            number,
            kitType: KIT_TYPES[at % KIT_TYPES.length] ?? KIT_TYPES[0],
            issuedOn,
            dueOn: addDays(issuedOn, CREDIT_DAYS),
            taxable,
            tax: Math.round(taxable * 0.18),
            cost: Math.round(taxable * 0.6),
          }),
      );
      dues.push({ id: dueId, number, issuedOn });
    }
    for (const [at, end] of (ENDS[(id - 2) % ENDS.length] ?? []).entries()) {
      const due = dues[at];
      if (due) await pay(database, { franchiseeId: id, due: due.id, key: `${id}${at}`, end, today });
    }
  });
}

interface Payment {
  franchiseeId: number;
  due: string;
  key: string;
  end: End;
  today: Day;
}

async function pay(database: Database, { franchiseeId, due, key, end, today }: Payment): Promise<void> {
  const sentOn = addDays(today, end === 'WAITS' ? -1 : -4);
  const sentAt = new Date(`${sentOn}T11:20:00+05:30`);
  const head = actorAt(franchiseeId, teamAt(franchiseeId).head.id);
  const { paymentId } = (await work(database, head, 'transfer', (db) =>
    carryOut(recordTransfer, {
      db,
      actor: {
        ...head,
        name: `${teamAt(franchiseeId).head.firstName} ${teamAt(franchiseeId).head.lastName}`,
      },
      now: sentAt,
      version: 0,
      input: { dues: [due], mode: 'NEFT', reference: `HDFCN5${key.padStart(10, '0')}`, receivedOn: sentOn },
    }),
  )) as { paymentId: string };
  await work(database, head, 'transfer-day', (db) =>
    db
      .updateTable('payment')
      .set({ created_at: sentAt.toISOString() })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', paymentId)
      .execute(),
  );
  if (end === 'WAITS') return;
  const decider = actorAt(franchiseeId, headOffice.finance.id);
  const decided = { actor: decider, now: new Date(sentAt.getTime() + 26 * 3_600_000), version: 0 };
  await work(database, decider, 'decide-transfer', (db) =>
    end === 'APPROVED'
      ? carryOut(approveTransfer, { ...decided, db, input: { paymentId } })
      : carryOut(rejectTransfer, {
          ...decided,
          db,
          input: { paymentId, reason: 'This UTR is not on our statement. Please check it with your bank.' },
        }),
  );
}
