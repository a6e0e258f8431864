// Alone: it serves one area, and which links open is one list a process.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { area, message, modules } from '@aangan/contract/area.ts';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { drainOutbox, type OutboxDeps } from '@aangan/server/background/outbox-worker.ts';
import type { Recipient } from '@aangan/server/endpoint/area-extras.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { serve } from '@aangan/server/endpoint/handle.ts';
import type { RawRequest } from '@aangan/server/endpoint/raw-endpoint.ts';
import { createLogger } from '@aangan/server/logging.ts';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { resolveLink } from '@aangan/server/work/links.ts';
import { sign, useKeys } from '@aangan/server/work/seal.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { startMailSimulator } from '@aangan/simulators/mail/mail-simulator.ts';
import { startSmsSimulator } from '@aangan/simulators/sms/sms-simulator.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { communicationServer } from '../area.server.ts';
import { recordConsent } from '../consent/consent.server.ts';
import { addressHash } from './message-gates.server.ts';
import { messagesOfEnquiry } from './messages-of-enquiry.server.ts';
import { cancelMessages, type NewMessage, queueMessage } from './queue-message.server.ts';

const ANDHERI = 2;
const GITA = '0198a000-0000-7000-8000-0000000000a1';
const RAVI = '0198a000-0000-7000-8000-0000000000a2';
const ENQUIRY = '0198a000-0000-7000-8000-0000000000e1';
const AARAV = '0198a000-0000-7000-8000-0000000000c1';
let db: TestDatabase;
let database: Database;
let people: Recipient[] = [];
let clock = new Date('2026-04-01T11:00:00+05:30');
let config: Record<string, string> = {};

const kinds = [
  message({
    key: 'finance.fee-due',
    category: 'SERVICE',
    urgency: 'ROUTINE',
    audience: 'FAMILY',
    channels: ['SMS', 'EMAIL', 'APP'],
    variables: ['child', 'amountPaise', 'link'],
    subject: 'Fees of {child}',
    en: 'Fees of {child}: {amountPaise}. {link}',
    hi: '{child} की फीस {amountPaise}। {link}',
    retryUnknown: false,
  }),
  message({
    key: 'finance.fee-link',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'CONTACT',
    channels: ['SMS', 'EMAIL'],
    variables: ['child'],
    en: '{brand}: the link for {child}',
    retryUnknown: true,
  }),
  message({
    key: 'test.welcome',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'CONTACT',
    channels: ['WHATSAPP', 'SMS', 'EMAIL'],
    variables: ['child', 'centre'],
    en: 'Welcome {child} to {centre}',
    retryUnknown: false,
  }),
  message({
    key: 'shell.sign-in-code',
    category: 'CODE',
    urgency: 'NOW',
    audience: 'STAFF',
    channels: ['SMS', 'EMAIL'],
    variables: ['code', 'brand'],
    subject: 'Your sign-in code',
    en: '{code} is your {brand} code',
    retryUnknown: false,
  }),
  message({
    key: 'communication.offer',
    category: 'PROMOTIONAL',
    urgency: 'ROUTINE',
    audience: 'FAMILY',
    channels: ['SMS'],
    variables: [],
    en: 'Summer camp is open',
    retryUnknown: true,
  }),
];
const other = serve(area({ name: 'test', title: 'Test', modules: modules({}).$info, messages: kinds }), [], {
  recipients: { studentIds: async () => people, userIds: async () => people, enquiryId: async () => people },
});
const gita: Recipient = {
  kind: 'GUARDIAN',
  id: GITA,
  name: 'Gita Rao',
  language: 'en',
  mobile: '+919820012345',
  email: 'gita@example.in',
  userId: null,
  familyId: RAVI,
  studentIds: [AARAV],
};

before(async () => {
  useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  db = await testDatabase();
  database = openDatabase(db.url);
  await withClient(db.adminUrl, (client) =>
    client.query(`insert into brand (id, name, legal_name) overriding system value values (900, 'Little Steps', 'Little Steps') on conflict do nothing;
    insert into franchisee (id, company_name, brand_id, model) overriding system value values (2, 'Andheri', 900, 'FOFO') on conflict (id) do update set brand_id = 900`),
  );
  useAreas([communicationServer, other]);
  // Of a demo, so that what has no provider counts as sent; elsewhere it waits (no-provider.test.ts).
  await isDemo(true);
});
const isDemo = (demo: boolean) =>
  withClient(db.adminUrl, (client) =>
    client.query(`alter table installation disable trigger all; update installation set demo = ${demo}`),
  );
after(async () => {
  await database.close();
  await db.drop();
});
beforeEach(async () => {
  people = [gita];
  config = {};
  clock = new Date('2026-04-01T11:00:00+05:30');
  await withClient(db.adminUrl, (client) =>
    client.query(
      'delete from message; delete from message_dedupe; delete from message_ref; delete from outbox; delete from suppression; delete from consent_now; delete from inbox; delete from notice',
    ),
  );
});

const inCentre = <T>(work: (tx: Db) => Promise<T>) =>
  inUnitOfWork(database, systemActor(ANDHERI), { command: 'test' }, work);
const deps = (): OutboxDeps => ({
  database,
  workers: communicationServer.extras.outbox ?? {},
  log: createLogger({ level: 'silent' }),
  ports: { config, origin: 'https://aangan.test' },
  now: () => clock,
});
const queue = (more: Partial<NewMessage> = {}) =>
  inCentre((tx) =>
    queueMessage(tx, {
      kind: 'finance.fee-due',
      franchiseeId: ANDHERI,
      about: { studentIds: [AARAV] },
      values: { child: 'Aarav', amountPaise: 1_250_000 },
      link: { purpose: 'pay.admission', subjectId: GITA },
      dedupeKey: 'fee-1',
      source: { kind: 'FEE', id: '1' },
      ...more,
    }),
  );
// The queued rows get the database's clock; the test's own is moved over them.
const send = async () => {
  await withClient(db.adminUrl, (client) =>
    client.query("update outbox set not_before = '2026-04-01' where kind = 'communication.expand'"),
  );
  return drainOutbox(deps());
};
interface Row {
  status: string;
  reason: string | null;
  channel: string;
  address_mask: string;
  name_mask: string;
  body_masked: string | null;
  not_before: string;
  provider: string;
  provider_id: string;
  to_kind: string;
  units: number;
  language: string;
  text: string;
}
const rows = async (): Promise<Row[]> =>
  (
    await withClient(db.adminUrl, (client) =>
      client.query('select * from message order by channel, address_mask'),
    )
  ).rows as Row[];
const demo = async () => {
  const endpoint = communicationServer.extras.rawEndpoints?.find((d) => d.path === '/demo/outbox');
  const request = {
    params: {},
    query: {},
    headers: {},
    body: Buffer.alloc(0),
    ip: '127.0.0.1',
    ports: deps().ports,
    work: (actor: Parameters<RawRequest['work']>[0], work: (tx: Db) => Promise<unknown>) =>
      inUnitOfWork(database, actor, { command: 'raw' }, work),
  } as unknown as RawRequest;
  const reply = await endpoint
    ?.answer(request)
    .catch((error: { status: number }) => ({ status: error.status, body: '' }));
  return { status: reply?.status ?? 0, body: String(reply?.body) };
};

test('a queued message becomes one text to one person by the first way that passes, with a link that opens', async () => {
  await queue();
  await send();
  const [row] = await rows();
  assert.equal((await rows()).length, 1);
  assert.deepEqual(
    [row?.status, row?.channel, row?.address_mask, row?.name_mask, row?.provider, row?.units],
    ['SENT', 'SMS', '+91 98••• •••45', 'Gita R.', 'OUTBOX', 1],
  );
  assert.equal(row?.body_masked, 'Fees of A•••: Rs 12500. [link]');
  const { status, body } = await demo();
  assert.equal(status, 200);
  const token = /https:\/\/aangan\.test\/p\/([\w-]{22})/.exec(body)?.[1] ?? '';
  assert.ok(body.includes('Fees of Aarav: Rs 12500.') && body.includes('+919820012345'));
  assert.ok(body.includes(`<a href="https://aangan.test/p/${token}">`));
  const link = await inCentre((tx) => resolveLink(tx, token, ['pay.admission'], clock));
  assert.deepEqual([link.subjectKind, link.subjectId], ['fee-account', GITA]);
  await isDemo(false);
  assert.equal((await demo()).status, 404);
  await isDemo(true);
});

test('neither the outbox nor the message holds a readable name, number or text', async () => {
  await queue();
  const stored = async () =>
    JSON.stringify(
      await withClient(db.adminUrl, async (client) => [
        (await client.query('select payload from outbox')).rows,
        (await client.query('select to_jsonb(m) from message m')).rows,
      ]),
    );
  for (const step of ['queued', 'sent']) {
    if (step === 'sent') await send();
    const text = await stored();
    // Bytes come as hex.
    for (const secret of ['Aarav', 'Rao', '9820012345', 'gita@example.in'])
      assert.ok(
        !text.includes(secret) && !text.includes(Buffer.from(secret).toString('hex')),
        `${secret} when ${step}`,
      );
  }
});

test('the same fact queued 50 times, and two guardians with one number, are one message', async () => {
  people = [gita, { ...gita, id: RAVI, name: 'Ravi Rao' }];
  await Promise.all(Array.from({ length: 50 }, () => queue()));
  await send();
  assert.equal((await rows()).length, 1);
});

test('a rolled-back command leaves no message; a cancelled source is not sent', async () => {
  await inCentre(async (tx) => {
    await queueMessage(tx, {
      kind: 'finance.fee-due',
      franchiseeId: ANDHERI,
      about: { studentIds: [AARAV] },
      values: {},
      dedupeKey: 'x',
      source: { kind: 'FEE', id: '1' },
    });
    throw new Error('rolled back');
  }).catch(() => undefined);
  await queue();
  assert.equal(
    await inCentre((tx) => cancelMessages(tx, { franchiseeId: ANDHERI, source: { kind: 'FEE', id: '1' } })),
    1,
  );
  await send();
  assert.equal((await rows()).length, 0);
});

test('quiet hours hold a routine message until 08:00 and it can be cancelled meanwhile; a code goes at once', async () => {
  clock = new Date('2026-04-01T22:30:00+05:30');
  await queue();
  await queue({
    kind: 'shell.sign-in-code',
    about: { userIds: [GITA] },
    values: { code: '123456' },
    dedupeKey: 'code',
    source: { kind: 'CODE', id: '1' },
    channel: 'EMAIL',
  });
  await send();
  const held = (await rows()).find((row) => row.channel === 'SMS');
  assert.deepEqual(
    [held?.status, new Date(held?.not_before ?? 0).toISOString()],
    ['QUEUED', new Date('2026-04-02T08:00:00+05:30').toISOString()],
  );
  const code = (await rows()).find((row) => row.channel === 'EMAIL');
  assert.deepEqual([code?.status, code?.body_masked], ['SENT', '•••••• is your Little Steps code']);
  await inCentre((tx) => cancelMessages(tx, { franchiseeId: ANDHERI, source: { kind: 'FEE', id: '1' } }));
  clock = new Date('2026-04-02T08:01:00+05:30');
  await send();
  assert.equal((await rows()).find((row) => row.channel === 'SMS')?.status, 'CANCELLED');
});

test('gates: suppressed, promotional without consent, enquiry contact without consent; asked again when it leaves', async () => {
  await withClient(db.adminUrl, (client) =>
    client.query(
      "insert into suppression (channel, address_hash, scope, reason) values ('SMS', $1, 'ALL', 'STOPPED')",
      [addressHash('SMS', '+919820012345')],
    ),
  );
  await queue();
  await send();
  assert.deepEqual(
    (await rows()).map((r) => [r.channel, r.status]),
    [['EMAIL', 'SENT']],
  );
  await queue({ kind: 'communication.offer', values: {}, dedupeKey: 'offer' });
  await send();
  assert.deepEqual(
    (await rows()).filter((r) => r.channel === 'SMS').map((r) => [r.status, r.reason]),
    [['SUPPRESSED', 'SUPPRESSED']],
  );
  await withClient(db.adminUrl, (client) => client.query('delete from suppression; delete from message'));

  people = [{ ...gita, kind: 'CONTACT', id: GITA, enquiryId: ENQUIRY, mobile: '+919820099999', email: null }];
  await queue({ about: { enquiryId: ENQUIRY }, dedupeKey: 'contact-1' });
  await send();
  assert.deepEqual(
    (await rows()).map((r) => [r.status, r.reason]),
    [['SUPPRESSED', 'NO_CONSENT']],
  );
  const [listed] = await inCentre((tx) =>
    messagesOfEnquiry(tx, { franchiseeId: ANDHERI, enquiryId: ENQUIRY }),
  );
  assert.match(listed?.title ?? '', /^Fees of [^{}]+$/, 'also what never left has a title in words');
  const answer = (value: 'YES' | 'WITHDRAWN') =>
    inCentre((tx) =>
      recordConsent(tx, {
        franchiseeId: ANDHERI,
        subjectKind: 'CONTACT',
        subjectId: GITA,
        answers: [{ purpose: 'MESSAGES_SMS', answer: value }],
        method: 'PUBLIC_FORM',
      }),
    );
  await answer('YES');
  clock = new Date('2026-04-01T22:30:00+05:30');
  await queue({ about: { enquiryId: ENQUIRY }, dedupeKey: 'contact-2' });
  await send();
  assert.equal((await rows()).filter((r) => r.status === 'QUEUED').length, 1);
  await answer('WITHDRAWN');
  clock = new Date('2026-04-02T09:00:00+05:30');
  await send();
  assert.deepEqual(
    (await rows()).map((r) => [r.status, r.reason]),
    [
      ['SUPPRESSED', 'NO_CONSENT'],
      ['SUPPRESSED', 'NO_CONSENT'],
    ],
  );
});

test('people of an area that is not installed: the fact waits; an unknown kind is refused in the command', async () => {
  await queue({ about: { householdId: ENQUIRY } });
  const counts = await send();
  assert.equal(counts.retried, 1);
  await assert.rejects(queue({ kind: 'finance.nothing' }), /declared by no area/);
  await assert.rejects(
    queue({ about: { address: { mobile: '+919820012345' } } }),
    /may not go to an address/,
  );
});

test('an address of a form is written to in its language, sealed; family with a sign-in gets the bell too', async () => {
  await queue({
    kind: 'finance.fee-link',
    about: { address: { mobile: '+919811111111', name: 'Meena', language: 'hi' } },
    values: { child: 'Diya' },
    dedupeKey: 'a',
  });
  people = [{ ...gita, userId: RAVI }];
  await queue({ dedupeKey: 'b' });
  await send();
  const all = await rows();
  assert.deepEqual(all.map((r) => [r.channel, r.to_kind, r.status]).sort(), [
    ['APP', 'GUARDIAN', 'SENT'],
    ['SMS', 'CONTACT', 'SENT'],
    ['SMS', 'GUARDIAN', 'SENT'],
  ]);
  const notice = (await withClient(db.adminUrl, (client) => client.query('select title, body from notice')))
    .rows[0] as { title: string; body: string };
  assert.deepEqual(notice, { title: 'Fees of Aarav', body: 'Fees of Aarav: ₹12,500.' });
});

test('MSG91: sent with the registered text and its values, the report moves it to DELIVERED; a refusal in a 200 is FAILED', async () => {
  const sms = await startSmsSimulator({
    authKey: 'k',
    templates: { t1: 'Fees of ##child##: ##amountPaise##. ##link##' },
  });
  config = {
    AANGAN_SMS: 'msg91',
    MSG91_AUTHKEY: 'k',
    MSG91_URL: sms.url,
    MSG91_TEMPLATES: '{"finance.fee-due":{"en":"t1"}}',
  };
  try {
    await queue();
    await send();
    const [row] = await rows();
    assert.deepEqual([row?.status, row?.provider], ['SENT', 'MSG91']);
    const [got] = sms.control.messages();
    assert.match(got?.text ?? '', /^Fees of Aarav: Rs 12500\. https:\/\/aangan\.test\/p\//);
    assert.equal(got?.mobile, '919820012345');
    const endpoint = communicationServer.extras.rawEndpoints?.find((d) =>
      d.path.startsWith('/webhooks/msg91'),
    );
    const report = (status: string, key = sign('msg91')) =>
      endpoint?.answer({
        params: { key },
        query: {},
        headers: { 'content-type': 'application/json' },
        ip: '127.0.0.1',
        ports: deps().ports,
        body: Buffer.from(
          JSON.stringify([
            { requestId: row?.provider_id, report: [{ number: '919820012345', status, date: status }] },
          ]),
        ),
        work: (actor: Parameters<RawRequest['work']>[0], work: (tx: Db) => Promise<unknown>) =>
          inUnitOfWork(database, actor, { command: 'raw' }, work),
      } as unknown as RawRequest);
    assert.equal((await report('2', 'guess'))?.status, 401);
    await report('1');
    await report('1');
    await report('2');
    await drainInbox({ ...deps(), workers: communicationServer.extras.inbox ?? {}, now: () => new Date() });
    assert.equal((await rows())[0]?.status, 'DELIVERED');
    sms.control.refuse({ message: 'Invalid mobile number', form: 'msg', times: 1 });
    await queue({ dedupeKey: 'fee-2' });
    const counts = await send();
    assert.equal(counts.dead, 1);
    assert.deepEqual((await rows()).map((r) => r.status).sort(), ['DELIVERED', 'FAILED']);
  } finally {
    await sms.close();
  }
});

test("MSG91: a centre's own text goes by the registry's id it has, and without one not at all", async () => {
  const sms = await startSmsSimulator({ authKey: 'own', templates: { t2: '##child## के लिए सीट है' } });
  config = {
    AANGAN_SMS: 'msg91',
    MSG91_AUTHKEY: 'own',
    MSG91_URL: sms.url,
    MSG91_TEMPLATES: '{"1107161234567890123":{"hi":"t2"},"finance.fee-due":{"en":"t2"}}',
  };
  const own = {
    text: '{child} के लिए सीट है',
    subject: null,
    language: 'hi',
    dltTemplateId: '1107161234567890123',
  } as const;
  try {
    await queue({ own });
    await queue({ own: { ...own, dltTemplateId: null }, dedupeKey: 'fee-2' });
    await send();
    const all = await rows();
    assert.deepEqual(all.map((row) => row.status).sort(), ['FAILED', 'SENT']);
    assert.deepEqual(
      sms.control.messages().map((one) => one.text),
      ['Aarav के लिए सीट है'],
    );
    assert.equal(all.find((row) => row.status === 'SENT')?.body_masked, 'A••• के लिए सीट है');
  } finally {
    await sms.close();
  }
});

test('a provider that cannot be reached: queued again, FAILED after 4 tries; a cut line after the request: UNKNOWN, not repeated', async () => {
  config = {
    AANGAN_SMS: 'msg91',
    MSG91_AUTHKEY: 'dead',
    MSG91_URL: 'http://127.0.0.1:45999',
    MSG91_TEMPLATES: '{"finance.fee-due":{"en":"t1"}}',
  };
  await queue();
  for (let i = 0; i < 4; i += 1) {
    await send();
    clock = new Date(clock.getTime() + 3_600_000);
  }
  assert.equal((await rows())[0]?.status, 'FAILED');
  const sms = await startSmsSimulator({ authKey: 'cut' });
  try {
    sms.control.addFault({ kind: 'reset', phase: 'after', path: '/api/v5/flow' });
    config = { ...config, MSG91_AUTHKEY: 'cut', MSG91_URL: sms.url };
    await queue({ dedupeKey: 'fee-cut' });
    await send();
    await send();
    const row = (await rows()).find((r) => r.status !== 'FAILED');
    assert.equal(row?.status, 'UNKNOWN');
  } finally {
    await sms.close();
  }
});

test('WhatsApp: an approved template with its values; without an account a family hears by the next way it agreed to', async () => {
  people = [{ ...gita, kind: 'CONTACT', id: GITA, enquiryId: ENQUIRY }];
  await inCentre((tx) =>
    recordConsent(tx, {
      franchiseeId: ANDHERI,
      subjectKind: 'HOUSEHOLD',
      subjectId: GITA,
      answers: (['MESSAGES_WHATSAPP', 'MESSAGES_EMAIL'] as const).map((purpose) => ({
        purpose,
        answer: 'YES',
      })),
      method: 'PUBLIC_FORM',
    }),
  );
  const got: { url: string | undefined; key: string | undefined; body: string }[] = [];
  const meta = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    got.push({ url: request.url, key: request.headers.authorization, body });
    const refused = body.includes('Zoya');
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json' });
    response.end(refused ? '{"error":{"code":131026}}' : '{"messages":[{"id":"wamid.1"}]}');
  });
  await new Promise<void>((done) => meta.listen(0, '127.0.0.1', done));
  const welcome = (child: string, dedupeKey: string) =>
    queue({
      kind: 'test.welcome',
      about: { enquiryId: ENQUIRY },
      values: { child, centre: 'Andheri' },
      dedupeKey,
    });
  try {
    config = {
      AANGAN_WHATSAPP: 'meta',
      WHATSAPP_TOKEN: 't',
      WHATSAPP_PHONE_NUMBER_ID: '4711',
      WHATSAPP_URL: `http://127.0.0.1:${(meta.address() as AddressInfo).port}`,
      WHATSAPP_TEMPLATES: '{"test.welcome":{"en":"welcome_v1"}}',
    };
    await welcome('Aarav', 'one');
    await welcome('Zoya', 'two');
    await send();
    const sent = (await rows()).map((row) => [row.channel, row.status, row.provider]).toSorted();
    assert.deepEqual(sent, [
      ['WHATSAPP', 'FAILED', 'META'],
      ['WHATSAPP', 'SENT', 'META'],
    ]);
    const first = got.find((one) => one.body.includes('Aarav'));
    assert.deepEqual([first?.url, first?.key], ['/4711/messages', 'Bearer t']);
    const { to, template } = JSON.parse(first?.body ?? '{}') as { to: string; template: unknown };
    assert.deepEqual(
      [to, template],
      [
        '919820012345',
        {
          name: 'welcome_v1',
          language: { code: 'en' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Aarav' },
                { type: 'text', text: 'Andheri' },
              ],
            },
          ],
        },
      ],
    );
    config = { AANGAN_SMS: 'msg91', MSG91_AUTHKEY: 'no-whatsapp' };
    await welcome('Diya', 'three');
    await send();
    assert.deepEqual(
      (await rows()).filter((row) => row.provider !== 'META').map((row) => [row.channel, row.status]),
      [['EMAIL', 'SENT']],
    );
  } finally {
    meta.close();
  }
});

test('SMTP: the mail has both forms, the brand, and escapes what was typed', async () => {
  const mail = await startMailSimulator();
  config = {
    AANGAN_SMTP_URL: `smtp://${mail.host}:${mail.port}`,
    AANGAN_MAIL_FROM: 'Aangan <no-reply@aangan.test>',
  };
  try {
    people = [{ ...gita, mobile: null }];
    await queue({ values: { child: '<b>Aarav</b>', amountPaise: 100 } });
    await send();
    const [got] = mail.control.messages({ to: 'gita@example.in' });
    assert.equal((await rows())[0]?.provider, 'SMTP');
    const raw = got?.raw.toString() ?? '';
    assert.match(raw, /Subject: Fees of <b>Aarav<\/b>/);
    assert.match(raw, /Auto-Submitted: auto-generated/);
    assert.ok(!/text\/html[\s\S]*<b>Aarav/.test(raw));
    mail.control.addFault({ at: 'rcpt', code: 550, text: 'no such user' });
    await queue({ dedupeKey: 'bounce' });
    await send();
    assert.ok((await rows()).some((r) => r.status === 'FAILED'));
  } finally {
    await mail.close();
  }
});
