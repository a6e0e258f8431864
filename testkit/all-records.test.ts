// Every declared record, through HTTP: create, list, search, sort, filter, get, update, stale, export, import, remove;
// refusals for the module, the centre and each bad field; the change audit. A record added tomorrow is walked tomorrow.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Field } from '@aangan/contract/fields.ts';
import { type AnyRecord, RECORD_OPTIONS } from '@aangan/contract/record.ts';
import type { ErrorBody } from '@aangan/server/endpoint/errors.ts';
import { recordRegistry } from '@aangan/server/record/record-plan.ts';
import { type TestApp, testApp } from './app.ts';
import { type MadeRecord, make, valuesFor } from './factories.ts';
import { publishFigure } from './figure.ts';
import { ANDHERI, BANER } from './world.ts';

let app: TestApp;
let records: AnyRecord[];
before(async () => {
  app = await testApp();
  records = app.areas.flatMap((server) => server.area.records);
});
after(() => app.close());

interface Page {
  rows: MadeRecord[];
  next: string | null;
  total: { n: number; more: boolean };
}
const asha = (centre: number = ANDHERI) => app.as('Asha', { centre });
const list = async (record: AnyRecord, input: object = {}, centre?: number): Promise<Page> =>
  (await asha(centre).call(record.endpoints.list, { limit: 200, ...input } as never)) as Page;
const fieldsOf = (record: AnyRecord) => Object.entries(record.fields as Record<string, Field>);
const plain = () => records.filter((record) => record.writes === 'record');
const ofCentre = (record: AnyRecord) => record.scope !== 'network';
const each = async (chosen: readonly AnyRecord[], walk: (record: AnyRecord) => Promise<void>) => {
  const failed: string[] = [];
  for (const record of chosen) {
    const before = await app.sql<{ id: string }>(`select id::text from ${record.table}`);
    await walk(record).catch((error: Error) => failed.push(`${record.name}: ${error.message}`));
    // Short lists (a term 0 to 4) would run full; what something made meanwhile refers to stays.
    await app
      .sql(`delete from ${record.table} where id::text <> all ($1)`, [before.map((row) => row.id)])
      .catch(() => undefined);
  }
  assert.deepEqual(failed, []);
};

test('the options of a record are a closed list of at most 20, and every reference has a target', () => {
  assert.ok(RECORD_OPTIONS.length <= 20);
  assert.doesNotThrow(() => recordRegistry(app.areas.map((server) => server.area)));
  publishFigure({ promise: 'records', records: records.length, plain: plain().length });
});

test('create, get, list, search, every sort, every filter', () =>
  each(plain(), async (record) => {
    const made = await make(app, record);
    assert.deepEqual(await asha().call(record.endpoints.get, { id: made.id }), made);
    assert.equal(made.version, 1);
    const found = await list(record);
    assert.ok(
      found.rows.some((row) => row.id === made.id),
      'not in its list',
    );
    for (const [name, field] of fieldsOf(record)) {
      for (const sort of [name, `-${name}`])
        assert.ok((await list(record, { sort })).rows.length >= Math.min(found.rows.length, 1), sort);
      const value = made[name];
      if (value === null || value === undefined) continue;
      if (field.search && typeof value === 'string')
        assert.ok(
          (await list(record, { q: value.slice(0, 40).toUpperCase() })).rows.some(
            (row) => row.id === made.id,
          ),
          `search in ${name}`,
        );
      if (field.filter) {
        const one = field.kind === 'choices' ? (value as string[])[0] : value;
        const filter = field.filter === 'range' ? { from: one, to: one } : one;
        assert.ok(
          (await list(record, { filters: { [name]: filter } })).rows.some((row) => row.id === made.id),
          `filter ${name}`,
        );
      }
    }
    const label = String(made[record.label] ?? '');
    const options = (await asha().call(record.endpoints.options, { ids: [made.id] })) as {
      rows: { id: unknown }[];
    };
    assert.deepEqual(
      options.rows.map((row) => row.id),
      [made.id],
    );
    if (label)
      assert.equal((await asha().raw(record.endpoints.options, { q: label.slice(0, 40) })).status, 200);
  }));

test('pages of one row follow each other to the end', () =>
  each(plain(), async (record) => {
    for (let n = 0; n < 3; n += 1) await make(app, record);
    const whole = (await list(record)).rows.map((row) => row.id);
    const seen: unknown[] = [];
    let after: string | null = null;
    do {
      const page: Page = await list(record, { limit: 1, ...(after ? { after } : {}) });
      seen.push(...page.rows.map((row) => row.id));
      after = page.next;
    } while (after && seen.length <= whole.length);
    assert.deepEqual(seen, whole);
  }));

test('the same id twice makes one row', () =>
  each(
    plain().filter((record) => record.key === 'uuid'),
    async (record) => {
      const values = await valuesFor(app, record);
      const id = crypto.randomUUID();
      const { create } = record.endpoints;
      assert.ok(create);
      const first = await asha().call(create, { id, ...values } as never);
      assert.deepEqual(await asha().call(create, { id, ...values } as never), first);
    },
  ));

const updates = async (record: AnyRecord): Promise<void> => {
  const { update } = record.endpoints;
  assert.ok(update);
  const made = await make(app, record);
  const fresh = await valuesFor(app, record);
  const [name] =
    fieldsOf(record).find(([key, field]) => ['text', 'longText'].includes(field.kind) && key in fresh) ?? [];
  if (!name) return;
  const changed = (await asha().call(update, { id: made.id, changes: { [name]: fresh[name] } } as never, {
    version: made.version,
  })) as MadeRecord;
  assert.deepEqual({ ...changed, version: 1 }, { ...made, [name]: changed[name] });
  assert.equal(changed.version, 2);
  await asha().refused(update, { id: made.id, changes: { [name]: fresh[name] } } as never, 'row.stale', {
    version: made.version,
  });
  await asha().refused(update, { id: made.id, changes: {} } as never, 'row.version-missing');
  const [audit] = await app.sql<{ n: number }>(
    "select count(*)::int as n from record_change where table_name = $1 and row_key = $2 and op = 'U' and diff ? $3",
    [record.table, String(made.id), snake(name)],
  );
  assert.equal(audit?.n, 1, 'the change audit');
};

test('update changes what is given and nothing else, once a version', () => each(plain(), updates));

test('broken twins: a table without its audit, a table whose version stands still', async () => {
  const [record] = plain().filter((one) => fieldsOf(one).some(([, field]) => field.kind === 'text'));
  assert.ok(record);
  for (const trigger of ['record_change', 'touch_row']) {
    await app.sql(`alter table ${record.table} disable trigger ${trigger}`);
    await assert.rejects(updates(record), `${trigger} was not missed`);
    await app.sql(`alter table ${record.table} enable trigger ${trigger}`);
  }
  await updates(record);
});

test('another centre: not in its list, 404 to read, change and remove, no options', () =>
  each(plain().filter(ofCentre), async (record) => {
    const made = await make(app, record);
    const { get, update, remove, options } = record.endpoints;
    assert.ok(!(await list(record, {}, BANER)).rows.some((row) => row.id === made.id));
    await asha(BANER).refused(get, { id: made.id }, 'row.not-found');
    if (update)
      await asha(BANER).refused(update, { id: made.id, changes: {} } as never, 'row.not-found', {
        version: 1,
      });
    if (remove) await asha(BANER).refused(remove, { id: made.id }, 'row.not-found', { version: 1 });
    assert.deepEqual(await asha(BANER).call(options, { ids: [made.id] }), { rows: [] });
  }));

test('without the module: 403, and only those who may see can', () =>
  each(records, async (record) => {
    const { list: all, create } = record.endpoints;
    await app.as('Zoya').refused(all, {} as never, 'module.missing');
    if (create) await app.as('Zoya').refused(create, {} as never, 'module.missing');
  }));

test('every field refuses what it cannot be, by name', () =>
  each(plain(), async (record) => {
    const { create } = record.endpoints;
    assert.ok(create);
    const values = await valuesFor(app, record);
    for (const [name, field] of fieldsOf(record)) {
      const { status, body } = await asha().raw(create, { ...values, [name]: { wrong: true } });
      assert.deepEqual([status, Object.keys((body as ErrorBody).fields ?? {})], [422, [name]], name);
      if (field.optional) continue;
      const { [name]: _gone, ...rest } = values;
      assert.ok(((await asha().raw(create, rest)).body as ErrorBody).fields?.[name], `${name} is required`);
    }
    for (const foreign of ['franchiseeId', 'version', 'createdBy', 'can', '__proto__', 'isActive2']) {
      if (foreign in (record.fields as object)) continue;
      const body = JSON.parse(`{"${foreign}": 1}`);
      assert.notEqual((await asha().raw(create, { ...values, ...body, [foreign]: 1 })).status, 200, foreign);
    }
  }));

test('export is queued for the caller with the list’s filters and noted in the access log', () =>
  each(records, async (record) => {
    const { jobId } = (await asha().call(record.endpoints.export, { q: 'x', format: 'csv' } as never)) as {
      jobId: string;
    };
    const [job] = await app.sql<{ contract: string; input: { q?: string } }>(
      'select contract, input from export_job where id = $1',
      [jobId],
    );
    assert.equal(job?.contract, record.endpoints.export.name);
    assert.equal(job.input.q, 'x');
    const [log] = await app.sql<{ n: number }>(
      "select count(*)::int as n from access_log where action = 'EXPORT' and contract = $1",
      [record.endpoints.export.name],
    );
    assert.ok((log?.n ?? 0) > 0, 'the access log');
  }));

test('what nothing refers to can be removed; the audit keeps it', () =>
  each(
    plain().filter((record) => record.endpoints.remove),
    async (record) => {
      const { remove, get } = record.endpoints;
      assert.ok(remove);
      const made = await make(app, record);
      await asha().refused(remove, { id: made.id }, 'row.stale', { version: 99 });
      await asha().call(remove, { id: made.id }, { version: made.version });
      await asha().refused(get, { id: made.id }, 'row.not-found');
      const [audit] = await app.sql<{ n: number }>(
        "select count(*)::int as n from record_change where table_name = $1 and row_key = $2 and op = 'D'",
        [record.table, String(made.id)],
      );
      assert.equal(audit?.n, 1);
    },
  ));

test('a file that was never checked cannot be imported; an empty one says so', () =>
  each(
    plain().filter((record) => record.import),
    async (record) => {
      const { importCheck, importCommit, importRows } = record.endpoints;
      assert.ok(importCheck && importCommit && importRows);
      await asha().refused(importCommit, { jobId: crypto.randomUUID() } as never, 'row.not-found');
      const heading = fieldsOf(record)
        .map(([, field]) => `"${field.label}"`)
        .join(',');
      await asha().refused(importCheck, { fileName: 'x.csv', csv: heading } as never, 'sheet.empty');
      const checked = (await asha().call(importCheck, {
        fileName: 'x.csv',
        csv: `${heading}\n${fieldsOf(record)
          .map(() => '"~"')
          .join(',')}`,
      } as never)) as { bad: number; jobId: string };
      assert.ok(checked.bad > 0);
      const faulty = (await asha().call(importRows, { jobId: checked.jobId } as never)) as {
        rows: unknown[];
      };
      assert.ok(faulty.rows.length > 0);
    },
  ));

const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
