// The platform's own operations, endpoints and housekeeping, in the shape of an area, so that they are mounted, documented and
// checked like everybody's.
import { area, modules } from '@aangan/contract/area.ts';
import { exportJobContract } from '@aangan/contract/export-job.contract.ts';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { sql } from 'kysely';
import type { JobDeclaration } from '../background/background.ts';
import { retireOutbox } from '../background/outbox-claim.ts';
import { runBatchJob } from '../batch/batch-job.ts';
import { importJob } from '../file-import/import-job.ts';
import { purgeImportRows } from '../file-import/import-store.ts';
import { cancelExport, exportEndpoint, getExport, listExports } from '../files/export-endpoints.ts';
import { expireExports } from '../files/exports.ts';
import { fileEndpoint } from '../files/file-endpoints.ts';
import { sweepFiles } from '../files/upload.ts';
import { listHistory } from '../record/record-history.ts';
import type { Db } from '../work/unit-of-work.ts';
import { serve } from './handle.ts';
import { healthEndpoints } from './health.ts';
import { linkEndpoint } from './link-endpoint.ts';
import { metricsEndpoint } from './metrics.ts';

type Nightly = Pick<JobDeclaration, 'name' | 'title' | 'schedule'>;

/** A job that does one statement of housekeeping over and over until nothing is left. */
const housekeeping = (job: Nightly, step: (db: Db, now: Date) => Promise<number>): JobDeclaration => ({
  ...job,
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 600,
  run: async ({ work, now }) => {
    let ok = 0;
    for (let n = -1; n !== 0; ok += n) n = await work(null, (db) => step(db, now));
    return { ok, failed: 0 };
  },
});

const removed = async (statement: Promise<{ numAffectedRows?: bigint }>): Promise<number> =>
  Number((await statement).numAffectedRows ?? 0n);

const jobs: readonly JobDeclaration[] = [
  importJob,
  runBatchJob,
  housekeeping(
    { name: 'platform.import-purge', title: 'Rows of files that nobody saved', schedule: '35 4 * * *' },
    purgeImportRows,
  ),
  housekeeping(
    { name: 'platform.outbox-history', title: 'Done work into the history', schedule: '10 4 * * *' },
    retireOutbox,
  ),
  housekeeping({ name: 'platform.outbox-purge', title: 'Old history', schedule: '30 4 * * 0' }, (db) =>
    removed(
      sql`delete from outbox_history where (franchisee_id, id) in (select franchisee_id, id from outbox_history where at < now() - interval '400 days' limit 5000)`.execute(
        db,
      ),
    ),
  ),
  housekeeping({ name: 'platform.inbox-purge', title: 'Old deliveries', schedule: '15 4 * * *' }, (db) =>
    removed(
      sql`delete from inbox where (provider, event_id) in (select provider, event_id from inbox where purge_on < current_date and state <> 'NEW' limit 5000)`.execute(
        db,
      ),
    ),
  ),
  housekeeping(
    { name: 'platform.upload-sweep', title: 'Unfinished and expired files', schedule: '10 4 * * *' },
    sweepFiles,
  ),
  housekeeping(
    { name: 'platform.export-expire', title: 'Expired exports', schedule: '40 2 * * *' },
    expireExports,
  ),
  housekeeping(
    { name: 'platform.idempotency-purge', title: 'Old answers of repeated requests', schedule: '5 * * * *' },
    (db) =>
      removed(
        sql`delete from idempotency where ctid = any (array(select ctid from idempotency where created_at < now() - interval '72 hours' limit 5000))`.execute(
          db,
        ),
      ),
  ),
  housekeeping(
    { name: 'platform.rate-purge', title: 'Old counters of tries', schedule: '20 * * * *' },
    (db) =>
      removed(
        sql`delete from rate_counter where ctid = any (array(select ctid from rate_counter where window_start < now() - interval '1 day' limit 5000))`.execute(
          db,
        ),
      ),
  ),
  housekeeping({ name: 'platform.link-purge', title: 'Old public links', schedule: '20 4 * * *' }, (db) =>
    removed(
      sql`delete from public_link where token_hash in (select token_hash from public_link where max_expires_at < now() - interval '400 days' limit 2000)`.execute(
        db,
      ),
    ),
  ),
  housekeeping({ name: 'platform.run-purge', title: 'Old runs of jobs', schedule: '25 4 * * *' }, (db) =>
    removed(
      sql`delete from cron_run where id in (select id from cron_run where planned_at < now() - interval '400 days' limit 5000)`.execute(
        db,
      ),
    ),
  ),
];

export const platformServer = serve(
  area({
    name: 'platform',
    title: 'Platform',
    modules: modules({}).$info,
    contracts: [exportJobContract, recordHistoryContract],
  }),
  [listExports, getExport, cancelExport, listHistory],
  { rawEndpoints: [...healthEndpoints, metricsEndpoint, fileEndpoint, exportEndpoint, linkEndpoint], jobs },
);
