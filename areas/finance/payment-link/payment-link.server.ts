import { todayIst } from '@aangan/contract/period.ts';
import { maskPhone, phoneNorm } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, contains, newestFirst } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { financeSettings } from '../finance.settings.ts';
import { financeModules } from '../modules.ts';
import { paymentContract } from '../payment/payment.contract.ts';
import { enquirerAddress } from './enquirer-address.server.ts';

/** A payment link of a fee account: the token and the row that lists it. */
export async function createPaymentLink(
  db: Db,
  link: { franchiseeId: number; feeAccountId: string; sentTo: string | null; now: Date },
): Promise<{ id: string; token: string; expiresAt: string }> {
  const days = await readSetting(db, 'finance', financeSettings.linkDays, link.franchiseeId);
  const expiresAt = new Date(link.now.getTime() + days * 86_400_000);
  const row = await db
    .insertInto('payment_link')
    .values({
      franchisee_id: link.franchiseeId,
      fee_account_id: link.feeAccountId,
      purpose: 'FEE',
      status: link.sentTo ? 'SENT' : 'CREATED',
      sent_to_masked: link.sentTo,
      expires_at: expiresAt.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await issueLink(db, {
    purpose: 'pay.admission',
    franchiseeId: link.franchiseeId,
    subject: { kind: 'fee-account', id: link.feeAccountId },
    expiresAt,
    now: link.now,
  });
  return { id: row.id, token, expiresAt: expiresAt.toISOString() };
}

export const sendPaymentLink = handle(paymentContract.createLink, async ({ db, input, now }) => {
  const account = ensureFound(
    await db
      .selectFrom('fee_account')
      .select(['franchisee_id', 'id', 'child_label', 'student_id', 'enquiry_id'])
      .where('id', '=', input.feeAccountId)
      .executeTakeFirst(),
  );
  const mobile = input.mobile ? phoneNorm(input.mobile) : null;
  const typed = {
    ...(mobile ? { mobile } : {}),
    ...(input.email ? { email: input.email } : {}),
    name: input.name ?? '',
  };
  const address =
    mobile || input.email
      ? typed
      : !account.student_id && account.enquiry_id
        ? await enquirerAddress(db, account.enquiry_id)
        : null;
  const about = address ? { address } : account.student_id ? { studentIds: [account.student_id] } : null;
  const sentTo = address?.mobile
    ? maskPhone(address.mobile)
    : (address?.email ?? (about ? 'the family’s contacts' : null));
  const link = await createPaymentLink(db, {
    franchiseeId: account.franchisee_id,
    feeAccountId: account.id,
    sentTo,
    now,
  });
  if (about) {
    await queueMessage(db, {
      kind: 'finance.fee-link',
      franchiseeId: account.franchisee_id,
      about,
      values: { child: account.child_label, date: todayIst(link.expiresAt) },
      link: { purpose: 'pay.admission', subjectId: account.id, expiresAt: new Date(link.expiresAt) },
      dedupeKey: `payment-link:${link.id}`,
      source: { kind: 'payment-link', id: link.id },
    });
  }
  return {
    id: link.id,
    reference: link.token,
    path: `/admission-payments/${link.token}`,
    expiresAt: link.expiresAt,
    sentTo,
  };
});

function narrowed(db: Db, actor: Actor, input: { q?: string | undefined; status?: string | undefined }) {
  let rows = db
    .selectFrom('payment_link as l')
    .innerJoin('fee_account as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'l.franchisee_id').onRef('f.id', '=', 'l.fee_account_id'),
    );
  rows = rows.where(inChosenCentre(actor, 'l.franchisee_id'));
  if (input.status) rows = rows.where('l.status', '=', input.status as 'SENT');
  if (input.q) rows = rows.where('f.child_label', 'ilike', contains(input.q));
  return rows;
}

export const listPaymentLinks = handle(paymentContract.links, async ({ db, actor, input }) => {
  const links = narrowed(db, actor, input);
  const page = await newestFirst(
    links.select([
      'l.id',
      'l.franchisee_id as franchiseeId',
      'f.child_label as childLabel',
      'l.fee_account_id as feeAccountId',
      'l.status',
      'l.sent_to_masked as sentTo',
      'l.created_at as createdAt',
      'l.expires_at as expiresAt',
      'l.opened_count as openedCount',
      'l.version',
    ]),
    { name: 'createdAt', at: 'l.created_at', id: 'l.id' },
    input,
    () => cappedCount(db, links),
  );
  const can = { resend: holds(actor, financeModules.UserPaymentLinks, true) };
  return { ...page, rows: page.rows.map((row) => ({ ...row, can })) };
});
