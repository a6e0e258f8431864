// M7, M6 (reversals) and the chain, on a real database: nobody edits yesterday, and who could is found out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { type NarrowedActor, systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import type { Client } from 'pg';
import { chart, classOf } from './chart.ts';
import { openBooks } from './open-books.server.ts';
import {
  type EntryLine,
  LedgerConflict,
  type NewEntry,
  openDay,
  postEntry,
  postPair,
} from './post-entry.server.ts';
import { reverseEntry } from './reverse-entry.server.ts';
import { sealAllBooks } from './seal-entries.server.ts';
import { headOfficeFigures, takeSnapshot } from './snapshot.server.ts';
import { verifyCommand } from './verify.cli.ts';
import { verifyLedger } from './verify.server.ts';

const ANDHERI = 2;
const BANER = 3;
let books: TestDatabase;
let database: Database;

before(async () => {
  books = await testDatabase();
  database = openDatabase(books.url, { max: 8 });
  await withClient(books.adminUrl, (c) =>
    c.query(
      `insert into franchisee (id, company_name, model, status) values (2, 'Andheri', 'FOFO', 'ACTIVE'), (3, 'Baner', 'FOFO', 'ACTIVE')`,
    ),
  );
});
after(async () => {
  await database.close();
  await books.drop();
});

const centre = (id: number): NarrowedActor => ({ ...systemActor(id), kind: 'user' });
const work = <T>(id: number, run: (db: Db) => Promise<T>, actor = centre(id)) =>
  inUnitOfWork(database, actor, { command: 'ledger.test' }, run);
/** Seals until nothing is left: an entry waits while any transaction of the whole cluster, also another test's, is older. */
const seal = async (): Promise<{ ok: number; failed: number }> => {
  const all = { ok: 0, failed: 0 };
  for (;;) {
    const { ok, failed } = await sealAllBooks({
      work: (id, run) => inUnitOfWork(database, systemActor(id), { command: 'finance.ledger-seal' }, run),
    });
    all.ok += ok;
    all.failed += failed;
    if (failed > 0 || (await unsealedEntries()) === 0) return all;
    await setTimeout(100);
  }
};
const unsealedEntries = () =>
  withClient(books.adminUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ledger_entry e where not exists
        (select from ledger_seal s where s.franchisee_id = e.franchisee_id and s.entry_id = e.id)`,
    );
    return rows[0]?.n ?? 0;
  });
const cash = (amount: number): EntryLine[] => [
  { account: '1100', amount },
  { account: '4110', amount: -amount },
];
let n = 0;
const entry = (lines: EntryLine[], more: Partial<NewEntry> = {}): NewEntry => ({
  franchiseeId: ANDHERI,
  source: 'opening',
  sourceId: `t${++n}`,
  effectiveOn: '2026-06-15',
  lines,
  ...more,
});

test('the chart in code is the chart in the database', async () => {
  const rows = await withClient(
    books.adminUrl,
    async (c) => (await c.query('select code, name, class, book, party from account order by code')).rows,
  );
  const code = Object.entries(chart).map(([key, a]) => ({
    code: key,
    name: a.name,
    class: classOf(key),
    book: a.book,
    party: a.party,
  }));
  assert.deepEqual(
    rows,
    code.sort((a, b) => (a.code < b.code ? -1 : 1)),
  );
});

test('posting: once per source, balances follow, other lines under the same source are a conflict', async () => {
  const e = entry(cash(100_00));
  const first = await work(ANDHERI, (db) => postEntry(db, e));
  const again = await work(ANDHERI, (db) => postEntry(db, e));
  assert.deepEqual([first.created, again.created, first.entryId === again.entryId], [true, false, true]);
  await assert.rejects(
    work(ANDHERI, (db) => postEntry(db, { ...e, lines: cash(100_01) })),
    LedgerConflict,
  );
  await assert.rejects(
    work(ANDHERI, (db) =>
      postEntry(
        db,
        entry([
          { account: '1100', amount: 1 },
          { account: '4110', amount: -2 },
        ]),
      ),
    ),
    /out of balance/,
  );
  const rows = await work(ANDHERI, (db) =>
    db
      .selectFrom('ledger_balance')
      .select(['account_code', 'amount', 'entries'])
      .orderBy('account_code')
      .execute(),
  );
  assert.deepEqual(rows, [
    { account_code: '1100', amount: 100_00, entries: 1 },
    { account_code: '4110', amount: -100_00, entries: 1 },
  ]);
});

test('M6: an entry is reversed once, by two at once, 200 times', async () => {
  let won = 0;
  let refused = 0;
  for (let i = 0; i < 200; i += 1) {
    const { entryId } = await work(ANDHERI, (db) => postEntry(db, entry(cash(500 + i))));
    const both = await Promise.allSettled(
      [1, 2].map(() =>
        work(ANDHERI, (db) => reverseEntry(db, { franchiseeId: ANDHERI, entryId, reason: 'Wrong amount' })),
      ),
    );
    for (const one of both) {
      if (one.status === 'fulfilled') won += 1;
      else if ((one.reason as { code?: string }).code === 'ledger.already-reversed') refused += 1;
    }
  }
  publishFigure({ promise: 'M6', reversals: won, refused });
  assert.deepEqual([won, refused], [200, 200]);
});

test('a pair is two linked entries, each in its book; both are reversed together', async () => {
  const pay = (db: Db) =>
    withCentres(db, [ANDHERI, 1], 'payment.confirm', () =>
      postPair(
        db,
        entry([
          { account: '1300', amount: 4_550_000 },
          { account: '4110', amount: -4_550_000 },
        ]),
        {
          ...entry([
            { account: '1500', amount: 4_550_000, party: 'razorpay' },
            { account: '2300', amount: -4_550_000, party: ANDHERI },
          ]),
          franchiseeId: 1,
        },
      ),
    );
  const pair = await work(ANDHERI, pay);
  await assert.rejects(
    work(ANDHERI, (db) =>
      reverseEntry(db, { franchiseeId: ANDHERI, entryId: pair.centre.entryId, reason: 'x' }),
    ),
    /both books/i,
  );
  const second = await work(ANDHERI, pay);
  await work(ANDHERI, (db) =>
    withCentres(db, [ANDHERI, 1], 'payment.refund', () =>
      reverseEntry(db, { franchiseeId: ANDHERI, entryId: second.centre.entryId, reason: 'Bounced' }),
    ),
  );
  const figures = await inUnitOfWork(database, systemActor(), { command: 't' }, (db) =>
    headOfficeFigures(db, ['1500', '2300']),
  );
  assert.deepEqual(figures.map((f) => [f.account_code, f.party_id, f.amount]).sort(), [
    ['1500', 'razorpay', 4_550_000],
    ['2300', '2', -4_550_000],
  ]);
  await inUnitOfWork(database, systemActor(), { command: 't' }, (db) => takeSnapshot(db));
  await inUnitOfWork(database, systemActor(), { command: 't' }, (db) => takeSnapshot(db));
  const after = await inUnitOfWork(database, systemActor(), { command: 't' }, (db) =>
    headOfficeFigures(db, ['1500', '2300']),
  );
  assert.deepEqual(
    after.map((f) => f.amount).sort(),
    figures.map((f) => f.amount).sort(),
    'snapshot + tail = postings',
  );
});

test('M7: the ledger cannot be edited, by the API nor by the owner', async () => {
  const { entryId } = await work(ANDHERI, (db) => postEntry(db, entry(cash(7700))));
  await seal(); // an empty table would let an edit of nothing pass
  const edits = ['ledger_entry', 'ledger_posting', 'ledger_seal'].flatMap((t) => [
    `update ${t} set franchisee_id = franchisee_id`,
    `delete from ${t}`,
    `truncate ${t} cascade`,
  ]);
  const inserts = [
    `insert into ledger_posting (franchisee_id, entry_id, line, account_code, amount, effective_on, txid) values (2, '${entryId}', 9, '1100', 5, '2026-06-15', pg_current_xact_id())`,
    `insert into ledger_entry (franchisee_id, source, source_id, effective_on) values (2, 'opening', 'alone', '2026-06-15')`,
    unbalanced(2, 5, -4),
    unbalanced(2, 0, 0),
    unbalanced(2, 10_000_000_000_001, -10_000_000_000_001),
    unbalanced(2, '9223372036854775808', '-9223372036854775808'),
    unbalanced(3, 5, -5),
    unbalanced(2, 5, -5, '1400'),
  ];
  let tried = 0;
  for (const role of ['rt_centre', 'aangan_owner'] as const) {
    for (const statement of [...edits, ...inserts]) {
      if (role === 'aangan_owner' && statement === inserts[6]) continue; // the owner may write any centre, it only may not edit
      tried += 1;
      await assert.rejects(
        raw(role, statement),
        (error: Error) => !/syntax|does not exist/.test(error.message),
        `${role}: ${statement}`,
      );
    }
  }
  publishFigure({ promise: 'M7', edits: tried, succeeded: 0 });
});

function unbalanced(
  franchiseeId: number,
  debit: number | string,
  credit: number | string,
  account = '1100',
): string {
  return `with e as (insert into ledger_entry (franchisee_id, source, source_id, effective_on) values (${franchiseeId}, 'opening', 'm7-' || random(), '2026-06-15') returning *)
    insert into ledger_posting (franchisee_id, entry_id, line, account_code, amount, effective_on, txid)
    select e.franchisee_id, e.id, l.line, l.account, l.amount, e.effective_on, e.txid from e, (values (1, '${account}', ${debit}::bigint), (2, '4110', ${credit}::bigint)) l (line, account, amount)`;
}

const raw = (role: string, statement: string) =>
  withClient(books.adminUrl, async (c: Client) => {
    await c.query(`begin; set local role ${role}; select set_config('app.centres', '2', true)`);
    await c.query(statement);
    await c.query('commit');
  });

test('a locked month takes nothing; its corrections are dated in the next open month', async () => {
  const { entryId } = await work(BANER, (db) =>
    postEntry(db, entry(cash(900), { franchiseeId: BANER, effectiveOn: '2026-04-30' })),
  );
  await work(BANER, (db) => openBooks(db, BANER, new Date('2026-06-15')));
  await work(BANER, (db) =>
    db
      .updateTable('ledger_period')
      .set({ status: 'LOCKED' })
      .where('franchisee_id', '=', BANER)
      .where('month', '=', '2026-04-01')
      .execute(),
  );
  await assert.rejects(
    work(BANER, (db) => postEntry(db, entry(cash(1), { franchiseeId: BANER, effectiveOn: '2026-04-30' }))),
    { code: 'ledger.period-locked', message: '04-2026 is locked for Baner.' },
  );
  await assert.rejects(
    raw('rt_network', unbalanced(BANER, 5, -5).replace('2026-06-15', '2026-04-30')),
    /LOCKED/,
  );
  assert.equal(await work(BANER, (db) => openDay(db, BANER, '2026-04-30')), '2026-05-01');
  const { entryId: reversal } = await work(BANER, (db) =>
    reverseEntry(db, { franchiseeId: BANER, entryId, reason: 'Wrong' }),
  );
  const row = await work(BANER, (db) =>
    db.selectFrom('ledger_entry').select('effective_on').where('id', '=', reversal).executeTakeFirst(),
  );
  assert.equal(row?.effective_on, '2026-05-01');
});

test('seal and verify: clean books pass; one paisa changed by a superuser is named, exit 1', async () => {
  const before = await seal();
  assert.equal(before.failed, 0);
  assert.deepEqual(await seal(), { ok: 0, failed: 0 }, 'nothing left');
  const lines: string[] = [];
  assert.equal(await verifyCommand(books.adminUrl, [], (line) => lines.push(line)), 0, lines.join('\n'));
  console.log(lines.at(-1));

  const victim = await withClient(books.adminUrl, async (c) => {
    const { rows } = await c.query(
      `select s.entry_id, s.entry_no from ledger_seal s where franchisee_id = 2 order by seq offset 20 limit 1`,
    );
    await c.query('set session_replication_role = replica');
    await c.query(`update ledger_posting set amount = amount + 1 where entry_id = $1 and line = 1`, [
      rows[0].entry_id,
    ]);
    return rows[0] as { entry_id: string; entry_no: string };
  });
  const broken: string[] = [];
  assert.equal(await verifyCommand(books.adminUrl, ['--franchisee', '2'], (line) => broken.push(line)), 1);
  const named = broken.join('\n');
  assert.match(named, new RegExp(`${victim.entry_no} ${victim.entry_id} amount`));
  publishFigure({ promise: 'M7', verify: broken[0]?.split('\n')[0] ?? '' });
  await withClient(books.adminUrl, async (c) => {
    await c.query('set session_replication_role = replica');
    await c.query(`update ledger_posting set amount = amount - 1 where entry_id = $1 and line = 1`, [
      victim.entry_id,
    ]);
  });
  assert.equal(await verifyCommand(books.adminUrl, [], () => {}), 0, 'put back, it holds again');
  assert.equal(await verifyCommand('postgres://nobody@127.0.0.1:1/x', [], () => {}), 2);
});

test('every other way to change the past is found too', async () => {
  const tamper = async (statement: string, field: RegExp) => {
    await withClient(books.adminUrl, async (c) => {
      await c.query('set session_replication_role = replica');
      await c.query(statement);
    });
    const reports = await inUnitOfWork(database, systemActor(), { command: 't', readOnly: true }, (db) =>
      verifyLedger(db, { franchiseeId: ANDHERI }),
    );
    const fields = reports.flatMap((r) => r.findings.map((f) => f.field)).join(' ');
    assert.match(fields, field, `${statement} -> ${fields}`);
  };
  await tamper(
    `update ledger_entry set effective_on = effective_on + 1 where id = (select entry_id from ledger_seal where franchisee_id = 2 and seq = 3)`,
    /effective_on/,
  );
  await tamper(
    `update ledger_posting set account_code = '1120' where line = 1 and account_code = '1100' and entry_id = (select entry_id from ledger_seal where franchisee_id = 2 and seq = 5)`,
    /contents.*balance/,
  );
  await tamper(
    `delete from ledger_posting where entry_id = (select entry_id from ledger_seal where franchisee_id = 2 and seq = 7)`,
    /contents.*amount/,
  );
  await tamper(
    `delete from ledger_seal where franchisee_id = 2 and seq = 9`,
    /chain.*unsealed|unsealed.*chain|chain/,
  );
  await tamper(
    `delete from ledger_entry where id = (select entry_id from ledger_seal where franchisee_id = 2 and seq = 11)`,
    /missing/,
  );
});

test('broken twins: each guard taken away lets its edit through', async () => {
  const [one, two] = await withClient(
    books.adminUrl,
    async (c) =>
      (
        await c.query(`select distinct entry_id from ledger_posting p where franchisee_id = 2 and not exists (select from ledger_entry r where r.reverses_entry_id = p.entry_id)
    and exists (select from ledger_entry e where e.id = p.entry_id and e.transfer_id is null and e.reverses_entry_id is null) limit 2`)
      ).rows as { entry_id: string }[],
  );
  const guards: [guard: string, edit: () => Promise<unknown>][] = [
    [
      'drop trigger refuse_change on ledger_posting',
      () => raw('aangan_owner', 'update ledger_posting set memo = memo'),
    ],
    ['drop trigger check_ledger_entry on ledger_entry', () => raw('rt_centre', unbalanced(2, 5, -4))],
    [
      'drop trigger guard_ledger_posting on ledger_posting',
      () =>
        raw(
          'rt_centre',
          `insert into ledger_posting (franchisee_id, entry_id, line, account_code, amount, effective_on, txid) values (2, '${two?.entry_id}', 99, '1100', 5, '2026-06-15', pg_current_xact_id())`,
        ),
    ],
    [
      'alter table ledger_entry drop constraint ledger_entry_franchisee_id_source_source_id_key, drop constraint ledger_entry_franchisee_id_reverses_entry_id_key',
      async () => {
        for (let i = 0; i < 2; i += 1)
          await work(ANDHERI, (db) =>
            reverseEntry(db, { franchiseeId: ANDHERI, entryId: one?.entry_id ?? '', reason: 'twice' }),
          );
      },
    ],
  ];
  for (const [guard, edit] of guards) {
    await assert.rejects(edit(), (error: Error) => !/syntax/.test(error.message), guard);
    await withClient(books.adminUrl, (c) => c.query(guard));
    await edit();
  }
});
