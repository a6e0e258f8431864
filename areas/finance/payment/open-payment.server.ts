import { createHash, randomUUID } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refusePayment } from './payment.refusals.ts';
import { writePaymentEvent } from './payment-event.server.ts';
import { type PurposeName, purposeOf } from './payment-purposes.server.ts';

/** Razorpay makes no order below ₹1 (integrations.md 1.1). */
const PROVIDER_MIN = 1_00;

export interface SelectedLine {
  feeLineId: string;
  /** Paise put on this line. */
  amount: number;
}

/** A due of a centre that was ticked when the payment began. */
export interface SelectedDue {
  dueId: string;
  /** Paise open then. */
  amount: number;
}

/** What was asked: lines of a child's account, or dues of a centre. */
export type Selected = SelectedLine | SelectedDue;
const idOf = (one: Selected): string => ('dueId' in one ? one.dueId : one.feeLineId);

export interface NewPayment {
  franchiseeId: number;
  purpose: PurposeName;
  referenceType: string | null;
  /** null: money of the centre itself. */
  feeAccountId: string | null;
  subjectKind: string;
  subjectId: string;
  amountPaise: number;
  mode: 'ONLINE';
  lines?: readonly Selected[];
  payer: { name: string; mobile: string | null; email: string | null };
  channel?: 'PUBLIC' | 'APP' | 'COUNTER';
}

/** Same account and same selection = same hash: a second start while the first is open gets the first payment. */
export const selectionHash = (p: {
  purpose: string;
  subjectId: string;
  amountPaise: number;
  lines?: readonly Selected[];
}): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        p.purpose,
        p.subjectId,
        p.amountPaise,
        [...(p.lines ?? [])].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)),
      ]),
    )
    .digest();

/** Postgres-safe receipt of an order: base 36 of the payment id, at most 40 characters (integrations.md 1.1). */
const receiptOf = (paymentId: string): string =>
  `p${BigInt(`0x${paymentId.replaceAll('-', '')}`).toString(36)}`;

// Each start is an order at the provider: more of one account than a family ever chooses is somebody's script.
const startsOf = (p: NewPayment) => ({
  key: `pay-start:${p.franchiseeId}:${p.feeAccountId ?? p.subjectId}`,
  limit: 20,
  windowS: 600,
});

/**
 * Opens an online payment (INITIATED) with its gateway order still NEW; nothing outside the database is called.
 * The browser then asks `payment.checkout`, which makes the order at the provider. Repeated for the same selection:
 * the payment that is open.
 */
export async function openPayment(db: Db, p: NewPayment): Promise<{ paymentId: string }> {
  ensure(p.amountPaise > 0, () => refusePayment('payment.nothing-due'));
  ensure(p.amountPaise >= PROVIDER_MIN, () => refusePayment('payment.below-online'));
  const hash = selectionHash(p);
  const open = await db
    .selectFrom('payment')
    .select('id')
    .where('franchisee_id', '=', p.franchiseeId)
    .where('purpose', '=', p.purpose)
    // Said in the statement and not as values: only so do the indexes of open payments answer.
    .where('fee_account_id', p.feeAccountId === null ? 'is' : '=', p.feeAccountId)
    .where('selection_hash', '=', hash)
    .where(sql<boolean>`status = 'INITIATED' and mode = 'ONLINE'`)
    .executeTakeFirst();
  if (open) return { paymentId: open.id };
  const { key, limit, windowS } = startsOf(p);
  if ((await countTry(db, key, windowS)) > limit)
    throw refuse('rate.limited', { details: { seconds: windowS }, retryAfter: windowS });
  const id = randomUUID();
  await db
    .insertInto('payment')
    .values({
      franchisee_id: p.franchiseeId,
      id,
      purpose: p.purpose,
      reference_type: p.referenceType as 'APPLICATION_FORM' | null,
      fee_account_id: p.feeAccountId,
      subject_kind: p.subjectKind,
      subject_id: p.subjectId,
      mode: 'ONLINE',
      amount: p.amountPaise,
      status: 'INITIATED',
      selection: JSON.stringify(p.lines ?? []),
      selection_hash: hash,
      payer_name: p.payer.name,
      payer_mobile: p.payer.mobile,
      payer_email: p.payer.email,
      channel: p.channel ?? 'PUBLIC',
    })
    .execute();
  await db
    .insertInto('gateway_order')
    .values({ franchisee_id: p.franchiseeId, payment_id: id, receipt: receiptOf(id), amount: p.amountPaise })
    .execute();
  await writePaymentEvent(db, { franchiseeId: p.franchiseeId, id }, 'STARTED');
  await purposeOf(p.purpose)?.onInitiated?.(db, {
    subjectId: p.subjectId,
    paymentId: id,
    at: new Date().toISOString(),
  });
  return { paymentId: id };
}
