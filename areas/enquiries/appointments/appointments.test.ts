// Visits through HTTP and by the clock: fixed, confirmed, reminded a day and two hours before, missed, thanked; nothing is
// written to a family that did not agree.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runBatchJob } from '@aangan/server/batch/batch-job.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { enquiryWorkContract } from '../follow-up/enquiry-work.contract.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';
import { ist, type WorkDesk, workDesk } from '../follow-up/work-testing.ts';
import { bulkMessageContract, messageBatch } from '../messages/bulk-message.contract.ts';
import { enquiryMessageText } from '../messages/message-text.record.ts';
import { classSeatsContract } from '../seats/class-seats.contract.ts';
import { appointmentContract } from './appointment.contract.ts';
import { appointmentWatch } from './appointment-watch.server.ts';
import { visitMessages } from './visit-messages.ts';

let desk: WorkDesk;
before(async () => {
  desk = await workDesk();
});
after(() => desk.app.close());

const esha = () => desk.app.as('Esha');
const DAY = '2026-11-24';
const AT = `${DAY}T15:00:00+05:30`;

/** Kinds of messages queued because of an enquiry, with their state, in order. */
const told = async (id: string) =>
  (
    await desk.app.sql<{ kind: string; state: string }>(
      `select payload ->> 'kind' as kind, state from outbox where kind = 'communication.expand' and source_id = $1 order by at, id`,
      [id],
    )
  ).map((row) => `${row.kind.split('.')[1]}${row.state === 'CANCELLED' ? ' (cancelled)' : ''}`);

const fixed = async (name: string, nextAt = AT) => {
  const one = await desk.capture(name, { consents: { sms: true } });
  await desk.log(one.enquiryCode, { outcome: 'APPOINTMENT', nextAt });
  return one;
};
const watch = (day: string, time: string) => desk.run(appointmentWatch, ist(day, time));
const visits = async (date = DAY) =>
  (await esha().call(appointmentContract.list, { date })).rows.map((row) => [row.childName, row.state]);

test('a visit is confirmed with its place, day and time, and a link to change it, in both languages', () => {
  for (const key of ['enquiries.visit', 'enquiries.visit-moved'])
    for (const text of [visitMessages.find((one) => one.key === key)].flatMap((one) => [one?.en, one?.hi]))
      for (const part of ['{centre}', '{date}', '{time}', '{link}'])
        assert.ok(text?.includes(part), `${key} lacks ${part}`);
});

test('a visit is told, reminded once a day and once two hours before, and thanked for', async () => {
  desk.at('2026-11-21');
  const one = await fixed('Asmi');
  assert.deepEqual(
    (await told(one.id)).filter((kind) => kind !== 'ack'),
    ['visit'],
  );
  await watch('2026-11-22', '15:00');
  assert.equal((await told(one.id)).includes('remind-visit'), false, 'two days are too early');
  for (const time of ['15:15', '15:30', '15:45']) await watch('2026-11-23', time);
  for (const time of ['13:00', '13:15', '13:30']) await watch(DAY, time);
  assert.deepEqual(
    (await told(one.id)).filter((kind) => kind === 'remind-visit').length,
    2,
    'one for each reminder, however often the watch looks',
  );
  desk.at(DAY, '10:00');
  const before = await desk.get(one.enquiryCode);
  const { appointmentAt } = await esha().call(
    appointmentContract.confirm,
    { enquiryId: one.id },
    { version: before.version },
  );
  assert.equal(new Date(appointmentAt).toISOString(), new Date(AT).toISOString());
  assert.deepEqual(await visits(), [['Asmi', 'CONFIRMED']]);
  await esha().refused(appointmentContract.confirm, { enquiryId: one.id }, 'row.stale', {
    version: before.version,
  });
  desk.at(DAY, '15:40');
  await desk.log(one.enquiryCode, {
    outcome: 'COUNSELLED',
    channel: 'VISIT',
    note: 'Both grandparents came along',
  });
  assert.deepEqual(await visits(), [['Asmi', 'CAME']]);
  assert.equal((await told(one.id)).at(-1), 'thanks');
  await watch(DAY, '17:15');
  assert.equal((await desk.get(one.enquiryCode)).subStatus, 'Walk-in done');
});

test('who does not come is called on the next working day; another time is told and cancels what has not left', async () => {
  desk.at('2026-11-21');
  const missed = await fixed('Bela', '2026-11-21T15:00:00+05:30');
  const moved = await fixed('Chand', '2026-11-25T11:00:00+05:30');
  await watch('2026-11-21', '16:45');
  assert.equal((await desk.get(missed.enquiryCode)).subStatus, 'Appointment fixed');
  for (const time of ['17:00', '17:15']) await watch('2026-11-21', time);
  const row = await desk.get(missed.enquiryCode);
  assert.deepEqual(
    [row.subStatus, row.nextFollowUpOn, row.stage],
    ['No-show', '2026-11-23', 'Appointment Fixed'],
  );
  assert.equal((await told(missed.id)).filter((kind) => kind === 'no-show').length, 1);
  assert.deepEqual(await visits('2026-11-21'), [['Bela', 'NO_SHOW']]);
  const { version } = await desk.get(moved.enquiryCode);
  await esha().call(
    enquiryContract.moveStage,
    { id: moved.id, action: 'reschedule', appointmentAt: '2026-11-26T16:00:00+05:30' },
    { version },
  );
  const kinds = (await told(moved.id)).filter((kind) => kind !== 'ack');
  assert.deepEqual(kinds, ['visit (cancelled)', 'visit-moved']);
  const again = await desk.get(moved.enquiryCode);
  await esha().refused(appointmentContract.noShow, { enquiryId: moved.id }, 'appointment.none', {
    version: again.version,
  });
  desk.at('2026-11-26', '16:30');
  const out = await esha().call(
    appointmentContract.noShow,
    { enquiryId: moved.id },
    { version: again.version },
  );
  assert.equal(out.nextFollowUpOn, '2026-11-27');
  const lone = await desk.capture('Devi');
  await esha().refused(appointmentContract.confirm, { enquiryId: lone.id }, 'appointment.none', {
    version: (await desk.get(lone.enquiryCode)).version,
  });
  await desk.capture('Wali', { walkIn: true });
  assert.deepEqual((await visits('2026-11-26')).at(-1), ['Wali', 'WALK_IN']);
  assert.deepEqual(
    (await desk.app.as('Rekha').call(appointmentContract.list, { date: '2026-11-26' })).rows,
    [],
  );
});

test('an undone appointment takes its message back; nothing goes to a family that did not agree', async () => {
  desk.at('2026-11-21');
  const one = await desk.capture('Esa', { consents: { sms: true } });
  const slip = await desk.log(one.enquiryCode, { outcome: 'APPOINTMENT', nextAt: AT });
  await esha().call(followUpWorkContract.void, { id: slip.id });
  assert.deepEqual(
    (await told(one.id)).filter((kind) => kind.startsWith('visit')),
    ['visit (cancelled)'],
  );
  const silent = await desk.capture('Fia');
  await desk.log(silent.enquiryCode, { outcome: 'APPOINTMENT', nextAt: AT });
  await watch('2026-11-23', '15:15');
  assert.deepEqual(await told(silent.id), []);
});

test('ready messages: only the ways the family agreed to, once a day', async () => {
  desk.at('2026-11-21');
  const yes = await desk.capture('Gia', { consents: { sms: true } });
  const shown = await esha().call(enquiryWorkContract.messages, { enquiryId: yes.id });
  assert.deepEqual(
    shown.ways.map((way) => [way.channel, way.allowed]),
    [
      ['WHATSAPP', false],
      ['SMS', true],
    ],
  );
  assert.deepEqual(
    shown.templates.map((one) => one.key),
    ['enquiries.could-not-reach', 'enquiries.details', 'enquiries.invite'],
  );
  assert.ok(
    shown.templates.every((one) => !/\{\w+\}/.test(one.text)),
    'every value is filled',
  );
  assert.ok(
    shown.templates.every((one) => one.label && !one.label.includes('{')),
    'a title has words',
  );
  const send = { enquiryId: yes.id, template: 'enquiries.details', channel: 'SMS' } as const;
  assert.deepEqual(await esha().call(enquiryWorkContract.sendMessage, send), { queued: true });
  assert.deepEqual(await esha().call(enquiryWorkContract.sendMessage, send), { queued: false });
  await esha().refused(
    enquiryWorkContract.sendMessage,
    { ...send, template: 'enquiries.visit' },
    'appointment.none',
  );
  const no = await desk.capture('Hana');
  await esha().refused(
    enquiryWorkContract.sendMessage,
    { ...send, enquiryId: no.id },
    'follow-up.no-consent',
  );
  const consents = await esha().call(enquiryWorkContract.consents, { enquiryId: yes.id });
  assert.deepEqual(
    consents.rows.map((row) => [row.purpose, row.allowed]),
    [['MESSAGES_SMS', true]],
  );
  assert.equal(
    (await desk.app.as('Rekha').raw(enquiryWorkContract.messages, { enquiryId: yes.id })).status,
    404,
  );
});

test('one message to many: shown first, one for each family, the reasons told, never twice', async () => {
  desk.at('2026-11-21');
  const mobile = desk.nextPhone();
  const first = await desk.capture('Ila', { mobile, consents: { sms: true } });
  const twin = await desk.capture('Ira', { mobile });
  const other = await desk.capture('Jai', { consents: { sms: true } });
  const silent = await desk.capture('Kavi');
  const stopped = await desk.capture('Lata', { consents: { sms: true } });
  await desk.app.sql(
    `update consent_now set allowed = false where subject_id = (select household_id from enquiry where id = $1)`,
    [stopped.id],
  );
  const lost = await desk.capture('Mira', { consents: { sms: true } });
  await desk.lose(lost.enquiryCode, 'close', 'Fees');
  const ids = [first, twin, other, silent, stopped, lost].map((one) => one.id);
  const asked = { ids, template: 'enquiries.details' } as const;
  const shown = await esha().call(bulkMessageContract.preview, asked);
  assert.deepEqual([shown.total, shown.reached, shown.ways], [6, 2, [{ channel: 'SMS', n: 2 }]]);
  assert.deepEqual(
    shown.examples.map((one) => one.childName),
    ['Ila', 'Jai'],
  );
  assert.ok(shown.examples.every((one) => /Nursery|LKG|UKG|Play/.test(one.text) && !one.text.includes('{')));
  assert.ok(
    shown.examples.every((one) => one.to.includes('•')),
    'numbers stay masked',
  );
  assert.deepEqual(
    Object.fromEntries(shown.leftOut.map((one) => [one.reason, one.rows.map((row) => row.childName)])),
    {
      'not open any more': ['Mira'],
      'another child of the family is written about': ['Ira'],
      'said no to messages': ['Lata'],
      'has not agreed to messages': ['Kavi'],
    },
  );
  const { batchId, reached } = await esha().call(bulkMessageContract.send, asked);
  assert.equal(reached, 2);
  const [{ franchisee_id: franchiseeId } = { franchisee_id: 0 }] = await desk.app.sql<{
    franchisee_id: number;
  }>('select franchisee_id from batch where id = $1', [batchId]);
  // Somebody takes back the word between the look and the action.
  await desk.app.sql(
    `update consent_now set allowed = false where subject_id = (select household_id from enquiry where id = $1)`,
    [other.id],
  );
  for (let run = 0; run < 2; run++) await desk.run(runBatchJob, ist('2026-11-21'), { batchId, franchiseeId });
  const written = async (id: string) =>
    (
      await desk.app.sql<{ n: number }>(
        `select count(*)::int as n from outbox where kind = 'communication.expand' and payload -> 'about' ->> 'enquiryId' = $1 and payload ->> 'kind' = 'enquiries.details'`,
        [id],
      )
    )[0]?.n;
  const counts: (number | undefined)[] = [];
  for (const id of ids) counts.push(await written(id));
  assert.deepEqual(counts, [1, 0, 0, 0, 0, 0], 'one for the family that still agrees, none for anybody else');
  const [batch] = (await esha().call(messageBatch.endpoints.list, { ids: [batchId] })).rows;
  assert.deepEqual([batch?.state, batch?.done, batch?.ok, batch?.skipped], ['DONE', 6, 1, 5]);
  const items = await esha().call(messageBatch.endpoints.items, { id: batchId });
  assert.deepEqual(items.rows.map((row) => [row.label, row.reason]).slice(0, 3), [
    ['Ila', null],
    ['Ira', 'another child of the family is written about'],
    ['Jai', 'said no to messages'],
  ]);
  await esha().refused(bulkMessageContract.send, { ...asked, ids: [first.id] }, 'enquiry-message.nobody');
  await esha().refused(messageBatch.endpoints.cancel, { id: batchId }, 'batch.done');
  for (const [contract, input] of [
    [bulkMessageContract.preview, asked],
    [bulkMessageContract.send, asked],
    [messageBatch.endpoints.items, { id: batchId }],
    [messageBatch.endpoints.cancel, { id: batchId }],
  ] as const)
    assert.equal((await desk.app.as('Rekha').raw(contract, input)).status, 404);
});

test("a centre's own texts: unknown places refused by name, no SMS without a DLT id, under the ready ones for one and for many", async () => {
  desk.at('2026-11-21');
  const bina = desk.app.as('Bina');
  const { create } = enquiryMessageText.endpoints;
  assert.ok(create);
  const text = (more: Record<string, unknown>) => ({
    name: 'Open day',
    channel: 'BOTH',
    language: 'en',
    body: 'Dear {parent}, {child} is welcome at {centre} on Saturday. Questions? {phone}',
    active: true,
    ...more,
  });
  const refused = await bina.refused(create, text({ body: 'Pay {fees} or {Child}' }), 'input.invalid');
  assert.match(
    refused.fields?.['body'] ?? '',
    /^Unknown: \{fees\}, \{Child\}\. You can use \{parent\}, \{child\}/,
  );
  const idOf = async (more: Record<string, unknown>) =>
    ((await bina.raw(create, text(more))).body as { id: string }).id;
  const openDay = await idOf({});
  const unregistered = await idOf({ name: 'By SMS alone', channel: 'SMS' });
  const registered = await idOf({
    name: 'नमस्ते',
    channel: 'SMS',
    language: 'hi',
    body: '{child} के लिए {centre} में सीट है।',
    dltTemplateId: '1107161234567890123',
  });
  const resting = await idOf({ name: 'Last year', active: false });
  const { rows } = await esha().call(bulkMessageContract.templates, {});
  const own = rows.filter((row) => row.own);
  assert.deepEqual(rows.slice(-own.length), own, 'under the ready ones');
  assert.deepEqual(
    own.map((row) => [row.label, row.blocked]),
    [
      ['By SMS alone', 'No DLT id: it cannot go by SMS'],
      ['Open day', null],
      ['नमस्ते', null],
    ],
  );
  assert.deepEqual(
    (await desk.app.as('Rekha').call(bulkMessageContract.templates, {})).rows.filter((row) => row.own),
    [],
    "another centre's are not offered",
  );

  const byMail = await desk.capture('Nia', {
    email: 'nia@example.com',
    consents: { sms: true, email: true },
  });
  const bySms = await desk.capture('Omi', { consents: { sms: true } });
  const ids = [byMail.id, bySms.id];
  const mail = await esha().call(bulkMessageContract.preview, { ids, template: openDay });
  assert.deepEqual(mail.ways, [{ channel: 'EMAIL', n: 1 }]);
  assert.match(
    mail.examples[0]?.text ?? '',
    /^Dear Parent of Nia, Nia is welcome at Andheri on Saturday\. Questions\?/,
  );
  assert.deepEqual(
    mail.leftOut.map((one) => [one.reason, one.n]),
    [['no e-mail, and the text has no DLT id for SMS', 1]],
  );
  const sms = { ids, template: registered };
  assert.deepEqual((await esha().call(bulkMessageContract.preview, sms)).ways, [{ channel: 'SMS', n: 2 }]);
  await esha().refused(bulkMessageContract.send, { ids, template: unregistered }, 'enquiry-message.nobody');
  await esha().refused(bulkMessageContract.preview, { ids, template: randomUUID() }, 'row.not-found');
  const elsewhere = await desk.app.as('Charu').raw(create, text({ name: 'Of Baner' }));
  await desk.app
    .as('Asha', { centre: null })
    .refused(
      bulkMessageContract.preview,
      { ids, template: (elsewhere.body as { id: string }).id },
      'row.not-found',
    );
  const { batchId } = await esha().call(bulkMessageContract.send, sms);
  await desk.run(runBatchJob, ist('2026-11-21'), { batchId, franchiseeId: ANDHERI });
  const [batch] = (await esha().call(messageBatch.endpoints.list, { ids: [batchId] })).rows;
  assert.deepEqual([batch?.label, batch?.state, batch?.ok], ['नमस्ते', 'DONE', 2]);

  const one = await esha().call(enquiryWorkContract.messages, { enquiryId: byMail.id });
  assert.deepEqual(
    one.templates.filter((row) => row.own).map((row) => [row.label, row.channel, row.blocked]),
    [
      ['By SMS alone', null, 'No DLT id: it cannot go by SMS'],
      ['Open day', 'EMAIL', null],
      ['नमस्ते', 'SMS', null],
    ],
  );
  const send = { enquiryId: byMail.id, template: openDay } as const;
  await esha().refused(
    enquiryWorkContract.sendMessage,
    { ...send, channel: 'SMS' },
    'enquiry-message.no-dlt',
  );
  const mailed = { ...send, channel: 'EMAIL' } as const;
  assert.deepEqual(await esha().call(enquiryWorkContract.sendMessage, mailed), { queued: true });
  assert.deepEqual(await esha().call(enquiryWorkContract.sendMessage, mailed), { queued: false });
  assert.deepEqual(
    await esha().call(enquiryWorkContract.sendMessage, { ...send, template: registered, channel: 'SMS' }),
    { queued: false },
    'to many and to one is once a day',
  );
  await esha().refused(enquiryWorkContract.sendMessage, { ...mailed, template: resting }, 'row.not-found');
});

test('seats of a class: here, at the two nearest centres in order of distance, and nothing else of them', async () => {
  desk.at('2026-11-21');
  const one = await desk.capture('Nisha');
  await desk.app.sql(`update franchisee set lat = 19.12, lng = 72.84 where id = $1`, [ANDHERI]);
  const others = await desk.app.sql<{ id: number; company_name: string }>(
    `select id, company_name from franchisee where id <> $1 and not is_head_office and status = 'ACTIVE' order by id limit 2`,
    [ANDHERI],
  );
  for (const [i, { id }] of others.entries())
    await desk.app.sql(`update franchisee set lat = $2, lng = 72.84 where id = $1`, [id, 19.14 - i * 0.01]);
  for (const [id, capacity] of [[ANDHERI, 0], ...others.map((other, i) => [other.id, i + 4] as const)])
    await desk.app.sql(
      `insert into class_seat (franchisee_id, academic_year_id, class_id, day_session, capacity, keep_for_promotion) values ($1, 2026, 3, 'MORNING', $2, false)`,
      [id, capacity],
    );
  const { rows } = await esha().call(classSeatsContract.list, { enquiryId: one.id });
  const wished = rows.find((row) => row.wished);
  const taken = await desk.app.sql<{ franchisee_id: number; n: number }>(
    `select franchisee_id, count(*)::int as n from enrolment where academic_year_id = 2026 and class_id = 3 and day_session = 'MORNING' and status in ('UPCOMING', 'ACTIVE') group by 1`,
  );
  const free = (id: number, capacity: number) =>
    Math.max(0, capacity - (taken.find((row) => row.franchisee_id === id)?.n ?? 0));
  assert.deepEqual([wished?.classId, wished?.left, wished?.waiting], [3, 0, 0]);
  assert.deepEqual(
    wished?.near.map((near) => [near.km, near.left]),
    [...others.entries()].map(([i, { id }]) => [i === 0 ? 2.2 : 1.1, free(id, i + 4)]).toReversed(),
  );
  await desk.app.sql('delete from class_seat where class_id = 3 and academic_year_id = 2026');
  assert.equal(
    (await desk.app.as('Rekha').raw(classSeatsContract.list, { enquiryId: one.id })).status,
    404,
    'another centre asks for its own',
  );
});
