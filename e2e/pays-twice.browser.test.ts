// A family that pays twice: father and mother with the same link on two phones. Both payments are captured; one pays the
// instalment, the other's share of it is kept as advance, and everybody sees it (decision 0007). Then a bank that gives
// no answer: nobody is led into paying again, and the page turns by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';
import {
  checkoutOf,
  fits,
  fromMenu,
  type Journey,
  type Person,
  paiseOf,
  signIn,
  startJourney,
} from './journey.ts';

const FATHER = '9820011111';
const MOTHER = '9820022222';

let journey: Journey;
let bina: Person;
let father: Person;
let mother: Person;
let child = '';
let link = '';
let taken = 0;
let first = 0;
let both = 0;
const receipts: string[] = [];

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

test('a family pays twice', async () => {
  await journey.station('Bina sends the family its link', sendsTheLink);
  await journey.station('every figure opens its rows', figuresOpenTheirRows);
  await journey.station('father and mother pay the same instalment', bothPay);
  await journey.station('the parents see both payments', parentsSeeBoth);
  await journey.station('the centre sees both, and nothing doubled', centreSeesBoth);
  await journey.station('the bank gives no answer, and nobody pays again', bankIsSilent);
  journey.nothingWrong();
});

async function sendsTheLink(): Promise<void> {
  bina = await journey.person('Bina', 'desk');
  await signIn(journey, bina, 'centrehead');
  const { page } = bina;
  for (let n = 0; n < 8; n += 1) {
    child = await opensTheCounter(n);
    // Not everybody pays in quarters; this family has at least two instalments open.
    if ((await page.getByText(/^(due|overdue: was due) \d\d-\d\d-\d{4}$/).count()) > 1) break;
  }
  await journey.shot(page, 'bina-counter');
  link = await sendsLink();
}

/** Bina opens the counter of the n-th child whose fees are overdue. */
async function opensTheCounter(n: number): Promise<string> {
  const { page } = bina;
  await fromMenu(page, 'Finance dashboard');
  await page.getByRole('link', { name: /^Overdue/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Student ledger' }).waitFor();
  const row = page
    .getByRole('table')
    .getByRole('row')
    .nth(n + 1)
    .getByRole('link')
    .first();
  await row.waitFor();
  // The list of the last visit stands until it is read again; whoever has paid since is not in it any more.
  await settled(page);
  const name = (await row.textContent()) ?? '';
  await row.click();
  await page.getByRole('link', { name: 'Take a payment' }).click();
  await page.getByRole('heading', { level: 1, name: `Payment for ${name}` }).waitFor();
  await page.getByRole('heading', { name: 'Open instalments' }).waitFor();
  taken = n;
  return name;
}

async function sendsLink(): Promise<string> {
  await bina.page.getByRole('button', { name: 'Send a payment link' }).click();
  await bina.page.getByText(/The payment link was sent to/).waitFor();
  const [, address = ''] = await journey.message(`Fees of ${child}`, /see and pay here (http\S+)/);
  return address;
}

async function bothPay(): Promise<void> {
  [father, mother] = await Promise.all([
    journey.person('father', 'phone'),
    journey.person('mother', 'phone'),
  ]);
  const his = await father.open(link);
  await his.getByRole('checkbox').first().waitFor();
  await fits(his);
  await choose(his, 1);
  first = await amountToPay(his);
  await journey.shot(his, 'father-page');
  await his.getByRole('button', { name: /^Pay ₹/ }).click();
  await his.getByText('Enter your name: it stands on the receipt').waitFor();
  await his.getByLabel('Your name').fill('Father of the child');
  await his.getByRole('button', { name: /^Pay ₹/ }).click();
  await checkoutOf(his)
    .getByRole('button', { name: /^Pay ₹/ })
    .waitFor();

  const hers = await mother.open(link);
  await hers.getByText(/^A payment of ₹.* was begun at/).waitFor();
  await choose(hers, 2);
  both = await amountToPay(hers);
  assert.ok(both > first);
  await fits(hers);
  await journey.shot(hers, 'mother-warned');
  await hers.getByLabel('Your name').fill('Mother of the child');
  await hers.getByRole('button', { name: /^Pay ₹/ }).click();
  await checkoutOf(hers)
    .getByRole('button', { name: /^Pay ₹/ })
    .waitFor();

  await inCheckout(his, FATHER);
  await his.getByText('Payment received').waitFor();
  await journey.shot(his, 'father-paid');
  await inCheckout(hers, MOTHER);
  await hers.getByText('Payment received').waitFor();
  await hers.getByText(/was paid already by somebody else, so it is kept as advance/).waitFor();
  await fits(hers);
  await journey.shot(hers, 'mother-paid');
}

async function parentsSeeBoth(): Promise<void> {
  for (const { page } of [father, mother]) {
    await page.getByRole('link', { name: 'Show receipt' }).click();
    await page.getByText('This receipt is genuine').waitFor();
    const text = (await page.getByRole('main').textContent()) ?? '';
    receipts.push(/R002\/\d{4}\/\d{6}/.exec(text)?.[0] ?? '');
    await journey.shot(page, 'parents-receipt');
  }
  assert.equal(new Set(receipts).size, 2, 'a receipt of its own for each payment');
  const page = await father.open(link);
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  for (const receipt of receipts)
    await page.getByRole('button', { name: `Show receipt ${receipt}` }).waitFor();
  await page.getByText(/of it is kept as advance/).waitFor();
  await page.getByText('Advance kept for you').waitFor();
  await fits(page);
  await journey.shot(page, 'father-afterwards');
}

async function centreSeesBoth(): Promise<void> {
  const { page } = bina;
  await fromMenu(page, /^Student ledgers?$/);
  await page.getByRole('textbox', { name: 'Search' }).fill(child);
  await page.getByRole('link', { name: child }).first().click();
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  // Each instalment is paid once: what came twice stands as advance, to the paisa.
  await page.getByText(`Advance ${rupees(first)}`).waitFor();
  await journey.shot(page, 'bina-ledger-after');
  // Both payments stand in the statement, each as it was made; a balance of the same amount counts for nothing.
  for (const amount of [first, both])
    await page
      .getByRole('row', { name: new RegExp(`^${today}.*Online payment.*${rupees(amount)}`) })
      .first()
      .waitFor();
  await fromMenu(page, /^(Payments to approve|Approve payments)$/);
  const row = (receipt: string) => page.getByRole('row', { name: new RegExp(receipt) });
  await row(receipts[0] ?? '').waitFor();
  await row(receipts[1] ?? '')
    .getByText(`${rupees(first)} kept as advance`)
    .waitFor();
  await journey.shot(page, 'bina-payments');
}

async function figuresOpenTheirRows(): Promise<void> {
  const { page } = bina;
  for (const label of ['Overdue', 'Paid ahead by parents']) {
    await fromMenu(page, 'Finance dashboard');
    // The home has a card of what is overdue, too.
    await page.getByRole('heading', { level: 1, name: 'Finance' }).waitFor();
    const tile = page.getByRole('link', { name: new RegExp(`^${label}`) });
    const text = (await tile.textContent()) ?? '';
    const children = Number(/(\d+) child/.exec(text)?.[1]);
    const [sum = ''] = /₹[\d,]+\.\d\d/.exec(text) ?? [];
    assert.ok(children > 0 && sum, text);
    await journey.shot(page, 'bina-dashboard');
    await tile.click();
    await page.getByRole('heading', { level: 1, name: 'Student ledger' }).waitFor();
    const range = page.getByText(/^1-\d+ of \d+$/);
    await range.waitFor();
    assert.match((await range.textContent()) ?? '', new RegExp(` of ${children}$`), `${label}: ${text}`);
    // The list's own sum over all its rows is the figure of the tile.
    await page.getByText(sum).first().waitFor();
    await journey.shot(page, 'bina-drill');
  }
}

async function bankIsSilent(): Promise<void> {
  child = await opensTheCounter(taken + 1);
  link = await sendsLink();
  const page = await father.open(link);
  await page.getByRole('checkbox').first().waitFor();
  await choose(page, 1);
  await page.getByLabel('Your name').fill('Father of the child');
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  const checkout = checkoutOf(page);
  await checkout.getByLabel('Mobile number').fill(FATHER);
  await checkout.getByRole('button', { name: 'Debited but no answer' }).click();
  await checkout.getByRole('heading', { name: 'The bank has not answered' }).waitFor();
  await checkout.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Waiting for the bank').waitFor();
  await journey.shot(page, 'father-waits');
  const second = await father.tab();
  await second.goto(link);
  await second.getByText(/^A payment of ₹.* was begun at/).waitFor();
  await journey.shot(second, 'second-tab-warns');
  // The simulator's bank answers after 15 seconds.
  await page.getByText('Payment received').waitFor({ timeout: 40_000 });
  await page.getByText(/^Receipt R002/).waitFor();
  await page
    .getByRole('button', { name: /^Show receipt R002/ })
    .first()
    .waitFor();
  await journey.shot(page, 'father-confirmed');
}

/** Chooses instalments from the oldest on. */
async function choose(page: Page, n: number): Promise<void> {
  const boxes = page.getByRole('checkbox');
  await boxes.nth(n - 1).check();
  if ((await boxes.count()) > n) await boxes.nth(n).uncheck();
}

const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' })
  .format(new Date())
  .replaceAll('/', '-');

const rupees = (paise: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);

async function amountToPay(page: Page): Promise<number> {
  return paiseOf(await page.getByRole('button', { name: /^Pay ₹/ }).textContent());
}

async function inCheckout(page: Page, mobile: string): Promise<void> {
  const checkout = checkoutOf(page);
  const picture = await checkout.locator('img.logo').getAttribute('src');
  assert.match(picture ?? '', /^data:image\/png;base64,\w{100}/, 'our picture in the checkout');
  await checkout.getByLabel('Mobile number').fill(mobile);
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
}
