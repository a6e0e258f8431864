// The start of the app in a real browser: who may see what before anything else, and how much of it is fetched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { INDIAN_USER } from '@aangan/testkit/browser.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { axe, settled } from '@aangan/testkit/web-pages.browser.ts';
import { hashPassword } from '../../areas/shell/session/hash-gate.server.ts';
import { eventually, type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest({ worker: true });
});
after(() => t?.close());

test('nobody signed in lands on Login, and the first screen stays within its budget', async () => {
  const context = await t.browser.newContext(INDIAN_USER);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${t.origin}/finance/dashboard`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  const kb = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1024;
  publishFigure({ promise: 'first screen', gzipKb: Number(kb.toFixed(1)), scripts: scripts.length });
  // The limit is 220 kB; issue 12.9 keeps 30 of it for what comes. No screen adds to it, and no library does.
  assert.ok(kb <= 190, `${kb} kB`);
  assert.match(page.url(), /\/login\?next=%2Ffinance%2Fdashboard$/);
  assert.equal(await page.locator('header').count(), 0, 'the bar is hidden on Login');
  await context.close();
});

test('Devanagari is drawn with our own letters in whatever language the page is', async () => {
  const { page, context } = await t.visit('/login');
  await page.getByLabel('E-mail or mobile').fill('अनया शर्मा');
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Mukta Devanagari') && status === 'loaded',
    ),
  );
  await context.close();
});

test('Hindi is fetched when it is chosen; what was typed stays, and the next load speaks it at once', async () => {
  const { page, context, problems } = await t.visit('/login');
  const hindi: string[] = [];
  page.on('response', (response) => {
    if (/\/(words[.])?hi-[^/]+\.js$/.test(response.url())) hindi.push(response.url());
  });
  await page.reload();
  await page.getByLabel('E-mail or mobile').fill('9820100901');
  await page.waitForLoadState('networkidle');
  assert.deepEqual(hindi, []);
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: 'साइन इन' }).waitFor();
  assert.equal(await page.getByLabel('ई-मेल या मोबाइल').inputValue(), '9820100901');
  assert.ok(hindi.length > 0);
  await page.reload();
  await page.getByRole('heading', { name: 'साइन इन' }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a wrong password stays on the form, a right one on an unknown device asks for a code', async () => {
  const [user] = await t.server.sql<{ email: string }>(
    "select email from app_user where first_name = 'Bina'",
  );
  assert.ok(user);
  await t.server.sql("update app_user set password_hash = $1 where first_name = 'Bina'", [
    await hashPassword('a quiet courtyard'),
  ]);
  const { page, context, problems } = await t.visit('/signIn');
  await page.getByLabel('E-mail or mobile').fill(user.email);
  await page.locator('input[name=password]').fill('wrong words here');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('Sign-in details are not right.').waitFor();
  await page.locator('input[name=password]').fill('a quiet courtyard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('6-digit code').waitFor();
  assert.match(page.url(), /\/otp\/[A-Za-z0-9]{22}$/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('an unknown path leads home with a word; a path without its area too', async () => {
  const { page, context } = await t.visit('/no/such/thing', 'Bina');
  await page.getByText('Page not found: /no/such/thing').waitFor();
  await page.waitForURL(/\/profile\/dashboard$/);
  await context.close();
});

test('shell story 2: without an access list everything stored is cleared at start, local databases too', async () => {
  const context = await t.browser.newContext(INDIAN_USER);
  await context.addInitScript(() => {
    if (!sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', '1');
      localStorage.setItem('token', 'pps_x');
      localStorage.setItem('menu', '[]');
      localStorage.setItem('left-by-an-older-release', '1');
    }
  });
  const page = await context.newPage();
  // A page of ours without any script of ours.
  await page.goto(`${t.origin}/icon.svg`);
  await page.evaluate(async () => {
    sessionStorage.setItem(
      'tab-context',
      '{"role":{"id":1,"role":"X"},"franchisee":null,"academicYear":null}',
    );
    sessionStorage.setItem('enquiries.last-list', '?q=Meera');
    sessionStorage.setItem('draft:public:form', '{}');
    for (const [name, version, store] of [
      ['intellitotsadmin', 30, 'studentOrderKit'],
      ['aangan-preferences', 1, 'preferences'],
    ] as const)
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.onupgradeneeded = () => opening.result.createObjectStore(store);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
  });
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  // What the holder of a public link has typed is no person's of this browser.
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), ['draft:public:form']);
  await eventually(async () =>
    (await page.evaluate(() => indexedDB.databases())).every(
      ({ name }) => name !== 'intellitotsadmin' && name !== 'aangan-preferences',
    ),
  );
  await context.close();
});

test('without an access list what areas and uploads keep here goes too; what was not sent stays, sealed, without its key', async () => {
  const { page, context } = await t.visit('/profile', 'Bina');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  /** The keys of the stores' rows, by store; with `plant` a row of each is put in first. */
  const rows = (plant: boolean) =>
    page.evaluate(async (planting) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onerror = () => reject(request.error);
          request.onsuccess = () => resolve(request.result);
        });
      const database = await done(indexedDB.open('aangan-offline'));
      const found: Record<string, unknown[]> = {};
      for (const name of ['auditOp', 'drafts', 'cartMeta', 'todayRoster', 'packFile', 'recents', 'keys']) {
        const store = database.transaction(name, 'readwrite').objectStore(name);
        const row = { id: 'planted', userId: 'u', owner: 'u', at: 1, createdAt: 1, updatedAt: Date.now() };
        if (planting)
          await done(store.put(name === 'keys' ? { name: 'unfinished-uploads', value: [] } : row));
        found[name] = await done(store.getAllKeys());
      }
      database.close();
      return found;
    }, plant);
  await eventually(async () => (await rows(true))['keys']?.includes('vault') === true);
  await page.evaluate(() => localStorage.removeItem('access'));
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await eventually(async () => {
    const { keys = [], ...stores } = await rows(false);
    return (
      !keys.includes('vault') &&
      !keys.includes('unfinished-uploads') &&
      JSON.stringify(stores) ===
        JSON.stringify({
          auditOp: ['planted'],
          drafts: ['planted'],
          cartMeta: [],
          todayRoster: [],
          packFile: [],
          recents: [],
        })
    );
  });
  await context.close();
});

test('the kit database of an older release is brought to version 3 with its rows; one of a newer release is made anew', async () => {
  const { page, context } = await t.visit('/profile', 'Bina');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  const plant = async (version: number) => {
    await page.evaluate(async (native) => {
      const done = (request: IDBOpenDBRequest) =>
        new Promise<void>((resolve, reject) => {
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            if (request.result) request.result.close();
            resolve();
          };
        });
      await done(indexedDB.deleteDatabase('intellitotsadmin'));
      const opening = indexedDB.open('intellitotsadmin', native);
      opening.onupgradeneeded = () => {
        const store = opening.result.createObjectStore('studentOrderKit', { keyPath: 'id' });
        const indexes = native >= 20 ? ['enrollmentID', 'gender'] : [];
        for (const index of ['franchiseeID', 'classID', ...indexes]) store.createIndex(index, index);
        store.put({
          id: 'k1',
          franchiseeID: 2,
          enrollmentID: 'e1',
          classID: 3,
          className: 'Nursery',
          studentName: 'Asha',
        });
      };
      await done(opening);
    }, version);
    await page.reload();
    const kept = async () =>
      (await page.evaluate(() => indexedDB.databases())).find((one) => one.name === 'intellitotsadmin');
    await eventually(async () => (await kept())?.version === 30);
    return page.evaluate(
      () =>
        new Promise<{ stores: string[]; rows: { id: string; gender: string | null }[] }>(
          (resolve, reject) => {
            const opening = indexedDB.open('intellitotsadmin', 30);
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
              const stores = [...opening.result.objectStoreNames];
              const all = opening.result
                .transaction('studentOrderKit')
                .objectStore('studentOrderKit')
                .getAll();
              all.onsuccess = () => {
                opening.result.close();
                resolve({ stores, rows: all.result as { id: string; gender: string | null }[] });
              };
            };
          },
        ),
    );
  };
  for (const version of [10, 20]) {
    const { stores, rows } = await plant(version);
    assert.deepEqual(stores, ['studentOrderKit', 'wowKitOrder'], `from ${version}`);
    assert.deepEqual(
      rows.map(({ id, gender }) => [id, gender ?? null]),
      [['k1', null]],
      `from ${version}`,
    );
  }
  assert.deepEqual(await plant(40), { stores: ['studentOrderKit', 'wowKitOrder'], rows: [] });
  await context.close();
});

test('shell story 7: under 700 px the drawer button shows, from 700 px on the horizontal menu', async () => {
  const narrow = await t.visit('/profile/dashboard', 'Bina', 699);
  await narrow.page.getByRole('button', { name: 'Menu' }).waitFor();
  assert.equal(await narrow.page.getByRole('navigation', { name: 'Main' }).count(), 0);
  await narrow.context.close();
  const wide = await t.visit('/profile/dashboard', 'Bina', 700);
  await wide.page.getByRole('navigation', { name: 'Main' }).waitFor();
  assert.equal(await wide.page.getByRole('button', { name: 'Menu' }).count(), 0);
  await wide.context.close();
});

test('login and profile have no accessibility violations, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [path, who] of [
      ['/login', undefined],
      ['/profile/dashboard', 'Bina'],
      ['/profile?tab=security', 'Bina'],
      ['/profile?tab=access', 'Bina'],
    ] as const) {
      const { page, context } = await t.visit(path, who);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      // The menu of the last visit is painted grey until the server's own arrives.
      if (who)
        await page.waitForFunction(() => {
          const nav = document.querySelector('nav[aria-label=Main]');
          return nav?.querySelector('[data-top]') && getComputedStyle(nav).opacity === '1';
        });
      assert.deepEqual(await axe(page), [], `${path} ${colorScheme}`);
      await context.close();
    }
});
