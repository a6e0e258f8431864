// No list loses or doubles a row between two pages, however close in time its rows were written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { make } from './factories.ts';
import { publishFigure } from './figure.ts';
import { type IdPool, readIds } from './id-pool.ts';
import { type WalkedApp, walkedApp } from './operations.ts';
import {
  findInput,
  LIMITS,
  pagedLists,
  SORTED_LIMIT,
  sameInstants,
  sortsOf,
  type Walk,
  walkList,
} from './paging-walk.ts';
import { ANDHERI } from './world.ts';

/** Lists that stay with fewer than two rows: made by others than their users, or from a fixed directory. */
const MOST_EMPTY = 4;
let app: WalkedApp;
let ids: IdPool;

before(async () => {
  app = await walkedApp({ data: 'demo' });
  await fillEmptyLists();
  assert.ok((await sameInstants(app.database.adminUrl)) > 200, 'hardly any column took the same instants');
  ids = await readIds(app.database.adminUrl, ANDHERI);
});
after(() => app.close());

/** The demo has a row or none of some records, and nothing that a worker or time leaves behind. */
async function fillEmptyLists(): Promise<void> {
  for (const record of app.areas.flatMap((server) => server.area.records))
    if (record.endpoints.create) for (let n = 0; n < 3; n++) await make(app, record);
  await app.sql(
    `insert into message (franchisee_id, kind, channel, language, to_kind, vars_sealed, category, urgency)
    select $1, 'test.walk', 'SMS', 'en', 'GUARDIAN', ''::bytea, 'SERVICE', 'ROUTINE' from generate_series(1, 12)`,
    [ANDHERI],
  );
  await app.sql(
    `insert into allocation_cover (franchisee_id, user_id, cover_id, from_on, to_on)
    select franchisee_id, user_id, cover_id, to_on + 30, to_on + 31 from allocation_cover where franchisee_id = $1`,
    [ANDHERI],
  );
  await app.sql(
    `insert into reallocation_batch (franchisee_id, filters, target, state, total, at) select $1, '{}', '{}', 'DONE', 0, now() - n * interval '1 hour' from generate_series(1, 12) n`,
    [ANDHERI],
  );
  await app.sql(
    `insert into batch (franchisee_id, job, label, state, total, at)
      select $1, job, 'Walk', 'DONE', 0, now() - n * interval '1 hour' from unnest(array['enquiry-message', 'fee-assignment', 'promotion', 'report-card']) job, generate_series(1, 12) n`,
    [ANDHERI],
  );
  await app.sql(
    `with j as (insert into import_job (user_id, franchisee_id, contract, file_name, state) select gen_random_uuid(), $1, 'enquiry', 'fair.csv', 'DONE' from generate_series(1, 12) returning id)
      insert into enquiry_upload (franchisee_id, id, job_id, academic_year_id, file_name, at)
      select $1, id, id, (select min(id) from academic_year), 'fair.csv', now() - row_number() over () * interval '1 microsecond' from j`,
    [ANDHERI],
  );
  await app.sql(
    `insert into access_log (franchisee_id, action, contract) select $1, 'READ', 'student.get' from generate_series(1, 12)`,
    [ANDHERI],
  );
  await app.sql(
    `insert into cron_job (name, title, schedule, area) values ('test.walk', 'Walk', '0 1 * * *', 'system')`,
  );
  await app.sql(
    `insert into cron_run (job, state, planned_at) select 'test.walk', 'COMPLETED', now() - n * interval '1 microsecond' from generate_series(1, 12) n`,
  );
}

test('paging: small pages together are the large page, in every order a list offers', {
  timeout: 600_000,
}, async () => {
  const figure = { lists: 0, walks: 0, pages: 0, rows: 0, lost: 0, doubled: 0 };
  const wrong: string[] = [];
  const empty: string[] = [];
  // The orders of a record are the engine's and tested in all-records; those of a list by hand are its own.
  const ofRecords = new Set(
    app.areas.flatMap(({ area }) => area.records.map((one) => one.endpoints.list.name)),
  );
  for (const list of pagedLists(app)) {
    // Rows of one file of one person, and of one batch: paged in file-import.test.ts and batch.test.ts.
    if (/\.(import-rows|batch-items)$/.test(list.endpoint.name)) continue;
    const sorts = ofRecords.has(list.endpoint.name) ? [undefined] : sortsOf(list);
    let walked = false;
    for (const centre of [ANDHERI, null]) {
      const caller = app.as('Asha', { centre, steppedUp: true });
      const found = await findInput(caller, list, ids);
      if (!found || found.large.rows.length < 2) continue;
      walked = true;
      for (const sort of sorts)
        for (const limit of sort === undefined ? LIMITS : [SORTED_LIMIT]) {
          const input = { ...found.input, ...(sort === undefined ? {} : { sort }) };
          const walk = await walkList(
            caller,
            list,
            input,
            limit,
            sort === undefined ? found.large : undefined,
          );
          add(figure, walk);
          if (walk.lost.length || walk.doubled.length || !walk.inOrder)
            wrong.push(
              `${list.endpoint.name} ${sort ?? ''} by ${limit}: lost ${walk.lost.length}, doubled ${walk.doubled.length} of ${walk.rows}`,
            );
        }
    }
    if (walked) figure.lists++;
    else empty.push(list.endpoint.name);
  }
  publishFigure({ promise: 'paging', ...figure });
  assert.deepEqual(wrong, []);
  assert.ok(empty.length <= MOST_EMPTY, `not walked, for want of two rows: ${empty.join(', ')}`);
});

function add(figure: Record<'walks' | 'pages' | 'rows' | 'lost' | 'doubled', number>, walk: Walk): void {
  figure.walks++;
  figure.pages += walk.pages;
  figure.rows += walk.rows;
  figure.lost += walk.lost.length;
  figure.doubled += walk.doubled.length;
}
