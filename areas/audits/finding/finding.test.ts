// From a handed-in audit to its last closed finding: reviewed by another person, answered by the centre, verified by a third.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { type AuditOp, auditContract, type Question } from '../engine/audit.contract.ts';
import { auditReviewContract as review } from '../review/review.contract.ts';
import { findingContract as contract } from './finding.contract.ts';
import { findings } from './finding.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

const asha = () => app.as('Asha', { centre: ANDHERI });
const kavi = () => app.as('Kavi', { centre: ANDHERI });
const bina = () => app.as('Bina');
const today = todayIst(new Date());

const versionOf = async (table: string, id: string) => {
  const [row] = await app.sql<{ version: number }>(`select version from ${table} where id = $1`, [id]);
  return { version: row?.version ?? 0 };
};

/** A safety check in which these questions fail, handed in. */
async function handedIn(bad: (one: Question) => boolean): Promise<string> {
  const [type] = await app.sql<{ id: string }>(`select id from audit_type where slug = 'safety-check'`);
  const id = randomUUID();
  await asha().call(auditContract.start, { id, typeId: type?.id ?? '', auditOn: today, deviceId: 'd' });
  const { categories } = await asha().call(auditContract.get, { id });
  const questions = categories.flatMap(({ subCategories }) => subCategories.flatMap((sub) => sub.questions));
  const ops: AuditOp[] = [];
  for (const one of questions) {
    const fails = bad(one);
    ops.push({
      kind: 'answer',
      opId: randomUUID(),
      atDevice: `${today}T10:00:00+05:30`,
      parameterId: one.id,
      response: one.responseKind === 'SCALE' ? null : fails ? 'no' : 'yes',
      scale: one.responseKind === 'SCALE' ? (fails ? 1 : 5) : null,
      note: fails ? 'Seen at the back door' : null,
      rev: 1,
    });
    if (one.photoOn === 'ALWAYS' || (one.photoOn === 'NO' && fails))
      ops.push({
        kind: 'photo',
        opId: randomUUID(),
        parameterId: one.id,
        fileId: await uploadedFile(app, { by: 'Asha', name: 'seen.jpg' }),
      });
  }
  ops.push({ kind: 'signoff', opId: randomUUID(), signoff: 'ABSENT', name: null, note: null });
  await asha().call(auditContract.sync, { id, deviceId: 'd', ops });
  await asha().call(auditContract.submit, { id });
  return id;
}
const findingsOf = async (auditId: string) =>
  (await kavi().call(findings.endpoints.list, { limit: 200 })).rows.filter((row) => row.auditId === auditId);
const answer = async (id: string) =>
  bina().call(
    contract.respond,
    {
      id,
      response: 'The extinguisher was refilled.',
      photoIds: [await uploadedFile(app, { by: 'Bina', name: 'now.jpg' })],
    },
    await versionOf('audit_finding', id),
  );

test('nobody publishes the own audit; published, each fault is a finding that the centre sees and has days for', async () => {
  const id = await handedIn(({ code }) => code === 'FI-01' || code === 'FA-01');
  assert.deepEqual(await findingsOf(id), []);
  await asha().refused(review.approve, { id }, 'audit.own-audit', await versionOf('audit', id));
  await bina().refused(auditContract.get, { id }, 'row.not-found');
  assert.deepEqual(await kavi().call(review.approve, { id }, await versionOf('audit', id)), { findings: 2 });
  const mine = (await bina().call(findings.endpoints.list, { limit: 200 })).rows.filter(
    (row) => row.auditId === id,
  );
  assert.deepEqual(mine.map(({ code, severity, status }) => [code, severity, status]).sort(), [
    ['FA-01', 'MAJOR', 'OPEN'],
    ['FI-01', 'CRITICAL', 'OPEN'],
  ]);
  const critical = mine.find(({ severity }) => severity === 'CRITICAL');
  assert.ok((critical?.dueOn ?? '') >= addDays(today, 2), 'two days, or the next working day');
  await kavi().refused(review.approve, { id }, 'row.wrong-state', await versionOf('audit', id));
});

test('answered with a photo, verified by another; a critical one is closed by itself, and the last closes the audit', async () => {
  const id = await handedIn(({ code }) => code === 'FI-01' || code === 'FA-01');
  await kavi().call(review.approve, { id }, await versionOf('audit', id));
  const [first, second] = await findingsOf(id);
  assert.ok(first && second);
  const [critical, major] = first.severity === 'CRITICAL' ? [first, second] : [second, first];
  const short = { id: major.id, response: 'Done.', photoIds: [] };
  await bina().refused(contract.respond, short, 'finding.note-short', { version: major.version });
  await bina().refused(
    contract.respond,
    { ...short, response: 'All is there again.' },
    'finding.photo-needed',
    { version: major.version },
  );
  await answer(major.id);
  const reason = 'The photo shows another box.';
  const [seen] = (await findingsOf(id)).filter((row) => row.id === major.id);
  assert.equal(seen?.photoIds.length, 1);
  const shown = (await kavi().call(auditContract.get, { id })).findings.find((row) => row.id === major.id);
  assert.match(shown?.photos[0]?.url ?? '', /^\/api\/file\/.*[?&]s=/, 'who verifies sees the photo');
  await kavi().call(contract.return, { id: major.id, reason }, await versionOf('audit_finding', major.id));
  await answer(major.id);
  await kavi().call(contract.verify, { id: major.id }, await versionOf('audit_finding', major.id));
  await answer(critical.id);
  await kavi().call(contract.verify, { id: critical.id }, await versionOf('audit_finding', critical.id));
  const states = async () =>
    Object.fromEntries((await findingsOf(id)).map(({ severity, status }) => [severity, status]));
  assert.deepEqual(await states(), { CRITICAL: 'VERIFIED', MAJOR: 'CLOSED' });
  await kavi().call(
    contract.close,
    { id: critical.id, reason: 'Seen at the visit.' },
    await versionOf('audit_finding', critical.id),
  );
  assert.equal((await kavi().call(auditContract.get, { id })).status, 'CLOSED');
});

test('the same fault again is told; days are given twice at most; who answered does not verify', async () => {
  const before = await handedIn(({ code }) => code === 'FA-01');
  await kavi().call(review.approve, { id: before }, await versionOf('audit', before));
  const id = await handedIn(({ code }) => code === 'FA-01');
  await kavi().call(review.approve, { id }, await versionOf('audit', id));
  const [again] = await findingsOf(id);
  assert.ok(again && again.repeats >= 1);
  for (const days of [7, 10])
    await kavi().call(
      contract.extend,
      {
        id: again.id,
        dueOn: addDays((await findingsOf(id))[0]?.dueOn ?? today, days),
        reason: 'The shop delivers late',
      },
      await versionOf('audit_finding', again.id),
    );
  await kavi().refused(
    contract.extend,
    { id: again.id, dueOn: addDays(today, 40), reason: 'Once more' },
    'finding.extend-limit',
    await versionOf('audit_finding', again.id),
  );
  await answer(again.id);
  await app.sql(
    'update audit_finding set responded_by = (select id from app_user where first_name = $2 limit 1) where id = $1',
    [again.id, 'Kavi'],
  );
  await kavi().refused(
    contract.verify,
    { id: again.id },
    'finding.own-response',
    await versionOf('audit_finding', again.id),
  );
});

test('returned it goes on with its auditor; void it takes its findings along', async () => {
  const id = await handedIn(() => false);
  await kavi().call(review.return, { id, reason: 'The photo is dark.' }, await versionOf('audit', id));
  const back = await asha().call(auditContract.get, { id });
  assert.deepEqual([back.status, back.reason, back.can['answer']], ['RETURNED', 'The photo is dark.', true]);
  await asha().call(auditContract.submit, { id });
  await kavi().call(review.approve, { id }, await versionOf('audit', id));
  assert.equal((await kavi().call(auditContract.get, { id })).status, 'CLOSED', 'nothing was found');
  const bad = await handedIn(({ code }) => code === 'FA-01');
  await kavi().call(review.approve, { id: bad }, await versionOf('audit', bad));
  await kavi().call(
    review.void,
    { id: bad, reason: 'It was the wrong centre' },
    await versionOf('audit', bad),
  );
  assert.deepEqual(
    (await findingsOf(bad)).map(({ status }) => status),
    ['WITHDRAWN'],
  );
});

test('another centre has none of these findings, and a teacher no list of them', async () => {
  const mine = new Set((await bina().call(findings.endpoints.list, { limit: 200 })).rows.map(({ id }) => id));
  const others = await app.as('Charu').call(findings.endpoints.list, { limit: 200 });
  assert.ok(others.rows.every(({ id }) => !mine.has(id)));
  assert.equal((await app.as('Divya').raw(findings.endpoints.list, {})).status, 403);
});

test('observed by the centre head, a teacher reads what is about her, says so once, and nothing of others', async () => {
  const bina = app.as('Bina');
  const divya = app.as('Divya');
  const [teacher] = await app.sql<{ id: string }>(
    `select s.id from staff s join app_user u on u.id = s.user_id where u.first_name = 'Divya' and s.franchisee_id = $1`,
    [ANDHERI],
  );
  const [type] = await app.sql<{ id: string }>(
    `select id from audit_type where slug = 'teacher-observation'`,
  );
  const id = randomUUID();
  await bina.call(auditContract.start, {
    id,
    typeId: type?.id ?? '',
    auditOn: today,
    staffId: teacher?.id ?? '',
    deviceId: 'd',
  });
  const { categories } = await bina.call(auditContract.get, { id });
  const ops = categories.flatMap(({ subCategories }) =>
    subCategories.flatMap(({ questions }) =>
      questions.map((one): AuditOp => {
        const scaled = one.responseKind === 'SCALE';
        return {
          kind: 'answer',
          opId: randomUUID(),
          atDevice: `${today}T10:00:00+05:30`,
          parameterId: one.id,
          response: scaled ? null : 'yes',
          scale: scaled ? 4 : null,
          note: null,
          rev: 1,
        };
      }),
    ),
  );
  await bina.call(auditContract.sync, { id, deviceId: 'd', ops });
  const listed = async () => (await divya.call(review.mine, {})).rows.find((row) => row.id === id);
  assert.equal(await listed(), undefined);
  await divya.refused(auditContract.get, { id }, 'row.not-found');
  await divya.refused(review.acknowledge, { id }, 'row.not-found');
  await bina.call(auditContract.submit, { id });
  assert.equal((await listed())?.acknowledgedAt, null);
  assert.equal((await divya.call(auditContract.get, { id })).can['acknowledge'], true);
  await divya.call(review.acknowledge, { id });
  const first = (await listed())?.acknowledgedAt;
  assert.ok(first);
  await divya.call(review.acknowledge, { id });
  assert.equal((await listed())?.acknowledgedAt, first);
  const [other] = await app.sql<{ id: string }>(
    `select id from audit where status = 'PUBLISHED' and franchisee_id = $1 and staff_id is null limit 1`,
    [ANDHERI],
  );
  await divya.refused(auditContract.get, { id: other?.id ?? '' }, 'row.not-found');
  await divya.refused(review.acknowledge, { id: other?.id ?? '' }, 'row.not-found');
});
