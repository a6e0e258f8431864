// Changes of published days: another person publishes them; lists; previews as teachers and parents get them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { YEAR } from '@aangan/testkit/world.ts';
import { themeContract } from '../theme/theme.contract.ts';
import { dayContract, themeDaysContract, weekContract } from './day.contract.ts';
import { curriculumDays } from './day.listing.ts';
import { block, content, daysOf } from './day-testing.ts';
import { reviewContract as contract, previewContract } from './review.contract.ts';

let app: TestApp;
let days: Awaited<ReturnType<typeof daysOf>>;
before(async () => {
  app = await testApp();
  days = await daysOf(app, 'Reviews');
});
after(() => app.close());

const kavi = () => app.as('Kavi', { centre: null, year: YEAR });
const asha = () => app.as('Asha', { centre: null, year: YEAR });
const bina = () => app.as('Bina', { year: YEAR });

test('teachers go on seeing the old day until another person approves the change; the author does not', async () => {
  const { planId, folderId } = await days.published();
  const id = await days.dayAt(planId, 2);
  await kavi().refused(contract.request, { id }, 'row.wrong-state', await days.day(id));
  await days.write(id, content('Second try'));
  await kavi().call(contract.request, { id }, await days.day(id));
  const waiting = await days.day(id);
  assert.deepEqual([waiting.look, waiting.can['edit'], waiting.can['approve']], ['PENDING', false, false]);
  await kavi().refused(dayContract.save, { id, content: content('No') }, 'day.pending', waiting);
  const { week } = await kavi().call(weekContract.form, { folderId, dayId: id });
  assert.ok(week);
  const changed = week.days.map((day) => ({
    id: day.id,
    title: `${day.title}, again`,
    objective: day.objective,
  }));
  const whole = { id: week.id, title: 'Week 1', themeId: null, summary: '', copyFrom: null };
  await kavi().refused(weekContract.save, { ...whole, days: changed }, 'day.pending', week);
  await kavi().refused(contract.approve, { id }, 'approval.own', waiting);
  const note = { id, note: 'Say how long the circle takes.' };
  await asha().refused(contract.sendBack, { id, note: 'Short' }, 'input.invalid', waiting);
  await asha().call(contract.sendBack, note, waiting);
  const back = await days.day(id);
  assert.deepEqual([back.look, back.note], ['CHANGED', note.note]);
  await asha().refused(contract.approve, { id }, 'row.wrong-state', back);
  await kavi().call(contract.request, { id }, back);
  assert.equal((await bina().call(dayContract.get, { id })).content.title, 'Day 2');
  const pending = await asha().call(dayContract.get, { id });
  assert.equal(pending.can['approve'], true);
  await asha().call(contract.approve, { id }, pending);
  await asha().refused(contract.approve, { id }, 'row.stale', pending);
  const seen = await bina().call(dayContract.get, { id });
  assert.deepEqual([seen.content.title, seen.liveRev], ['Second try', 2]);
  assert.deepEqual(
    (await days.day(id)).revisions.map(({ rev }) => rev),
    [2, 1],
  );
  await assert.rejects(app.sql(`update curriculum_day_rev set note = 'x' where day_id = $1`, [id]));
});

test('an earlier revision comes back as a draft', async () => {
  const { planId } = await days.published();
  const id = await days.dayAt(planId, 3);
  await days.write(id, content('Other'));
  await kavi().call(contract.restore, { id, rev: 1 }, await days.day(id));
  const now = await days.day(id);
  assert.deepEqual([now.content.title, now.look], ['Day 3', 'CHANGED']);
  await kavi().refused(contract.restore, { id, rev: 9 }, 'row.not-found', now);
});

test('a day without content is not handed in, nor one of a draft plan', async () => {
  const { planId } = await days.published();
  const id = await days.dayAt(planId, 4);
  await days.write(id, content('', { blocks: [] }));
  await kavi().refused(contract.request, { id }, 'day.not-teachable', await days.day(id));
  const draft = await days.plan(1);
  const other = await days.dayAt(draft.planId, 1);
  await days.write(other, content('Draft'));
  await kavi().refused(contract.request, { id: other }, 'row.wrong-state', await days.day(other));
});

test('the list: authors see all days of a plan, a centre those of open weeks, another centre none; a theme has its own', async () => {
  const { planId } = await days.published();
  const list = async (who: ReturnType<typeof kavi>, more: object = {}) =>
    (await who.call(curriculumDays.endpoints.list, { planId, ...more })).rows;
  assert.equal((await list(kavi())).length, 10);
  const seen = await list(bina());
  assert.deepEqual(
    seen.map(({ position }) => position),
    [1, 2, 3, 4, 5],
  );
  assert.ok(seen.every(({ can }) => can.edit === false));
  assert.deepEqual(await list(app.as('Charu', { year: YEAR })), []);
  const theme = {
    name: 'Monsoon of days',
    classGroupId: days.group,
    colour: 'BLUE' as const,
    months: [],
    active: true,
  };
  const { id: themeId } = await kavi().call(themeContract.add, { ...theme });
  const draft = await days.plan(1);
  const id = await days.dayAt(draft.planId, 1);
  await days.write(id, content('Rain', { themeId }));
  const found = await kavi().call(curriculumDays.endpoints.list, { themeId: [themeId] });
  assert.deepEqual(
    found.rows.map((row) => row.id),
    [id],
  );
  assert.equal((await bina().call(themeDaysContract.theme, { id: themeId })).name, 'Monsoon of days');
  await bina().refused(themeDaysContract.theme, { id: randomUUID() }, 'row.not-found');
});

test('a preview keeps seven days; parents get shared blocks without minutes, materials and skills', async () => {
  const { planId } = await days.plan(1);
  const dayId = await days.dayAt(planId, 1);
  await days.write(
    dayId,
    content('Rain', {
      objective: 'For teachers',
      blocks: [block({ title: 'Shared' }), block({ title: 'Own', share: false })],
    }),
  );
  const make = async (shownAs: 'TEACHER' | 'PARENT', what: 'DAY' | 'WEEK') =>
    (await kavi().call(previewContract.create, { dayId, shownAs, what })).id;
  const parent = await kavi().call(previewContract.get, { id: await make('PARENT', 'DAY') });
  const [shown] = parent.days;
  assert.deepEqual(
    shown?.content.blocks.map(({ title, minutes, materials }) => ({ title, minutes, materials })),
    [{ title: 'Shared', minutes: 0, materials: [] }],
  );
  assert.equal(shown?.content.objective, '');
  const id = await make('TEACHER', 'WEEK');
  assert.equal((await kavi().call(previewContract.get, { id })).days.length, 5);
  // Frozen: what is written later is not in it.
  await days.write(dayId, content('Later'));
  assert.equal((await bina().call(previewContract.get, { id })).days[0]?.content.title, 'Rain');
  await app.sql(`update curriculum_preview set expires_at = now() - interval '1 minute' where id = $1`, [id]);
  await kavi().refused(previewContract.get, { id }, 'preview.ended');
  await kavi().refused(previewContract.get, { id: randomUUID() }, 'preview.ended');
  await bina().refused(previewContract.create, { dayId, shownAs: 'PARENT', what: 'DAY' }, 'module.missing');
});
