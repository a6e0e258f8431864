// Campaigns: checked is sent, one message a person, left out with a reason; approval by another; stopping news and offers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';
import { carryOut } from '../communication-testing.ts';
import { recordConsent } from '../consent/consent.server.ts';
import { sendAfter } from '../message/quiet-hours.ts';
import { templateContract } from '../template/template.contract.ts';
import { campaignContract as contract, outboxContract, suppressionContract } from './campaign.contract.ts';
import { campaigns } from './campaign.listing.ts';
import { isNear } from './campaign.states.ts';
import { campaignWorker, completeCampaigns } from './send-campaign.server.ts';

let app: TestApp;
let sms = '';
let offer = '';
const at = (time: string) => new Date(`2026-11-23T${time}:00+05:30`);
const bina = () => app.as('Bina');

async function activeTemplate(more: Partial<InputOf<typeof templateContract.save>>): Promise<string> {
  const { id } = await bina().call(templateContract.save, {
    name: 'Closed',
    userType: 'PARENT',
    type: 'SMS',
    category: 'SERVICE_IMPLICIT',
    variables: [{ name: 'day', kind: 'DATE', sample: '2026-11-24' }],
    variants: [
      {
        language: 'en',
        body: 'Dear {#var#}, {#var#} stays at home on {#var#}. {#var#}',
        map: ['name', 'child', 'day', 'centre'],
        dltEntityId: '1'.repeat(19),
        dltTemplateId: '2'.repeat(19),
        header: 'AANGAN',
      },
    ],
    submit: true,
    ...more,
  });
  const { version } = await bina().call(templateContract.get, { id });
  await app.as('Kavi').call(templateContract.activate, { id }, { version });
  return id;
}

before(async () => {
  app = await testApp();
  app.moveClock(at('11:00'));
  sms = await activeTemplate({});
  offer = await activeTemplate({
    name: 'Offer',
    type: 'EMAIL',
    category: 'PROMOTIONAL',
    variables: [],
    variants: [{ language: 'en', subject: 'An offer of {centre}', body: 'Dear {name}, siblings pay less.' }],
  });
});
after(() => app.close());

type Words = InputOf<typeof contract.check>;
const words = (more: Partial<Words> = {}): Words => ({
  page: 'SEND_SMS',
  templateId: sms,
  audience: { people: 'PARENT' },
  values: { day: '2026-11-24' },
  ...more,
});
const save = (more: Partial<InputOf<typeof contract.save>> = {}, who = bina()) =>
  who.call(contract.save, { ...words(), title: 'Rain', send: true, ...more });
const messages = (id: string) =>
  app.sql<{ status: string; channel: string; body: string | null }>(
    "select status, channel from message where source_kind = 'campaign' and source_id = $1",
    [id],
  );

test('story 3: matched = reached + out, and exactly so many messages; each person once', async () => {
  await app.sql('update guardian set mobile = null where id = $1', [children.Kabir.guardianId]);
  const check = await bina().call(contract.check, words());
  assert.deepEqual(
    [check.matched, check.reached, check.out.map(({ reason, n }) => [reason, n])],
    [2, 1, [['NO_ADDRESS', 1]]],
  );
  assert.equal(check.matched, check.reached + check.out.reduce((sum, { n }) => sum + n, 0));
  assert.equal(check.samples[0]?.text, 'Dear Gita Iyer, Aarav stays at home on 24-11-2026. Andheri');
  assert.equal(check.units, 1);
  await bina().refused(
    contract.save,
    { ...words(), title: 'Rain', send: true, reached: 2 },
    'campaign.preview-stale',
  );
  const { id, status } = await save({ reached: 1 });
  assert.equal(status, 'SCHEDULED');
  await carryOut(app, at('11:01'));
  assert.equal((await messages(id)).length, check.reached);
  const row = await bina().call(contract.get, { id });
  assert.deepEqual([row.status, row.waiting, row.out], ['SENDING', 1, [{ reason: 'NO_ADDRESS', n: 1 }]]);
  const complete = () =>
    completeCampaigns.run({
      now: at('11:03'),
      data: null,
      work: (franchiseeId, work) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: completeCampaigns.name }, work),
      ports: { ...app.ports, afterCommit: () => undefined },
    });
  await complete();
  assert.equal((await bina().call(contract.get, { id })).status, 'SENDING', 'one still waits');
  const left = await app.sql('select reason from campaign_out where campaign_id = $1', [id]);
  assert.deepEqual(left, [{ reason: 'NO_ADDRESS' }]);
  // The fact again sends nobody a second one.
  await app.sql("update outbox set state = 'QUEUED' where kind = 'communication.campaign'");
  await carryOut(app, at('11:02'));
  assert.equal((await messages(id)).length, check.reached);
  await app.sql("update message set status = 'DELIVERED' where source_id = $1", [id]);
  await complete();
  const done = await bina().call(contract.get, { id });
  assert.deepEqual([done.status, done.sent, done.delivered], ['COMPLETED', 1, 1]);
  await app.sql('update guardian set mobile = $2 where id = $1', [
    children.Kabir.guardianId,
    '+919821000002',
  ]);
});

test('one number, one message; a restricted guardian is in no count', async () => {
  await app.sql('update guardian set mobile = (select mobile from guardian where id = $1) where id = $2', [
    children.Aarav.guardianId,
    children.Kabir.guardianId,
  ]);
  const shared = await bina().call(contract.check, words());
  assert.deepEqual([shared.reached, shared.out[0]?.reason], [1, 'DUPLICATE']);
  await app.sql("update guardian set mobile = '+919821000002' where id = $1", [children.Kabir.guardianId]);
  await app.sql('update student_guardian set restricted = true where guardian_id = $1', [
    children.Kabir.guardianId,
  ]);
  const { matched } = await bina().call(
    contract.check,
    words({ audience: { people: 'PARENT', classIds: [NURSERY] } }),
  );
  assert.equal(matched, 1);
  await app.sql('update student_guardian set restricted = false where guardian_id = $1', [
    children.Kabir.guardianId,
  ]);
});

test('story 4: 501 people wait for somebody else; a changed audience is refused', async () => {
  await app.sql(`insert into guardian (franchisee_id, id, family_id, name, mobile, relation_default)
    select ${ANDHERI}, gen_random_uuid(), '${children.Kabir.familyId}', 'Aunt ' || n, '+9197000' || lpad(n::text, 5, '0'), 'OTHER' from generate_series(1, 499) n`);
  await app.sql(`insert into student_guardian (franchisee_id, student_id, guardian_id, relation)
    select ${ANDHERI}, '${children.Kabir.studentId}', id, 'OTHER' from guardian where name like 'Aunt %'`);
  const { id, status } = await save();
  assert.equal(status, 'WAITING_APPROVAL');
  const version = (await bina().call(contract.get, { id })).version;
  await bina().refused(contract.approve, { id }, 'approval.own', { version });
  await app.as('Esha').refused(contract.approve, { id }, 'approval.code-missing', { version });
  await assert.rejects(
    app.sql('update campaign set approved_by = made_by where id = $1', [id]),
    /check constraint/,
  );
  await app.sql(
    "update student_guardian set restricted = true where guardian_id in (select id from guardian where name like 'Aunt 1%')",
  );
  const changed = await app
    .as('Omkar')
    .refused(contract.approve, { id }, 'campaign.audience-changed', { version });
  assert.match(changed.message, /501 were approved, \d+ match now/);
  await app.sql(
    "update student_guardian set restricted = false where guardian_id in (select id from guardian where name like 'Aunt 1%')",
  );
  await app.as('Omkar').call(contract.sendBack, { id, reason: 'Only Nursery' }, { version });
  assert.equal((await bina().call(contract.get, { id })).status, 'DRAFT');
  await app.sql(
    "delete from student_guardian where guardian_id in (select id from guardian where name like 'Aunt %')",
  );
  assert.deepEqual([isNear(334, 354), isNear(334, 361), isNear(1000, 1049)], [true, false, true]);
});

test('story 4: more than 500 leave with an approval alone, whoever writes the row; an old approval counts no more', async () => {
  const { id } = await save({ title: 'Never alone', send: false });
  await assert.rejects(
    app.sql("update campaign set status = 'SCHEDULED', reached = 501 where id = $1", [id]),
    /check constraint/,
  );
  // Once approved by Omkar, then a draft again that Omkar himself writes: his approval of then is gone.
  await app.sql(
    'update campaign set approved_by = (select id from app_user where first_name = $2) where id = $1',
    [id, 'Omkar'],
  );
  const { version } = await bina().call(contract.get, { id });
  await save({ id, version, title: 'Mine now', send: false }, app.as('Omkar'));
  const row = await bina().call(contract.get, { id });
  assert.deepEqual([row.title, row.approvedBy], ['Mine now', null]);
});

test('story 5: other people at the start than were checked: a draft again, and nothing is queued', async () => {
  const { id } = await save({ title: 'At six', scheduledAt: at('18:00').toISOString() });
  await app.sql(`insert into guardian (franchisee_id, id, family_id, name, mobile, relation_default)
    select ${ANDHERI}, gen_random_uuid(), '${children.Kabir.familyId}', 'Uncle ' || n, '+9197100' || lpad(n::text, 5, '0'), 'OTHER' from generate_series(1, 21) n`);
  await app.sql(`insert into student_guardian (franchisee_id, student_id, guardian_id, relation)
    select ${ANDHERI}, '${children.Kabir.studentId}', id, 'OTHER' from guardian where name like 'Uncle %'`);
  await carryOut(app, at('18:01'));
  const row = await bina().call(contract.get, { id });
  assert.equal(row.status, 'DRAFT');
  assert.deepEqual(await messages(id), []);
  await app.sql(
    "delete from student_guardian where guardian_id in (select id from guardian where name like 'Uncle %')",
  );
});

test('a new version of the template after the check: neither approved nor sent', async () => {
  const { id } = await save({ title: 'Old words', scheduledAt: at('18:00').toISOString() });
  assert.equal(
    (await bina().call(contract.get, { id })).text,
    'Dear {name}, {child} stays at home on 24-11-2026. {centre}',
  );
  await app.sql('update template set version_no = 2, live_version = 2 where id = $1', [sms]);
  await carryOut(app, at('18:01'));
  assert.equal((await bina().call(contract.get, { id })).status, 'DRAFT');
  assert.deepEqual(await messages(id), []);
  await app.sql("update campaign set status = 'WAITING_APPROVAL' where id = $1", [id]);
  const { version } = await bina().call(contract.get, { id });
  await app.as('Omkar').refused(contract.approve, { id }, 'campaign.template-changed', { version });
  await app.sql('update template set version_no = 1, live_version = 1 where id = $1', [sms]);
});

test('head office chooses centres, another person approves, and each centre sends to its own people', async () => {
  await app.as('Meera').refused(contract.check, words(), 'campaign.centres');
  const far = { audience: { people: 'PARENT' as const, centreIds: [ANDHERI, BANER] } };
  await bina().refused(contract.check, words(far), 'audience.own-centre');
  const check = await app.as('Meera').call(contract.check, words(far));
  assert.deepEqual([check.matched, check.reached, check.needsApproval], [3, 3, true]);
  const { id, status } = await save({ ...far, title: 'Everywhere', reached: 3 }, app.as('Meera'));
  assert.equal(status, 'WAITING_APPROVAL');
  await assert.rejects(
    app.sql("update campaign set status = 'SCHEDULED' where id = $1", [id]),
    /check constraint/,
  );
  const { version } = await app.as('Meera').call(contract.get, { id });
  await app.as('Meera').refused(contract.approve, { id }, 'approval.own', { version });
  await bina().refused(contract.approve, { id }, 'row.not-found', { version });
  await app.as('Asha').call(contract.approve, { id }, { version });
  await carryOut(app, at('11:01'));
  const sent = await app.sql<{ at: number }>(
    'select franchisee_id as at from message where source_id = $1 order by 1',
    [id],
  );
  assert.deepEqual(
    sent.map((row) => row.at),
    [ANDHERI, ANDHERI, BANER],
  );
  const row = await app.as('Meera').call(contract.get, { id });
  assert.deepEqual([row.status, row.waiting, row.target], ['SENDING', 3, 'All families at Andheri, Baner']);
  await app.as('Meera').call(contract.cancel, { id, reason: 'Enough' }, { version: row.version });
  assert.ok((await messages(id)).every((one) => one.status === 'CANCELLED'));
});

test('story 7: siblings in one message, or one message a child', async () => {
  await app.sql(
    `insert into student_guardian (franchisee_id, student_id, guardian_id, relation) values (${ANDHERI}, '${children.Kabir.studentId}', '${children.Aarav.guardianId}', 'OTHER')`,
  );
  const gita = words({
    audience: { people: 'PARENT', studentIds: [children.Aarav.studentId, children.Kabir.studentId] },
  });
  const merged = await bina().call(contract.check, gita);
  assert.ok(merged.samples.some(({ text }) => text.includes('Gita Iyer, Aarav and Kabir stays')));
  const split = await bina().call(contract.check, { ...gita, mergeChildren: false });
  assert.equal(split.reached, merged.reached + 1);
  const texts = split.samples.map(({ text }) => text);
  for (const name of ['Aarav', 'Kabir'])
    assert.ok(texts.some((text) => text.startsWith(`Dear Gita Iyer, ${name} stays`)));
  const one = await save({ ...gita, title: 'Together' });
  const two = await save({ ...gita, title: 'Each', mergeChildren: false });
  await carryOut(app, at('11:01'));
  const toGita = async (id: string) =>
    (
      await app.sql('select 1 from message where source_id = $1 and to_id = $2', [
        id,
        children.Aarav.guardianId,
      ])
    ).length;
  assert.deepEqual([await toGita(one.id), await toGita(two.id)], [1, 2]);
  await app.sql('delete from student_guardian where guardian_id = $1 and student_id = $2', [
    children.Aarav.guardianId,
    children.Kabir.studentId,
  ]);
});

test('a test goes to whoever asks, five an hour; cancelled while it is being sent, the rest stays', async () => {
  const asked = { page: 'SEND_SMS' as const, templateId: sms, values: { day: '2026-11-24' } };
  for (let n = 0; n < 5; n += 1) {
    app.moveClock(new Date(at('11:00').getTime() + n));
    await bina().call(contract.test, asked);
  }
  await bina().refused(contract.test, asked, 'rate.limited');
  await carryOut(app, at('11:01'));
  const sent = await app.sql<{ to_kind: string; to_id: string }>(
    "select to_kind, to_id from message where source_kind = 'template-test' and source_id = $1",
    [sms],
  );
  assert.deepEqual(
    sent.map(({ to_kind, to_id }) => [to_kind, to_id]),
    Array.from({ length: 5 }, () => ['STAFF', people.Bina.id]),
  );
  const { id } = await save({ title: 'Half way' });
  // Cancelled after it began and before its first page.
  let steps = 0;
  await campaignWorker.perform({
    row: {
      id,
      franchiseeId: ANDHERI,
      kind: 'communication.campaign',
      attempts: 1,
      dedupeKey: id,
      payload: { id },
    },
    data: { id },
    now: at('11:02'),
    ports: { ...app.ports, afterCommit: () => undefined },
    finish: async () => undefined,
    work: async (franchiseeId, work) => {
      steps += 1;
      if (steps === 2) {
        const { version, status } = await bina().call(contract.get, { id });
        assert.equal(status, 'SENDING');
        await bina().call(contract.cancel, { id, reason: 'Stop' }, { version });
      }
      return inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'communication.campaign' }, work);
    },
  });
  assert.equal(steps, 2);
  await carryOut(app, at('11:03'));
  assert.deepEqual(await messages(id), []);
});

test('story 6: promotional leaves from 10:00 to 21:00 alone, and only with consent', async () => {
  const none = await bina().call(
    contract.check,
    words({ page: 'SEND_EMAIL', templateId: offer, values: {} }),
  );
  assert.equal(none.reached, 0);
  await app.sql("update guardian set email = 'gita@mail.test' where id = $1", [children.Aarav.guardianId]);
  const asked = words({ page: 'SEND_EMAIL', templateId: offer, values: {} });
  const refused = await bina().call(contract.check, asked);
  assert.ok(refused.out.some(({ reason }) => reason === 'NO_CONSENT'));
  await agree('YES');
  app.moveClock(at('21:30'));
  const night = await bina().call(contract.check, asked);
  assert.equal(night.reached, 1);
  assert.equal(night.needsApproval, true, 'an offer is approved by somebody else');
  assert.equal(night.goesAt, new Date('2026-11-24T10:00:00+05:30').toISOString());
  assert.deepEqual(sendAfter(at('20:58'), { urgency: 'ROUTINE', category: 'PROMOTIONAL' }), at('20:58'));
  app.moveClock(at('11:00'));
});

const agree = (answer: 'YES' | 'NO') =>
  inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test.consent' }, (db) =>
    recordConsent(db, {
      franchiseeId: ANDHERI,
      subjectKind: 'GUARDIAN',
      subjectId: children.Aarav.guardianId,
      answers: [{ purpose: 'MESSAGES_MARKETING', answer }],
      method: 'APP',
    }),
  );

test('story 25: the link stops news and offers alone; looking changes nothing, pressing twice is once', async () => {
  const token = await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test.link' }, (db) =>
    issueLink(db, {
      purpose: 'message.preferences',
      franchiseeId: ANDHERI,
      subject: { kind: 'GUARDIAN', id: children.Aarav.guardianId },
    }),
  );
  const press = (method: 'GET' | 'POST') => app.app.inject({ method, url: `/u/${token}` });
  const asked = words({ page: 'SEND_EMAIL', templateId: offer, values: {} });
  const answers = () => app.sql("select 1 from consent_answer where purpose = 'MESSAGES_MARKETING'");
  const before = (await answers()).length;
  assert.equal((await press('GET')).statusCode, 200);
  assert.equal((await answers()).length, before);
  assert.equal((await bina().call(contract.check, asked)).reached, 1);
  assert.equal((await press('POST')).statusCode, 200);
  assert.equal((await press('POST')).statusCode, 200);
  assert.equal((await answers()).length, before + 1);
  assert.equal((await bina().call(contract.check, asked)).reached, 0);
  assert.equal((await bina().call(contract.check, words())).reached, 2, 'what concerns the child goes on');
  assert.equal((await app.app.inject({ method: 'POST', url: `/u/${'x'.repeat(22)}` })).statusCode, 404);
});

test('a failed message is sent again, a waiting one is taken back; a cancelled campaign sends nothing', async () => {
  const { id } = await save({ title: 'Again' });
  await carryOut(app, at('11:01'));
  const [one] = await app.sql<{ id: string }>(
    'select id from message where source_id = $1 order by id limit 1',
    [id],
  );
  assert.ok(one);
  await bina().refused(outboxContract.retry, { id: one.id }, 'message.not-retryable');
  await bina().call(outboxContract.cancel, { id: one.id });
  await bina().refused(outboxContract.cancel, { id: one.id }, 'row.wrong-state');
  await app.sql("update message set status = 'FAILED' where id = $1", [one.id]);
  await app.as('Charu').refused(outboxContract.retry, { id: one.id }, 'row.not-found');
  await app.as('Divya').refused(outboxContract.retry, { id: one.id }, 'module.missing');
  await bina().call(outboxContract.retry, { id: one.id });
  const later = await save({ title: 'Later', scheduledAt: at('18:00').toISOString() });
  const { version } = await bina().call(contract.get, { id: later.id });
  await bina().call(contract.cancel, { id: later.id, reason: 'No rain' }, { version });
  await carryOut(app, at('18:01'));
  assert.deepEqual(await messages(later.id), []);
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  assert.deepEqual((await app.as('Charu').call(campaigns.endpoints.list, {})).rows, []);
});

test('an address that bounced is released with a reason; one that asked for no more is not', async () => {
  const { id } = await save({
    title: 'By mail',
    page: 'SEND_EMAIL',
    templateId: await serviceMail(),
    values: {},
  });
  await carryOut(app, at('11:01'));
  const stop = (reason: string) =>
    app.sql(
      `insert into suppression (channel, address_hash, scope, reason) select 'EMAIL', address_hash, 'ALL', $2 from message where source_id = $1 and channel = 'EMAIL' and address_hash is not null limit 1
       on conflict (channel, address_hash, scope) do update set reason = excluded.reason, until = null`,
      [id, reason],
    );
  await stop('COMPLAINT');
  const list = async () => (await bina().call(suppressionContract.list, {})).rows;
  const [row] = await list();
  assert.ok(row);
  assert.match(row.address, /•|\*/);
  const release = { messageId: row.id, scope: row.scope, reason: 'Corrected' };
  await bina().refused(suppressionContract.release, release, 'suppression.legal');
  await stop('HARD_BOUNCE');
  await app.as('Charu').refused(suppressionContract.release, release, 'row.not-found');
  await bina().call(suppressionContract.release, release);
  assert.deepEqual(await list(), []);
});

const serviceMail = () =>
  activeTemplate({
    name: 'Minutes',
    type: 'EMAIL',
    variables: [],
    variants: [{ language: 'en', subject: 'Minutes', body: 'Dear {name}, thank you.' }],
  });

test('bad input: a template of another page or other people, nobody at all', async () => {
  await bina().refused(contract.check, words({ templateId: offer }), 'campaign.template');
  await bina().refused(contract.check, words({ audience: { people: 'STAFF' } }), 'campaign.people');
  const wrong = await bina().refused(contract.save, { ...words(), title: ' ', send: false }, 'input.invalid');
  assert.ok(wrong.fields?.['title']);
  await bina().refused(
    contract.save,
    { ...words({ audience: { people: 'PARENT', classIds: [4] } }), title: 'Nobody', send: true },
    'audience.nobody',
  );
  const missing = await bina().call(contract.check, words({ values: {} }));
  assert.deepEqual([missing.reached, missing.out[0]?.reason], [0, 'VALUE_MISSING']);
});
