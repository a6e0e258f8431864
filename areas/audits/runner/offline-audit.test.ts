// What a device without a network sends later: once whatever is sent twice, never over something newer, and never for somebody
// who has not the audit any more; what is refused says why.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, BANER, type PersonName, people } from '@aangan/testkit/world.ts';
import { type AuditOp, auditContract as contract, type Question } from '../engine/audit.contract.ts';
import { MOST_OPS } from '../engine/audit.states.ts';

let app: TestApp;
let typeId = '';
before(async () => {
  app = await testApp({ data: 'demo' });
  typeId =
    (await app.sql<{ id: string }>(`select id from audit_type where slug = 'safety-check'`))[0]?.id ?? '';
  // Zoya plays an auditor of the network.
  await app.sql(
    `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 28, 'NETWORK', '2024-04-01', 'test')`,
    [people.Zoya.id],
  );
});
after(() => app.close());

const at = (who: PersonName = 'Asha') => app.as(who, { centre: ANDHERI });
const PHONE = 'phone-1';

async function begin(): Promise<{ id: string; questions: Question[] }> {
  const id = randomUUID();
  await at().call(contract.start, { id, typeId, auditOn: todayIst(new Date()), deviceId: PHONE });
  return { id, questions: await questionsOf(id) };
}
const questionsOf = async (id: string): Promise<Question[]> =>
  (await at().call(contract.get, { id })).categories.flatMap(({ subCategories }) =>
    subCategories.flatMap(({ questions }) => questions),
  );
const said = (one: Question, response: 'yes' | 'no', rev: number): AuditOp => ({
  kind: 'answer',
  opId: randomUUID(),
  atDevice: '2026-11-25T10:00:00+05:30',
  parameterId: one.id,
  response: one.responseKind === 'SCALE' ? null : response,
  scale: one.responseKind === 'SCALE' ? 4 : null,
  note: null,
  rev,
});
const sending = (id: string, ops: AuditOp[], deviceId = PHONE) => ({ id, deviceId, ops });

test('the same batch twice is there once, photo and all', async () => {
  const { id, questions } = await begin();
  const [first, second] = questions;
  assert.ok(first && second);
  const fileId = await uploadedFile(app, { by: 'Asha', name: 'seen.jpg' });
  const batch = sending(id, [
    said(first, 'yes', 1),
    said(first, 'no', 2),
    said(second, 'yes', 1),
    { kind: 'photo', opId: randomUUID(), parameterId: first.id, fileId },
  ]);
  const once = await at().call(contract.sync, batch);
  assert.deepEqual([once.applied, once.older, once.counts.answered], [4, [], 2]);
  const twice = await at().call(contract.sync, batch);
  assert.deepEqual([twice.applied, twice.older, twice.counts], [0, [], once.counts]);
  const photos = await app.sql('select from audit_photo where audit_id = $1', [id]);
  assert.equal(photos.length, 1);
  const [now] = await questionsOf(id);
  assert.deepEqual([now?.response, now?.rev, now?.photos.length], ['no', 2, 1]);
});

test('of an answer the higher revision wins, and an older one is told of', async () => {
  const { id, questions } = await begin();
  const [one] = questions;
  assert.ok(one);
  await at().call(contract.sync, sending(id, [said(one, 'no', 3)]));
  const late = said(one, 'yes', 2);
  const same = said(one, 'yes', 3);
  const answer = await at().call(contract.sync, sending(id, [late, same]));
  assert.deepEqual(answer.older, [late.opId, same.opId]);
  assert.equal((await questionsOf(id))[0]?.response, 'no');
});

test('taken over by another person, nothing of the device before reaches it, and it hears who has it', async () => {
  const { id, questions } = await begin();
  const [one, other] = questions;
  assert.ok(one && other);
  await at().call(contract.sync, sending(id, [said(one, 'yes', 1)]));
  // Zoya conducts general audits, too; the centre's own people and teachers do not.
  assert.equal((await at('Zoya').call(contract.get, { id })).can['takeOver'], true);
  await at('Bina').refused(contract.claim, { id, deviceId: 'phone-2' }, 'row.not-found');
  await at('Farid').refused(contract.sync, sending(id, [said(one, 'no', 9)]), 'audit.not-yours');
  await at('Zoya').call(contract.claim, { id, deviceId: 'phone-2' });
  const { body, status } = await at().raw(
    contract.sync,
    sending(id, [said(one, 'no', 9), said(other, 'yes', 1)]),
  );
  const { code, message } = body as { code: string; message: string };
  assert.deepEqual([status, code], [409, 'audit.taken-over']);
  const [zoya] = await app.sql<{ name: string }>(
    `select trim(first_name || ' ' || coalesce(last_name, '')) as name from app_user where id = $1`,
    [people.Zoya.id],
  );
  assert.ok(message.startsWith(`${zoya?.name} has gone on with this audit since `), message);
  const now = await questionsOf(id);
  assert.deepEqual([now[0]?.response, now[1]?.rev], ['yes', 0]);
  assert.deepEqual((await at().call(contract.get, { id })).can['answer'], false);
  const [step] = await app.sql<{ by: string }>(
    `select created_by as by from status_step where subject_id = $1 and action = 'take-over'`,
    [id],
  );
  assert.equal(step?.by, people.Zoya.id);
  const told = await app.sql<{ title: string }>(
    `select title from notice where user_id = $1 and kind = 'audits.taken-over'`,
    [people.Asha.id],
  );
  assert.match(told.map(({ title }) => title).join(), /^Zoya Ali goes on with audit AUD/);
  // It can be taken back, and then what waited goes through.
  await at().call(contract.claim, { id, deviceId: PHONE });
  assert.equal((await at().call(contract.sync, sending(id, [said(one, 'no', 9)]))).applied, 1);
  await at('Zoya').refused(contract.sync, sending(id, [said(one, 'yes', 10)], 'phone-2'), 'audit.taken-over');
});

test('whoever returned an audit does not take it over, and one that was handed in is nobody’s', async () => {
  const { id } = await begin();
  await app.sql(`update audit set status = 'RETURNED', reviewed_by = $2 where id = $1`, [id, people.Zoya.id]);
  assert.equal((await at('Zoya').call(contract.get, { id })).can['takeOver'], false);
  await at('Zoya').refused(contract.claim, { id, deviceId: 'phone-2' }, 'audit.not-yours');
  await app.sql(`update audit set status = 'SUBMITTED', reviewed_by = null where id = $1`, [id]);
  await at('Zoya').refused(contract.claim, { id, deviceId: 'phone-2' }, 'audit.closed-for-changes');
});

test('refused: more than 500 at once, another centre’s audit, answers after it was handed in', async () => {
  const { id, questions } = await begin();
  const [one] = questions;
  assert.ok(one);
  const many = (n: number) => Array.from({ length: n }, (_, i) => said(one, 'yes', i + 1));
  await at().refused(contract.sync, sending(id, many(MOST_OPS + 1)), 'input.invalid');
  assert.equal((await at().call(contract.sync, sending(id, many(MOST_OPS)))).applied, MOST_OPS);
  await app.as('Charu', { centre: BANER }).refused(contract.sync, sending(id, many(1)), 'row.not-found');
  await app.as('Asha', { centre: BANER }).refused(contract.sync, sending(id, many(1)), 'row.not-found');
  await app.as('Asha', { centre: BANER }).refused(contract.claim, { id, deviceId: PHONE }, 'row.not-found');
  await app.sql(`update audit set status = 'SUBMITTED' where id = $1`, [id]);
  const late = said(one, 'no', MOST_OPS + 1);
  await at().refused(contract.sync, sending(id, [late]), 'audit.closed-for-changes');
  assert.equal((await questionsOf(id))[0]?.response ?? '4', one.responseKind === 'SCALE' ? '4' : 'yes');
});

test('whoever answers reads what the audit before found', async () => {
  const { id, questions } = await begin();
  const [one] = questions;
  assert.ok(one);
  const [row] = await app.sql<{ type_id: string; version_id: string; weight_set_id: string; year: number }>(
    'select type_id, version_id, weight_set_id, academic_year_id as year from audit where id = $1',
    [id],
  );
  assert.ok(row);
  const before = randomUUID();
  await app.sql(
    `insert into audit (franchisee_id, id, number, type_id, version_id, weight_set_id, academic_year_id, audit_on, auditor_id, status, started_at, published_at, total)
     values ($1, $2, 'AUD/before', $3, $4, $5, $6, current_date, $7, 'PUBLISHED', now(), now(), 1)`,
    [ANDHERI, before, row.type_id, row.version_id, row.weight_set_id, row.year, people.Zoya.id],
  );
  await app.sql(
    `insert into audit_finding (franchisee_id, audit_id, parameter_id, severity, text, owner_kind, due_on)
     values ($1, $2, $3, 'MAJOR', 'The gate did not lock.', 'CENTRE', current_date)`,
    [ANDHERI, before, one.id],
  );
  const [now, next] = await questionsOf(id);
  assert.deepEqual(
    [now?.before?.text, now?.before?.status, next?.before],
    ['The gate did not lock.', 'OPEN', null],
  );
});
