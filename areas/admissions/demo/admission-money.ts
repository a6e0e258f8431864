// Form fees of applications, and plan and first money of admissions that wait for their confirmation.
import { confirmPayment } from '@aangan/areas/finance/payment/confirm-payment.server.ts';
import { selectionHash } from '@aangan/areas/finance/payment/open-payment.server.ts';
import { approveAssignment, assignPlan, submitAssignment } from '@aangan/areas/finance/public.server.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { actorAt, work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { optionId, planId } from '../../finance/demo/fees.ts';
import { upTo } from '../../finance/demo/payments.ts';
import { type ApplicationStory, applicationsOf } from './admission-story.ts';
import { formAccountId } from './admissions.ts';

const READY_A_CENTRE = 4;
const TOKEN = 1_000_000; // ₹10,000 to hold the seat
const ONE_BATCH = 12;

/** Returns how many payments were made. */
export async function payForms(database: Database, centre: Centre, today: Day): Promise<number> {
  const list = applicationsOf(centre, today);
  const paid = list.filter((a) => a.fee === 'PAID');
  const maker = actorAt(centre.id, teamAt(centre.id).head.id);
  for (let from = 0; from < paid.length; from += ONE_BATCH) {
    await work(database, maker, 'form-fees', async (db) => {
      for (const a of paid.slice(from, from + ONE_BATCH)) await payForm(db, centre, a);
    });
  }
  const ready = list.filter((a) => a.admission === 'SUBMITTED').slice(0, READY_A_CENTRE);
  await planReady(database, centre, { ready, today });
  return paid.length + ready.length;
}

type Db = Parameters<Parameters<typeof work>[3]>[0];

async function payForm(db: Db, centre: Centre, a: ApplicationStory): Promise<void> {
  const id = demoUuid('form-payment', a.id);
  const at = a.submittedAt ?? a.at;
  await insertPayment(db, centre, {
    id,
    account: formAccountId(a.enquiry.id),
    amount: a.feeAmount,
    at,
    payer: a.enquiry.guardian,
    form: a.id,
    maker: null,
  });
  await db
    .insertInto('gateway_order')
    .values({
      franchisee_id: centre.id,
      id: demoUuid('gateway-order', id),
      payment_id: id,
      receipt: `p${id.replaceAll('-', '')}`,
      provider_order_id: `order_demo${id.slice(0, 8)}${id.slice(24, 30)}`,
      amount: a.feeAmount,
      state: 'PAID',
      attempts: 1,
    })
    .execute();
  await confirmPayment(db, {
    franchiseeId: centre.id,
    paymentId: id,
    amount: a.feeAmount,
    paidAt: at,
    now: new Date(at),
    providerPaymentId: `pay_demo${id.slice(0, 8)}${id.slice(24, 30)}`,
  });
  await db
    .updateTable('application')
    .set({ payment_id: id })
    .where('franchisee_id', '=', centre.id)
    .where('id', '=', a.id)
    .execute();
}

interface NewRow {
  id: string;
  account: string;
  amount: number;
  at: string;
  payer: string;
  /** Application id of a form's fee; null: fees. */
  form: string | null;
  maker: string | null;
  lines?: readonly { feeLineId: string; amount: number }[];
}

const plannedLines = async (db: Db, franchiseeId: number, account: string) =>
  (
    await db
      .selectFrom('fee_line')
      .select(['id', 'net'])
      .where('franchisee_id', '=', franchiseeId)
      .where('fee_account_id', '=', account)
      .where('state', '=', 'PLANNED')
      .orderBy('due_on')
      .orderBy('component_kind')
      .execute()
  ).map((line) => ({ feeLineId: line.id, amount: line.net }));

async function insertPayment(db: Db, centre: Centre, p: NewRow): Promise<void> {
  const purpose = p.form ? ('FORM_FEE' as const) : ('FEE' as const);
  const subject = p.form ?? p.account;
  await db
    .insertInto('payment')
    .values({
      franchisee_id: centre.id,
      id: p.id,
      purpose,
      reference_type: p.form ? 'APPLICATION_FORM' : 'TUITION FEES',
      fee_account_id: p.account,
      subject_kind: p.form ? 'application' : 'fee-account',
      subject_id: subject,
      mode: p.form ? 'ONLINE' : 'CASH',
      amount: p.amount,
      status: p.form ? 'INITIATED' : 'APPROVAL_WAITING',
      selection: JSON.stringify(p.lines ?? []),
      selection_hash: selectionHash({ purpose, subjectId: subject, amountPaise: p.amount }),
      payer_name: p.payer,
      received_on: p.form ? null : p.at.slice(0, 10),
      channel: p.form ? 'PUBLIC' : 'COUNTER',
      maker: p.maker,
      created_at: p.at,
    })
    .execute();
}

async function planReady(
  database: Database,
  centre: Centre,
  { ready, today }: { ready: readonly ApplicationStory[]; today: Day },
): Promise<void> {
  const maker = actorAt(centre.id, teamAt(centre.id).head.id);
  const decider = actorAt(centre.id, headOffice.finance.id);
  const ids = await work(database, maker, 'admission-plans', async (db) => {
    const made: string[] = [];
    for (const a of ready) {
      const { assignmentId } = await assignPlan(db, maker, {
        franchiseeId: centre.id,
        studentAdmissionId: a.admissionId,
        planId: planId(2026, a.enquiry.classId),
        breakdownId: optionId(2026, a.enquiry.classId, 'QUARTERLY'),
        joinsOn: a.startOn,
      });
      await submitAssignment(db, maker, { franchiseeId: centre.id, assignmentId });
      made.push(assignmentId);
    }
    return made;
  });
  await work(database, decider, 'admission-tokens', async (db) => {
    for (const [i, a] of ready.entries()) {
      await approveAssignment(db, decider, {
        franchiseeId: centre.id,
        assignmentId: ids[i] as string,
        on: today,
      });
      const at = a.decidedAt ?? a.at;
      const account = formAccountId(a.enquiry.id);
      const { lines } = upTo(await plannedLines(db, centre.id, account), TOKEN);
      await insertPayment(db, centre, {
        id: demoUuid('token', a.id),
        account,
        amount: TOKEN,
        at,
        payer: a.enquiry.guardian,
        form: null,
        maker: maker.userId,
        lines,
      });
      await confirmPayment(db, {
        franchiseeId: centre.id,
        paymentId: demoUuid('token', a.id),
        amount: TOKEN,
        paidAt: at,
        now: new Date(at),
        decidedBy: headOffice.finance.id,
      });
    }
  });
}
