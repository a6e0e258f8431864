// Promise W2: a foreign page cannot show ours inside itself: the browser refuses, and where it does not, only the warning
// shows. The one exception is a centre's enquiry form, for the web sites that the centre named. With broken twins.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { INDIAN_USER } from '@aangan/testkit/browser.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { embedHostsContract } from '../../areas/enquiries/embed/embed-hosts.contract.ts';
import { unlessGone, type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all' });
});
after(() => t?.close());

test('W2 and shell story 17: framing is blocked by the browser, and where it is not, only the warning shows', async () => {
  const framed = async (strip: boolean) => {
    const context = await t.browser.newContext(INDIAN_USER);
    const page = await context.newPage();
    if (strip)
      await page.route(`${t.origin}/**`, (route) =>
        unlessGone(route, async () => {
          const response = await route.fetch();
          const headers = { ...response.headers() };
          delete headers['x-frame-options'];
          headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
            "frame-ancestors 'none'",
            'frame-ancestors *',
          );
          await route.fulfill({ response, headers });
        }),
      );
    await page.route('http://evil.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${t.origin}/login"></iframe>` }),
    );
    await page.goto('http://evil.test/');
    const frame = page.frameLocator('iframe');
    if (strip) await frame.getByText('Xframe options denied', { exact: true }).waitFor();
    else
      await page.waitForFunction(
        () => document.querySelector('iframe') !== null && document.readyState === 'complete',
      );
    const inside = page.frames()[1]?.url() ?? '';
    const shown = {
      warning: await frame.getByText('Xframe options denied').count(),
      buttons: await frame.getByRole('button').count(),
      role: await frame.getByRole('alert').count(),
      ours: inside.startsWith(t.origin),
    };
    await context.close();
    return shown;
  };
  const blocked = await framed(false);
  // Broken twin of the header: without it the page does get in, and meets the app's own refusal.
  const stripped = await framed(true);
  const top = await t.visit('/login');
  await top.page.getByRole('button', { name: 'Sign in' }).waitFor();
  // Broken twin of the refusal: the same look at a page that is not framed finds the form.
  const twin = await top.page.getByRole('button').count();
  await top.context.close();
  publishFigure({
    promise: 'W2',
    blockedByBrowser: !blocked.ours,
    warningWhereStripped: stripped.warning === 1,
    controlsInFrame: blocked.buttons + stripped.buttons,
    controlsOfTwin: twin,
  });
  assert.deepEqual(blocked, { warning: 0, buttons: 0, role: 0, ours: false });
  assert.deepEqual(stripped, { warning: 1, buttons: 0, role: 1, ours: true });
  assert.ok(twin > 0, 'the twin must be noticed');
});

const FORM = `/parent-enquiry/newentry/${ANDHERI}`;
const SITE = 'https://www.little-ones.test';

/** What a page at `site` sees of ours in its frame. `stripped`: a browser that knows none of the headers. */
async function seenAt(site: string, path: string, stripped = false) {
  const context = await t.browser.newContext(INDIAN_USER);
  await t.signIn(context, 'Bina');
  const page = await context.newPage();
  await context.route(`${t.origin}/**`, (route) =>
    unlessGone(route, async () => {
      const response = await route.fetch();
      const {
        'x-frame-options': options,
        'content-security-policy': policy,
        ...headers
      } = response.headers();
      const kept = { ...headers, ...(options ? { 'x-frame-options': options } : {}) };
      const open = policy?.replace(/frame-ancestors [^;]+/, 'frame-ancestors *') ?? '';
      await route.fulfill({
        response,
        headers: stripped
          ? { ...headers, 'content-security-policy': open }
          : { ...kept, 'content-security-policy': policy ?? '' },
      });
    }),
  );
  await context.route(`${site}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${t.origin}${path}"></iframe>` }),
  );
  const answered = page.waitForResponse((response) => response.url() === `${t.origin}${path}`);
  await page.goto(`${site}/`);
  await answered;
  const frame = page.frameLocator('iframe');
  const form = frame.getByRole('button', { name: 'Send' });
  const warning = frame.getByText('Xframe options denied', { exact: true });
  // A page that the browser refused has neither; it is replaced by the browser's own.
  await page.waitForFunction(() => document.readyState === 'complete');
  const frameOf = () => page.frames()[1];
  for (let looks = 0; looks < 200; looks += 1) {
    if (frameOf()?.url().startsWith('chrome-error')) break;
    if ((await form.count()) + (await warning.count()) > 0) break;
    await page.waitForTimeout(50);
  }
  const seen = { form: await form.count(), warning: await warning.count() };
  const stored = (await form.count())
    ? await frameOf()?.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name))
    : [];
  await context.close();
  return { ...seen, askedWho: (stored ?? []).filter((url) => url.includes('/api/admin/me')).length };
}

test('W2: the enquiry form stands inside the site its centre named, and nowhere else; every other page nowhere', async () => {
  const nobody = await seenAt(SITE, FORM);
  const saved = await t.server
    .as('Bina')
    .call(embedHostsContract.save, { hosts: [' WWW.Little-Ones.test ', 'www.little-ones.test'] });
  assert.deepEqual(saved, { hosts: ['www.little-ones.test'], path: FORM });
  const named = await seenAt(SITE, FORM);
  const other = await seenAt('https://elsewhere.test', FORM);
  const otherCentre = await seenAt(SITE, `/parent-enquiry/newentry/${BANER}`);
  const login = await seenAt(SITE, '/login');
  // The app's own refusal, where the browser lets everybody in.
  const strippedOther = await seenAt('https://elsewhere.test', FORM, true);
  const strippedNamed = await seenAt(SITE, FORM, true);
  publishFigure({
    promise: 'W2',
    case: 'enquiry form',
    namedSite: named.form === 1,
    otherSites: other.form + otherCentre.form + login.form + nobody.form,
  });
  const refused = { form: 0, warning: 0, askedWho: 0 };
  const shown = { form: 1, warning: 0, askedWho: 0 };
  assert.deepEqual(
    { nobody, other, otherCentre, login },
    {
      nobody: refused,
      other: refused,
      otherCentre: refused,
      login: refused,
    },
  );
  assert.deepEqual({ named, strippedNamed }, { named: shown, strippedNamed: shown });
  assert.deepEqual(strippedOther, { form: 0, warning: 1, askedWho: 0 });
});

test('W2: only names of hosts are taken, by those who keep the enquiry settings', async () => {
  for (const host of [
    '*',
    'https://a.example',
    'a.example/x',
    'a.example; script-src *',
    "'self'",
    'localhost',
  ])
    await t.server.as('Bina').refused(embedHostsContract.save, { hosts: [host] }, 'input.invalid');
  await t.server.as('Esha').refused(embedHostsContract.save, { hosts: [] }, 'module.missing');
});

test('the centre head names a site beside the QR codes and gets the line for it', async () => {
  const { page, context } = await t.visit('/enquiry/generate-qrcode', 'Bina');
  const section = page.getByRole('region', { name: 'On a web site' });
  await section.getByLabel('Web site').fill('admissions.example.org');
  await section.getByRole('button', { name: 'Allow' }).click();
  await section.getByText('admissions.example.org', { exact: true }).waitFor();
  await section.getByText(`<iframe src="${t.origin}${FORM}"`).waitFor();
  await section.getByRole('button', { name: 'Take admissions.example.org off' }).click();
  await section.getByText('admissions.example.org', { exact: true }).waitFor({ state: 'detached' });
  await context.close();
});
