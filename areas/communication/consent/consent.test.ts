import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { publicActor, systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import {
  attachConsents,
  type ConsentAnswer,
  consentAllows,
  consentTexts,
  recordConsent,
} from './consent.server.ts';
import { mayContact } from './may-contact.server.ts';

let db: TestDatabase;
let database: Database;
before(async () => {
  db = await testDatabase();
  database = openDatabase(db.url);
});
after(async () => {
  await database.close();
  await db.drop();
});

const id = (n: number) => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [GITA, RAVI] = [id(1), id(2)];
const inCentre = <T>(work: (tx: Db) => Promise<T>) =>
  inUnitOfWork(database, systemActor(2), { command: 'test' }, work);
const answer = (
  child: string,
  purpose: ConsentAnswer['purpose'],
  value: ConsentAnswer['answer'],
  byGuardianId?: string,
  textVersion?: number,
) =>
  inCentre((tx) =>
    recordConsent(tx, {
      franchiseeId: 2,
      subjectKind: 'STUDENT',
      subjectId: child,
      answers: [{ purpose, answer: value, ...(textVersion ? { textVersion } : {}) }],
      method: 'APP',
      ...(byGuardianId ? { byGuardianId } : {}),
    }),
  );
const allows = (child: string, purpose: ConsentAnswer['purpose'], covers?: string) =>
  inCentre(async (tx) =>
    (
      await consentAllows(tx, {
        franchiseeId: 2,
        studentIds: [child],
        purpose,
        ...(covers ? { covers } : {}),
      })
    ).get(child),
  );
const facts = () =>
  withClient(db.adminUrl, async (client) =>
    (
      await client.query<{ payload: { purpose: string; allowed: boolean } }>(
        "select payload from outbox where kind = 'communication.consent-changed' order by at",
      )
    ).rows.map((r) => `${r.payload.purpose} ${r.payload.allowed}`),
  );

test('off until somebody says yes; a notice is allowed without an answer', async () => {
  assert.equal(await allows(id(10), 'PHOTO_PUBLIC'), false);
  assert.equal(await allows(id(10), 'EDUCATION_NOTICE'), true);
});

test("for pictures one guardian's no wins; withdrawing works at once; the change is told as a fact, once", async () => {
  const child = id(11);
  await answer(child, 'PHOTO_IN_APP', 'YES', GITA);
  assert.equal(await allows(child, 'PHOTO_IN_APP', 'CLASS'), true);
  assert.equal(await allows(child, 'PHOTO_IN_APP', 'WEBSITE'), false);
  await answer(child, 'PHOTO_IN_APP', 'NO', RAVI);
  assert.equal(await allows(child, 'PHOTO_IN_APP'), false);
  await answer(child, 'PHOTO_IN_APP', 'YES', RAVI);
  assert.equal(await allows(child, 'PHOTO_IN_APP'), true);
  await answer(child, 'PHOTO_IN_APP', 'YES', RAVI);
  await answer(child, 'PHOTO_IN_APP', 'WITHDRAWN', GITA);
  assert.equal(await allows(child, 'PHOTO_IN_APP'), false);
  assert.deepEqual(await facts(), [
    'PHOTO_IN_APP true',
    'PHOTO_IN_APP false',
    'PHOTO_IN_APP true',
    'PHOTO_IN_APP false',
  ]);
  const n = await withClient(
    db.adminUrl,
    async (client) =>
      (await client.query('select from consent_answer where subject_id = $1', [child])).rowCount,
  );
  assert.equal(n, 4);
});

test('elsewhere the newest answer counts, whoever gave it', async () => {
  await answer(id(12), 'HEALTH_SHARE', 'NO', GITA);
  await answer(id(12), 'HEALTH_SHARE', 'YES', RAVI);
  assert.equal(await allows(id(12), 'HEALTH_SHARE'), true);
});

test('an answer to a text that does not exist is refused; answers cannot be changed or removed, not even by the owner', async () => {
  await assert.rejects(answer(id(13), 'PHOTO_PUBLIC', 'YES', GITA, 99), { code: 'consent.text-unknown' });
  await answer(id(13), 'PHOTO_PUBLIC', 'YES', GITA);
  for (const sql of [
    "update consent_answer set answer = 'NO'",
    'delete from consent_answer',
    'truncate consent_answer',
  ])
    await assert.rejects(
      withClient(db.adminUrl, (client) => client.query(sql)),
      /append-only/,
    );
});

test('the answers of an applicant go over to the child, with their text and method, and again without effect', async () => {
  const [applicant, child] = [id(20), id(21)];
  await inUnitOfWork(database, publicActor(2), { command: 'form' }, (tx) =>
    recordConsent(tx, {
      franchiseeId: 2,
      subjectKind: 'APPLICANT',
      subjectId: applicant,
      method: 'PUBLIC_FORM',
      answers: [
        { purpose: 'PHOTO_IN_APP', answer: 'YES', language: 'hi' },
        { purpose: 'PHOTO_PUBLIC', answer: 'NO' },
      ],
    }),
  );
  const attach = () =>
    inCentre((tx) =>
      attachConsents(tx, {
        franchiseeId: 2,
        from: { kind: 'APPLICANT', id: applicant },
        to: { kind: 'STUDENT', id: child },
        byGuardianId: GITA,
      }),
    );
  await attach();
  await attach();
  assert.deepEqual([await allows(child, 'PHOTO_IN_APP'), await allows(child, 'PHOTO_PUBLIC')], [true, false]);
  const { rows } = await withClient(db.adminUrl, (client) =>
    client.query(
      'select purpose, language, method, by_guardian, source_answer_id is not null as from_form from consent_answer where subject_id = $1 order by purpose',
      [child],
    ),
  );
  assert.deepEqual(rows, [
    { purpose: 'PHOTO_IN_APP', language: 'hi', method: 'PUBLIC_FORM', by_guardian: GITA, from_form: true },
    { purpose: 'PHOTO_PUBLIC', language: 'en', method: 'PUBLIC_FORM', by_guardian: GITA, from_form: true },
  ]);
});

test('who may be written to: families by SMS unless they said no, WhatsApp and contacts only after a yes', async () => {
  const may = (
    personKind: 'GUARDIAN' | 'CONTACT',
    personId: string,
    channel: 'SMS' | 'WHATSAPP',
    purpose?: 'MESSAGES_MARKETING',
  ) =>
    inCentre(
      async (tx) =>
        (
          await mayContact(tx, {
            franchiseeId: 2,
            personKind,
            personId,
            channel,
            ...(purpose ? { purpose } : {}),
          })
        ).ok,
    );
  assert.deepEqual(
    [
      await may('GUARDIAN', GITA, 'SMS'),
      await may('GUARDIAN', GITA, 'WHATSAPP'),
      await may('CONTACT', id(30), 'SMS'),
      await may('GUARDIAN', GITA, 'SMS', 'MESSAGES_MARKETING'),
    ],
    [true, false, false, false],
  );
  await inCentre((tx) =>
    recordConsent(tx, {
      franchiseeId: 2,
      subjectKind: 'CONTACT',
      subjectId: id(30),
      answers: [{ purpose: 'MESSAGES_SMS', answer: 'YES' }],
      method: 'PUBLIC_FORM',
    }),
  );
  await inCentre((tx) =>
    recordConsent(tx, {
      franchiseeId: 2,
      subjectKind: 'GUARDIAN',
      subjectId: GITA,
      answers: [{ purpose: 'MESSAGES_SMS', answer: 'NO' }],
      method: 'APP',
    }),
  );
  assert.deepEqual([await may('GUARDIAN', GITA, 'SMS'), await may('CONTACT', id(30), 'SMS')], [false, true]);
});

test('another centre neither sees nor changes', async () => {
  await answer(id(40), 'PHOTO_PUBLIC', 'YES', GITA);
  const seen = await inUnitOfWork(database, systemActor(3), { command: 'test' }, (tx) =>
    consentAllows(tx, { franchiseeId: 2, studentIds: [id(40)], purpose: 'PHOTO_PUBLIC' }),
  );
  assert.equal(seen.get(id(40)), false);
  await assert.rejects(
    inUnitOfWork(database, systemActor(3), { command: 'test' }, (tx) =>
      recordConsent(tx, {
        franchiseeId: 2,
        subjectKind: 'STUDENT',
        subjectId: id(40),
        answers: [{ purpose: 'PHOTO_PUBLIC', answer: 'NO' }],
        method: 'APP',
      }),
    ),
    /row-level security/,
  );
});

test('texts in the asked language, English where there is none, in the asked order', async () => {
  const texts = await inCentre((tx) =>
    consentTexts(tx, { purposes: ['PHOTO_PUBLIC', 'EDUCATION_NOTICE'], language: 'hi' }),
  );
  assert.deepEqual(
    texts.map((t) => [t.purpose, t.language, t.version]),
    [
      ['PHOTO_PUBLIC', 'hi', 1],
      ['EDUCATION_NOTICE', 'hi', 1],
    ],
  );
  assert.equal(
    (await inCentre((tx) => consentTexts(tx, { purposes: ['PHOTO_PUBLIC'], language: 'ta' })))[0]?.language,
    'en',
  );
});
