// What families write on WhatsApp: one conversation a number at the centre of its family, answered within its window.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import {
  type WhatsAppInboundSimulator,
  whatsAppInboundSimulator,
} from '@aangan/simulators/whatsapp-inbound/whatsapp-inbound-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import { expandMessage } from '../message/expand-message.server.ts';
import { sendMessage } from '../message/send-message.server.ts';
import { templateContract } from '../template/template.contract.ts';
import { conversationContract as contract } from './conversation.contract.ts';
import { conversations } from './conversation.listing.ts';

const log = pino({ level: 'silent' });
const SECRET = 'meta-app-secret';
let app: TestApp;
let ports: TestApp['ports'];
let whatsApp: WhatsAppInboundSimulator;
let meta: Server;
/** What WhatsApp was sent, and what it says to the next. */
const sent: Record<string, unknown>[] = [];
let answer: { status: number; body: unknown } | null = null;
let n = 0;

before(async () => {
  meta = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      sent.push(JSON.parse(body) as Record<string, unknown>);
      n += 1;
      const said = answer ?? { status: 200, body: { messages: [{ id: `wamid.out${n}` }] } };
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body));
    });
  });
  await new Promise<void>((done) => meta.listen(0, '127.0.0.1', done));
  const config = {
    NODE_ENV: 'test',
    AANGAN_DEMO: '',
    AANGAN_ALLOW_KEYLESS: 'true',
    META_APP_SECRET: SECRET,
    AANGAN_WHATSAPP: 'meta',
    WHATSAPP_TOKEN: 'a token',
    WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
    WHATSAPP_URL: `http://127.0.0.1:${(meta.address() as AddressInfo).port}`,
  };
  ports = { config, origin: 'http://aangan.test' };
  app = await testApp({ app: { ports, trustProxy: true } });
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
  whatsApp = whatsAppInboundSimulator({
    appSecret: SECRET,
    webhookUrl: `${origin}/webhooks/meta`,
    seed: 'conversations',
  });
});
after(async () => {
  await app?.close();
  meta?.close();
});

const write = async (
  from: string,
  text: string,
  more: { at?: number; name?: string; copies?: number } = {},
) => {
  const { copies = 1, ...message } = more;
  await whatsApp.deliver([{ from, text, ...message }], { copies, shuffle: true });
  await drainInbox({
    database: app.pool,
    workers: inboxWorkers(app.areas),
    ports,
    log,
    now: () => new Date(),
  });
};
const carry = async () => {
  for (let left = 2; left > 0; left -= 1)
    await drainOutbox({
      database: app.pool,
      workers: {
        'communication.expand': expandMessage,
        'communication.send': sendMessage(false),
      },
      ports,
      log,
      now: () => new Date(),
    });
};
const bina = () => app.as('Bina');
const inbox = async (who = bina(), input: Record<string, unknown> = {}) =>
  (await who.call(conversations.endpoints.list, { limit: 200, ...input })).rows;
const gita = async () => {
  const [row] = await app.sql<{ mobile: string }>('select mobile from guardian where id = $1', [
    children.Aarav.guardianId,
  ]);
  return (row?.mobile ?? '').slice(1);
};
const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;
const openOf = async (name: string) => {
  const row = (await inbox()).find((one) => one.name.includes(name));
  assert.ok(row, `no conversation of ${name}`);
  return bina().call(contract.get, { id: row.id });
};

test('a parent’s messages are one conversation at the centre of the child, whatever order and repeats they come in', async () => {
  const from = await gita();
  await write(from, 'Aarav has a fever.\nHe stays at home today.', { at: seconds(120), copies: 4 });
  await write(from, 'Please tell Divya.', { at: seconds(60), copies: 3 });
  const [row] = await inbox();
  assert.ok(row);
  assert.deepEqual(
    [row.name, row.who, row.children, row.unread, row.status, row.franchiseeId],
    ['Gita Iyer', 'PARENT', 'Aarav', 2, 'WAITING', ANDHERI],
  );
  assert.match(row.number, /•/, 'the number is masked');
  assert.equal('text' in row, false);
  const view = await bina().call(contract.get, { id: row.id });
  assert.deepEqual(
    view.items.map(({ text, out }) => [text, out]),
    [
      ['Aarav has a fever.\nHe stays at home today.', false],
      ['Please tell Divya.', false],
    ],
  );
  assert.equal(view.closed, null);
  const [looked] = await app.sql<{ n: number }>(
    "select count(*)::int as n from access_log where contract = 'conversation.get' and user_id = $1",
    [people.Bina.id],
  );
  assert.equal(looked?.n, 1, 'the look is logged');
  assert.deepEqual(await app.sql('select id from wa_contact'), [], 'a parent is no new enquiry');
  // Neither the text nor the number stands readable in the database.
  for (const table of ['conversation_item', 'record_change', 'inbox'])
    assert.equal(
      (
        await app.sql<{ found: boolean }>(
          `select exists (select from ${table} t where t::text like '%fever%') as found`,
        )
      )[0]?.found,
      false,
      table,
    );
});

test('read, answered in free words, and the line says how far it got', async () => {
  const before_ = await openOf('Gita');
  await bina().call(contract.markRead, { id: before_.id });
  const read = await openOf('Gita');
  assert.equal(read.unread, 0);
  await bina().refused(contract.reply, { id: read.id, text: 'x' }, 'row.stale', { version: before_.version });
  await bina().refused(contract.reply, { id: read.id, text: '  ' }, 'input.invalid', {
    version: read.version,
  });
  const text = 'Get well soon, {name}!\nWe told Divya.';
  await bina().call(contract.reply, { id: read.id, text }, { version: read.version });
  assert.equal((await openOf('Gita')).items.at(-1)?.status, 'QUEUED');
  sent.length = 0;
  await carry();
  assert.deepEqual(
    sent.map(({ to, type, text: said }) => [to, type, said]),
    [[await gita(), 'text', { body: text, preview_url: false }]],
  );
  const done = await openOf('Gita');
  assert.deepEqual([done.status, done.owner, done.items.at(-1)?.status], ['ANSWERED', 'Bina Shah', 'SENT']);
  const [row] = await app.sql<{ body: string }>(
    "select body_masked as body from message where kind = 'communication.reply'",
  );
  assert.doesNotMatch(row?.body ?? '', /well soon/, 'the outbox shows no answer');
  // A new message waits again, and whoever answers is told.
  await write(await gita(), 'Thank you!');
  assert.equal((await openOf('Gita')).status, 'WAITING');
  await carry();
  const notices = await app.sql<{ link: string }>(
    "select link from notice where kind = 'communication.reply-waiting' and user_id = $1",
    [people.Bina.id],
  );
  assert.deepEqual(
    notices.map(({ link }) => link),
    [`/communications/sms?tab=inbox&conversation=${done.id}`],
  );
});

test('the window: two minutes before a day is over free text is refused with what else there is', async () => {
  const { id } = await openOf('Gita');
  const old = new Date(Date.now() - 24 * 3_600_000 + 119_000).toISOString();
  await app.sql('update conversation set last_in_at = $2 where id = $1', [id, old]);
  const view = await openOf('Gita');
  assert.equal(view.closed, 'WINDOW');
  await bina().refused(contract.reply, { id, text: 'Too late' }, 'conversation.window-closed', {
    version: view.version,
  });
  await app.sql("update conversation set last_in_at = last_in_at + interval '5 seconds' where id = $1", [id]);
  const open = await openOf('Gita');
  assert.equal(open.closed, null);
  await bina().call(contract.reply, { id, text: 'Just in time' }, { version: open.version });
  // A queue that is behind: the window has closed when its turn comes.
  await app.sql(
    "update outbox set expires_at = now() - interval '1 second' where source_kind = 'conversation-reply' and state = 'QUEUED'",
  );
  sent.length = 0;
  await carry();
  assert.deepEqual(sent, []);
});

test('WhatsApp refuses an answer: the line says it failed', async () => {
  await write(await gita(), 'Are you there?');
  const view = await openOf('Gita');
  await bina().call(contract.reply, { id: view.id, text: 'Yes' }, { version: view.version });
  answer = { status: 400, body: { error: { code: 131047 } } };
  await carry();
  answer = null;
  assert.equal((await openOf('Gita')).items.at(-1)?.status, 'FAILED');
});

test('somebody else looks after it: only people who answer here, and they are told', async () => {
  const { id } = await openOf('Gita');
  await bina().refused(contract.assign, { id, ownerId: people.Rekha.id }, 'input.invalid');
  await bina().call(contract.assign, { id, ownerId: people.Esha.id });
  await carry();
  const [notice] = await app.sql<{ title: string }>(
    "select title from notice where kind = 'communication.conversation-assigned' and user_id = $1",
    [people.Esha.id],
  );
  assert.match(notice?.title ?? '', /^Bina Shah gave you/);
  assert.deepEqual(
    (await inbox(app.as('Esha'), { ownerId: people.Esha.id })).map(({ owner }) => owner),
    ['Esha Patil'],
  );
  assert.equal((await inbox(bina(), { ownerId: people.Bina.id })).length, 0);
  const { number } = await bina().call(contract.reveal, { id });
  assert.equal(number, `+${await gita()}`);
});

test('another centre sees nothing of it, a teacher may not, and numbers nobody knows are head office’s alone', async () => {
  const { id } = await openOf('Gita');
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  await app.as('Charu').refused(contract.reply, { id, text: 'x' }, 'row.not-found', { version: 1 });
  await app.as('Charu').refused(contract.assign, { id, ownerId: people.Esha.id }, 'row.not-found');
  await app.as('Charu').refused(contract.reveal, { id }, 'row.not-found');
  await app.as('Divya').refused(contract.get, { id }, 'module.missing');
  const stranger = '919940555001';
  await write(stranger, 'Do you take two-year-olds?', { name: 'Asha' });
  assert.deepEqual(
    (await inbox()).map(({ name }) => name),
    ['Gita Iyer'],
  );
  const [row] = (await inbox(app.as('Meera'))).filter(({ who }) => who === 'NOBODY');
  assert.ok(row);
  assert.deepEqual([row.name, row.centre, row.unread], ['Asha', 'Head office', 1]);
  // The number becomes a parent's: the whole conversation is the centre's.
  await app.sql('update guardian set mobile = $2 where id = $1', [children.Kabir.guardianId, `+${stranger}`]);
  await write(stranger, 'Kabir is late today.');
  const [moved] = (await inbox()).filter(({ id: one }) => one === row.id);
  assert.deepEqual([moved?.who, moved?.franchiseeId, moved?.unread], ['PARENT', ANDHERI, 2]);
  const view = await bina().call(contract.get, { id: row.id });
  assert.deepEqual(
    view.items.map(({ text }) => text),
    ['Do you take two-year-olds?', 'Kabir is late today.'],
  );
});

test('a parent of two centres: the one that wrote last, else the one where a child goes now', async () => {
  const both = '919940555002';
  const made = async (centre: number) =>
    app.sql(
      `with f as (insert into family (franchisee_id, name) values ($1, 'Nair') returning id)
       insert into guardian (franchisee_id, family_id, name, mobile) select $1, id, 'Lata Nair', $2 from f`,
      [centre, `+${both}`],
    );
  await made(ANDHERI);
  await made(BANER);
  await write(both, 'Hello');
  assert.ok(
    (await inbox()).some(({ name }) => name === 'Lata Nair'),
    'without anything else the first',
  );
});

test('STOP: the ledger takes it, nothing is answered any more, and what waited is taken back', async () => {
  const from = await gita();
  await write(from, 'One question');
  const view = await openOf('Gita');
  await bina().call(contract.reply, { id: view.id, text: 'Yes?' }, { version: view.version });
  await carryExpand();
  await write(from, ' Stop ', { copies: 2 });
  sent.length = 0;
  await carry();
  assert.deepEqual(
    sent.filter(({ type }) => type === 'text'),
    [],
  );
  const after_ = await openOf('Gita');
  assert.deepEqual(
    [after_.closed, after_.items.at(-1)?.text, after_.items.at(-2)?.status],
    ['REFUSED', 'Stop', 'CANCELLED'],
  );
  await bina().refused(contract.reply, { id: view.id, text: 'x' }, 'conversation.no-consent', {
    version: after_.version,
  });
  const ledger = await app.sql<{ purpose: string; answer: string; method: string }>(
    "select purpose, answer, method from consent_answer where subject_id = $1 and method = 'WHATSAPP_WORD' order by purpose",
    [children.Aarav.guardianId],
  );
  assert.deepEqual(
    ledger.map(({ purpose, answer: said }) => [purpose, said]),
    [
      ['MESSAGES_MARKETING', 'WITHDRAWN'],
      ['MESSAGES_WHATSAPP', 'WITHDRAWN'],
    ],
  );
});
const carryExpand = () =>
  drainOutbox({
    database: app.pool,
    workers: { 'communication.expand': expandMessage },
    ports,
    log,
    now: () => new Date(),
  });

test('somebody who may not be told about the child gets no answer', async () => {
  await app.sql('update student_guardian set restricted = true where guardian_id = $1', [
    children.Kabir.guardianId,
  ]);
  const [row] = (await inbox()).filter(({ name }) => name.includes('Kabir'));
  assert.ok(row);
  assert.equal(row.children, '');
  const view = await bina().call(contract.get, { id: row.id });
  assert.equal(view.closed, 'RESTRICTED');
  await bina().refused(contract.reply, { id: row.id, text: 'x' }, 'conversation.closed', {
    version: view.version,
  });
  await bina().call(contract.close, { id: row.id });
  await bina().refused(contract.close, { id: row.id }, 'row.wrong-state');
});

test('the other way: a registered SMS whose places fill themselves, as a line of the conversation', async () => {
  const { id: templateId } = await bina().call(templateContract.save, {
    name: 'Please call',
    userType: 'PARENT',
    type: 'SMS',
    category: 'SERVICE_IMPLICIT',
    variables: [],
    variants: [
      {
        language: 'en',
        body: 'Dear {#var#}, please call us about {#var#}. {#var#}',
        map: ['name', 'child', 'centre'],
        dltEntityId: '1'.repeat(19),
        dltTemplateId: '2'.repeat(19),
        header: 'AANGAN',
      },
    ],
    submit: true,
  });
  const view = await openOf('Gita');
  assert.deepEqual([view.closed, view.templates], ['REFUSED', []]);
  await bina().refused(contract.sendTemplate, { id: view.id, templateId }, 'campaign.template');
  const { version } = await bina().call(templateContract.get, { id: templateId });
  await app.as('Kavi').call(templateContract.activate, { id: templateId }, { version });
  assert.deepEqual((await openOf('Gita')).templates, [{ id: templateId, label: 'Please call' }]);
  await bina().call(contract.sendTemplate, { id: view.id, templateId });
  await carryExpand();
  const line = (await openOf('Gita')).items.at(-1);
  assert.deepEqual(
    [line?.text, line?.channel, line?.status],
    ['Dear Gita Iyer, please call us about Aarav. Andheri', 'SMS', 'QUEUED'],
  );
  const kabir = (await inbox()).find(({ name }) => name.includes('Kabir'));
  await bina().refused(contract.sendTemplate, { id: kabir?.id ?? '', templateId }, 'conversation.no-parent');
});
