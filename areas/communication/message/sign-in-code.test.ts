// The whole way of a code: asked for by a stranger, queued by the shell, sent here, read by its receiver, opens a session.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { jobsOf, outboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { createLogger } from '@aangan/server/logging.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { sessionContract } from '../../shell/session.contract.ts';
import { messageContract } from './message.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const drain = () =>
  drainOutbox({
    database: app.pool,
    workers: outboxWorkers(app.areas),
    ports: app.ports,
    log: createLogger({ level: 'silent' }),
  });

test("a sign-in code reaches the account's own address and opens the session; it stays nowhere readable", async () => {
  const [bina] = await app.sql<{ email: string }>('select email_norm as email from app_user where id = $1', [
    people.Bina.id,
  ]);
  const challenge = await app.stranger.call(sessionContract.requestOtp, { identifier: bina?.email ?? '' });
  await app.sql('alter table installation disable trigger guard_demo_mode');
  await app.sql('update installation set demo = true');
  await drain();
  const page = (await app.app.inject({ method: 'GET', url: '/demo/outbox' })).body;
  const code = /(\d{6}) is your/.exec(page)?.[1] ?? '';
  assert.match(code, /^\d{6}$/);
  const { token } = await app.stranger.call(sessionContract.verifyOtp, {
    referenceID: challenge.referenceID,
    otp: code,
  });
  assert.ok(token.length > 20);
  const stored = await app.sql<{ text: string }>(
    "select (select coalesce(json_agg(o)::text, '') from outbox o) || (select json_agg(m)::text from message m) as text",
  );
  assert.ok(!stored[0]?.text.includes(code), 'the code lies readable');
  await app.sql('update installation set demo = false');
  assert.equal((await app.app.inject({ method: 'GET', url: '/demo/outbox' })).statusCode, 404);
});

test('a demo that real people join is a demo no more', async () => {
  const isDemo = async () => (await app.sql<{ demo: boolean }>('select demo from installation'))[0]?.demo;
  const outbox = async () => (await app.app.inject({ method: 'GET', url: '/demo/outbox' })).statusCode;
  await app.sql('alter table installation disable trigger guard_demo_mode');
  await app.sql('update installation set demo = true');
  await app.sql('alter table installation enable trigger guard_demo_mode');
  await app.sql(`update app_user set code_exempt = true, password_hash = 'printed' where id = $1`, [
    people.Asha.id,
  ]);
  const join = (name: 'Divya' | 'Esha' | 'Bina' | 'Rekha', email: string) =>
    app.sql('update app_user set email = $2, email_norm = $2, password_set_at = now() where id = $1', [
      people[name].id,
      email,
    ]);
  await join('Rekha', 'rekha@school.example');
  await join('Divya', 'divya@school.in');
  await join('Esha', 'esha@school.in');
  assert.deepEqual([await isDemo(), await outbox()], [true, 200], 'somebody tries an invitation');
  const asha = app.as('Asha');
  await asha.call(sessionContract.list, {});
  await join('Bina', 'bina@school.in');
  assert.deepEqual([await isDemo(), await outbox()], [false, 404]);
  const [seeded] = await app.sql('select code_exempt, password_hash from app_user where id = $1', [
    people.Asha.id,
  ]);
  assert.deepEqual(seeded, { code_exempt: false, password_hash: null });
  const [open] = await app.sql(
    'select count(*)::int as n from session where ended_at is null and user_id = $1',
    [people.Asha.id],
  );
  assert.equal(open?.['n'], 0);
  await assert.rejects(app.sql('update installation set demo = true'), { code: 'AA003' });
});

test('the outbox list shows masked rows of the own centre, filtered and in pages', async () => {
  await app.sql(`insert into message (franchisee_id, queued_at, kind, channel, language, to_kind, vars_sealed, category, urgency, status, name_mask, address_mask, body_masked)
    select 2 + i % 2, now() - make_interval(mins => i), 'finance.fee-due', 'SMS', 'en', 'GUARDIAN', '', 'SERVICE', 'ROUTINE', case when i % 3 = 0 then 'FAILED' else 'SENT' end, 'Gita R.', '+91 98••• •••45', 'Fees of A•••' from generate_series(1, 60) i`);
  const esha = app.as('Esha');
  const first = await esha.call(messageContract.list, { kind: 'finance.fee-due', limit: 20 });
  assert.deepEqual([first.rows.length, first.total], [20, { n: 30, more: false }]);
  assert.ok(first.rows.every((row) => row.franchiseeId === 2 && row.to === 'Gita R.'));
  const second = await esha.call(messageContract.list, {
    kind: 'finance.fee-due',
    limit: 20,
    after: first.next ?? '',
  });
  assert.equal(second.rows.length, 10);
  assert.equal(new Set([...first.rows, ...second.rows].map((row) => row.id)).size, 30);
  assert.equal(
    (await esha.call(messageContract.list, { kind: 'finance.fee-due', status: 'FAILED' })).rows.length,
    10,
  );
  await app.as('Divya').refused(messageContract.list, {}, 'module.missing');
  assert.deepEqual((await esha.call(messageContract.list, { address: '+91 90000 00000' })).rows, []);
});

test('every message kind of every area renders in both languages within 4 SMS parts; no two jobs share a name', async () => {
  const { renderText } = await import('./render-text.ts');
  for (const { area } of app.areas) {
    for (const kind of area.messages) {
      const samples = Object.fromEntries(
        [...kind.variables, 'brand', 'name'].map((name) => [
          name,
          /Paise$|^amount$|Amount$/.test(name)
            ? 12_345_600
            : name === 'link'
              ? 'https://aangan.example/p/AbCdEfGhIjKlMnOpQrStUv'
              : 'Aaradhya',
        ]),
      );
      for (const language of ['en', 'hi'])
        for (const channel of kind.channels) {
          const text = renderText(kind, channel, language, samples);
          assert.equal(typeof text, 'object', `${kind.key} ${language} ${channel}: ${JSON.stringify(text)}`);
        }
    }
  }
  const names = jobsOf(app.areas).map((job) => job.name);
  assert.equal(new Set(names).size, names.length);
});
