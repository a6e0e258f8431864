// Finance's thread in a real browser: a cheque comes back and is charged, two people pay a centre out, the bank's statement
// matches, a month is closed and takes no posting any more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { aad, blindIndex, seal } from '@aangan/server/work/seal.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { type Child, childAt, nurseryPlan } from './assignment/nursery-testing.ts';
import { bookOpen, keepSettled } from './gateway/import-settlements.server.ts';
import { postEntry } from './ledger/post-entry.server.ts';
import { confirmPayment } from './payment/confirm-payment.server.ts';
import { bankStatements } from './recon/bank-line.contract.ts';

let web: WebPages;
let child: Child;
const today = todayIst(new Date());
const network = <T>(run: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork(web.server.pool, systemActor(null), { command: 'test' }, run);

before(async () => {
  web = await webPages();
  await web.server.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'SETTLEMENT_APPROVE'), ($1, 'PERIOD_UNLOCK'), ($1, 'PLAN_APPROVE')`,
    [people.Chetan.id],
  );
  child = await childAt(web.server, 'Ishaan T.');
});
after(() => web?.close());

/** The action of a row's menu. */
async function action(page: Page, row: RegExp, name: string): Promise<void> {
  const line = page.getByRole('row', { name: row });
  await line.hover();
  await line.getByRole('button').last().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('a late joiner is offered the own months, and what it pays is shown before it is submitted', async () => {
  await nurseryPlan(web.server);
  const late = await childAt(web.server, 'Nov Late');
  const page = await web.open(`/fee-component/fee-plan/assign/${late.admissionId}`, 'Bina');
  await page.getByRole('radio', { name: /Nursery Full Day/ }).check();
  await page.getByLabel('Joins on').fill('12-11-2026');
  await page.keyboard.press('Tab');
  await page.getByText('The child joins late: 3 instalments fall due on the first day.').waitFor();
  await page.getByText(/^Net ₹92,000/).waitFor();
  await pick(page, 'A late joiner pays', 'By months: in full until the 10th, half until the 20th');
  await page.getByText(/^Net ₹54,500/).waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'finance-thread-late-joiner');
  await page.context().close();
});

test('a cheque is recorded, deposited and returned; the charge stands in the child’s ledger', async () => {
  const page = await web.open(`/payments/pay/${child.accountId}`, 'Bina');
  await page.getByRole('textbox', { name: 'Amount' }).fill('13500');
  await pick(page, 'Mode', 'Cheque');
  await page.getByLabel('Received from').fill('Rohan Rao');
  await page.getByLabel('Number').fill('100001');
  await page.getByRole('button', { name: 'Record payment' }).click();
  await page.waitForURL('**/approve-payment/list**');
  await page.goto(`${web.origin}/approve-payment/list?tab=cheques`);
  await action(page, /Ishaan T\./, 'Mark as deposited');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as deposited' }).click();
  await page.getByText('At the bank').first().waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'finance-thread-cheques');
  await action(page, /Ishaan T\./, 'Returned by the bank');
  await pick(page, 'The bank says', 'Not enough money in the account');
  await page.getByRole('dialog').getByRole('button', { name: 'Returned', exact: true }).click();
  await page.getByText('₹500.00 is charged').waitFor();
  await page.goto(`${web.origin}/ledger/student-ledger/${child.accountId}`);
  await page.getByText('Cheque return charge').first().waitFor();
  await settled(page);
  await web.shot(page, 'finance-thread-ledger');
  await page.context().close();
});

/** Money of a family that the gateway has settled, and a verified account to pay the centre to. */
async function collected(): Promise<void> {
  const accountId = crypto.randomUUID();
  const number = '50100012345678';
  await web.server.sql(
    `insert into bank_account (franchisee_id, id, holder, account_no_cipher, account_no_index, last4, ifsc, bank, branch, kind, status, verified_by)
     values ($1, $2, 'Andheri Preschool', $3, $4, '5678', 'HDFC0001234', 'HDFC Bank', 'Andheri', 'PAYOUT', 'VERIFIED', $5)`,
    [
      ANDHERI,
      accountId,
      seal(number, aad('bank_account', 'account_no_cipher', ANDHERI, accountId)),
      blindIndex(number),
      people.Chetan.id,
    ],
  );
  const id = crypto.randomUUID();
  await web.server.sql(
    `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, payer_name, channel)
     values ($1, $2::uuid, 'FEE', 'TUITION FEES', $3::uuid, 'fee-account', $3::uuid::text, 'ONLINE', 2000000, 'INITIATED', sha256($2::uuid::text::bytea), 'Rohan Rao', 'PUBLIC')`,
    [ANDHERI, id, child.accountId],
  );
  const at = new Date(Date.now() - 5 * 86_400_000);
  await network((db) =>
    confirmPayment(db, {
      franchiseeId: ANDHERI,
      paymentId: id,
      amount: 2_000_000,
      paidAt: at.toISOString(),
      now: at,
      providerPaymentId: 'pay_FinanceThread01',
    }),
  );
  await network((db) =>
    keepSettled(db, addDays(today, -3), [
      {
        entity_id: 'pay_FinanceThread01',
        type: 'payment',
        amount: 2_000_000,
        credit: 1_952_800,
        debit: 0,
        fee: 47_200,
        tax: 7_200,
        settled_at: 1,
        settlement_id: 'setl_FinanceThread1',
        settlement_utr: 'AXISCN1153863727',
        payment_id: null,
      },
    ]),
  );
  await bookOpen({
    now: new Date(),
    data: {},
    ports: { config: {}, origin: '', afterCommit: () => undefined },
    work: (centre: number | null, work: Parameters<typeof inUnitOfWork>[3]) =>
      inUnitOfWork(web.server.pool, systemActor(centre), { command: 'test' }, work),
  } as never);
}

async function step(page: Page, button: string, confirm = button): Promise<void> {
  await page.getByRole('dialog').first().getByRole('button', { name: button, exact: true }).click();
  const asked = page.getByRole('dialog', { name: new RegExp(`^${button}: `) });
  await asked.waitFor();
  await asked.getByRole('button', { name: confirm, exact: true }).click();
  await asked.waitFor({ state: 'hidden' });
}

test('one person prepares a payout, another approves it and enters the UTR', async () => {
  await collected();
  const asha = await web.open('/ledger/nodal-payment-transfer?tab=prepare', 'Asha', {
    centre: null,
    steppedUp: true,
  });
  await asha.getByRole('button', { name: /^Prepare ₹19,528/ }).click();
  await asha.getByText('1 payout is prepared as drafts.').waitFor();
  await asha.goto(`${web.origin}/ledger/nodal-payment-transfer?tab=payouts`);
  await asha.locator('a[href*="settlement="]').first().click();
  await step(asha, 'Ask for approval');
  await asha.getByRole('dialog').getByText('Waits for approval').first().waitFor();
  assert.equal(await asha.getByRole('button', { name: 'Approve', exact: true }).count(), 0, 'not her own');
  await asha.context().close();

  const chetan = await web.open('/ledger/nodal-payment-transfer?tab=payouts', 'Chetan', {
    centre: null,
    steppedUp: true,
  });
  await chetan.locator('a[href*="settlement="]').first().click();
  await step(chetan, 'Approve', 'Approve payout');
  await settled(chetan);
  await web.shot(chetan, 'finance-thread-payout');
  await step(chetan, 'Given to the bank');
  await chetan.getByRole('dialog').first().getByRole('button', { name: 'Enter UTR' }).click();
  const asked = chetan.getByRole('dialog', { name: /^Enter UTR: / });
  await asked.getByRole('textbox', { name: 'UTR' }).fill('HDFCN52026112401');
  await asked.getByRole('button', { name: 'Record UTR' }).click();
  await chetan.getByRole('dialog').getByText('Paid out').first().waitFor();
  await chetan.context().close();
});

test('the statement matches the payout; April is closed and takes no posting', async () => {
  const head = web.server.as('Chetan', { centre: null, steppedUp: true });
  const { jobId } = await head.call(bankStatements.endpoints.check, {
    csv: `Date,Narration,Reference,Debit,Credit,Account\n${today.split('-').reverse().join('-')},PAYOUT ANDHERI,HDFCN52026112401,19528.00,,Nodal account`,
    fileName: 'statement.csv',
  });
  await head.call(bankStatements.endpoints.commit, { jobId });
  const page = await web.open('/ledger/nodal?tab=reconciliation', 'Chetan', {
    centre: null,
    steppedUp: true,
  });
  await page.getByText('1 of 1 lines').waitFor();
  await page.getByText('PAYOUT ANDHERI').waitFor();
  await settled(page);
  await web.shot(page, 'finance-thread-statement');
  await page.goto(`${web.origin}/ledger/nodal?tab=periods`);
  await page.getByRole('button', { name: 'April 2026' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click();
  await page.getByText('April 2026 is closed.').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'finance-thread-periods');
  await assert.rejects(
    network((db) =>
      postEntry(db, {
        franchiseeId: ANDHERI,
        source: 'opening',
        sourceId: 'after-close',
        effectiveOn: '2026-04-30',
        lines: [
          { account: '1100', amount: 100 },
          { account: '3100', amount: -100 },
        ],
      }),
    ),
    /April 2026|04-2026/,
  );
  assert.deepEqual(web.problems, []);
  await page.context().close();
});
