import { createHash, randomUUID } from 'node:crypto';
import { financialYear } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { inWords } from '@aangan/money/words.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee } from '../../network/public.server.ts';
import { financeSettings } from '../finance.settings.ts';
import type { Allocation } from '../payment/allocate-payment.server.ts';
import type { ReceiptSnapshot } from './receipt-snapshot.ts';
import { receiptLines } from './receipt-tax.server.ts';

interface ReceiptFor {
  franchisee_id: number;
  id: string;
  fee_account_id: string;
  amount: number;
  mode: string;
  payer_name: string | null;
  ref_norm: string | null;
  paid_at: string | null;
}

const WIDTH = 16; // characters of a document number in all (finance.md D16)

/** 'R012/2627/000123': letter, franchisee of at least three digits, financial year, sequence padded to 16 in all. */
export function documentNumber(letter: string, franchiseeId: number, fy: string, seq: number): string {
  const head = `${letter}${String(franchiseeId).padStart(3, '0')}/${fy}/`;
  return `${head}${String(seq).padStart(WIDTH - head.length, '0')}`;
}

/** Issues the receipt of a confirmed payment; the number's row is locked last (finance.md 3.11). */
export async function issueReceipt(
  db: Db,
  payment: ReceiptFor,
  allocations: readonly Allocation[],
  facts: { on: string; entryId: string; now: Date },
): Promise<{ id: string; number: string }> {
  const centre = await franchisee(db, payment.franchisee_id);
  const account = await db
    .selectFrom('fee_account')
    .select('child_label')
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('id', '=', payment.fee_account_id)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const verifyToken = await issueLink(db, {
    purpose: 'receipt.verify',
    franchiseeId: payment.franchisee_id,
    subject: { kind: 'receipt', id },
    now: facts.now,
  });
  const fy = financialYear(facts.on).compact;
  const seq = await nextNumber(db, { franchiseeId: payment.franchisee_id, series: 'R', period: fy });
  const number = documentNumber('R', payment.franchisee_id, fy, seq);
  const snapshot: ReceiptSnapshot = {
    number,
    issuedOn: facts.on,
    centre: {
      label: centre?.companyName ?? '',
      address: centre?.address ?? null,
      phone: centre?.phone ?? null,
      gstin: centre?.gstin ?? null,
    },
    child: account.child_label,
    payer: payment.payer_name,
    mode: payment.mode,
    reference: payment.ref_norm,
    paidAt: payment.paid_at,
    lines: await receiptLines(db, payment.franchisee_id, allocations),
    total: payment.amount,
    words: inWords(paise(payment.amount), 'en'),
    stampAbove: await readSetting(db, 'finance', financeSettings.stampAbove, payment.franchisee_id),
    footer: await readSetting(db, 'finance', financeSettings.receiptFooter, payment.franchisee_id),
    verifyToken,
  };
  const text = JSON.stringify(snapshot);
  await db
    .insertInto('receipt')
    .values({
      franchisee_id: payment.franchisee_id,
      id,
      payment_id: payment.id,
      number,
      series: 'R',
      fy,
      seq,
      issued_on: facts.on,
      snapshot: text,
      sha256: createHash('sha256').update(text).digest(),
    })
    .execute();
  await later(
    db,
    'finance.receipt',
    { receiptId: id, paymentId: payment.id },
    {
      franchiseeId: payment.franchisee_id,
      dedupeKey: id,
      lane: 'NOW',
      source: { kind: 'payment', id: payment.id },
    },
  );
  return { id, number };
}
