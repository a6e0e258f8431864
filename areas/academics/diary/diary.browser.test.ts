// The diary in a real browser: a teacher writes with a picture, the family reads and acknowledges on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { classroomOf } from './diary-testing.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
  await classroomOf(web.server);
});
after(() => web?.close());

// The smallest picture there is.
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('written with a picture by the teacher, read and acknowledged by the family', async () => {
  const page = await web.open('/generaldiary/add-generaldiary/not-a-day', 'Divya');
  await page.getByText('Showing today.').waitFor();
  await page.getByLabel('Topic').fill('Block towers');
  await page.getByLabel('Text', { exact: true }).fill('Towers of ten blocks.');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'tower.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByLabel('Children on file 1').first().waitFor();
  await page.getByText('No child can be recognised on pictures without tags').click();
  await page.getByText('Ask families to acknowledge it').click();
  await settled(page);
  await fits(page);
  await web.shot(page, 'diary-form');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('heading', { name: 'Block towers' }).waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'diary-view');
  await page.goto(`${web.origin}/generaldiary/general-diary-list`);
  await page.getByText('0 / 2').first().waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'diary-list');
  await page.goto(`${web.origin}/generaldiary/class-diary-list`);
  await page.getByText('Seen 0 / 2').waitFor();
  await settled(page);
  await web.shot(page, 'class-diary');
  await page.goto(`${web.origin}/generaldiary/add-generaldiary/${todayIst(Date.now())}?tab=care`);
  await page.getByText('All', { exact: true }).click();
  await page.getByRole('button', { name: 'ate half' }).click();
  await page.getByText('Noted for 2 children.').waitFor();
  await page.getByText('Meal: ate half').first().waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'care');
  await page.context().close();

  const family = await web.open(`/class-diary/view/${children.Aarav.studentId}`, 'Gita', { width: 390 });
  await family.getByText('Towers of ten blocks.').waitFor();
  await family.getByRole('img', { name: /tower/ }).waitFor();
  await family.getByText(/Meal: ate half/).waitFor();
  await family.getByText('हिन्दी').click();
  await family.getByRole('button', { name: 'मैंने पढ़ लिया' }).click();
  await family.getByText('पढ़ लिया गया').first().waitFor();
  await settled(family);
  await fits(family);
  await web.shot(family, 'child-diary');
  await family.context().close();
  assert.deepEqual(web.problems, []);
});
