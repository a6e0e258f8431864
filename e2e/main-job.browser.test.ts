// The product's main job in a real browser, as its people do it: from the QR form on a phone, over application,
// registration and admission, to an instalment that the parent pays signed in, and its royalty at head office. From the
// menu, by links and buttons only; an address is opened where a message or a code on paper brought it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { png } from '@aangan/server/test-support/sample-files.ts';
import type { Page } from 'playwright-core';
import { parent as gita } from '../db/demo/people.ts';
import {
  accepts,
  approvesPlan,
  assignsPlan,
  type Child,
  seesRoyalty,
  sendsApplicationLink,
  takesCash,
  verifiesPaper,
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
// Gita has children here already and signs in: her third one comes.
const MOBILE = gita.mobile.slice(-10);
const child: Child = { callName: 'Zinnia', fullName: 'Zinnia Iyer' };
const BORN = '10-03-2023';

let journey: Journey;
let parent: Person;
let esha: Person;
let bina: Person;
let chetan: Person;
let nitin: Person;
let paid = 0;
let receiptNo = '';

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

test('the main job', async () => {
  await journey.station('the parent asks behind the QR code', asksBehindTheQrCode);
  await journey.station('the counsellor calls and sends the application link', sendsTheLink);
  await journey.station('the parent fills the application and pays its fee', fillsTheApplication);
  await journey.station('the centre head accepts and asks for the registration', asksForTheRegistration);
  await journey.station('the parent registers with documents and pays the fee', registers);
  await journey.station('the centre head verifies documents and registration', verifiesTheRegistration);
  await journey.station('the parent fills the admission form', fillsTheAdmission);
  await journey.station('the plan is made, approved, and begun at the counter', makesThePlan);
  await journey.station('the centre head confirms the admission', confirmsTheAdmission);
  await journey.station('the parent signs in and pays the instalment', paysInThePortal);
  await journey.station('head office sees royalty and balance', headOfficeSeesTheRoyalty);
  journey.nothingWrong();
});

async function asksBehindTheQrCode(): Promise<void> {
  parent = await journey.person('Gita', 'phone');
  const page = await parent.open(`/enquiry-form/${ANDHERI}`);
  await page.getByRole('heading', { name: 'Ask about Andheri' }).waitFor();
  await fits(page);
  // Typed as a thumb types: the form takes a page filled in under three seconds for a program's.
  await type(page.getByLabel('Your name'), 'Gita Iyer');
  await type(page.getByLabel('Mobile number'), MOBILE);
  await type(page.getByLabel("Child's first name"), child.callName);
  await pick(page, 'Month', 'March');
  await pick(page, 'Year', '2023');
  await pick(page, /^Class/, 'Nursery');
  await type(page.getByLabel('Pincode'), '400058');
  await page.getByLabel('On WhatsApp').check();
  await page.getByLabel(/I am the parent/).check();
  await journey.shot(page, 'enquiry-form');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

async function sendsTheLink(): Promise<void> {
  esha = await journey.person('Esha', 'desk');
  await signIn(journey, esha, 'counsellor');
  await sendsApplicationLink(journey, esha, child);
}

async function fillsTheApplication(): Promise<void> {
  const [, link = ''] = await journey.message('application form', /Zinnia is ready: (http\S+)/);
  const page = await parent.open(link);
  await page.getByRole('heading', { name: 'Your child' }).waitFor();
  await fits(page);
  await page.getByLabel('Child’s name as in the birth certificate').fill(child.fullName);
  await page.getByLabel('Date of birth').fill(BORN);
  await page.keyboard.press('Tab');
  await pick(page, 'Gender', 'Girl');
  await next(page, 'Parents');
  await pick(page, 'You are the child’s', 'Mother');
  await page.getByLabel(/I am the parent or guardian/).check();
  await next(page, 'Address');
  assert.equal(await page.getByLabel('Pincode').inputValue(), '400058');
  await page.getByLabel(/House, street, area/).fill('12 Lokhandwala Road, Andheri West');
  await next(page, 'How can we help');
  await next(page, 'Check and send');
  await signs(page, 'Send application');
  await paysFormFee(page);
  await page.getByText('Application received').waitFor();
  await journey.shot(page, 'application-received');
}

async function asksForTheRegistration(): Promise<void> {
  bina = await journey.person('Bina', 'desk');
  await signIn(journey, bina, 'centrehead');
  await accepts(journey, bina, child, 'registration');
}

async function registers(): Promise<void> {
  const [, link = ''] = await journey.message('registration', /(http\S+\/p\/\S+)/);
  const page = await parent.open(link);
  await page.getByRole('heading', { name: 'School and habits' }).waitFor();
  await fits(page);
  await pick(page, 'Toilet trained', 'Yes');
  await pick(page, 'Food', 'Vegetarian');
  await next(page, 'Health');
  await pick(page, 'Blood group', 'O+');
  await pick(page, /any allergies/, 'Yes');
  await page.getByLabel(/Which allergies/).fill('Peanuts');
  await page.getByLabel(/may bring my child to a doctor/).check();
  await next(page, 'Documents');
  await upload(page, 'Birth certificate', 'certificate.png');
  await upload(page, 'Immunisation card', 'vaccines.png');
  await next(page, 'Check and send');
  await signs(page, 'Send the registration');
  await paysFormFee(page);
  await page.getByText('Registration received').waitFor();
  await page.getByText(/The fee is paid\. Receipt R002/).waitFor();
  await journey.shot(page, 'registration-received');
}

async function verifiesTheRegistration(): Promise<void> {
  const { page } = bina;
  await fromMenu(page, 'Registrations');
  await page.getByRole('link', { name: child.fullName }).click();
  const panel = page.getByRole('dialog', { name: new RegExp(child.fullName) });
  await panel.getByRole('heading', { name: 'Documents' }).waitFor();
  await panel.getByText('Allergy: Peanuts').waitFor();
  await panel.getByText(/^Gita Iyer \(mother\)/).waitFor();
  await verifiesPaper(panel, 'Immunisation card');
  await verifiesPaper(panel, 'Birth certificate', {
    label: 'Date of birth on the certificate',
    value: BORN,
  });
  await panel.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('button', { name: 'Verify and keep the seat' }).click();
  await page
    .getByText(/^Verified\./)
    .last()
    .waitFor();
  await journey.shot(page, 'registration-verified');
}

async function fillsTheAdmission(): Promise<void> {
  const [, link = ''] = await journey.message('admission form', /(http\S+\/p\/\S+)/);
  const page = await parent.open(link);
  await page.getByRole('heading', { name: 'Safety' }).waitFor();
  await fits(page);
  await page
    .getByRole('group', { name: /Whom do we call/ })
    .getByRole('button', { name: 'Add a person' })
    .click();
  await page.getByLabel('Name', { exact: true }).fill('Asha Iyer');
  await pick(page, 'Relation to the child', 'Grandparent');
  await page.getByLabel('Mobile', { exact: true }).fill('9820011122');
  await pick(page, /court order/, 'No');
  await next(page, 'For the school register');
  await page.getByLabel('Place of birth').fill('Mumbai');
  await pick(page, /Indian citizen/, 'Yes');
  await next(page, 'Notice and consents');
  for (const question of await page.getByRole('radiogroup').all())
    await question.getByRole('radio', { name: 'Yes' }).check();
  await next(page, 'Documents');
  await upload(page, 'Photo of the child', 'zinnia.png');
  await upload(page, 'Identity card', 'pan.png');
  await next(page, 'Check and send');
  await signs(page, 'Send the admission form');
  await page.getByText('Admission form received').waitFor();
  await journey.shot(page, 'admission-received');
}

async function makesThePlan(): Promise<void> {
  await assignsPlan(journey, bina, child);
  chetan = await journey.person('Chetan', 'desk');
  await signIn(journey, chetan, 'finance');
  await approvesPlan(journey, chetan, child);
  nitin = await journey.person('Nitin', 'desk');
  await signIn(journey, nitin, 'finance.desk');
  await takesCash(journey, bina, nitin, { child, rupees: 5000, payer: 'Gita Iyer' });
}

async function confirmsTheAdmission(): Promise<void> {
  const { page } = bina;
  await fromMenu(page, 'Admissions');
  await page.getByRole('link', { name: child.fullName }).click();
  const panel = page.getByRole('dialog', { name: child.fullName });
  await panel.getByText('A first payment has arrived').waitFor();
  await verifiesPaper(panel, 'Identity card');
  await panel.getByRole('link', { name: 'Open the admission form' }).click();
  await page.getByRole('heading', { level: 1, name: `Admission of ${child.callName}` }).waitFor();
  // The child joins the family that is known by the mobile number.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('radio').first().check();
  await journey.shot(page, 'family-chosen');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Confirm admission' }).click();
  await page.getByText(/Zinnia Iyer is admitted\. Admission no\. 002\/2026-27\/\d+/).waitFor();
  await journey.shot(page, 'admitted');
}

async function paysInThePortal(): Promise<void> {
  await signIn(journey, parent, 'parent');
  const { page } = parent;
  await page.getByText(child.callName, { exact: true }).click();
  await page.getByRole('heading', { name: child.fullName }).waitFor();
  await fits(page);
  await journey.shot(page, 'portal');
  await page.getByRole('button', { name: /^Pay (fees|ahead)$/ }).click();
  await page.getByRole('heading', { name: `Fees of ${child.fullName}` }).waitFor();
  await fits(page);
  // Nothing is typed twice: the portal knows who pays.
  await page.locator('input[autocomplete="name"][value="Gita Iyer"]').waitFor();
  const pay = page.getByRole('button', { name: /^Pay ₹/ });
  paid = paiseOf(await pay.textContent());
  await journey.shot(page, 'pay-page');
  await pay.click();
  const checkout = checkoutOf(page);
  await checkout.getByText(`Fees, ${child.fullName}`).waitFor();
  assert.match(await checkout.getByLabel('Mobile number').inputValue(), new RegExp(`${MOBILE}$`));
  await journey.shot(page, 'checkout');
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.getByText('Payment received').waitFor();
  await journey.shot(page, 'paid');
  await showsTheReceipt(page);
  await page.goBack();
  await page.getByRole('link', { name: 'Back to your home page' }).click();
  await page.getByText(child.callName, { exact: true }).click();
  await page.getByRole('button', { name: receiptNo }).waitFor();
  await journey.shot(page, 'portal-after');
}

async function showsTheReceipt(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Show receipt' }).click();
  await page.getByText('This receipt is genuine').waitFor();
  await fits(page);
  receiptNo = /R002\/\d{4}\/\d{6}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
  assert.ok(receiptNo);
  const pdf = page.getByRole('link', { name: 'Download PDF' });
  await pdf.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), pdf.click()]);
  const content = await readFile(await download.path());
  assert.equal(content.subarray(0, 5).toString(), '%PDF-');
  // A stranger scans the code on the paper: genuine, and no name.
  const scanned = await parent.tab();
  await scanned.goto(await journey.printedCode(receiptNo));
  await scanned.getByText('This receipt is genuine').waitFor();
  const shown = (await scanned.getByRole('main').textContent()) ?? '';
  assert.ok(shown.includes(receiptNo) && !shown.includes('Iyer'), shown);
  await scanned.close();
}

async function headOfficeSeesTheRoyalty(): Promise<void> {
  const royalty = await seesRoyalty(journey, nitin, { child, number: receiptNo });
  assert.ok(royalty > 0 && royalty <= (paid * 12) / 100, `${royalty} of ${paid}`);
}

const next = async (page: Page, heading: string): Promise<void> => {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 2, name: heading }).waitFor();
};

async function signs(page: Page, send: string): Promise<void> {
  await page.getByLabel('Type your name as signature').fill('Gita Iyer');
  await page.getByLabel('These answers are true').check();
  await fits(page);
  await page.getByRole('button', { name: send }).click();
}

async function paysFormFee(page: Page): Promise<void> {
  await page.getByText('One step is left').waitFor();
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await checkoutOf(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
}

/** The place of a paper takes a photo. */
async function upload(page: Page, paper: string, name: string): Promise<void> {
  await page
    .getByRole('group', { name: new RegExp(`^${paper}`) })
    .locator('input[capture=environment]')
    .waitFor({ state: 'attached' });
  await page
    .locator(`xpath=//*[starts-with(normalize-space(text()), "${paper}")]/following::input[@type="file"][1]`)
    .setInputFiles({ name, mimeType: 'image/png', buffer: png() });
  await page.getByRole('button', { name }).waitFor();
}
