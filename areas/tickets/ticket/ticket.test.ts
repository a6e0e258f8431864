// A ticket from raising to closing: its clocks to the minute, pauses, notes, targets, owners, reopening, merging; another centre.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { formatDateTime } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { ticketGroupContract } from '../group/ticket-group.contract.ts';
import { workingHoursContract } from '../hours/working-hours.contract.ts';
import { matrixContract } from '../matrix/matrix.contract.ts';
import { ticketContract as contract } from './ticket.contract.ts';
import { tickets } from './ticket.listing.ts';

let app: TestApp;
let group = '';
let highRow = '';
const at = (time: string) => app.moveClock(new Date(`2026-08-${time}:00+05:30`));
before(async () => {
  app = await testApp();
  at('10T12:00');
  group = (
    await app.as('Kavi').call(ticketGroupContract.create, {
      name: 'Kit desk',
      department: 'LOGISTICS',
      memberIds: [people.Harsh.id, people.Tara.id],
      assign: 'MANUAL',
      maxOpen: 30,
      active: true,
    })
  ).id;
  const row = (
    priority: 'HIGH' | 'CRITICAL',
    responseMin: number,
    resolutionMin: number,
    calendarId: number,
  ) =>
    app.as('Kavi').call(matrixContract.create, {
      department: 'LOGISTICS',
      priority,
      ownerGroupId: group,
      responseMin,
      resolutionMin,
      calendarId,
    });
  highRow = (await row('HIGH', 60, 960, 1)).id;
  await row('CRITICAL', 30, 240, 3);
  await app.as('Kavi').call(workingHoursContract.addDay, {
    calendarId: 1,
    day: '2026-08-15',
    kind: 'HOLIDAY',
    note: 'Independence Day',
  });
});
beforeEach(() => app.sql('delete from rate_counter').then(() => undefined));
after(() => app.close());

const bina = () => app.as('Bina', { centre: ANDHERI });
const harsh = () => app.as('Harsh');
type Create = InputOf<typeof contract.create>;
const wish = (more: Partial<Create> = {}): Create => ({
  id: crypto.randomUUID(),
  department: 'LOGISTICS',
  priority: 'HIGH',
  subject: '3 student kits missing',
  description: 'Three kits of the last parcel are not in it.',
  ...more,
});
const raise = async (more: Partial<Create> = {}) => (await bina().call(contract.create, wish(more))).id;
const view = (id: string, who: 'Bina' | 'Harsh' = 'Harsh') => app.as(who).call(contract.get, { id });
const versionOf = async (id: string) => ({ version: (await view(id)).row.version });
const due = (instant: string | null) => (instant === null ? null : formatDateTime(instant));
const say = async (id: string, body = 'We look into it.') => ({
  id,
  messageId: crypto.randomUUID(),
  seenSeq: (await view(id)).seq,
  body,
});
const status = async (id: string) => (await view(id)).row.status;

test('stories 1, 2: due Mon 09:45 AM and Tue 05:45 PM; a pause moves it to Wed 04:45 PM, one after hours not at all', async () => {
  at('14T17:45');
  const preview = await bina().call(contract.preview, { department: 'LOGISTICS', priority: 'HIGH' });
  assert.equal(due(preview.responseDueAt), '17-08-2026 09:45 AM');
  const { id, ticketNo } = await bina().call(contract.create, wish());
  assert.match(ticketNo, /^TKT\/002\/26-27\/\d{5}$/);
  const first = await view(id);
  assert.deepEqual(
    [due(first.response.dueAt), due(first.resolution.dueAt)],
    ['17-08-2026 09:45 AM', '18-08-2026 05:45 PM'],
  );
  assert.equal(due(first.row.resolutionDueAt), '18-08-2026 05:45 PM');
  at('17T09:40');
  await harsh().call(contract.reply, await say(id));
  const answered = await view(id);
  assert.deepEqual(
    [answered.row.status, answered.response.state, answered.response.elapsedMin, answered.response.dueAt],
    ['OPEN', 'MET', 55, null],
  );
  at('17T11:00');
  await harsh().call(contract.ask, await say(id, 'Please send a photo of the parcel.'));
  at('17T12:00');
  const paused = await view(id, 'Bina');
  assert.deepEqual(
    [paused.row.status, paused.resolution.state, paused.resolution.leftMin, paused.row.dueAt],
    ['WAITING_ON_CENTRE', 'PAUSED', 825, null],
  );
  at('18T10:00');
  await bina().call(contract.reply, await say(id, 'Here it is.'));
  const runs = await view(id);
  assert.deepEqual([runs.row.status, due(runs.resolution.dueAt)], ['OPEN', '19-08-2026 04:45 PM']);
  at('18T18:30');
  await harsh().call(contract.ask, await say(id, 'And of the label?'));
  at('19T09:30');
  await harsh().call(contract.resume, { id }, await versionOf(id));
  assert.equal(due((await view(id)).resolution.dueAt), '19-08-2026 04:45 PM');
});

test('story 4: an internal note is no answer and stays inside; a message by the centre is none either', async () => {
  at('17T10:00');
  const id = await raise();
  await harsh().call(contract.note, { id, messageId: crypto.randomUUID(), body: 'They always count twice.' });
  await bina().call(contract.reply, await say(id, 'Any news?'));
  const inside = await view(id);
  assert.deepEqual([inside.row.status, inside.row.firstResponseAt, inside.messages.length], ['NEW', null, 2]);
  const outside = await view(id, 'Bina');
  assert.deepEqual(
    outside.messages.map(({ body }) => body),
    ['Any news?'],
  );
  assert.doesNotMatch(JSON.stringify(outside), /count twice|Internal note/);
  await bina().refused(contract.note, { id, messageId: crypto.randomUUID(), body: 'x' }, 'module.missing');
});

test('stories 6, 7: CRITICAL at 135 minutes leaves 105, day and night; owners change nothing', async () => {
  at('17T09:30');
  const id = await raise();
  at('17T11:45');
  for (const ownerId of [people.Harsh.id, people.Tara.id, people.Harsh.id])
    await app.as('Tara').call(contract.assign, { ids: [id], ownerId });
  assert.equal((await view(id)).resolution.elapsedMin, 135);
  await app
    .as('Tara')
    .call(contract.setPriority, { ids: [id], priority: 'CRITICAL', reason: 'Classes begin tomorrow' });
  const now = await view(id);
  assert.deepEqual(
    [now.resolution.leftMin, due(now.resolution.dueAt), now.row.priority],
    [105, '17-08-2026 01:30 PM', 'CRITICAL'],
  );
  at('17T13:31');
  assert.equal((await view(id)).resolution.state, 'BREACHED');
  await app
    .as('Tara')
    .refused(contract.assign, { ids: [id], ownerId: people.Kavi.id }, 'ticket.not-in-group');
  await app.as('Tara').call(contract.assign, { ids: [id], ownerId: people.Kavi.id, outside: true });
  assert.equal(
    (await app.as('Tara').raw(contract.assign, { ids: [id], ownerId: people.Bina.id })).status,
    422,
  );
});

test('story 5: a changed matrix keeps the targets of open tickets, also when their priority is asked anew', async () => {
  at('17T10:00');
  const id = await raise();
  at('17T10:30');
  const { row } = await app.as('Kavi').call(matrixContract.get, { id: highRow });
  const values = {
    department: 'LOGISTICS',
    priority: 'HIGH',
    ownerGroupId: group,
    responseMin: 60,
    calendarId: 1,
  } as const;
  await app
    .as('Kavi')
    .call(matrixContract.update, { id: highRow, ...values, resolutionMin: 480 }, { version: row.version });
  at('17T11:00');
  assert.equal((await view(id)).resolution.targetMin, 960);
  const later = await raise();
  assert.equal((await view(later)).resolution.targetMin, 480);
  for (const priority of ['CRITICAL', 'HIGH'] as const)
    await harsh().call(contract.setPriority, { ids: [id], priority, reason: 'Checked again' });
  assert.equal((await view(id)).resolution.targetMin, 960);
});

test('story 8: resolved, confirmed with stars, reopened within 7 days on the same clock; a minute later not', async () => {
  at('18T10:00');
  const id = await raise();
  at('18T10:30');
  await harsh().call(contract.reply, await say(id));
  await harsh().refused(contract.confirm, { id }, 'ticket.not-raiser', await versionOf(id));
  assert.equal((await harsh().raw(contract.resolve, await say(id, 'Done'))).status, 422);
  await harsh().call(contract.resolve, await say(id, 'A new parcel is on its way.'));
  await harsh().refused(contract.ask, await say(id, 'More?'), 'ticket.wrong-state');
  await bina().call(contract.confirm, { id, stars: '4' }, await versionOf(id));
  const closed = await view(id, 'Bina');
  assert.deepEqual(
    [closed.row.status, closed.row.csat, closed.resolution.state, closed.resolution.elapsedMin],
    ['CLOSED', 4, 'MET', 30],
  );
  await bina().refused(contract.rate, { id, stars: '5' }, 'ticket.rate-once');
  at('25T10:29');
  await bina().call(contract.reopen, { id, reason: 'It never came' }, await versionOf(id));
  const again = await view(id);
  assert.deepEqual([again.row.status, again.row.reopened, again.resolution.elapsedMin], ['REOPENED', 1, 30]);
  await harsh().call(contract.take, { id }, await versionOf(id));
  await harsh().call(contract.resolve, await say(id, 'It is at your reception now.'));
  app.moveClock(new Date('2026-09-01T10:31:00+05:30'));
  await bina().refused(
    contract.reopen,
    { id, reason: 'Again' },
    'ticket.reopen-too-late',
    await versionOf(id),
  );
  const next = await raise({ followsId: id });
  assert.equal((await view(next)).follows?.id, id);
});

test('on hold needs an answer first and a day within 30; withdrawn only by its raiser while new', async () => {
  at('18T10:00');
  const id = await raise();
  await app
    .as('Omkar', { centre: ANDHERI })
    .refused(contract.withdraw, { id }, 'ticket.not-raiser', await versionOf(id));
  await harsh().call(contract.take, { id }, await versionOf(id));
  const hold = async (resumeOn: string) =>
    harsh().raw(contract.hold, { id, resumeOn, reason: 'The courier strikes' }, await versionOf(id));
  assert.match(JSON.stringify((await hold('2026-08-20')).body), /ticket.no-answer-yet/);
  await harsh().call(contract.reply, await say(id));
  assert.equal((await hold('2026-08-18')).status, 422);
  assert.equal((await hold('2026-09-18')).status, 422);
  assert.equal((await hold('2026-08-20')).status, 200);
  assert.equal((await view(id)).resumeOn, '2026-08-20');
  await bina().refused(contract.withdraw, { id }, 'ticket.wrong-state', await versionOf(id));
  await harsh().call(contract.resume, { id }, await versionOf(id));
  assert.equal(await status(id), 'OPEN');
  const other = await raise();
  await bina().call(contract.withdraw, { id: other }, await versionOf(other));
  assert.equal(await status(other), 'CLOSED');
});

test('a message that crosses another is shown first; the same message twice is one', async () => {
  at('18T10:00');
  const id = await raise();
  const mine = await say(id);
  await app.as('Tara').call(contract.reply, await say(id, 'Tara here.'));
  const refused = await harsh().refused(contract.reply, mine, 'ticket.newer-message');
  assert.match(refused.message, /^Tara Bose wrote meanwhile/);
  const read = { ...mine, seenSeq: (await view(id)).seq };
  await harsh().call(contract.reply, read);
  await harsh().call(contract.reply, read);
  assert.equal((await view(id)).messages.length, 2);
});

test('merging: same centre, an open target, no chain; the messages are read in the target', async () => {
  at('18T10:00');
  const [one, two, three] = [await raise(), await raise(), await raise()];
  const no = async (id: string) => (await view(id)).row.ticketNo;
  await harsh().call(contract.reply, await say(one, 'About the first.'));
  await harsh().call(contract.merge, { id: one, intoNo: await no(two) }, await versionOf(one));
  assert.equal(await status(one), 'CLOSED');
  assert.deepEqual(
    (await view(two)).messages.map(({ body }) => body),
    ['About the first.'],
  );
  await harsh().refused(
    contract.merge,
    { id: two, intoNo: await no(three) },
    'ticket.merge-chain',
    await versionOf(two),
  );
  assert.equal(
    (await harsh().raw(contract.merge, { id: three, intoNo: await no(three) }, await versionOf(three)))
      .status,
    422,
  );
  const far = (await app.as('Charu', { centre: BANER }).call(contract.create, wish())).id;
  assert.equal(
    (await harsh().raw(contract.merge, { id: three, intoNo: await no(far) }, await versionOf(three))).status,
    422,
  );
  await bina().refused(
    contract.reopen,
    { id: one, reason: 'Mine' },
    'ticket.wrong-state',
    await versionOf(one),
  );
});

test('moving to another department asks the matrix anew and lets go of the owner', async () => {
  at('18T10:00');
  const id = await raise();
  await harsh().call(contract.take, { id }, await versionOf(id));
  await harsh().call(
    contract.recategorise,
    { id, department: 'TECH', reason: 'The app is wrong' },
    await versionOf(id),
  );
  const { row, resolution } = await view(id);
  assert.deepEqual(
    [row.department, row.groupName, row.ownerId, resolution.targetMin],
    ['TECH', 'TECH', null, 1440],
  );
  const stale = await harsh().raw(
    contract.recategorise,
    { id, department: 'TECH', reason: 'Again' },
    { version: 1 },
  );
  assert.equal(stale.status, 412);
});

test('stories 13, 17, 20: another centre finds nothing; sent twice it is one; 20 an hour', async () => {
  at('18T10:00');
  const id = await raise();
  for (const call of [
    () => app.as('Charu').raw(contract.get, { id }),
    () =>
      app.as('Charu').raw(contract.reply, { id, messageId: crypto.randomUUID(), seenSeq: 1, body: 'Mine?' }),
    // Head office without the queue follows what it raised, and nothing else.
    () => app.as('Chetan').raw(contract.get, { id }),
    () =>
      app.as('Chetan').raw(contract.reply, { id, messageId: crypto.randomUUID(), seenSeq: 1, body: 'Mine?' }),
  ])
    assert.equal((await call()).status, 404);
  const input = wish();
  const first = await bina().call(contract.create, input);
  assert.deepEqual(await bina().call(contract.create, input), first);
  await app.as('Dev').refused(contract.take, { id }, 'module.missing', { version: 1 });
  await app.sql('delete from rate_counter');
  const tries: number[] = [];
  for (let i = 0; i < 21; i += 1) tries.push((await bina().raw(contract.create, wish())).status);
  assert.deepEqual([tries.filter((one) => one === 200).length, tries.at(-1)], [20, 429]);
});

test('bad input names its field', async () => {
  const fault = async (more: Partial<Create>, field: string) => {
    const answer = await bina().raw(contract.create, wish(more));
    assert.equal(answer.status, 422, field);
    assert.match(JSON.stringify(answer.body), new RegExp(field));
  };
  await fault({ subject: 'Kit' }, 'subject');
  await fault({ department: 'LEGAL' as never }, 'department');
  await fault({ categoryId: crypto.randomUUID() }, 'categoryId');
  await fault({ description: 'x'.repeat(10_001) }, 'description');
  assert.equal((await bina().raw(contract.create, wish({ followsId: crypto.randomUUID() }))).status, 404);
  assert.equal((await bina().raw(contract.create, wish({ fileIds: [crypto.randomUUID()] }))).status, 404);
});

test('story 21: a tab, the list it opens and its count are the same tickets', async () => {
  app.moveClock(null);
  const { counts } = await harsh().call(contract.tabs, {});
  for (const [slug, n] of Object.entries(counts)) {
    const { total } = await harsh().call(tickets.endpoints.list, { view: slug, limit: 1 });
    assert.equal(total.n, n, slug);
  }
  assert.ok((counts['open'] ?? 0) > 0 && (counts['closed'] ?? 0) > 0);
  const foo = await harsh().call(tickets.endpoints.list, { view: 'foo', limit: 1 });
  assert.equal(foo.total.n, counts['open']);
  const own = await app.as('Charu').call(tickets.endpoints.list, {});
  assert.ok(own.rows.every((row) => row.franchiseeId === BANER));
});

test('a ticket about what another screen shows: named by its own area, and only for who sees it', async () => {
  at('18T11:00');
  const [{ id: section } = { id: '' }] = await app.sql<{ id: string }>(
    `with f as (insert into sop_folder (franchisee_id, name, position) values (1, 'Health', 1) returning id)
     insert into sop_section (franchisee_id, folder_id, code, title, position, owner_id) select 1, id, 'SOP-HLTH-001', 'Fever', 1, $1 from f returning id`,
    [people.Harsh.id],
  );
  const entity = { kind: 'SOP_SECTION', id: section } as const;
  const { label } = await bina().call(contract.subject, entity);
  assert.match(label, /Fever/);
  assert.equal((await view(await raise({ entity }))).entity?.label, label);
  const strange = { kind: 'SOP_SECTION', id: crypto.randomUUID() } as const;
  await bina().refused(contract.subject, strange, 'row.not-found');
  await bina().refused(contract.create, wish({ entity: strange }), 'row.not-found');
  await bina().refused(contract.subject, { kind: 'ENQUIRY', id: 'nonsense' }, 'row.not-found');
  // A child's name is no matter of somebody who does not see enquiries.
  await harsh().refused(contract.subject, { kind: 'ENQUIRY', id: crypto.randomUUID() }, 'row.not-found');
});
