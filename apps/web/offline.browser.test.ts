// Without a network, after a crash, after a release that is taken back: promises B1 (drafts), B4, B5 and B6 on the real
// app in a real browser. Each with its broken twin.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { people } from '@aangan/testkit/world.ts';
import type { BrowserContext, Page } from 'playwright-core';
import {
  eventually,
  kept,
  leftInCache,
  plantInCache,
  rowsOf,
  type WebTest,
  webTest,
} from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all', worker: true });
});
after(() => t?.close());

const FORM = '/forms/enquiry-form';
const NAME = 'Kalyani of the quiet courtyard';

async function openForm(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${t.origin}${FORM}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await field(page).waitFor();
  return page;
}

/** The first text field of the form. */
const field = (page: Page) => page.locator('form input[type=text]').first();

const drafts = async (page: Page): Promise<number> => (await kept(page)).stores['aangan-offline.drafts'] ?? 0;

test('B3: what is pressed without a network says so at once, and nothing of it is sent later', async () => {
  const { page, context } = await t.visit('/profile', 'Omkar');
  const name = page.getByLabel('First name');
  await name.fill('Omkar the second');
  const sent: string[] = [];
  await context.setOffline(true);
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Service Unavailable!').first().waitFor();
  sent.length = 0;
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.reload();
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Omkar');
  assert.deepEqual(
    sent.filter((path) => path.includes('/profile/')),
    [],
  );
  await context.close();
});

test('B1, B5 and shell story 22: what was typed outlives a killed tab and the end of the session, for its owner alone', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Esha');
  await page.getByRole('heading', { level: 1, name: /Esha/ }).waitFor();
  const first = await openForm(context);
  await field(first).fill(NAME);
  await eventually(async () => (await drafts(first)) > 0);
  await first.close({ runBeforeUnload: false });

  const second = await openForm(context);
  const afterKill = await field(second).inputValue();
  const readable = await second.evaluate(async (name) => {
    const opening = indexedDB.open('aangan-offline');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const rows = await new Promise<{ sealed: { data: ArrayBuffer } }[]>((resolve) => {
      const reading = database.transaction('drafts').objectStore('drafts').getAll();
      reading.onsuccess = () => resolve(reading.result);
    });
    database.close();
    return rows.some((row) => new TextDecoder().decode(row.sealed.data).includes(name));
  }, NAME);

  // The server ends the session under the half-filled form; another person signs in on the same machine.
  await t.server.sql(
    "update session set ended_at = now(), end_reason = 'IDLE' where ended_at is null and user_id = $1",
    [people.Esha.id],
  );
  await second.getByText('Your session has ended. Please sign in again.').waitFor({ timeout: 90_000 });
  assert.match(second.url(), /next=%2Fforms%2Fenquiry-form/, 'the way back to the form');
  await second.close({ runBeforeUnload: false });
  await t.signIn(context, 'Rekha');
  const other = await openForm(context);
  const forOther = await field(other).inputValue();
  await other.close({ runBeforeUnload: false });
  await t.signIn(context, 'Esha');
  const again = await openForm(context);
  const forOwner = await field(again).inputValue();
  publishFigure({
    promise: 'B5',
    readableOnDisk: readable,
    seenByOther: forOther === NAME,
    backForOwner: forOwner === NAME,
    backAfterKill: afterKill === NAME,
  });
  assert.deepEqual([afterKill, readable, forOther, forOwner], [NAME, false, '', NAME]);
  assert.ok((await drafts(again)) > 0, 'broken twin: the sealed draft is there for whoever holds the key');
  await context.close();
});

test('B4: no answer of the API is kept, and nothing of the user stays after logout', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Bina');
  await page.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const url of ['/students/details/page/1', '/forms/enquiry/list', '/finance/dashboard', '/profile']) {
    await page.goto(`${t.origin}${url}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  const before = await kept(page);
  const api = before.cached.filter((one) => one.startsWith('/api'));
  assert.ok(before.cached.length > 10, 'the shell itself is kept');
  await plantInCache(page);
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const stale = await leftInCache(page);
  // The login page stands before the stores are emptied.
  await eventually(async () => (await rowsOf(page)) === 0);
  const [left, rows] = [await kept(page), await rowsOf(page)];
  publishFigure({
    promise: 'B4',
    cached: before.cached.length,
    apiCached: api.length,
    rowsAfterLogout: rows,
    keysAfterLogout: left.local.length,
  });
  assert.deepEqual([api, stale, rows, left.local], [[], [], 0, []]);
  // Broken twin: a cache that nobody empties is seen by the same look.
  await plantInCache(page);
  assert.equal((await leftInCache(page)).length, 2, 'the twin must be noticed');
  await context.close();
});

test('without a network the app still opens and says so', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Bina');
  await page.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page
    .getByText('You started without a network')
    .or(page.getByText('The server does not answer'))
    .waitFor();
  for (const word of ['Works here:', 'Waits:', 'Needs the network:']) await page.getByText(word).waitFor();
  await context.setOffline(false);
  await page.getByText('Works here:').waitFor({ state: 'detached' });
  await context.close();
});

test('B6: a script that is gone leads to one reload and a panel, never a loop', async () => {
  // An area's script of an older release is gone, from the server and from the worker's store.
  const context = await t.browser.newContext({ serviceWorkers: 'block' });
  await t.signIn(context, 'Esha');
  const page = await context.newPage();
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  let reloads = 0;
  page.on('load', () => {
    reloads += 1;
  });
  await context.route(/\/assets\/area\.web.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.evaluate(() => {
    window.history.pushState({}, '', '/forms/enquiry/list');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByText('This screen could not be loaded.').waitFor();
  publishFigure({ promise: 'B6', case: 'a script that is gone', reloads });
  assert.equal(reloads, 1);
  await context.close();
});

test('the offline database of an older release gains the areas’ stores and keeps its rows; signing out leaves only unsent evidence', async () => {
  const { page, context } = await t.visit('/profile', 'Bina');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.evaluate(async () => {
    const done = (request: IDBOpenDBRequest) =>
      new Promise<void>((resolve, reject) => {
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          if (request.result) request.result.close();
          resolve();
        };
      });
    await done(indexedDB.deleteDatabase('aangan-offline'));
    // Version 1 of the library is 10 of the browser.
    const opening = indexedDB.open('aangan-offline', 10);
    opening.onupgradeneeded = () => {
      for (const [name, keyPath, ...indexes] of [
        ['keys', 'name'],
        ['drafts', 'id', 'userId', 'updatedAt'],
        ['queue', 'id', 'userId', 'createdAt'],
        ['recents', 'id', 'userId', 'at'],
      ] as const) {
        const store = opening.result.createObjectStore(name, { keyPath });
        for (const index of indexes) store.createIndex(index, index);
        if (name === 'recents')
          store.put({
            id: 'old:visit',
            userId: 'old',
            path: '/profile',
            title: 'Profile',
            context: '',
            at: Date.now(),
          });
      }
    };
    await done(opening);
  });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await eventually(async () =>
    (await page.evaluate(() => indexedDB.databases())).some(
      ({ name, version }) => name === 'aangan-offline' && version === 70,
    ),
  );
  const old = await page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('aangan-offline', 70);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction(['recents', 'todayRoster', 'auditOp'], 'readwrite');
          for (const store of ['todayRoster', 'auditOp'])
            work.objectStore(store).put({ id: 'Bina:1', owner: 'Bina', at: 1, sealed: null });
          const found = work.objectStore('recents').get('old:visit');
          work.oncomplete = () => {
            opening.result.close();
            resolve(found.result !== undefined);
          };
        };
      }),
  );
  assert.ok(old, 'the visit of the older release is still there');
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const count = async (store: string) => (await kept(page)).stores[`aangan-offline.${store}`];
  await eventually(async () => (await count('todayRoster')) === 0);
  assert.equal(await count('auditOp'), 1);
  await context.close();
});
