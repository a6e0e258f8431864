// An audit on site: started once, answered in operations that count once, scored by what it was started with, handed in only when
// it is whole; the centre sees nothing of it before it is published.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { audits } from '../view/audit.listing.ts';
import { type AuditOp, auditContract as contract, type Question } from './audit.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

const asha = () => app.as('Asha', { centre: ANDHERI });
const DEVICE = 'desk-1';

async function typeOf(slug: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select id from audit_type where slug = $1', [slug]);
  return row?.id ?? '';
}
async function begin(slug = 'safety-check') {
  const id = randomUUID();
  const { number } = await asha().call(contract.start, {
    id,
    typeId: await typeOf(slug),
    auditOn: todayIst(new Date()),
    deviceId: DEVICE,
  });
  return { id, number };
}
const questionsOf = async (id: string): Promise<Question[]> =>
  (await asha().call(contract.get, { id })).categories.flatMap(({ subCategories }) =>
    subCategories.flatMap(({ questions }) => questions),
  );
const said = (
  one: Question,
  response: 'yes' | 'no' | 'na',
  more: { note?: string; rev?: number } = {},
): AuditOp => ({
  kind: 'answer',
  opId: randomUUID(),
  atDevice: '2026-11-25T10:00:00+05:30',
  parameterId: one.id,
  response: one.responseKind === 'SCALE' && response !== 'na' ? null : response,
  scale: one.responseKind === 'SCALE' && response !== 'na' ? (response === 'yes' ? 5 : 0) : null,
  note: more.note ?? null,
  rev: more.rev ?? one.rev + 1,
});
const send = (id: string, ops: AuditOp[], deviceId = DEVICE) =>
  asha().call(contract.sync, { id, deviceId, ops });
const photoFor = async (one: Question): Promise<AuditOp> => ({
  kind: 'photo',
  opId: randomUUID(),
  parameterId: one.id,
  fileId: await uploadedFile(app, { by: 'Asha', name: 'seen.jpg' }),
});

test('started twice it is one audit with a number of the year; sent twice an operation counts once', async () => {
  const id = randomUUID();
  const input = {
    id,
    typeId: await typeOf('safety-check'),
    auditOn: todayIst(new Date()),
    deviceId: DEVICE,
  };
  const first = await asha().call(contract.start, input);
  assert.match(first.number, /^AUD\/002\/\d\d-\d\d\/\d{5}$/);
  assert.deepEqual(await asha().call(contract.start, input), first);
  const [one] = await questionsOf(id);
  assert.ok(one);
  const op = said(one, 'yes');
  assert.equal((await send(id, [op])).applied, 1);
  const again = await send(id, [op, said(one, 'no', { rev: 1 })]);
  assert.equal(again.applied, 1, 'the second one is new, but no newer');
  assert.equal((await questionsOf(id))[0]?.response, 'yes');
  assert.deepEqual(again.counts, { total: again.counts.total, answered: 1, faults: 0, notApplicable: 0 });
});

test('handed in only when each question has its answer, note and photo; then it takes no more answers', async () => {
  const { id } = await begin();
  const questions = await questionsOf(id);
  await asha().refused(contract.submit, { id }, 'audit.incomplete');
  await send(
    id,
    questions.map((one) => said(one, 'yes')),
  );
  const missing = questions.filter(({ photoOn }) => photoOn === 'ALWAYS');
  assert.ok(missing.length > 0);
  const { body } = await asha().raw(contract.submit, { id });
  assert.deepEqual(
    (body as { fields: Record<string, string> }).fields,
    Object.fromEntries(missing.map(({ id: question }) => [question, 'Take a photo'])),
  );
  for (const one of missing) await send(id, [await photoFor(one)]);
  await asha().refused(contract.submit, { id }, 'audit.signoff-missing');
  await send(id, [{ kind: 'signoff', opId: randomUUID(), signoff: 'AGREED', name: 'Bina Shah', note: null }]);
  const done = await asha().call(contract.submit, { id });
  assert.deepEqual(done, { status: 'SUBMITTED', finalBp: 10_000, band: 'A' });
  const [first] = questions;
  assert.ok(first);
  await asha().refused(
    contract.sync,
    { id, deviceId: DEVICE, ops: [said(first, 'no', { rev: 9 })] },
    'audit.closed-for-changes',
  );
  await asha().refused(contract.discard, { id, reason: 'Not needed any more' }, 'audit.closed-for-changes');
});

test('a critical failure caps the score; not applicable on a critical question says why', async () => {
  const { id } = await begin();
  const questions = await questionsOf(id);
  const critical = questions.find((one) => one.critical);
  assert.ok(critical);
  const after = await send(
    id,
    questions.map((one) => said(one, one.id === critical.id ? 'no' : 'yes', { note: 'Seen today' })),
  );
  assert.equal(after.score.capped, true);
  assert.ok((after.score.finalBp ?? 10_000) <= 5900);
  await send(id, [said(critical, 'na', { rev: 2 })]);
  const { body } = await asha().raw(contract.submit, { id });
  assert.match((body as { fields: Record<string, string> }).fields[critical.id] ?? '', /not applicable/);
});

test('general audits are told and found by the specification’s words: COMPLETED, IN-PROGRESS, CLOSED', async () => {
  const { id } = await begin();
  const list = async (input: object) =>
    (await asha().call(audits.endpoints.list, { family: 'GENERAL', limit: 200, ...input })).rows;
  const all = await list({});
  assert.equal(all.find((row) => row.id === id)?.generalStatus, 'IN-PROGRESS');
  const states = {
    COMPLETED: ['PUBLISHED'],
    'IN-PROGRESS': ['DRAFT', 'RETURNED', 'SUBMITTED'],
    CLOSED: ['CLOSED'],
  } as const;
  for (const [word, of] of Object.entries(states)) {
    const found = await list({ generalStatus: word });
    assert.ok(found.length > 0, word);
    assert.ok(
      found.every((row) => row.generalStatus === word && of.some((state) => state === row.status)),
      word,
    );
    assert.equal(found.length, all.filter((row) => row.generalStatus === word).length, word);
  }
});

test('one device at a time: another one is refused until it takes over', async () => {
  const { id } = await begin();
  const [one] = await questionsOf(id);
  assert.ok(one);
  await asha().refused(contract.sync, { id, deviceId: 'phone-2', ops: [said(one, 'yes')] }, 'audit.leased');
  await asha().call(contract.claim, { id, deviceId: 'phone-2' });
  assert.equal((await send(id, [said(one, 'yes')], 'phone-2')).applied, 1);
  await asha().refused(
    contract.sync,
    { id, deviceId: DEVICE, ops: [said(one, 'no', { rev: 2 })] },
    'audit.leased',
  );
});

test('refused: a question of another audit, an unpublished kind, a day to come, a subject that is none', async () => {
  const { id } = await begin();
  const visit = await begin('ams-visit');
  const [foreign] = await questionsOf(visit.id);
  assert.ok(foreign);
  await asha().refused(
    contract.sync,
    { id, deviceId: DEVICE, ops: [said(foreign, 'yes')] },
    'audit.unknown-parameter',
  );
  const started = { id: randomUUID(), auditOn: todayIst(new Date()), deviceId: DEVICE };
  await asha().refused(
    contract.start,
    { ...started, typeId: await typeOf('classroom-round') },
    'audit.no-version',
  );
  const typeId = await typeOf('safety-check');
  await asha().refused(contract.start, { ...started, typeId, auditOn: '2199-01-01' }, 'input.invalid');
  const [staff] = await app.sql<{ id: string }>('select id from staff where franchisee_id = 2 limit 1');
  await asha().refused(
    contract.start,
    { ...started, typeId, staffId: staff?.id ?? '' },
    'audit.subject-invalid',
  );
});

test('of a critical failure the managers of the centre hear at once, and once', async () => {
  const { id } = await begin();
  const critical = (await questionsOf(id)).find((one) => one.critical);
  assert.ok(critical);
  const told = async () => {
    const rows = await app.sql<{ ids: string[]; link: string }>(
      `select payload -> 'about' -> 'userIds' as ids, payload ->> 'appLink' as link from outbox where payload ->> 'kind' = 'audits.critical' and source_id = $1`,
      [id],
    );
    const names = await app.sql<{ name: string }>(
      'select first_name as name from app_user where id = any ($1) order by 1',
      [rows.flatMap(({ ids }) => ids)],
    );
    return rows.map(({ link }) => [link, ...names.map(({ name }) => name)]);
  };
  await send(id, [said(critical, 'yes')]);
  assert.deepEqual(await told(), []);
  await send(id, [said(critical, 'no', { note: 'Seen today', rev: 2 })]);
  await send(id, [said(critical, 'no', { note: 'Seen again', rev: 3 })]);
  assert.deepEqual(await told(), [[`/general-audit/view-audit/${id}`, 'Arjun', 'Farid']]);
});

test('the centre sees nothing of it before it is published, nor does another centre', async () => {
  const { id } = await begin();
  for (const [who, centre] of [
    ['Bina', ANDHERI],
    ['Charu', BANER],
  ] as const)
    await app.as(who, { centre }).refused(contract.get, { id }, 'row.not-found');
  await app.sql('update audit set visible_to_centre = true where id = $1', [id]);
  assert.equal((await app.as('Bina').call(contract.get, { id })).id, id);
  assert.deepEqual((await app.as('Bina').call(contract.get, { id })).can, {
    answer: false,
    submit: false,
    discard: false,
    approve: false,
    return: false,
    void: false,
    takeOver: false,
    acknowledge: false,
  });
  // A teacher reads audits about herself alone.
  await app.as('Divya').refused(contract.get, { id }, 'row.not-found');
});

test('a centre runs head office’s audit as a self check, which nobody reviews', async () => {
  const bina = app.as('Bina');
  const { types } = await bina.call(contract.choices, {});
  const safety = types.find(({ slug }) => slug === 'safety-check');
  assert.ok(safety?.self, 'as a self check');
  const id = randomUUID();
  await bina.call(contract.start, {
    id,
    typeId: safety.id,
    auditOn: todayIst(new Date()),
    deviceId: DEVICE,
  });
  const shown = await bina.call(contract.get, { id });
  assert.deepEqual([shown.mode, shown.can.answer], ['SELF', true]);
  const ops = shown.categories.flatMap(({ subCategories }) =>
    subCategories.flatMap(({ questions }) =>
      questions.map((one) => said(one, 'na', { note: 'x'.repeat(20) })),
    ),
  );
  await bina.call(contract.sync, { id, deviceId: DEVICE, ops });
  assert.deepEqual(await bina.call(contract.submit, { id }), {
    status: 'PUBLISHED',
    finalBp: null,
    band: null,
  });
});
