// Alone: sets the areas of the process. Messages through a provider that fails in every way, by two workers at once, each
// queued twice: none is lost and none is doubled.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { area, message, modules } from '@aangan/contract/area.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import type { Recipient } from '@aangan/server/endpoint/area-extras.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { serve } from '@aangan/server/endpoint/handle.ts';
import { createLogger } from '@aangan/server/logging.ts';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { useKeys } from '@aangan/server/work/seal.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { startSmsSimulator } from '@aangan/simulators/sms/sms-simulator.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { communicationServer } from '../area.server.ts';
import { queueMessage } from './queue-message.server.ts';

const ANDHERI = 2;
const MESSAGES = sized(200, 10_000);
/** Of one round; fewer failures than those after which the provider is left alone (choose-provider.server.ts). */
const ROUND = 100;
let db: TestDatabase;
let database: Database;

const idOf = (n: number): string => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const mobileOf = (n: number): string => `+9198${String(20_000_000 + n)}`;
const person = (id: string): Recipient => {
  const n = Number(id.slice(-12));
  return {
    kind: 'GUARDIAN',
    id,
    name: `Parent ${n}`,
    language: 'en',
    mobile: mobileOf(n),
    email: null,
    userId: null,
  };
};
const other = serve(
  area({
    name: 'test',
    title: 'Test',
    modules: modules({}).$info,
    messages: [
      message({
        key: 'test.notice',
        category: 'SERVICE',
        urgency: 'NOW',
        audience: 'FAMILY',
        channels: ['SMS'],
        variables: ['no'],
        en: 'Notice {no}',
        retryUnknown: false,
      }),
    ],
  }),
  [],
  { recipients: { studentIds: async (_db, ids) => ids.map(person) } },
);

before(async () => {
  useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  db = await testDatabase();
  database = openDatabase(db.url);
  await withClient(db.adminUrl, (client) =>
    client
      .query(
        `insert into franchisee (id, company_name, brand_id, model) overriding system value values (2, 'Andheri', 900, 'FOFO') on conflict (id) do nothing`,
      )
      .catch(() =>
        client.query(`insert into brand (id, name, legal_name) overriding system value values (900, 'Little Steps', 'Little Steps') on conflict do nothing;
        insert into franchisee (id, company_name, brand_id, model) overriding system value values (2, 'Andheri', 900, 'FOFO') on conflict (id) do nothing`),
      ),
  );
  useAreas([communicationServer, other]);
});
after(async () => {
  await database.close();
  await db.drop();
});

test(`${MESSAGES} messages with provider faults: 0 lost, 0 doubled`, async () => {
  const sms = await startSmsSimulator({ authKey: 'faults', templates: { t1: 'Notice ##no##' } });
  const clock = { now: new Date() };
  try {
    for (let from = 0; from < MESSAGES; from += ROUND) await round(sms, clock, from);
    const { rows } = await withClient(db.adminUrl, (client) =>
      client.query<{ to_id: string; status: string; attempts: number }>(
        'select to_id, status, attempts from message',
      ),
    );
    const got = new Map<string, number>();
    for (const { mobile } of sms.control.messages()) got.set(`+${mobile}`, (got.get(`+${mobile}`) ?? 0) + 1);
    const times = (id: string) => got.get(mobileOf(Number(id.slice(-12)))) ?? 0;
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    const figure = {
      promise: 'messages under provider faults',
      messages: MESSAGES,
      sent: count('SENT'),
      unknown: count('UNKNOWN'),
      again: rows.filter(({ attempts }) => attempts > 1).length,
      // A message that says it left and was not taken, or that ended nowhere.
      lost:
        MESSAGES -
        rows.length +
        rows.filter(({ status, to_id }) => (status === 'SENT' ? times(to_id) === 0 : status !== 'UNKNOWN'))
          .length,
      doubled: [...got.values()].filter((n) => n > 1).length,
    };
    publishFigure(figure);
    assert.deepEqual([figure.lost, figure.doubled], [0, 0]);
    assert.ok(figure.unknown > 0 && figure.again > 0, 'the faults came about');
    assert.ok(figure.unknown <= (MESSAGES / ROUND) * 2, 'only those whose answer was lost are not known');
  } finally {
    await sms.close();
  }
});

type Sms = Awaited<ReturnType<typeof startSmsSimulator>>;

async function round(sms: Sms, clock: { now: Date }, from: number): Promise<void> {
  const config = {
    AANGAN_SMS: 'msg91',
    MSG91_AUTHKEY: 'faults',
    // The same address in other words: a provider of its own for each round, with its own count of failures.
    MSG91_URL: `${sms.url}/${'./'.repeat(from / ROUND)}.`,
    MSG91_TEMPLATES: '{"test.notice":{"en":"t1"}}',
  };
  const drain = () =>
    drainOutbox({
      database,
      workers: communicationServer.extras.outbox ?? {},
      log: createLogger({ level: 'silent' }),
      ports: { config, origin: 'https://aangan.test' },
      now: () => clock.now,
    });
  const path = '/api/v5/flow';
  sms.control.addFault({ kind: 'reset', phase: 'after', path, times: 1 });
  sms.control.addFault({ kind: 'status', status: 503, phase: 'before', path, times: 2 });
  sms.control.addFault({ kind: 'bad-json', phase: 'after', path, times: 1 });
  for (let twice = 2; twice > 0; twice -= 1)
    await inUnitOfWork(database, systemActor(ANDHERI), { command: 'test' }, async (tx) => {
      for (let n = from; n < from + ROUND; n += 1)
        await queueMessage(tx, {
          kind: 'test.notice',
          franchiseeId: ANDHERI,
          about: { studentIds: [idOf(n)] },
          values: { no: String(n) },
          dedupeKey: String(n),
          source: { kind: 'TEST', id: String(n) },
        });
    });
  clock.now = new Date(clock.now.getTime() + 5000);
  await Promise.all([drain(), drain()]);
  for (let again = 2; again > 0; again -= 1) {
    clock.now = new Date(clock.now.getTime() + 120_000);
    await Promise.all([drain(), drain()]);
  }
  sms.control.clearFaults();
}
