// The main job once more, for a family that reads Hindi: the language stays over every page and a reload, a form is left
// half-filled and taken up on another day, the first payment fails. By links and buttons, as in the journey beside it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  accepts,
  approvesPlan,
  assignsPlan,
  type Child,
  opensCounter,
  seesRoyalty,
  sendsApplicationLink,
} from './desk-steps.ts';
import {
  checkoutOf,
  fits,
  fromMenu,
  type Journey,
  type Person,
  paiseOf,
  pick,
  signIn,
  startJourney,
  type,
} from './journey.ts';

const ANDHERI = 2;
const MOBILE = '9820055512';
const child: Child = { callName: 'Vyomesh', fullName: 'Vyomesh Kulkarni' };

let journey: Journey;
let parent: Person;
let bina: Person;
let instalment = 0;
let receiptNo = '';

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

test('the main job in Hindi', async () => {
  await journey.station('the parent asks in Hindi', asksInHindi);
  await journey.station('the counsellor sends the application link', sendsTheLink);
  await journey.station('the parent fills the form, leaves, and takes it up again', fillsTheForm);
  await journey.station('the parent pays the fee at the second try', paysAtTheSecondTry);
  await journey.station('the centre admits, the plan is approved', makesThePlan);
  await journey.station('the parent pays the first instalment by the link', paysTheInstalment);
  await journey.station('the centre head confirms, head office sees the royalty', confirms);
  journey.nothingWrong();
});

async function asksInHindi(): Promise<void> {
  parent = await journey.person('Rohan', 'phone');
  const page = await parent.open(`/enquiry-form/${ANDHERI}`);
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: 'Andheri के बारे में पूछें' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Andheri के बारे में पूछें' }).waitFor();
  await fits(page);
  await type(page.getByLabel('आपका नाम'), 'Rohan Kulkarni');
  await type(page.getByLabel('मोबाइल नंबर'), MOBILE);
  await type(page.getByLabel('बच्चे का पहला नाम'), child.callName);
  await pick(page, 'महीना', 'मार्च');
  await pick(page, 'साल', '2023');
  await pick(page, /^कक्षा/, 'Nursery');
  await type(page.getByLabel('पिनकोड'), '400058');
  await page.getByLabel('SMS से').check();
  await page.getByLabel(/मैं माता-पिता/).check();
  await journey.shot(page, 'enquiry-form');
  await page.getByRole('button', { name: 'भेजें' }).click();
  await page.getByRole('heading', { name: 'धन्यवाद' }).waitFor();
}

async function sendsTheLink(): Promise<void> {
  const esha = await journey.person('Esha', 'desk');
  await signIn(journey, esha, 'counsellor');
  await sendsApplicationLink(journey, esha, child);
}

async function fillsTheForm(): Promise<void> {
  // The number is the form's own: the newest message to it with a link in it.
  const [, link = ''] = await journey.message('application', /Vyomesh.*?(http\S+)/s);
  let page = await parent.tab();
  await page.goto(link);
  await inHindi(page);
  await page.getByRole('heading', { name: 'आपका बच्चा' }).waitFor();
  await page.getByLabel(/^बच्चे का नाम/).fill(child.fullName);
  await page.getByLabel('जन्म तिथि').fill('10-03-2023');
  await page.keyboard.press('Tab');
  await pick(page, 'लिंग', 'लड़का');
  await next(page, 'माता-पिता');
  await pick(page, 'बच्चे से आपका रिश्ता', 'पिता');
  await page.getByLabel(/^व्यवसाय/).fill('Architect');
  await page.getByRole('status').getByText('सहेज रहे हैं…').waitFor();
  await page.getByRole('status').getByText('सहेजा गया').waitFor();
  await journey.shot(page, 'form-parents');
  // The bus arrives: the phone goes into the pocket and the tab is gone.
  await page.close();
  page = await parent.tab();
  await page.goto(link);
  await inHindi(page);
  await page.getByRole('heading', { level: 2, name: 'माता-पिता' }).waitFor();
  assert.equal(await page.getByLabel(/^व्यवसाय/).inputValue(), 'Architect');
  await page.getByLabel(/मैं माता-पिता या अभिभावक हूँ/).check();
  await journey.shot(page, 'form-resumed');
  await next(page, 'पता');
  await page.getByLabel(/मकान, गली, इलाका/).fill('12 Lokhandwala Road, Andheri West');
  await next(page, 'हम कैसे मदद करें');
  await next(page, 'जाँचें और भेजें');
  await page.getByLabel('हस्ताक्षर के रूप में अपना नाम लिखें').fill('Rohan Kulkarni');
  await page.getByLabel('ये उत्तर सही हैं').check();
  await fits(page);
  await page.getByRole('button', { name: 'आवेदन भेजें' }).click();
  await page.getByText('एक कदम बाकी है').waitFor();
}

async function paysAtTheSecondTry(): Promise<void> {
  const page = parent.context.pages().at(-1) ?? parent.page;
  const pay = page.getByRole('button', { name: /^₹[\d,.]+ भुगतान करें$/ });
  const checkout = checkoutOf(page);
  await pay.click();
  await checkout.getByRole('button', { name: 'बैंक मना कर दे' }).click();
  await checkout.getByRole('heading', { name: 'भुगतान नहीं हुआ' }).waitFor();
  await journey.shot(page, 'checkout-failed');
  await checkout.getByRole('button', { name: 'बंद करें' }).last().click();
  await page.getByText('भुगतान नहीं हुआ').waitFor();
  await journey.shot(page, 'not-paid');
  await pay.click();
  await checkout.getByRole('button', { name: /भुगतान करें$/ }).click();
  await page.getByText('आवेदन मिल गया').waitFor();
  await journey.shot(page, 'application-received');
}

async function makesThePlan(): Promise<void> {
  bina = await journey.person('Bina', 'desk');
  await signIn(journey, bina, 'centrehead');
  await accepts(journey, bina, child, 'admission');
  await assignsPlan(journey, bina, child);
  const chetan = await journey.person('Chetan', 'desk');
  await signIn(journey, chetan, 'finance');
  await approvesPlan(journey, chetan, child);
  await opensCounter(bina, child);
  await bina.page.getByRole('button', { name: 'Send a payment link' }).click();
  await bina.page.getByText(/The payment link was sent to/).waitFor();
}

async function paysTheInstalment(): Promise<void> {
  const [, link = ''] = await journey.message('Vyomesh Kulkarni', /Vyomesh Kulkarni.*?(http\S+)/s);
  const page = parent.context.pages().at(-1) ?? parent.page;
  await page.goto(link);
  await page.getByRole('heading', { name: 'Vyomesh Kulkarni की फीस' }).waitFor();
  await fits(page);
  const pay = page.getByRole('button', { name: /^₹[\d,.]+ भुगतान करें$/ });
  instalment = paiseOf(await pay.textContent());
  assert.equal(instalment, 33_500_00, 'the first quarter, and nothing else, is chosen beforehand');
  await page.getByLabel('आपका नाम').fill('Rohan Kulkarni');
  await pay.click();
  const checkout = checkoutOf(page);
  await checkout.getByLabel('मोबाइल नंबर').fill(MOBILE);
  await journey.shot(page, 'checkout');
  await checkout.getByRole('button', { name: /भुगतान करें$/ }).click();
  await page.getByText('भुगतान मिल गया').waitFor();
  await journey.shot(page, 'paid');
  receiptNo = /R002\/\d{4}\/\d{6}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
  assert.ok(receiptNo);
  await page.getByRole('link', { name: 'रसीद देखें' }).click();
  await page.waitForURL(/\/payment-invoice/);
  await page.locator('html[lang="hi-IN"]').waitFor({ state: 'attached' });
  await page.getByText(receiptNo).first().waitFor();
  await fits(page);
  await journey.shot(page, 'receipt');
}

async function confirms(): Promise<void> {
  const { page } = bina;
  await fromMenu(page, 'Admissions');
  await page.getByRole('link', { name: child.fullName }).click();
  await page.getByText('A first payment has arrived').waitFor();
  await page.getByRole('button', { name: 'Confirm admission' }).click();
  await page
    .getByRole('dialog', { name: /^Admit/ })
    .getByRole('button', { name: 'Confirm admission' })
    .click();
  await page.getByText(/Vyomesh Kulkarni is admitted: 002\/2026-27\/\d+/).waitFor();
  await journey.shot(page, 'admitted');
  const nitin = await journey.person('Nitin', 'desk');
  await signIn(journey, nitin, 'finance.desk');
  const royalty = await seesRoyalty(journey, nitin, { child, number: receiptNo });
  // Everything bears royalty but the kit of 6,500.
  assert.equal(royalty, ((instalment - 6_500_00) * 12) / 100);
}

/** A new tab speaks the phone's language; one touch, and it is Hindi. */
async function inHindi(page: Page): Promise<void> {
  await page.getByRole('button', { name: /English|हिन्दी/ }).waitFor();
  const hindi = page.getByRole('button', { name: 'हिन्दी' });
  if (await hindi.isVisible()) await hindi.click();
}

const next = async (page: Page, heading: string): Promise<void> => {
  await page.getByRole('button', { name: 'आगे' }).click();
  await page.getByRole('heading', { level: 2, name: heading }).waitFor();
};
