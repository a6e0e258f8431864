// The new screens in a real browser against the real server: counter registration, papers, desk, wizard, seats; the
// family's registration form and home on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { INDIAN_USER, launchBrowser, screenshots } from '@aangan/testkit/browser.ts';
import { ANDHERI, openSession, type PersonName } from '@aangan/testkit/world.ts';
import type { Browser, Page } from 'playwright-core';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../bin/build-web.ts';
import { askingFamily, readyRegistration } from './admissions-testing.ts';
import { registrationContract } from './registration/registration.contract.ts';

const given = process.env['TEST_WEB_DIR'];
const SHOTS = process.env['SHOTS'];
let server: TestApp;
let browser: Browser;
let origin: string;
const problems: string[] = [];

before(async () => {
  if (!given && !webIsBuilt()) await buildWeb(() => undefined);
  server = await testApp({ app: { webDir: given ?? WEB_DIR } });
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path: string, who: PersonName | null, width: number): Promise<Page> {
  const context = await browser.newContext({ ...INDIAN_USER, viewport: { width, height: 860 } });
  if (who) {
    const token = await openSession(server.database.adminUrl, who);
    await context.addInitScript(
      ([value, centre]) => {
        if (window.top !== window.self || localStorage.getItem('token')) return;
        localStorage.setItem('token', String(value));
        localStorage.setItem('access', '[]');
        localStorage.setItem('franchisee', JSON.stringify({ id: centre, companyName: 'Andheri' }));
      },
      [token, ANDHERI],
    );
  }
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d|'TrustedScript'/.test(message.text()))
      problems.push(`${path}: ${message.text()}`);
  });
  await page.goto(`${origin}${path}`);
  return page;
}

const shot = async (page: Page, name: string) => {
  if (SHOTS) await screenshots(page, SHOTS, name);
};

const pick = async (page: Page, label: string | RegExp, option: string) => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

async function fits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${page.url()} is ${wide} px too wide`);
}

test('a walk-in is registered at the counter: the form is kept while it is typed and leads to the desk', async () => {
  const code = await askingFamily(server, { name: 'Nila', born: '2023-03-10' });
  const page = await open(`/forms/registration-form/${code}`, 'Esha', 1440);
  await page.getByRole('heading', { name: 'Register Nila Kulkarni' }).waitFor();
  await shot(page, 'registration-new');
  await page.getByRole('button', { name: 'Fill at the centre' }).click();
  await page.getByRole('heading', { name: 'School and habits' }).waitFor();
  await pick(page, 'Food', 'Vegetarian');
  await page.getByRole('status').getByText('Saving…').waitFor();
  await page.getByRole('status').getByText('Saved').waitFor();
  await page.reload();
  await page
    .getByText(/Typed at the centre/)
    .first()
    .waitFor();
  await page.getByLabel('Who of the family signed?').fill('Rohan Nila');
  await page.getByRole('button', { name: 'Hand in the registration' }).click();
  await page.getByText('Fill this in').or(page.getByText('Choose one')).first().waitFor();
  await shot(page, 'registration-form');
  await page.goto(`${origin}/forms/registration`);
  await page.getByText('Nila Kulkarni').first().waitFor();
  await page.context().close();
});

test('the centre head verifies a registration from the desk, sets seats and sees rules and settings', async () => {
  const id = await readyRegistration(server, { name: 'Ovi', born: '2023-03-10' });
  const page = await open('/forms/registration?lane=TO_VERIFY', 'Bina', 1440);
  await page.getByRole('link', { name: 'Ovi Kulkarni' }).click();
  const panel = page.getByRole('dialog', { name: /Ovi Kulkarni/ });
  await panel.getByText('Every paper is verified').waitFor();
  await shot(page, 'registration-panel');
  await panel.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('button', { name: 'Verify and keep the seat' }).click();
  await panel.getByText('Seat held').first().waitFor();
  assert.equal((await server.as('Bina').call(registrationContract.get, { id })).status, 'VERIFIED');
  for (const [path, text, name] of [
    ['/forms/registration', 'Lapsing in 2 days', 'registration-desk'],
    ['/forms/registration/list', 'Ovi Kulkarni', 'registration-list'],
    ['/forms/admission?tab=seats', 'Seats of the year', 'seats'],
    ['/forms/admission?tab=ages', 'Age at entry', 'age-rules'],
    ['/forms/admission?tab=settings', 'How children come in', 'settings'],
    ['/forms/admission?tab=exceptions', 'No exceptions', 'exceptions'],
    ['/forms/admission', 'Ovi Kulkarni', 'admission-desk'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await page.getByText(text).first().waitFor();
    await shot(page, name);
  }
  await page.goto(`${origin}/forms/admission?tab=seats`);
  await page
    .getByRole('row', { name: /Nursery Morning/ })
    .getByRole('button', { name: 'Change' })
    .click();
  await page.getByLabel('Seats', { exact: true }).fill('25');
  await page.getByRole('button', { name: 'Save seats' }).click();
  await page.getByText(/Saved. \d+ seats left/).waitFor();
  await page.context().close();
});

test('the admission form is filled step by step at the counter', async () => {
  const code = await askingFamily(server, { name: 'Pari', born: '2023-03-10' });
  const page = await open(`/forms/admissionForm/${code}`, 'Bina', 1440);
  await page.getByRole('heading', { name: 'Admission of Pari Kulkarni' }).waitFor();
  await page.getByRole('button', { name: 'Fill at the centre' }).click();
  await page.getByLabel('Child’s name as in the birth certificate').waitFor();
  await shot(page, 'admission-wizard');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (const heading of [
    'School and habits',
    'Safety',
    'For the school register',
    'Notice and consents',
    'Papers',
    'Class and seat',
    'Fee plan',
  ]) {
    await next.click();
    await page.getByRole('heading', { name: heading }).waitFor();
  }
  await next.click();
  await page.getByRole('heading', { name: /Checklist: \d+ of 12/ }).waitFor();
  await page.getByRole('button', { name: 'Confirm admission' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Confirm admission' }).isDisabled(), true);
  await shot(page, 'admission-wizard-confirm');
  await page.context().close();
});

test('a parent fills the registration on a phone in Hindi, and the pages after it hold no personal data', async () => {
  const code = await askingFamily(server, { name: 'Rhea', born: '2023-03-10' });
  const { id } = await server.as('Esha').call(registrationContract.open, {
    enquiryCode: code,
    classId: 3,
    daySession: 'MORNING',
    fill: 'PARENT',
  });
  const { refId } = await server.as('Esha').call(registrationContract.resend, { id });
  const page = await open(`/registration-form/${refId}`, null, 390);
  await page.getByRole('heading', { name: 'Registration form' }).waitFor();
  await fits(page);
  await shot(page, 'public-registration');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: 'पंजीकरण पत्र' }).waitFor();
  for (const path of ['/registrationConfirmation', '/admissionConfirmation', '/thankyou']) {
    await page.goto(`${origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await fits(page);
  }
  await page.context().close();
  assert.deepEqual(problems, []);
});
