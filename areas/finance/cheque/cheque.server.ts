// The register of cheques (finance.md 2.3): each step once, with the payment locked, while it waits for approval.
import { academicYearOf, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { chargeAccount } from '../fee-account/charge-account.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { paymentSettings } from '../payment/payment.settings.ts';
import { writePaymentEvent } from '../payment/payment-event.server.ts';
import { purposeOf } from '../payment/payment-purposes.server.ts';
import { chequeContract, cheques } from './cheque.contract.ts';
import { type ChequeState, chequeSteps, returnReasons } from './cheque.states.ts';

const datedOn = sql<string | null>`(p.instrument ->> 'date')::date`;

const TODAY = sql`(now() at time zone 'Asia/Kolkata')::date`;

const chequeListing = serveListing(cheques, {
  from: sql`(select q.*, case when q.status in ('CONFIRMED', 'TRANSFERRED') then 'BOOKED'
      when q.status = 'FAILED' then case when q.instrument_state in ('RETURNED', 'HANDED_BACK') then q.instrument_state else 'REJECTED' end
      else coalesce(q.instrument_state, 'RECEIVED') end as place from payment q where q.mode in ('CHEQUE', 'DD')) p
    join fee_account f on f.franchisee_id = p.franchisee_id and f.id = p.fee_account_id`,
  alias: 'p',
  columns: {
    childLabel: 'f.child_label',
    number: 'p.ref_norm',
    bank: sql`p.instrument ->> 'bankName'`,
    amount: 'p.amount',
    datedOn,
    receivedOn: sql`coalesce((p.instrument ->> 'handedOverOn')::date, p.received_on)`,
    depositedOn: 'p.deposited_on',
    clearedOn: sql`coalesce(p.cleared_on, (p.instrument ->> 'clearedOn')::date)`,
    payerName: 'p.payer_name',
    createdAt: 'p.created_at',
    status: 'p.place',
    due: sql`case when p.place = 'RECEIVED' and coalesce(${datedOn}, ${TODAY}) <= ${TODAY} then 'TODAY' end`,
    feeAccountId: 'p.fee_account_id',
    waits: sql`p.status = 'APPROVAL_WAITING'`,
    failureReason: 'p.failure_reason',
  },
  can: (row, actor) => {
    const steps = new Set(row.waits ? chequeSteps[row.status] : []);
    return {
      deposit: steps.has('deposit') && mayCall(actor, chequeContract.deposit),
      clear: steps.has('clear') && mayCall(actor, chequeContract.clear),
      return: steps.has('return') && mayCall(actor, chequeContract.return),
      handBack: steps.has('handBack') && mayCall(actor, chequeContract.handBack),
    };
  },
});
export const { handlers } = chequeListing;

type Step = 'deposit' | 'clear' | 'return' | 'handBack';
type Payment = RowIn<'payment'>;

/** The cheque, locked; refuses a step that it is not ready for. */
async function lockCheque(db: Db, id: string, version: number, step: Step): Promise<Payment> {
  const row = await lockRow(db, 'payment', id, version);
  const place = (row.instrument_state ?? 'RECEIVED') as ChequeState;
  ensure(
    (row.mode === 'CHEQUE' || row.mode === 'DD') &&
      row.fee_account_id !== null &&
      row.status === 'APPROVAL_WAITING' &&
      chequeSteps[place].includes(step),
    () => refuse('row.wrong-state'),
  );
  return row;
}

const set = (
  db: Db,
  row: Payment,
  values: Partial<
    Record<
      'instrument_state' | 'deposited_on' | 'cleared_on' | 'status' | 'failure_reason' | 'decided_at',
      unknown
    >
  >,
) =>
  sql`update payment set ${sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);

/** A day between the earliest that can be and today. */
function checkDay(
  on: string,
  { from, today, early }: { from: string | null; today: string; early: string },
): void {
  if (on > today) throw refuse('input.invalid', { fields: { on: 'This day is still to come' } });
  if (from !== null && on < from) throw refuse('input.invalid', { fields: { on: early } });
}

const dateOn = (row: Payment): string | null =>
  (row.instrument as { date?: string | null } | null)?.date ?? null;
const later = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);

export const depositCheque = handle(chequeContract.deposit, async ({ db, input, version, now }) => {
  const row = await lockCheque(db, input.id, version, 'deposit');
  checkDay(input.on, {
    from: later(row.received_on, dateOn(row)),
    today: todayIst(now),
    early: 'Not before it came, nor before the day written on it',
  });
  await set(db, row, { instrument_state: 'DEPOSITED', deposited_on: input.on });
  await writePaymentEvent(db, { franchiseeId: row.franchisee_id, id: row.id }, 'DEPOSITED', { on: input.on });
  return {};
});

export const clearCheque = handle(chequeContract.clear, async ({ db, input, version, now }) => {
  const row = await lockCheque(db, input.id, version, 'clear');
  checkDay(input.on, { from: row.deposited_on, today: todayIst(now), early: 'Not before it was deposited' });
  await set(db, row, { instrument_state: 'CLEARED', cleared_on: input.on });
  await writePaymentEvent(db, { franchiseeId: row.franchisee_id, id: row.id }, 'CLEARED', { on: input.on });
  return {};
});

export const returnCheque = handle(chequeContract.return, async ({ db, input, version, now }) => {
  const row = await lockCheque(db, input.id, version, 'return');
  checkDay(input.on, { from: row.deposited_on, today: todayIst(now), early: 'Not before it was deposited' });
  const reason = returnReasons[input.reason];
  await fail(db, row, { state: 'RETURNED', reason: `Cheque returned: ${reason}`, event: 'RETURNED', now });
  const account = await lockFeeAccount(db, row.franchisee_id, row.fee_account_id ?? '');
  const charged = input.charge
    ? await readSetting(db, 'finance', paymentSettings.bounceCharge, row.franchisee_id)
    : 0;
  if (charged > 0)
    await chargeAccount(db, {
      franchiseeId: row.franchisee_id,
      feeAccountId: account.id,
      kind: 'BOUNCE',
      feeTypeCode: 'BOUNCE',
      amount: charged,
      label: 'Cheque return charge',
      reason: `Cheque ${row.ref_norm ?? ''} returned`,
      dueOn: input.on,
      yearId: academicYearOf(input.on),
      source: 'bounce.charged',
      sourceId: row.id,
    });
  const address = {
    ...(row.payer_mobile ? { mobile: row.payer_mobile } : {}),
    ...(row.payer_email ? { email: row.payer_email } : {}),
  };
  if (account.studentId || Object.keys(address).length > 0)
    await queueMessage(db, {
      kind: 'finance.cheque-returned',
      franchiseeId: row.franchisee_id,
      about: account.studentId
        ? { studentIds: [account.studentId] }
        : { address: { ...address, name: row.payer_name ?? '' } },
      values: { no: row.ref_norm ?? '', amountPaise: row.amount, reason, chargePaise: charged },
      dedupeKey: `cheque-returned:${row.id}`,
      source: { kind: 'payment', id: row.id },
    });
  return { charged };
});

export const handBackCheque = handle(chequeContract.handBack, async ({ db, input, version, now }) => {
  const row = await lockCheque(db, input.id, version, 'handBack');
  await fail(db, row, {
    state: 'HANDED_BACK',
    reason: `Handed back: ${input.note}`,
    event: 'HANDED_BACK',
    now,
  });
  return {};
});

/** The payment fails for good; what waited for it is told. */
async function fail(
  db: Db,
  row: Payment,
  of: { state: 'RETURNED' | 'HANDED_BACK'; reason: string; event: 'RETURNED' | 'HANDED_BACK'; now: Date },
): Promise<void> {
  await set(db, row, {
    instrument_state: of.state,
    status: 'FAILED',
    failure_reason: of.reason.slice(0, 300),
    decided_at: of.now.toISOString(),
  });
  await writePaymentEvent(db, { franchiseeId: row.franchisee_id, id: row.id }, of.event, {
    reason: of.reason,
  });
  await purposeOf(row.purpose)?.onFailed?.(db, {
    subjectId: row.subject_id,
    paymentId: row.id,
    at: of.now.toISOString(),
  });
}
