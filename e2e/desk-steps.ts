// What the centre and head office do on the way of a child, the same in every journey: from the menu, by links and buttons.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { fromMenu, type Journey, type Person, paiseOf, pick } from './journey.ts';

export interface Child {
  /** As the enquiry names it. */
  readonly callName: string;
  readonly fullName: string;
}

/** The counsellor finds the enquiry, calls, talks at the centre and sends the application link. */
export async function sendsApplicationLink(journey: Journey, { page }: Person, child: Child): Promise<void> {
  await page.getByRole('link', { name: /enquiries are yet to call/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Enquiries' }).waitFor();
  await page.getByRole('link', { name: child.callName, exact: true }).waitFor();
  const raw = page.getByText('Yet_to_call');
  assert.equal(await raw.count(), 0, 'the list says it in words');
  await page.getByRole('link', { name: child.callName, exact: true }).click();
  await page.getByRole('heading', { name: 'Next step' }).waitFor();
  assert.equal(await raw.count(), 0, 'the enquiry says it in words');
  await page.getByRole('button', { name: /Spoke: interested/ }).click();
  await page.getByLabel('Note').fill('Wants a morning place in Nursery.');
  await page.getByRole('button', { name: '+3 days' }).click();
  await page.getByRole('button', { name: 'Save follow-up' }).click();
  await page.getByText('Follow-up saved.').waitFor();
  await page.getByRole('button', { name: 'Counselled at the centre' }).click();
  const step = page.getByRole('dialog', { name: 'Counselled at the centre' });
  await pick(step, 'Programme', 'Regular');
  await step.getByLabel('Note').fill('Saw the classrooms, liked them.');
  await step.getByRole('button', { name: 'Counselled at the centre' }).click();
  await page.getByText('Now in Offline Counselling Done.').waitFor();
  await page.getByRole('button', { name: 'Send application link' }).click();
  const dialog = page.getByRole('dialog', { name: `Application form of ${child.callName}` });
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('link', { name: /^APP\/002\// }).waitFor();
  await journey.shot(page, 'application-link-sent');
}

/** The centre head accepts the application; `first` is what the family does next. */
export async function accepts(
  journey: Journey,
  { page }: Person,
  child: Child,
  first: 'registration' | 'admission',
): Promise<void> {
  await fromMenu(page, 'Applications');
  await page.getByRole('link', { name: /^To review/ }).click();
  await page.getByRole('link', { name: child.fullName }).click();
  const panel = page.getByRole('dialog', { name: new RegExp(child.fullName) });
  await panel.getByRole('heading', { name: 'History' }).waitFor();
  await panel.getByRole('button', { name: 'Accept' }).click();
  const ask = page.getByRole('dialog', { name: `Accept ${child.fullName}?` });
  await ask.getByLabel('Ask for the registration form first').setChecked(first === 'registration');
  await ask
    .getByRole('button', {
      name: first === 'registration' ? 'Accept and send registration' : 'Accept and open admission',
    })
    .click();
  // What was opened by it lies beside the list.
  await page
    .getByRole('heading', { name: first === 'registration' ? 'Before it can be verified' : /^Checklist/ })
    .waitFor();
  await journey.shot(page, 'accepted');
}

/** One paper of the open panel: looked at, what stands on it typed, and found right. */
export async function verifiesPaper(
  panel: Locator,
  paper: string,
  typed?: { label: string; value: string },
): Promise<void> {
  const page = panel.page();
  await panel.getByRole('group', { name: paper }).getByRole('button', { name: 'Check', exact: true }).click();
  const look = page.getByRole('dialog', { name: new RegExp(`^Verify: ${paper}`) });
  if (typed) await look.getByLabel(typed.label).fill(typed.value);
  await look.getByRole('button', { name: 'It is right' }).click();
  await look.waitFor({ state: 'hidden' });
}

/** From the admission's panel to a plan that waits for another person. */
export async function assignsPlan(journey: Journey, { page }: Person, child: Child): Promise<void> {
  await fromMenu(page, 'Admissions');
  await page.getByRole('link', { name: child.fullName }).click();
  await page.getByRole('link', { name: 'Assign the fee plan' }).click();
  await page.getByRole('heading', { name: 'Assign a fee plan' }).waitFor();
  const plan = page.getByRole('radio', { name: /Nursery 2026-27/ });
  await plan.waitFor();
  assert.equal(await plan.getAttribute('aria-checked'), 'true', 'the fitting plan is chosen beforehand');
  await pick(page, 'Paid', /^Quarterly/);
  await page.getByText(/^Net ₹/).waitFor();
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByText('Submitted. Another user approves the plan.').waitFor();
  await journey.shot(page, 'plan-submitted');
}

export async function approvesPlan(journey: Journey, { page }: Person, child: Child): Promise<void> {
  await fromMenu(page, /^(Fee plans to approve|Approve fee plans)$/);
  await page.getByRole('link', { name: child.fullName }).click();
  await page.getByRole('heading', { name: 'Standard against asked' }).waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve plan' }).click();
  await page.getByText('Approved. It is billed when the admission is confirmed.').waitFor();
  await journey.shot(page, 'plan-approved');
}

/** The counter of a child whose admission is open: where money is taken and links are sent. */
export async function opensCounter({ page }: Person, child: Child): Promise<void> {
  await fromMenu(page, 'Admissions');
  await page.getByRole('link', { name: child.fullName }).click();
  await page.getByRole('link', { name: 'Take a payment' }).click();
  await page.getByRole('heading', { level: 1, name: `Payment for ${child.fullName}` }).waitFor();
}

/** Cash at the counter; it counts when finance has approved it. */
export async function takesCash(
  journey: Journey,
  bina: Person,
  nitin: Person,
  cash: { child: Child; rupees: number; payer: string },
): Promise<void> {
  await opensCounter(bina, cash.child);
  await bina.page.getByLabel('Amount').fill(String(cash.rupees));
  await bina.page.getByLabel('Received from').fill(cash.payer);
  await bina.page.getByRole('button', { name: 'Record payment' }).click();
  await bina.page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
  const desk = nitin.page;
  await fromMenu(desk, /^(Payments to approve|Approve payments)$/);
  await desk.getByRole('textbox', { name: 'Search' }).fill(cash.child.fullName);
  const row = desk.getByRole('row', { name: new RegExp(`${cash.child.fullName}.*Cash.*Waits for approval`) });
  await row.getByRole('button', { name: 'Actions for this row' }).click();
  await desk.getByRole('menuitem', { name: 'Approve' }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve ₹/ })
    .click();
  await desk.getByText(/^Approved\. Receipt R002/).waitFor();
  await journey.shot(desk, 'cash-approved');
}

/** Head office finds what the centre owes of one receipt, and the books even. */
export async function seesRoyalty(
  journey: Journey,
  { page }: Person,
  receipt: { child: Child; number: string },
): Promise<number> {
  await fromMenu(page, 'Royalty');
  await page.getByRole('link', { name: /Andheri/ }).click();
  // The list before has a search of its own.
  await page.getByRole('heading', { level: 1, name: 'Royalty rows' }).waitFor();
  await page.getByRole('textbox', { name: 'Search' }).fill(receipt.number);
  await page.getByText(/^1-(\d+) of \1$/).waitFor();
  await journey.shot(page, 'royalty-rows');
  const rows = await page.getByRole('row', { name: new RegExp(receipt.child.fullName) }).allTextContents();
  assert.ok(rows.length > 0 && rows.every((row) => row.includes(receipt.number)));
  await fromMenu(page, /^Franchisee ledgers?$/);
  await page.getByRole('link', { name: /Andheri/ }).click();
  await page.getByRole('tab', { name: 'Trial balance' }).click();
  const total = page.getByRole('row', { name: /^Total/ });
  await total.waitFor();
  await journey.shot(page, 'trial-balance');
  const [, debit, credit] =
    /^Total(₹[\d,.]+\.\d\d)(₹[\d,.]+\.\d\d)$/.exec((await total.textContent()) ?? '') ?? [];
  assert.ok(debit);
  assert.equal(debit, credit);
  // 12 % of what bears royalty.
  return rows.reduce((sum, row) => sum + paiseOf(row.slice(row.indexOf('12 %'))), 0);
}
