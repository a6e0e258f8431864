// One's own exports: state, list, cancel, and the file.
import { openModules } from '@aangan/contract/endpoint.ts';
import { exportJobContract } from '@aangan/contract/export-job.contract.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import { handle } from '../endpoint/handle.ts';
import type { RawEndpoint } from '../endpoint/raw-endpoint.ts';
import { logAccess } from '../work/access-log.ts';
import { narrowTo } from '../work/actor.ts';
import { ensureFound, userIdOf } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';
import { refuseExport } from './exports.ts';
import { send } from './file-endpoints.ts';

const columns = [
  'id',
  'title',
  'contract',
  'format',
  'state',
  'rows_done as rowsDone',
  'rows_total as rowsTotal',
  'bytes',
  'error',
  'created_at as createdAt',
  'finished_at as finishedAt',
  'expires_on as expiresOn',
] as const;

const own = (db: Db, userId: string) =>
  db.selectFrom('export_job').select(columns).where('user_id', '=', userId);

export const listExports = handle(exportJobContract.list, async ({ db, actor }) => ({
  rows: await own(db, userIdOf(actor)).orderBy('created_at', 'desc').limit(50).execute(),
}));

export const getExport = handle(exportJobContract.get, async ({ db, actor, input }) =>
  ensureFound(await own(db, userIdOf(actor)).where('id', '=', input.id).executeTakeFirst()),
);

export const cancelExport = handle(exportJobContract.cancel, async ({ db, actor, input }) => {
  await db
    .updateTable('export_job')
    .set({ state: 'CANCELLED', finished_at: sql<string>`now()` })
    .where('id', '=', input.id)
    .where('user_id', '=', userIdOf(actor))
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute();
  return ensureFound(await own(db, userIdOf(actor)).where('id', '=', input.id).executeTakeFirst());
});

const MIME = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export const exportEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/api/export-job/file',
  summary: 'Download the file of one of your exports (?id=).',
  answer: async (request) => {
    const actor = await request.actor();
    if (actor.kind !== 'user') throw refuse('session.missing');
    // What a PIN opens is listed by operation; a file of rows is none of them.
    if (actor.ownOperations) throw refuse('session.tablet');
    const id = request.query['id'] ?? '';
    if (!/^[0-9a-f-]{36}$/i.test(id)) throw refuse('row.not-found');
    const own = narrowTo(actor, openModules.signedIn, 'GET');
    const job = await request.work(own, async (db) => {
      const found = ensureFound(
        await db
          .selectFrom('export_job')
          .select(['state', 'format', 'bytes', 'storage_key', 'file_name', 'contract', 'rows_done'])
          .where('id', '=', id)
          .where('user_id', '=', userIdOf(actor))
          .executeTakeFirst(),
      );
      if (found.state !== 'DONE' || !found.storage_key) throw refuseExport('export.not-ready');
      await logAccess(
        db,
        actor,
        {
          action: 'EXPORT',
          contract: found.contract,
          subjectKind: 'EXPORT_JOB',
          subjectId: id,
          n: found.rows_done,
        },
        { id: '', ip: request.ip },
      );
      return found;
    });
    return send(
      {
        name: job.file_name ?? `export.${job.format}`,
        mime: MIME[job.format],
        bytes: job.bytes ?? 0,
        storageKey: job.storage_key ?? '',
      },
      request,
    );
  },
};
