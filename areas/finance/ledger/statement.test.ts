// A centre's statement with head office, whatever was dated back and in whatever order: each opening is what stands before
// it, and the sums of months it is read from are what `ledger:verify` adds up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '@aangan/contract/period.ts';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { type AccountCode, HEAD_OFFICE } from './chart.ts';
import type { Statement } from './ledger.contract.ts';
import { openDay, postEntry } from './post-entry.server.ts';
import { reverseEntry } from './reverse-entry.server.ts';
import { takeSnapshot } from './snapshot.server.ts';
import { statementOf } from './statement.server.ts';
import { trialBalanceOf } from './trial-balance.server.ts';
import { verifyLedger } from './verify.server.ts';

const ANDHERI = 2;
const BANER = 3;
const TODAY = '2026-11-24';
const BETWEEN = ['1300', '1330', '2400'] as const;
let books: TestDatabase;
let database: Database;

before(async () => {
  books = await testDatabase();
  database = openDatabase(books.url, { max: 8 });
  await sql(
    `insert into franchisee (id, company_name, model, status) values (2, 'Andheri', 'FOFO', 'ACTIVE'), (3, 'Baner', 'FOFO', 'ACTIVE')`,
  );
});
after(async () => {
  await database.close();
  await books.drop();
});

const sql = (text: string) =>
  withClient(books.adminUrl, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);
const work = <T>(run: (db: Db) => Promise<T>, centre = ANDHERI) =>
  inUnitOfWork(database, systemActor(centre), { command: 'statement.test' }, run);

let n = 0;
const post = (on: string, account: AccountCode, amount: number, other: AccountCode, centre = ANDHERI) =>
  work(
    (db) =>
      postEntry(db, {
        franchiseeId: centre,
        source: 'opening',
        sourceId: `s${++n}`,
        effectiveOn: on,
        lines: [
          { account, amount },
          { account: other, amount: -amount },
        ],
      }),
    centre,
  );

/** The same numbers each time. */
let seed = 20_261_124;
const upTo = (most: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};

const pageOf = (of: { from: string; to?: string; after?: string; limit: number }): Promise<Statement> =>
  work((db) => statementOf(db, { ...of, franchiseeId: ANDHERI, accounts: BETWEEN, today: TODAY }));

const balanceBefore = async (day: string): Promise<number> =>
  Number(
    (
      await sql(
        `select coalesce(sum(amount), 0) as amount from ledger_posting where franchisee_id = ${ANDHERI} and account_code in ('1300', '1330', '2400') and effective_on < '${day}'`,
      )
    )[0]?.['amount'],
  );

test('entries of four years in any order, some between two of the accounts, some reversed: every page begins where the one before ended', async () => {
  const entryIds: string[] = [];
  for (let one = 0; one < 150; one += 1) {
    const [account, other] = (
      [
        ['1300', '4110'],
        ['2400', '5100'],
        ['1330', '1300'],
      ] as const
    )[upTo(3)] as readonly [AccountCode, AccountCode];
    // Twelve days of each month and the last ones, so that days are shared and months' ends are met.
    const on = addDays('2023-01-31', upTo(110) * 13);
    entryIds.push((await post(on, account, 100 + upTo(9000), other)).entryId);
  }
  for (const entryId of entryIds.slice(0, 12))
    await work((db) => reverseEntry(db, { franchiseeId: ANDHERI, entryId, reason: 'Wrong' }));
  for (const from of ['2000-01-01', '2023-02-01', '2024-02-29', '2025-03-31', '2025-04-01', '2026-06-15'])
    for (const limit of [3, 50]) {
      let expected = await balanceBefore(from);
      let after: string | undefined;
      do {
        const page: Statement = await pageOf({ from, to: '2027-12-31', limit, ...(after ? { after } : {}) });
        assert.equal(page.opening, expected, `${from}, ${limit} a page, after ${after}`);
        expected = page.closing;
        after = page.next ?? undefined;
      } while (after);
      assert.equal(expected, await balanceBefore('2028-01-01'), 'the last page ends at the balance');
    }
});

test('a locked month keeps its sum; what belongs into it is in the opening of the month after', async () => {
  await sql(
    `insert into ledger_period (franchisee_id, month, status) values (${ANDHERI}, '2026-02-01', 'LOCKED')`,
  );
  const [opening, later] = [
    (await pageOf({ from: '2026-03-01', limit: 1 })).opening,
    (await pageOf({ from: '2026-04-01', limit: 1 })).opening,
  ];
  await assert.rejects(post('2026-02-10', '1300', 700, '4110'), { code: 'ledger.period-locked' });
  const on = await work((db) => openDay(db, ANDHERI, '2026-02-10'));
  await post(on, '1300', 700, '4110');
  assert.deepEqual(
    [
      (await pageOf({ from: '2026-03-01', limit: 1 })).opening,
      (await pageOf({ from: '2026-04-01', limit: 1 })).opening,
    ],
    [opening, later + 700],
  );
});

test('twenty payments of a centre at once: the sum of the month loses none', async () => {
  const monthOf = async () =>
    Number(
      (
        await sql(
          `select coalesce(sum(amount), 0) as amount from ledger_month where franchisee_id = ${BANER} and account_code = '1300' and month = '2026-11-01'`,
        )
      )[0]?.['amount'],
    );
  const had = await monthOf();
  await Promise.all(
    Array.from({ length: 20 }, (_, one) =>
      post('2026-11-20', one % 2 ? '1300' : '4110', one % 2 ? 500 : -500, one % 2 ? '4110' : '1300', BANER),
    ),
  );
  assert.equal(await monthOf(), had + 20 * 500);
});

const findings = () =>
  inUnitOfWork(database, systemActor(), { command: 'statement.test', readOnly: true }, async (db) =>
    (await verifyLedger(db)).flatMap((book) => book.findings.filter(({ field }) => field === 'month')),
  );

test('nobody writes the sums of months, and verify names one that is off, missing or too many', async () => {
  for (const role of ['rt_centre', 'rt_network'])
    for (const statement of [
      `update ledger_month set amount = 1`,
      `delete from ledger_month`,
      `insert into ledger_month values (2, '1300', '2030-01-01', 5)`,
    ])
      await assert.rejects(
        sql(`begin; set local role ${role}; set local app.centres to '2'; ${statement}; commit`),
        /permission denied/,
        `${role}: ${statement}`,
      );
  assert.deepEqual(await findings(), []);
  const broken: readonly (readonly [edit: string, text: RegExp])[] = [
    [
      `update ledger_month set amount = amount + 1 where franchisee_id = 2 and account_code = '1300' and month = '2026-03-01'`,
      /account 1300: the sum of 03-2026 is off by 1 paise/,
    ],
    [
      `delete from ledger_month where franchisee_id = 3 and account_code = '1300'`,
      /account 1300: the sum of 11-2026/,
    ],
    [`insert into ledger_month values (3, '1330', '2026-05-01', 9)`, /account 1330: the sum of 05-2026/],
  ];
  for (const [edit, text] of broken) {
    await sql(edit);
    const found = await findings();
    assert.equal(found.length, 1, edit);
    assert.match(found[0]?.text ?? '', text);
    await sql(
      `truncate ledger_month; insert into ledger_month select franchisee_id, account_code, date_trunc('month', effective_on)::date, sum(amount)
         from ledger_posting where party_kind = 'NONE' and franchisee_id <> 1 group by 1, 2, 3`,
    );
  }
  assert.deepEqual(await findings(), []);
});

/** The plain sum of all postings up to a day. */
const summedUpTo = async (book: number, on: string) =>
  (
    await sql(
      `select account_code as account, sum(amount)::bigint as amount from ledger_posting where franchisee_id = ${book} and effective_on <= '${on}' group by 1 having sum(amount) <> 0 order by 1`,
    )
  ).map((row) => ({ account: row['account'], amount: Number(row['amount']) }));

test('the trial balance of any day is the plain sum of all that is dated until then, with parties, of both books', async () => {
  const families = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  for (let one = 0; one < 40; one += 1) {
    const on = addDays('2024-01-31', upTo(80) * 13);
    const amount = 100 + upTo(9000);
    const party = families[upTo(2)] ?? '';
    await work((db) =>
      postEntry(db, {
        franchiseeId: ANDHERI,
        source: 'opening',
        sourceId: `t${one}`,
        effectiveOn: on,
        lines: [
          { account: '1200', amount, party },
          { account: '2100', amount: -50, party },
          { account: '4110', amount: 50 - amount },
        ],
      }),
    );
    await work(
      (db) =>
        postEntry(db, {
          franchiseeId: HEAD_OFFICE,
          source: 'opening',
          sourceId: `t${one}`,
          effectiveOn: on,
          lines: [
            { account: '1400', amount, party: one % 2 ? ANDHERI : BANER },
            { account: '4510', amount: -amount },
          ],
        }),
      HEAD_OFFICE,
    );
    // Part of head office's book stands in its snapshot, part of it came since.
    if (one === 25)
      await inUnitOfWork(database, systemActor(), { command: 'statement.test' }, (db) => takeSnapshot(db));
  }
  const days = ['2023-01-01', '2024-02-29', '2024-06-15', '2025-03-31', '2025-04-01', TODAY, '2026-12-31'];
  for (const book of [ANDHERI, BANER, HEAD_OFFICE])
    for (const on of days)
      assert.deepEqual(
        await work((db) => trialBalanceOf(db, { franchiseeId: book, on }), book),
        await summedUpTo(book, on),
        `book ${book} on ${on}`,
      );
  assert.ok((await summedUpTo(HEAD_OFFICE, TODAY)).length > 0);
});

test('broken twin: without the trigger the opening is wrong, and verify says so', async () => {
  await sql('alter table ledger_posting disable trigger sum_ledger_month');
  await post('2026-05-05', '1300', 4200, '4110');
  assert.equal(
    (await pageOf({ from: '2026-05-01', limit: 1 })).opening,
    (await balanceBefore('2026-05-01')) + 4200,
  );
  assert.deepEqual(
    (await findings()).map(({ text }) => text),
    [
      'account 1300: the sum of 05-2026 is off by -4200 paise',
      'account 4110: the sum of 05-2026 is off by 4200 paise',
    ],
  );
});
