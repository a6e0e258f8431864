// Promise T7: what somebody writes into their own browser opens nothing. Every storage key and local value is changed,
// screens of all areas are visited, and calls are replayed with other context headers. With its broken twin.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { operationsOf } from '@aangan/testkit/operations.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all' });
});
after(() => t?.close());

/** One screen of each kind of right: network masters, people, money, other centres, settings. */
const ROUTES = [
  '/franchisee',
  '/city/citylist',
  '/user/page/1',
  `/franchisee/view/${BANER}`,
  '/approve-plan/list',
  '/ledger/franchisee',
  '/ledger/nodal',
  '/royalty/list',
  '/finance/dashboard',
  '/fee-component/list',
  '/concession/tax/tax',
  '/approve-payment/list',
  '/students/details/page/1',
  '/forms/enquiry/list',
  '/upload/enquiries',
  '/pincodes/list',
] as const;

/** What only Baner or head office may see in an answer. */
const FOREIGN = /"companyName":"Baner"|Myra|Rekha|"franchiseeId":3\b/;

/** Changes every key and every local value a user can reach. */
const tamper = (page: Page) =>
  page.evaluate((baner) => {
    const all = { module: '*', method: 'any' };
    const modules = [
      'Franchisee',
      'User',
      'System',
      'ledger',
      'royalty',
      'financeDashboard',
      'ApproveFeePlan',
      'student',
      'city',
    ];
    const role = {
      id: 1,
      role: 'SUPER_ADMIN',
      description: 'Super Admin',
      systemEndPoints: [all, ...modules.map((module) => ({ module, method: 'any' }))],
    };
    const me = JSON.parse(localStorage.getItem('me') ?? '{}') as Record<string, unknown>;
    const put = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value));
    put('superadmin', true);
    put('access', [role]);
    put('roles', [{ id: 1, role: 'SUPER_ADMIN' }]);
    put('role', { id: 1, role: 'SUPER_ADMIN' });
    put('me', {
      ...me,
      superAdmin: true,
      modulesAuth: ['FEE_PLAN_APPROVED'],
      roles: [{ id: 1, role: 'SUPER_ADMIN' }],
      franchisee: { id: baner, companyName: 'Baner' },
    });
    put('franchisee', { id: baner, companyName: 'Baner' });
    put('academicYear', { id: 2025, academicYear: '2025-2026' });
    put('hasEnquiryAccess', 1);
    put('menu', [
      {
        id: 1,
        name: 'All',
        isDefault: true,
        groups: [{ label: 'All', items: [{ key: 'X', label: 'Centres', link: '/franchisee' }] }],
      },
    ]);
    put('menuShow', true);
    put('wowKitOrderItems', [{ productID: '1', quantity: 99_999 }]);
    sessionStorage.setItem(
      'tab-context',
      JSON.stringify({
        role: { id: 1, role: 'SUPER_ADMIN' },
        franchisee: { id: baner, companyName: 'Baner' },
        academicYear: null,
      }),
    );
  }, BANER);

async function visitAll(page: Page): Promise<{ answers: number; foreign: string[]; screens: number }> {
  const foreign: string[] = [];
  let answers = 0;
  let screens = 0;
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    answers += 1;
    if (response.status() === 200)
      reading.push(
        response
          .text()
          .then((body) => {
            if (FOREIGN.test(body)) foreign.push(new URL(response.url()).pathname);
          })
          .catch(() => undefined), // the page went on before the body came
      );
  });
  for (const route of ROUTES) {
    await tamper(page);
    await page.goto(`${t.origin}${route}`);
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor();
    await page.waitForLoadState('networkidle');
    screens += 1;
  }
  await Promise.all(reading);
  return { answers, foreign, screens };
}

test('T7: a tampered browser gains nothing', async () => {
  // Divya, a teacher of Andheri, holds none of these screens.
  const { page, context } = await t.visit('/profile', 'Divya');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  const seen = await visitAll(page);
  await page.goto(`${t.origin}/profile`);
  await page.waitForFunction(() => localStorage.getItem('superadmin') === 'false');
  const healed = await page.evaluate(() =>
    [localStorage.getItem('roles'), localStorage.getItem('role')].join(' '),
  );
  await context.close();

  const replayed = await replay();
  publishFigure({
    promise: 'T7',
    screens: seen.screens,
    answers: seen.answers,
    foreignRows: seen.foreign.length,
    replayedCalls: replayed.calls,
    opened: replayed.opened.length,
  });
  assert.deepEqual(seen.foreign, []);
  assert.deepEqual(replayed.opened, []);
  assert.doesNotMatch(healed, /SUPER_ADMIN/, '`me` overwrites what was written');
});

/** Every query of the document, with the headers of another centre, role and year. */
async function replay(): Promise<{ calls: number; opened: string[] }> {
  const { body } = await t.server.app.inject({ method: 'GET', url: '/api/openapi.json' });
  const own = await t.server.as('Divya').headers();
  const opened: string[] = [];
  let calls = 0;
  for (const { method, path, operation } of operationsOf(JSON.parse(body))) {
    if (method !== 'GET' || !['own', 'centre', 'network'].includes(String(operation['x-scope']))) continue;
    for (const [header, value] of [
      ['x-franchisee-id', String(BANER)],
      ['x-role-id', '1'],
      ['x-academic-year-id', '1999'],
    ] as const) {
      calls += 1;
      const { statusCode } = await t.server.app.inject({
        method: 'GET',
        url: path.replace(/\{\w+\}/g, '1'),
        headers: { ...own, [header]: value },
      });
      if (statusCode === 200) opened.push(`${operation.operationId} ${header}`);
    }
  }
  return { calls, opened };
}

test('T7, broken twin: the same visits by somebody who holds Baner are noticed', async () => {
  await t.server.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) select user_id, 5, 'CENTRE', $1, from_on from user_role g join app_user u on u.id = g.user_id where u.first_name = 'Usha' and g.franchisee_id = $2`,
    [BANER, ANDHERI],
  );
  const { page, context } = await t.visit('/profile', 'Usha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  const seen = await visitAll(page);
  assert.ok(seen.foreign.length > 0, 'the twin must be noticed');
  await context.close();
});
