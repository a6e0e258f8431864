// Moving many enquiries: what the preview shows is what happens, what changed meanwhile is refused or stays, and a move can
// be taken back for a day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BANER, people } from '@aangan/testkit/world.ts';
import { type AllocationApp, allocationApp, memberOf } from './allocation-testing.ts';
import { leadAllocationContract } from './lead-allocation.contract.ts';
import { leadReallocationContract } from './lead-reallocation.contract.ts';
import { reallocateJob } from './reallocation-job.server.ts';

const NOW = new Date('2026-11-21T05:30:00Z');
let desk: AllocationApp;
before(async () => {
  desk = await allocationApp(NOW);
});
after(() => desk.close());

const bina = () => desk.app.as('Bina');
const owned = async (n: number, userId: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < n; i += 1) ids.push((await desk.lead({ ownerId: userId })).id);
  return ids;
};
const to = (...userIds: string[]) => ({ kind: 'PEOPLE' as const, userIds });
const carryOut = (batchId: string) => desk.run(reallocateJob, NOW, { batchId, franchiseeId: 2 });
const batchOf = async (id: string) => {
  const { rows } = await bina().call(leadReallocationContract.batches, {});
  const found = rows.find((row) => row.id === id);
  assert.ok(found);
  return found;
};

test('ten over three go 4, 3, 3: preview, job, batch with its history, undo', async () => {
  const [from = '', a = '', b = '', c = ''] = await desk.counsellors('Esther', 'Anu', 'Bina2', 'Cyra');
  const ids = await owned(10, from);
  const asked = { filters: { owner: from }, target: to(a, b, c) };
  const seen = await bina().call(leadReallocationContract.preview, asked);
  assert.deepEqual([seen.total, seen.moved, seen.skipped], [10, 10, []]);
  assert.deepEqual(
    Object.fromEntries(seen.people.map((one) => [one.name.split(' ')[0], [one.before, one.after]])),
    { Esther: [10, 0], Anu: [0, 4], Bina2: [0, 3], Cyra: [0, 3] },
  );
  const started = await bina().call(leadReallocationContract.start, {
    ...asked,
    seen: seen.seen,
    reason: 'Leave',
  });
  assert.equal((await batchOf(started.batchId)).state, 'QUEUED');
  assert.deepEqual(await carryOut(started.batchId), { ok: 10, failed: 0 });
  const counts = (await desk.ownersOf(ids))
    .split(' ')
    .reduce<Record<string, number>>((all, name) => Object.assign(all, { [name]: (all[name] ?? 0) + 1 }), {});
  assert.deepEqual(counts, { Anu: 4, Bina2: 3, Cyra: 3 });
  const done = await batchOf(started.batchId);
  assert.deepEqual([done.state, done.moved, done.skipped, done.can['undo']], ['DONE', 10, 0, true]);
  const { rows } = await bina().call(leadAllocationContract.why, { enquiryId: ids[0] ?? '' });
  assert.deepEqual([rows[0]?.why, rows[0]?.note, rows[0]?.byName], ['REALLOCATION', 'Leave', 'Bina Shah']);
  // One moved on by hand since: it stays, the others come back.
  await bina().call(leadAllocationContract.assign, { ids: [ids[0] ?? ''], userId: people.Esha.id });
  const undone = await bina().call(leadReallocationContract.undo, { id: started.batchId });
  assert.deepEqual(undone, { undone: 9, kept: 1 });
  assert.equal((await desk.ownersOf(ids)).replaceAll('Esther', '').trim(), 'Esha');
  await bina().refused(leadReallocationContract.undo, { id: started.batchId }, 'allocation.batch-not-done');
});

test('what changed since the preview is refused at the start; what changed since the start stays, with its reason', async () => {
  const [from = '', a = ''] = await desk.counsellors('Fiona', 'Gia');
  const ids = await owned(4, from);
  const asked = { ids, target: to(a) };
  const seen = await bina().call(leadReallocationContract.preview, asked);
  await bina().call(leadAllocationContract.assign, { ids: [ids[0] ?? ''], userId: people.Esha.id });
  await bina().refused(
    leadReallocationContract.start,
    { ...asked, seen: seen.seen },
    'allocation.changed-since-preview',
  );
  const again = await bina().call(leadReallocationContract.preview, asked);
  const started = await bina().call(leadReallocationContract.start, { ...asked, seen: again.seen });
  await bina().call(leadAllocationContract.assign, { ids: [ids[1] ?? ''], userId: people.Omkar.id });
  await desk.app.sql(
    `insert into follow_up_claim (franchisee_id, enquiry_id, user_id, until) values (2, $1, $2, $3)`,
    [ids[2], people.Esha.id, '2026-11-21T05:40:00Z'],
  );
  await carryOut(started.batchId);
  const done = await batchOf(started.batchId);
  assert.deepEqual([done.moved, done.skipped], [2, 2]);
  assert.deepEqual(done.skippedWhy.toSorted(), [
    '1 claimed by Esha now',
    '1 has another owner since the preview',
  ]);
  assert.equal(await desk.ownersOf(ids), 'Gia Omkar Fiona Gia');
});

test('a move that is stopped leaves the rest; a repeated run changes nothing; undo ends after a day', async () => {
  const [from = '', a = ''] = await desk.counsellors('Hana', 'Isha');
  const ids = await owned(3, from);
  const asked = { ids, target: to(a) };
  const { seen } = await bina().call(leadReallocationContract.preview, asked);
  const stopped = await bina().call(leadReallocationContract.start, { ...asked, seen });
  await bina().call(leadReallocationContract.cancel, { id: stopped.batchId });
  assert.deepEqual(await carryOut(stopped.batchId), { ok: 0, failed: 0 });
  assert.equal(await desk.ownersOf(ids), 'Hana Hana Hana');
  assert.equal((await batchOf(stopped.batchId)).state, 'CANCELLED');
  await bina().refused(leadReallocationContract.cancel, { id: stopped.batchId }, 'allocation.batch-done');
  const next = await bina().call(leadReallocationContract.start, { ...asked, seen });
  assert.deepEqual(await carryOut(next.batchId), { ok: 3, failed: 0 });
  assert.deepEqual(await carryOut(next.batchId), { ok: 0, failed: 0 });
  desk.app.moveClock(new Date(NOW.getTime() + 25 * 3_600_000));
  await bina().refused(leadReallocationContract.undo, { id: next.batchId }, 'allocation.undo-late');
  desk.app.moveClock(NOW);
});

test('by the rules; the list knows owners; another centre sees nothing of it', async () => {
  const [from = '', a = '', b = ''] = await desk.counsellors('Jia', 'Kavya', 'Lila');
  const ids = await owned(4, from);
  await desk.rule({ members: [memberOf(a), memberOf(b, { dailyQuota: 1 })] });
  const asked = { ids, target: { kind: 'RULES' as const } };
  const seen = await bina().call(leadReallocationContract.preview, asked);
  assert.deepEqual(
    seen.people.map((one) => [one.name.split(' ')[0], one.after - one.before]),
    [
      ['Jia', -4],
      ['Kavya', 2],
      ['Lila', 2],
    ],
    'a quota of new leads does not bind moved ones',
  );
  const started = await bina().call(leadReallocationContract.start, { ...asked, seen: seen.seen });
  await carryOut(started.batchId);
  assert.deepEqual((await desk.ownersOf(ids)).split(' ').toSorted(), ['Kavya', 'Kavya', 'Lila', 'Lila']);
  const { rows } = await bina().call(leadReallocationContract.list, { owner: a });
  assert.deepEqual(
    rows.map((row) => [row.ownerName, row.moves, row.ownerState]),
    [
      ['Kavya Test', 1, null],
      ['Kavya Test', 1, null],
    ],
  );
  const charu = desk.app.as('Charu');
  await charu.refused(leadReallocationContract.undo, { id: started.batchId }, 'row.not-found');
  const nothing = await charu.call(leadReallocationContract.preview, { ids, target: to(people.Rekha.id) });
  assert.deepEqual([nothing.total, BANER], [0, 3]);
  await bina().refused(
    leadReallocationContract.preview,
    { ids, target: to(people.Rekha.id) },
    'allocation.user-not-eligible',
  );
});
