// Looking with another person's eyes (areas/network.md 5, story 20): the whole app in a tab of its own, under a watermark,
// where nothing can be changed and nothing of the viewer's own session is touched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people } from '@aangan/testkit/world.ts';
import { type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest();
});
after(() => t?.close());

test('network story 20: every screen as Bina sees it, marked, unchangeable, and logged under both names', async () => {
  const { page, context } = await t.visit(`/user/view/${people.Bina.id}`, 'Asha');
  await page.getByRole('heading', { name: 'Bina Shah' }).first().waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'View as' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open every screen as Bina Shah' }).click();
  const tab = await opened;
  await tab.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  assert.match(tab.url(), /\/profile\/dashboard$/, 'the address keeps no key');
  await tab.getByText(/^Viewing as Bina Shah, until \d\d:\d\d [AP]M\./).waitFor();
  await tab.locator('[data-watermark="Viewing as Bina Shah"]').waitFor({ state: 'attached' });
  await tab.getByRole('banner').getByText('(002) Andheri').waitFor();

  // A screen of hers opens; a screen that only Asha may open does not.
  // It asks by her role from its first question on, as it did before.
  const first = tab.waitForRequest('**/api/admin/me');
  await tab.goto(`${t.origin}/user/page/1`);
  assert.equal(await (await first).headerValue('x-role-id'), String(people.Bina.roles[0]));
  await tab.getByText('Divya Nair').first().waitFor();
  assert.equal(await tab.getByText('Rekha More').count(), 0, 'Baner’s counsellor is not hers to see');
  await tab.goto(`${t.origin}/system/roles`);
  await tab.getByText(/You do not have access to/).waitFor();

  await tab.goto(`${t.origin}/profile`);
  await tab.getByLabel('First name').fill('Somebody');
  await tab.getByRole('button', { name: 'Save name' }).click();
  await tab
    .getByText('You are looking as somebody else. Nothing can be changed meanwhile.')
    .first()
    .waitFor();
  const [name] = await t.server.sql<{ first_name: string }>('select first_name from app_user where id = $1', [
    people.Bina.id,
  ]);
  assert.equal(name?.first_name, 'Bina');

  // The viewer's browser knows the viewer alone.
  const kept = await tab.evaluate(() => [localStorage.getItem('me'), localStorage.getItem('superadmin')]);
  assert.match(String(kept[0]), /"firstName":"Asha"/);
  assert.equal(kept[1], 'true');
  const logged = await t.server.sql<{ n: number }>(
    `select count(*)::int as n from access_log where action = 'VIEW_AS' and user_id = $1 and subject_id = $2 and contract = 'user.list'`,
    [people.Asha.id, people.Bina.id],
  );
  assert.ok((logged[0]?.n ?? 0) > 0);

  // The key that opens her drafts stays hers.
  const [view] = await t.server.sql<{ id: string }>('select id from view_as order by began_at desc limit 1');
  const me = await tab.evaluate(async (id) => {
    const response = await fetch('/api/admin/me', {
      headers: { authorization: localStorage.getItem('token') ?? '', 'x-view-as': id },
    });
    return (await response.json()) as { draftKey: string; firstName: string };
  }, String(view?.id));
  assert.deepEqual([me.firstName, me.draftKey], ['Bina', '']);

  await t.server.sql("update view_as set until = now() - interval '1 second'");
  const closed = tab.waitForEvent('close');
  await tab.reload().catch(() => undefined); // it closes before it has loaded
  await closed;
  await context.close();
});
