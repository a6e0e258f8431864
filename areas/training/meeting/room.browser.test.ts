// Two browsers in a room of our own: both see the other's moving picture, the chat arrives, and when one leaves and comes back two rows
// say when she was there.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { fits, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { type PersonName, people, staffIds } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { seatContract } from '../seat/seat.contract.ts';
import { trainingContract } from '../training/training.contract.ts';

let t: WebPages;
before(async () => {
  t = await webPages();
});
after(() => t?.close());

/** A training in an own room that has begun ten minutes ago. */
async function begun(): Promise<string> {
  const category = randomUUID();
  await t.server.sql(`insert into training_category (id, name) values ($1, 'Room in a browser')`, [category]);
  const today = todayIst(new Date());
  const { id } = await t.server.as('Hema', { centre: null }).call(trainingContract.create, {
    title: 'Phonics in the own room',
    categoryId: category,
    fromDate: addDays(today, 1),
    toDate: addDays(today, 1),
    fromTime: '11:00',
    toTime: '12:00',
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
    organizerIds: [people.Hema.id],
    mode: 'ONLINE',
    provider: 'MESH',
    capacity: 6,
    categories: ['TEACHING'],
    askFeedback: true,
  });
  await t.server.as('Bina').call(seatContract.register, { id, staffIds: [staffIds.Divya] });
  await t.server.sql(
    `update training_session set starts_at = now() - interval '10 minutes', ends_at = now() + interval '50 minutes' where training_id = $1`,
    [id],
  );
  await t.server.sql('update training set from_date = $2, to_date = $2 where id = $1', [id, today]);
  return id;
}

async function join(who: PersonName, view: { width?: number; centre?: null }): Promise<Page> {
  const page = await t.open('/trainer-led', who, view);
  await page.getByRole('main').getByRole('button', { name: 'Join Meeting' }).first().click();
  await page.getByRole('button', { name: 'Camera is on' }).waitFor();
  await t.shot(page, `before-${who}`);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Meeting' }).waitFor();
  return page;
}

/** The picture of somebody is there, and more of it keeps coming. */
async function seesMoving(page: Page, name: string): Promise<void> {
  const film = `figure[aria-label="${name}"] video`;
  const frames = (more: number) =>
    page.waitForFunction(
      ([selector, least]) => {
        const video = document.querySelector<HTMLVideoElement>(String(selector));
        const seen = video?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
        return video && video.videoWidth > 0 && seen > Number(least) ? seen : null;
      },
      [film, more] as const,
    );
  const seen = Number(await (await frames(0)).jsonValue());
  await frames(seen + 5);
}

test('two browsers see and hear each other, write, leave and come back', { timeout: 120_000 }, async () => {
  const id = await begun();
  const hema = await join('Hema', { centre: null });
  const divya = await join('Divya', { width: 390 });
  await Promise.all([seesMoving(hema, 'Divya Nair'), seesMoving(divya, 'Hema Kapoor')]);
  await fits(divya);
  await t.shot(hema, 'room-Hema');
  await hema.getByLabel('Write to everybody').fill('Good morning');
  await hema.keyboard.press('Enter');
  await divya.getByRole('log').getByText('Hema Kapoor: Good morning').waitFor();
  // Keys: the camera goes off for the others too, a hand is seen.
  await divya.getByRole('heading', { level: 1 }).click();
  await divya.keyboard.press('v');
  await hema.waitForFunction(
    () => document.querySelector('figure[aria-label="Divya Nair"] .mantine-Avatar-root') !== null,
  );
  await divya.keyboard.press('h');
  await hema.getByRole('figure', { name: 'Divya Nair' }).getByLabel('Hand raised').waitFor();
  await divya.keyboard.press('l');
  await divya.getByText('You have left the meeting.').waitFor();
  await hema.getByRole('figure', { name: 'Divya Nair' }).waitFor({ state: 'detached' });
  await divya.getByRole('button', { name: 'Join again' }).click();
  await divya.getByRole('button', { name: 'Join', exact: true }).click();
  await seesMoving(hema, 'Divya Nair');
  await divya.getByRole('button', { name: 'Leave' }).click();
  await divya.getByText('You have left the meeting.').waitFor();
  await hema.getByRole('figure', { name: 'Divya Nair' }).waitFor({ state: 'detached' });
  const rows = await t.server.sql<{ reason: string; seconds: number }>(
    `select p.reason, extract(epoch from p.left_at - p.joined_at)::float8 as seconds from training_presence p
      join training_session x on x.id = p.session_id where x.training_id = $1`,
    [id],
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ['LEAVE', 'LEAVE'],
  );
  assert.ok(
    rows.every(({ seconds }) => seconds > 0),
    JSON.stringify(rows),
  );
  assert.deepEqual(t.problems, []);
});
