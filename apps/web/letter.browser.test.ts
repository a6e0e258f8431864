// The specification's shell to the letter, row by row (shared/spec/letter.md), where no other test names the row.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { eventually, type WebTest, webTest } from './browser-testing.ts';

const SITE = 'https://www.aangan.test';
const THANKS = `${SITE}/thank-you`;
let t: WebTest;
before(async () => {
  const ports = {
    config: {
      NODE_ENV: 'test',
      AANGAN_DEMO: '',
      AANGAN_ALLOW_KEYLESS: 'true',
      AANGAN_MARKETING_SITE: SITE,
      AANGAN_THANK_YOU_PAGE: THANKS,
      AANGAN_TICKETING_URL: 'https://tickets.aangan.test/api',
      AANGAN_COURIER_TRACKING_URL: 'https://courier.aangan.test/log',
      AANGAN_RECORDED_CLASSES_URL: 'https://classes.aangan.test',
    },
    origin: 'http://aangan.test',
  };
  t = await webTest({ areas: 'all', app: { ports } });
});
after(() => t?.close());

/** Calls of the API a page makes from now on. */
function calls(page: Page): Request[] {
  const made: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/') && request.resourceType() === 'fetch')
      made.push(request);
  });
  return made;
}

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};

async function drawer(page: Page) {
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  return page.getByRole('dialog', { name: 'Account' });
}

test('rows 8, 9: the logo; the tooltip names centre and year, or the words for none', async () => {
  const { page, context } = await t.visit('/profile', 'Bina');
  const account = page.getByRole('button', { name: /account, centre and year/ });
  await account.waitFor();
  assert.equal(
    await page.getByRole('link', { name: 'Aangan, home' }).getAttribute('href'),
    '/profile/dashboard',
  );
  await page
    .getByRole('button', { name: /Andheri/ })
    .first()
    .waitFor();
  await account.hover();
  assert.match((await page.getByRole('tooltip').textContent()) ?? '', /^\(002\) Andheri2026-2027$/);
  await context.close();
  const none = await t.visit('/icon.svg');
  await t.signIn(none.context, 'Asha');
  await none.context.route('**/api/franchiseeAcademicYears**', (route) =>
    route.fulfill({ json: { rows: [] } }),
  );
  await none.page.goto(`${t.origin}/profile`);
  await none.page.getByRole('button', { name: /Select Franchisee/ }).waitFor();
  await none.page.getByRole('button', { name: /account, centre and year/ }).hover();
  assert.equal(await none.page.getByRole('tooltip').textContent(), 'Select FranchiseeFROM YEAR - TO YEAR');
  await none.context.close();
});

test('row 40: the log of a vendor reads dataID and logType of the address', async () => {
  const vendor = '0190a000-0000-7000-8000-000000000901';
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  const made = calls(page);
  await page.goto(`${t.origin}/transport/vendors/${vendor}/logs?dataID=${vendor}&logType=CARD`);
  await eventually(async () => made.some((one) => one.url().includes('/api/escort-vendor/logs')));
  const asked = made.find((one) => one.url().includes('/api/escort-vendor/logs'));
  const { searchParams } = new URL(asked?.url() ?? '');
  assert.deepEqual([searchParams.get('dataId'), searchParams.get('logType')], [vendor, 'CARD']);
  await context.close();
});

test('row 201: the family’s choice of a visit writes days DD-MM-YYYY', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await context.route('**/api/visit-slot/list**', (route) =>
    route.fulfill({
      json: {
        centreName: 'Andheri',
        phone: null,
        mapUrl: null,
        hours: null,
        days: [{ day: '2026-11-30', times: ['2026-11-30T05:30:00Z'] }],
      },
    }),
  );
  await page.goto(`${t.origin}/enquiry-saved/thankyou`);
  await page.getByRole('link', { name: 'Visit website' }).waitFor();
  await page.evaluate(() => {
    const usr = { reference: 'R-1', centre: 'Andheri', fid: 2, submissionId: crypto.randomUUID() };
    history.replaceState({ usr, key: 'kept', idx: 0 }, '');
  });
  await page.reload();
  await page.getByRole('button', { name: 'Mon, 30-11-2026', exact: true }).waitFor();
  await page.getByRole('button', { name: '11:00 AM' }).click();
  await page.getByRole('button', { name: 'Book Mon, 30-11-2026, 11:00 AM' }).waitFor();
  await context.close();
});

test('rows 15, 111: with one role the bar shows it as a chip, with several a selector, for a super admin none', async () => {
  const one = await t.visit('/profile', 'Bina');
  const chip = one.page.locator('header [data-role-select]');
  await chip.waitFor();
  assert.equal(await chip.textContent(), 'Centre Owner');
  await one.context.close();
  const none = await t.visit('/profile', 'Asha');
  await none.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  assert.equal(await none.page.locator('header [data-role-select]').count(), 0);
  await none.context.close();
  // Row 111: her menu is empty, so the browser asks for enquiries.
  const zoya = await t.visit('/profile', 'Zoya');
  await zoya.page.waitForFunction(() => localStorage.getItem('hasEnquiryAccess') === '1');
  assert.equal(await zoya.page.evaluate(() => localStorage.getItem('menu')), '[]');
  await zoya.context.close();
});

test('rows 19, 177: the spinner shows while a request is under way, and goes with it', async () => {
  const { page, context } = await t.visit('/profile', 'Bina');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/api/user/list**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Aangan, home' }).click();
  await page.goto(`${t.origin}/user/page/1`);
  const spinner = page.getByRole('status', { name: 'Loading' }).first();
  await spinner.waitFor();
  release();
  await page.getByText('Esha').first().waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await context.close();
});

test('rows 23, 25, 26: the right drawer has name and e-mail, the year selector and the Profile link', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Bina');
  const account = await drawer(page);
  await account.getByText('Bina Shah', { exact: true }).waitFor();
  await account.getByText('bina@aangan.test', { exact: true }).waitFor();
  const year = account.getByRole('combobox', { name: /year/i });
  assert.match(await year.inputValue(), /^2026-2027/);
  await year.click();
  await page.getByRole('option', { name: '2025-2026' }).click();
  await eventually(async () =>
    /2025-2026/.test(String(await page.evaluate(() => localStorage.getItem('academicYear')))),
  );
  await ((await page.getByRole('dialog', { name: 'Account' }).isVisible()) ? account : await drawer(page))
    .getByRole('link', { name: 'Profile' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/profile');
  await context.close();
});

test('rows 161, 162, 169, 172: every call has the token and the JSON content type; the fixed calls of the start are made', async () => {
  const { page, context } = await t.visit('/icon.svg');
  const token = await t.signIn(context, 'Bina');
  const made = calls(page);
  await page.goto(`${t.origin}/profile`);
  await page
    .getByRole('button', { name: /Andheri/ })
    .first()
    .waitFor();
  await eventually(async () => made.some((one) => pathOf(one).startsWith('/api/dashboard-by-role/')));
  const seen = made.map(pathOf);
  for (const path of [
    '/api/admin/me',
    '/api/franchisee/active',
    '/api/franchiseeAcademicYears',
    '/api/franchiseeAcademicYears?isCurrentAcademicYear=true',
    '/api/dashboard-by-role/5',
  ])
    assert.ok(seen.includes(path), `${path} among ${seen.join(' ')}`);
  for (const one of made.filter((request) => pathOf(request) !== '/api/live')) {
    const headers = await one.allHeaders();
    assert.equal(headers['content-type'], 'application/json', pathOf(one));
    if (!pathOf(one).startsWith('/api/config')) assert.equal(headers['authorization'], token, pathOf(one));
  }
  await context.close();
});

test('row 168: the current year is the one whose text is the computed one; where none is, the server’s', async () => {
  const years = async (context: BrowserContext, rows: object[], current: object[]) =>
    context.route('**/api/franchiseeAcademicYears**', (route) =>
      route.fulfill({ json: { rows: route.request().url().includes('isCurrent') ? current : rows } }),
    );
  const other = { id: 2024, academicYear: '2024-2025' };
  for (const [rows, current, wanted] of [
    [[other, { id: 2026, academicYear: '2026-2027' }], [other], '2026-2027'],
    [[{ id: 2023, academicYear: '2023-2024' }, other], [other], '2024-2025'],
  ] as const) {
    const { page, context } = await t.visit('/icon.svg');
    await t.signIn(context, 'Bina');
    await years(context, [...rows], [...current]);
    await page.goto(`${t.origin}/profile`);
    await page
      .getByRole('button', { name: new RegExp(`Andheri.*${wanted}`) })
      .first()
      .waitFor();
    await context.close();
  }
});

test('rows 37, 163 to 166: the follow-up of a code asks to sign in; the configured addresses are told, and the way to the site', async () => {
  const { page, context } = await t.visit('/forms/followup/E-1');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.match(page.url(), /\/login\?next=%2Fforms%2Ffollowup%2FE-1$/);
  const config = (await (await page.request.get(`${t.origin}/api/config`)).json()) as { bases: object };
  assert.deepEqual(config.bases, {
    ticketing: 'https://tickets.aangan.test/api',
    courierTracking: 'https://courier.aangan.test/log',
    recordedClasses: 'https://classes.aangan.test',
    marketingSite: SITE,
    thankYouPage: THANKS,
  });
  for (const path of ['/thankyou', '/enquiry-saved/thankyou']) {
    await page.goto(`${t.origin}${path}`);
    const link = page.getByRole('link', { name: 'Visit website' });
    await link.waitFor();
    assert.equal(await link.getAttribute('href'), THANKS);
  }
  await context.close();
});

test('row 160: the API base of the page is where its calls go, and its policy lets them', async () => {
  const { page, context } = await t.visit('/icon.svg');
  const asked: string[] = [];
  await context.route('https://api.aangan.test/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
  });
  await context.route(`${t.origin}/login`, async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    const csp = headers['content-security-policy']?.replace(
      "connect-src 'self'",
      "connect-src 'self' https://api.aangan.test",
    );
    const body = (await answer.text()).replace(
      'name="api-base" content=""',
      'name="api-base" content="https://api.aangan.test/base"',
    );
    await route.fulfill({
      response: answer,
      headers: { ...headers, 'content-security-policy': csp ?? '' },
      body,
    });
  });
  await page.goto(`${t.origin}/login`);
  await eventually(async () =>
    asked.some((url) => url.startsWith('https://api.aangan.test/base/api/config')),
  );
  await context.close();
});

test('row 180: all cookies of the page are cleared at start', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: a cookie as any page may set it
    document.cookie = 'left=1; path=/';
  });
  await page.goto(`${t.origin}/login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate(() => document.cookie), '');
  await context.close();
});

test('row 138: a box of digits lets digits in, and blocks other keys', async () => {
  const { page, context } = await t.visit('/profile?tab=security', 'Divya');
  const pin = page.getByLabel('PIN of 6 digits', { exact: true });
  await pin.waitFor();
  const blocked = await pin.evaluate((box) =>
    ['5', 'a', '-', '.', 'Backspace', 'v'].map((key) => {
      const event = new KeyboardEvent('keydown', {
        key,
        bubbles: true,
        cancelable: true,
        ctrlKey: key === 'v',
      });
      return box.dispatchEvent(event) ? '' : key;
    }),
  );
  assert.deepEqual(blocked.filter(Boolean), ['a', '-', '.']);
  await context.close();
});

test('row 182: the image helper gives a data URL, PNG where no type is named, and says what it cannot load', async () => {
  const { page, context } = await t.visit('/icon.svg');
  const { stripTypeScriptTypes } = await import('node:module');
  const source = await readFile(
    new URL('../../packages/web/ui/image-to-data-url.ts', import.meta.url),
    'utf8',
  );
  const icon = await readFile(new URL('../../docs/pictures/enquiries.png', import.meta.url));
  await context.route('https://files.aangan.test/**', (route) =>
    route.request().url().endsWith('.png')
      ? route.fulfill({
          body: icon,
          contentType: 'image/png',
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.abort(),
  );
  await context.route('https://page.aangan.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>page</p>' }),
  );
  await page.goto('https://page.aangan.test/');
  await page.addScriptTag({
    content: stripTypeScriptTypes(source).replace('export ', ''),
    type: 'text/javascript',
  });
  const read = (url: string, type?: string) =>
    page.evaluate(
      async ([address, kind]) => {
        const { imageToDataUrl } = window as unknown as {
          imageToDataUrl: (url: string, type?: string) => Promise<string>;
        };
        return imageToDataUrl(address, kind ?? undefined).then(
          (data) => data.slice(0, 22),
          (error: Error) => error.message,
        );
      },
      [url, type ?? null] as const,
    );
  assert.equal(await read('https://files.aangan.test/logo.png'), 'data:image/png;base64,');
  assert.equal(await read('https://files.aangan.test/logo.png', 'image/jpeg'), 'data:image/jpeg;base64');
  assert.equal(await read('https://files.aangan.test/gone.gif'), 'The image could not be loaded.');
  await context.close();
});

test('row 215: secondary and accent colours are defined beside the others', async () => {
  const { page, context } = await t.visit('/login');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const colours = await page.evaluate(() =>
    ['brand-5', 'secondary-7', 'accent-6', 'danger-7', 'info-7', 'success-7', 'warning-7'].map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(`--mantine-color-${name}`).trim(),
    ),
  );
  assert.deepEqual(colours, ['#8080ff', '#00796b', '#c2410c', '#b42318', '#0b6bcb', '#12714a', '#8a5a00']);
  await context.close();
});
