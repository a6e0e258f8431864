// People who write on WhatsApp first, through the shared endpoint of Meta.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import {
  type WhatsAppInboundSimulator,
  whatsAppInboundSimulator,
} from '@aangan/simulators/whatsapp-inbound/whatsapp-inbound-simulator.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { expandMessage } from '../../communication/message/expand-message.server.ts';
import { sendMessage } from '../../communication/message/send-message.server.ts';
import { mayContact, recordConsent } from '../../communication/public.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { enquiryWorkContract } from '../follow-up/enquiry-work.contract.ts';
import { type IntakeApp, intakeApp, META } from '../intake/intake-testing.ts';
import { leadChannelContract } from '../intake/lead-channel.contract.ts';
import { waidContract } from './waid.contract.ts';
import { waContacts } from './waid.listing.ts';

let intake: IntakeApp;
let whatsApp: WhatsAppInboundSimulator;
const AUTO = '555000111222333';
before(async () => {
  intake = await intakeApp();
  whatsApp = whatsAppInboundSimulator({
    appSecret: META.appSecret,
    webhookUrl: `${intake.origin}/webhooks/meta`,
    seed: 'whatsapp',
  });
  for (const [name, externalId, autoCreate] of [
    ['Head office number', '106540352242922', false],
    ['Baner number', AUTO, true],
  ] as const)
    await intake.meera.call(leadChannelContract.create, {
      provider: 'WHATSAPP',
      name,
      externalId,
      autoCreate,
      ...(autoCreate ? { franchiseeId: BANER } : {}),
    });
});
after(() => intake?.close());

let n = 9_940_200_000;
const next = () => {
  n += 1;
  return `91${n}`;
};
const contacts = (input: Record<string, unknown> = {}) =>
  intake.meera.call(waContacts.endpoints.list, { limit: 200, ...input });
const contactOf = async (number: string) => {
  const { rows } = await contacts({ q: `+${number}` });
  const [row] = rows;
  assert.ok(row, `no contact ${number}`);
  return row;
};
const enquiryOf = async (mobile: string) => {
  const [row] = await intake.app.sql<Record<string, unknown>>(
    `select enquiry_code as code, franchisee_id as centre, source_id as source, campaign, guardian_name as parent, captured_at from enquiry where phone_norm = $1`,
    [`+${mobile}`],
  );
  return row;
};

test('messages of an unknown number are one contact, whatever order and repeats they come in; a status is none', async () => {
  const from = next();
  const at = Math.floor(Date.now() / 1000) - 3600;
  const sent = await whatsApp.deliver(
    [
      { from, text: 'Do you take two-year-olds?', at, name: 'Asha \u202ERao' },
      { from, text: 'And the fees?', at: at + 60, name: 'Asha Rao' },
      { from, text: 'Hello?', at: at + 120, name: 'Asha Rao' },
    ],
    { copies: 5, shuffle: true },
  );
  assert.ok(sent.every((one) => one.status === 200));
  await whatsApp.status(next());
  await intake.consume();
  const row = await contactOf(from);
  assert.deepEqual(
    [
      row.messages,
      row.firstText,
      row.state,
      row.profileName,
      Date.parse(row.firstAt) / 1000,
      row.centreLabel,
    ],
    [3, 'Do you take two-year-olds?', 'NEW', row.profileName, at, null],
  );
  assert.match(row.waId, /•/, 'the number is masked');
  assert.equal((await contacts()).total.n, 1);
  const [forged] = await whatsApp.deliver([{ from: next(), text: 'x' }], { wrongSignature: true });
  assert.equal(forged?.status, 400);
});

test('a person makes the enquiry: source and campaign of the ad, first answer due from the first message, once', async () => {
  const from = next();
  const at = Math.floor(Date.now() / 1000) - 7200;
  await whatsApp.deliver([
    {
      from,
      text: 'Hi',
      at,
      name: 'Gita',
      referral: { headline: 'Admissions open 2027', sourceId: '1202100' },
    },
  ]);
  await intake.consume();
  const { id, ad } = await contactOf(from);
  assert.equal(ad, 'Admissions open 2027');
  const made = await intake.meera.call(waidContract.createEnquiry, {
    id,
    franchiseeId: ANDHERI,
    guardianName: 'Gita Iyer',
    childFirstName: 'Kiaan',
  });
  const enquiry = await enquiryOf(from);
  assert.deepEqual(
    [
      enquiry?.['code'],
      enquiry?.['centre'],
      enquiry?.['source'],
      enquiry?.['campaign'],
      Date.parse(String(enquiry?.['captured_at'])) / 1000,
    ],
    [made.enquiryCode, ANDHERI, sourceIds.meta, 'Admissions open 2027', at],
  );
  const after_ = await contactOf(from);
  assert.deepEqual(
    [after_.state, after_.enquiryCode, after_.can['create']],
    ['CREATED', made.enquiryCode, false],
  );
  await intake.meera.refused(
    waidContract.createEnquiry,
    { id, franchiseeId: ANDHERI, guardianName: 'Gita Iyer' },
    'waid.linked',
  );
  // The contact went with its enquiry: head office's Baner view does not show it, Andheri's does.
  const at_ = (centre: number) =>
    intake.app.as('Meera', { centre }).call(waContacts.endpoints.list, { q: `+${from}` });
  assert.deepEqual([(await at_(ANDHERI)).total.n, (await at_(BANER)).total.n], [1, 0]);
});

test('known families are linked at once, others are linked by a person and then belong to the family', async () => {
  const known = next();
  const saved = await intake.app.as('Esha').call(enquiryContract.capture, {
    guardianName: 'Meera Iyer',
    mobile: known.slice(2),
    children: [{ firstName: 'Vivaan' }],
    sourceId: sourceIds.walkIn,
  });
  const code = saved.enquiries[0]?.enquiryCode ?? '';
  const stranger = next();
  await whatsApp.deliver([
    { from: known, text: 'Is Saturday open?' },
    { from: stranger, text: 'This is the father' },
  ]);
  await intake.consume();
  const linked = await contactOf(known);
  assert.deepEqual([linked.state, linked.enquiryCode], ['LINKED', code]);
  const { id } = await contactOf(stranger);
  await intake.meera.refused(
    waidContract.link,
    { id, enquiryCode: 'ENQ-002-2627-99999' },
    'enquiry.not-found',
  );
  await intake.meera.call(waidContract.link, { id, enquiryCode: code });
  const hint = await intake.app.as('Esha').call(enquiryContract.familyAt, { mobile: `+${stranger}` });
  assert.deepEqual(
    hint.rows.map((row) => row.enquiryCode),
    [code],
  );
  await intake.meera.refused(waidContract.link, { id, enquiryCode: code }, 'waid.linked');
});

test('a number that makes enquiries by itself; ignored comes back with the next message, blocked does not', async () => {
  const auto = next();
  await whatsApp.deliver([{ from: auto, text: 'Fees?', name: 'Ravi' }], { phoneNumberId: AUTO, copies: 3 });
  await intake.consume();
  const enquiry = await enquiryOf(auto);
  assert.deepEqual([enquiry?.['centre'], enquiry?.['parent']], [BANER, 'Ravi']);
  assert.equal((await contactOf(auto)).state, 'CREATED');
  const [ignored, blocked] = [next(), next()];
  const write = (text: string) => whatsApp.deliver([ignored, blocked].map((from) => ({ from, text })));
  await write('Buy followers');
  await intake.consume();
  await intake.meera.call(waidContract.ignore, { id: (await contactOf(ignored)).id });
  await intake.meera.call(waidContract.block, { id: (await contactOf(blocked)).id });
  await write('Buy more followers');
  await intake.consume();
  const [one, two] = [await contactOf(ignored), await contactOf(blocked)];
  assert.deepEqual([one.state, one.messages, two.state, two.messages], ['NEW', 2, 'BLOCKED', 2]);
  await intake.meera.refused(waidContract.ignore, { id: two.id }, 'waid.linked');
  await intake.meera.call(waidContract.reopen, { id: two.id });
  assert.equal((await contactOf(blocked)).state, 'NEW');
});

test('somebody without a number is asked for one; broken messages lose no neighbour', async () => {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        changes: [
          {
            field: 'messages',
            value: {
              contacts: [{ user_id: 'IN.1349', profile: { name: 'Hidden' } }],
              messages: [
                null,
                { id: 'x' },
                { id: 'wamid.hidden', user_id: 'IN.1349', type: 'image', image: { caption: 'My child' } },
              ],
            },
          },
        ],
      },
    ],
  });
  const { signed } = await import('@aangan/simulators/meta-leads/meta-leads-simulator.ts');
  const { headers } = signed(body, META.appSecret);
  const answer = await fetch(`${intake.origin}/webhooks/meta`, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  assert.equal(answer.status, 200);
  await intake.consume();
  const [row] = (await contacts({ q: 'Hidden' })).rows;
  assert.ok(row);
  assert.deepEqual([row.hasNumber, row.firstText, row.waId], [false, 'My child', '…1349']);
  const entry = { id: row.id, franchiseeId: ANDHERI, guardianName: 'Hidden Rao' };
  await intake.meera.refused(waidContract.createEnquiry, entry, 'waid.no-number');
  await intake.meera.refused(waidContract.createEnquiry, { ...entry, franchiseeId: 999 }, 'row.not-found');
  await intake.meera.call(waidContract.createEnquiry, { ...entry, mobile: next() });
  await intake.app.as('Esha').refused(waContacts.endpoints.list, {}, 'module.missing');
});

const inCentre = <T>(centre: number, work: (db: Db) => Promise<T>) =>
  inUnitOfWork(intake.app.pool, systemActor(centre), { command: 'test' }, work);
// What leaves is asked for long after, so that no night holds it back.
const outbox = (workers: Record<string, OutboxWorker>, days = 3) =>
  drainOutbox({
    database: intake.app.pool,
    workers,
    ports: intake.app.ports,
    log: pino({ level: 'silent' }),
    now: () => new Date(Date.now() + days * 86_400_000),
  });
const noted = () =>
  intake.app.sql<{ kind: string; centre: number; n: number }>(
    `select payload ->> 'kind' as kind, franchisee_id as centre, count(*)::int as n from outbox where kind = 'communication.expand' and payload ->> 'kind' like 'enquiries.stop-noted%' group by 1, 2`,
  );

/** A family of a centre that agreed to messages when it came. */
async function agreed(name: 'Esha' | 'Rekha', mobile: string) {
  const as = intake.app.as(name);
  const saved = await as.call(enquiryContract.capture, {
    guardianName: 'Asha Patil',
    mobile: mobile.slice(2),
    children: [{ firstName: 'Reva' }],
    sourceId: sourceIds.walkIn,
    consents: { whatsapp: true, sms: true },
  });
  const { id, enquiryCode } = saved.enquiries[0] ?? { id: '', enquiryCode: '' };
  const consents = async () =>
    (await as.call(enquiryWorkContract.consents, { enquiryId: id })).rows.map((row) => [
      row.purpose,
      row.allowed,
    ]);
  return { as, id, enquiryCode, consents };
}

test('STOP takes back what was agreed in every centre, ends what waits, is answered once and makes nobody new', async () => {
  const from = next();
  const [here, there] = [await agreed('Esha', from), await agreed('Rekha', from)];
  await outbox({ 'communication.expand': expandMessage });
  const state = () =>
    intake.app.sql<{ status: string; reason: string | null }>(
      'select status, reason from message where enquiry_id = any ($1) order by franchisee_id',
      [[here.id, there.id]],
    );
  assert.deepEqual(
    (await state()).map((one) => one.status),
    ['QUEUED', 'QUEUED'],
    'an acknowledgement waits in both centres',
  );
  await whatsApp.deliver([{ from, text: '  sToP ' }], { copies: 3 });
  await intake.consume();
  const nothing = ['EMAIL', 'MARKETING', 'SMS', 'WHATSAPP'].map((one) => [`MESSAGES_${one}`, false]);
  assert.deepEqual([await here.consents(), await there.consents()], [nothing, nothing]);
  await outbox({ 'communication.send': sendMessage(false) }, 6);
  assert.deepEqual(
    (await state()).map((one) => [one.status, one.reason]),
    [
      ['SUPPRESSED', 'NO_CONSENT'],
      ['SUPPRESSED', 'NO_CONSENT'],
    ],
  );
  assert.deepEqual(await noted(), [{ kind: 'enquiries.stop-noted', centre: ANDHERI, n: 1 }]);
  await whatsApp.deliver([
    { from, text: 'UNSUBSCRIBE' },
    { from, text: 'रोकें' },
  ]);
  await intake.consume();
  assert.equal((await noted())[0]?.n, 1, 'one answer, nothing after');
  const lines = (await here.as.call(enquiryContract.get, { enquiryCode: here.enquiryCode })).timeline.filter(
    (line) => line.kind === 'consent',
  );
  assert.deepEqual(
    lines.map((line) => [line.what, line.note]),
    [
      [
        'Asked for no more messages',
        'WhatsApp: STOP. Ended: Messages by SMS, Messages by e-mail, Messages by WhatsApp, News and offers',
      ],
    ],
  );
  assert.equal((await contacts({ q: `+${from}` })).total.n, 0, 'a word to stop is no new contact');
});

test('START gives nothing back; what is agreed again outlives a STOP that was written before it', async () => {
  const from = next();
  const family = await agreed('Esha', from);
  const before_ = Math.floor(Date.now() / 1000) - 3600;
  await whatsApp.deliver([{ from, text: 'STOP', at: before_ }]);
  await intake.consume();
  assert.deepEqual((await family.consents()).find(([purpose]) => purpose === 'MESSAGES_SMS')?.[1], true);
  await whatsApp.deliver([{ from, text: 'stop' }]);
  await intake.consume();
  await whatsApp.deliver([{ from, text: 'START' }]);
  await intake.consume();
  assert.deepEqual(
    (await family.consents()).map(([, allowed]) => allowed),
    [false, false, false, false],
  );
});

test('a parent whose child is with us loses WhatsApp and offers, not the notices', async () => {
  const from = next();
  const [guardian] = await intake.app.sql<{ id: string }>(
    `with f as (insert into family (franchisee_id, name) values ($1, 'Nair') returning id)
     insert into guardian (franchisee_id, family_id, name, mobile) select $1, id, 'Lata Nair', $2 from f returning id`,
    [BANER, `+${from}`],
  );
  const personId = guardian?.id ?? '';
  await inCentre(BANER, (db) =>
    recordConsent(db, {
      franchiseeId: BANER,
      subjectKind: 'GUARDIAN',
      subjectId: personId,
      method: 'APP',
      answers: (['MESSAGES_WHATSAPP', 'MESSAGES_MARKETING', 'MESSAGES_SMS'] as const).map((purpose) => ({
        purpose,
        answer: 'YES',
      })),
    }),
  );
  const may = (channel: 'SMS' | 'WHATSAPP', purpose?: 'MESSAGES_MARKETING') =>
    inCentre(BANER, async (db) => {
      const asked = { franchiseeId: BANER, personKind: 'GUARDIAN', personId, channel } as const;
      return (await mayContact(db, purpose ? { ...asked, purpose } : asked)).ok;
    });
  const all = async () => [await may('WHATSAPP'), await may('SMS', 'MESSAGES_MARKETING'), await may('SMS')];
  assert.deepEqual(await all(), [true, true, true]);
  await whatsApp.deliver([{ from, text: 'Stop' }]);
  await intake.consume();
  assert.deepEqual(await all(), [false, false, true]);
  assert.ok(
    (await noted()).some((one) => one.kind === 'enquiries.stop-noted-family' && one.centre === BANER),
  );
});

test('STOP of a stranger is noted nowhere; a contact that waited waits no more; other texts stay messages', async () => {
  const [stranger, waiting, talker] = [next(), next(), next()];
  await whatsApp.deliver([{ from: waiting, text: 'Fees?' }]);
  await intake.consume();
  await whatsApp.deliver([{ from: stranger, text: 'STOP' }], { phoneNumberId: AUTO });
  await whatsApp.deliver([
    { from: waiting, text: 'Stop' },
    { from: talker, text: 'Does the bus stop here?' },
  ]);
  await intake.consume();
  assert.deepEqual(
    [(await contacts({ q: `+${stranger}` })).total.n, await enquiryOf(stranger)],
    [0, undefined],
  );
  const [one, other] = [await contactOf(waiting), await contactOf(talker)];
  assert.deepEqual([one.state, one.messages, other.state], ['IGNORED', 2, 'NEW']);
});
