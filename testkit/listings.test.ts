// Every declared list of every area, over the demo network: order, pages, filters, search, counts, export and centres.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnyListing } from '@aangan/contract/listing.ts';
import { servedListings } from '@aangan/server/listing/listing-registry.ts';
import { type Caller, type TestApp, testApp } from './app.ts';
import { exportedLines } from './exported-file.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
interface Page {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly total: { readonly n: number; readonly more: boolean };
}
type Input = Record<string, unknown>;

const MOST = 200;
/** Kinds whose values compare in JavaScript as in Postgres; words have a collation of their own. */
const COMPARABLE: ReadonlySet<string> = new Set(['money', 'integer', 'date', 'dateTime', 'percent']);

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

const pageOf = async (who: Caller, of: AnyListing, input: Input): Promise<Page> =>
  (await who.call(of.endpoints.list, input)) as Page;
const ids = (rows: readonly Row[]) => rows.map((row) => row.id);

/** Every row, in pages of `limit`; each page says the same total. */
async function rowsOf(who: Caller, of: AnyListing, input: Input, limit = MOST): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await pageOf(who, of, { ...input, limit, ...(cursor ? { after: cursor } : {}) });
    rows.push(...page.rows);
    cursor = page.next;
    if (cursor === null) assert.deepEqual(page.total, { n: rows.length, more: false }, `${of.name}: total`);
  }
  return rows;
}

/** The listings of a process stand there once its areas are loaded, so each test walks all of them. */
const everyListing = async (check: (of: AnyListing, rows: readonly Row[], bina: Caller) => Promise<void>) => {
  const listings = servedListings();
  assert.ok(listings.length > 0, 'no area serves a listing');
  for (const { listing } of listings) {
    const bina = app.as('Bina');
    // A list that no centre head opens (Instagram posts) is walked by whoever opens all; what the network keeps, by head office.
    const closed = (await bina.raw(listing.endpoints.list, { limit: 1 })).status === 403;
    const reader = listing.scope === 'network' ? app.as('Kavi') : bina;
    // What head office keeps is not open to all of its people either (videos).
    const shut = closed || (await reader.raw(listing.endpoints.list, { limit: 1 })).status === 403;
    const who = shut ? app.as('Asha') : reader;
    const rows = await rowsOf(who, listing, {});
    assert.ok(rows.length > 2, `${listing.name}: the demo has hardly any rows of it`);
    assert.equal(new Set(ids(rows)).size, rows.length, `${listing.name}: a join doubles rows`);
    await check(listing, rows, who);
  }
};

test('every order gives every row once, in small pages as in large ones', async () => {
  await everyListing(async (of, all, bina) => {
    const usual = await rowsOf(bina, of, { sort: of.sort });
    assert.deepEqual(ids(usual), ids(all), `${of.name}: its own order`);
    const few = Math.max(2, Math.ceil(all.length / 15));
    for (const name of of.sorts)
      for (const sort of [name, `-${name}`]) {
        const rows = await rowsOf(bina, of, { sort });
        const walked = await rowsOf(bina, of, { sort }, few);
        assert.deepEqual(ids(walked), ids(rows), `${of.name} by ${sort}`);
        assert.deepEqual(ids(rows).sort(), ids(all).sort(), `${of.name} by ${sort}: rows`);
        if (COMPARABLE.has(of.row[name]?.kind ?? '')) inOrder(rows, name, sort);
      }
  });
});

/** Empty values last, the others one after the other. */
function inOrder(rows: readonly Row[], name: string, sort: string): void {
  const values = rows.map((row) => row[name] as string | number | null);
  const filled = values.filter((value) => value !== null);
  assert.deepEqual(values.slice(0, filled.length), filled, `${sort}: an empty value before a filled one`);
  const up = sort.startsWith('-') ? [...filled].reverse() : filled;
  up.forEach((value, n) => {
    assert.ok(n === 0 || (up[n - 1] as typeof value) <= value, `${sort}: ${up[n - 1]} before ${value}`);
  });
}

test('every filter gives exactly the rows that have its value, and the counts say how many', async () => {
  await everyListing(async (of, all, bina) => {
    const { byStatus } = (await bina.call(of.endpoints.counts, {})) as { byStatus: Record<string, number> };
    const states = of.row[of.state]?.options ?? [];
    for (const { value } of states) {
      const { total } = await pageOf(bina, of, { [of.state]: value });
      assert.equal(total.n, byStatus[value] ?? 0, `${of.name}: count of ${value}`);
    }
    assert.ok(Object.keys(byStatus).length > 1, `${of.name}: the demo has one state only`);
    for (const [name, field] of Object.entries(of.filters)) {
      const value = all.find((row) => row[name] !== null && row[name] !== undefined)?.[name];
      assert.ok(value !== undefined, `${of.name}: no row has a value of the filter ${name}`);
      const wanted = field.filter === 'range' ? { from: value, to: value } : value;
      const rows = await rowsOf(bina, of, { [name]: wanted });
      assert.deepEqual(ids(rows), ids(all.filter((row) => row[name] === value)), `${of.name}: ${name}`);
    }
  });
});

test('the search looks into every column that says so', async () => {
  await everyListing(async (of, all, bina) => {
    for (const [name, field] of Object.entries(of.row)) {
      // A number leaves masked: what stands in the row is not what is looked for.
      if (!field.search || field.kind === 'phone') continue;
      const found = all.find((row) => row[name]);
      const words = String(found?.[name]).toUpperCase();
      const rows = await rowsOf(bina, of, { q: words });
      assert.ok(ids(rows).includes(found?.id ?? ''), `${of.name}: ${name} is not searched`);
    }
    assert.deepEqual(ids((await pageOf(bina, of, { q: '100%_nobody' })).rows), [], `${of.name}: nobody`);
  });
});

test('the file has the rows of the list, in the order that was asked for, with the words of its choices', async () => {
  await everyListing(async (of, _all, bina) => {
    const sort = `-${of.sorts.find((name) => `-${name}` !== of.sort) ?? of.sorts[0]}`;
    const all = await rowsOf(bina, of, { sort });
    const [head = '', ...lines] = await exportedLines(app, bina, of.endpoints.export, { sort });
    for (const { label } of Object.values(of.row))
      assert.ok(head.includes(label), `${of.name}: column ${label}`);
    const [first = ''] = Object.keys(of.row);
    const choices = Object.entries(of.row).filter(([, { kind }]) => kind === 'choice');
    assert.equal(lines.length, all.length, `${of.name}: rows of the file`);
    lines.forEach((line, n) => {
      const words = String(all[n]?.[first]).replaceAll('"', '""');
      assert.ok(line.replace(/^"/, '').startsWith(words), `${of.name}: row ${n + 1} of the file`);
      for (const [name, { options }] of choices) {
        const { label } = options?.find(({ value }) => value === all[n]?.[name]) ?? { label: '' };
        assert.ok(line.includes(label), `${of.name}: row ${n + 1} says '${label}'`);
      }
    });
  });
});

test('another centre sees none of the rows', async () => {
  const charu = app.as('Charu');
  await everyListing(async (of, all) => {
    if (of.scope !== 'centre') return;
    if ((await charu.raw(of.endpoints.list, { limit: 1 })).status === 403) return;
    const others = { rows: await rowsOf(charu, of, {}) };
    const mine = new Set(ids(all));
    assert.deepEqual(
      ids(others.rows).filter((id) => mine.has(id)),
      [],
      `${of.name}: rows of Andheri in Baner`,
    );
    assert.ok(all.every((row) => row['franchiseeId'] !== others.rows[0]?.['franchiseeId']));
  });
});

/** Lists whose money is no amount to add up, or is added up by an operation of their own. */
const NOT_ADDED_UP: Readonly<Record<string, string>> = {
  payment: 'payment.totals, which knows days without a limit',
  'product-margin': 'prices of a piece',
  'margin-request': 'prices of a piece',
  'kit-mapping': 'prices of a kit',
  'wow-bom': 'prices of a kit',
  'stock-inbound': 'cost of a piece',
  stock: 'cost, shown to its warehouse alone',
  'stock-movement': 'cost, shown to its warehouse alone',
};

test('a list of money says what all rows of its filter come to', async () => {
  const silent: string[] = [];
  await everyListing(async (of, all, who) => {
    const money = Object.keys(of.row).filter((name) => of.row[name]?.kind === 'money');
    const { sums } = of.endpoints;
    if (!sums) {
      if (money.length > 0 && !(of.name in NOT_ADDED_UP)) silent.push(of.name);
      return;
    }
    const added = (rows: readonly Row[]) =>
      Object.fromEntries(
        (of.sums ?? []).map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)]),
      );
    assert.deepEqual(await who.call(sums, {}), { sums: added(all) }, of.name);
    const state = all[0]?.[of.state];
    const some = all.filter((row) => row[of.state] === state);
    assert.deepEqual(
      await who.call(sums, { [of.state]: state }),
      { sums: added(some) },
      `${of.name}: ${state}`,
    );
    const charu = app.as('Charu');
    if ((await charu.raw(of.endpoints.list, { limit: 1 })).status === 403) return;
    assert.deepEqual(
      await charu.call(sums, {}),
      { sums: added(await rowsOf(charu, of, {})) },
      `${of.name}: Baner`,
    );
  });
  assert.deepEqual(silent, [], 'say `sums`, or why its money is not added up');
});
