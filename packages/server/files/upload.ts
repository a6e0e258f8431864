// `/api/upload`: the tus 1.0 protocol (resumable, exact offsets) behind the product's own sign-in. A file row exists from
// the first byte; it turns CLEAN or REFUSED before the last request is answered, so "uploaded" means "usable".
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Authenticator, sendError } from '../endpoint/endpoint-runner.ts';
import type { RequestFacts } from '../endpoint/handle.ts';
import { log } from '../logging.ts';
import type { Database } from '../postgres/database.ts';
import { type Actor, anonymousActor, publicActor, systemActor } from '../work/actor.ts';
import { resolveLink } from '../work/links.ts';
import { type Db, inUnitOfWork } from '../work/unit-of-work.ts';
import { openFileStore } from './file-store.ts';
import { classOfName, maxBytes } from './file-type.ts';
import { fileStore, isBrought, refuseFile, safeName, useFileStore } from './files.ts';
import { type CheckedFile, checkUpload } from './upload-check.ts';

export interface UploadDeps {
  database: Database;
  authenticate: Authenticator;
  /** Folder of the default store, where `useFileStore` was not called; a bucket of the environment wins. */
  filesDir?: string;
  log?: Logger;
}

type Deps = UploadDeps & { log: Logger };

interface Uploader {
  actor: Actor;
  franchiseeId: number;
}

const HEAD_OFFICE = 1;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FORM_PURPOSES = ['form.application', 'form.registration', 'form.admission'];
const FORM_LIMIT = 10 * 1024 * 1024;
// U5: what one person may bring in a day, and what one form link may: all its papers, and some once more.
const USER_DAY = { files: 2_000, bytes: 20 * 1024 * 1024 * 1024 };
const LINK_DAY = { files: 40, bytes: 200 * 1024 * 1024 };

/** Fastify plugin for `AppOptions.plugins`. */
export const uploadPlugin =
  (given: UploadDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const deps: Deps = { ...given, log: given.log ?? log };
    if (deps.filesDir) useFileStore(await openFileStore(deps.filesDir));
    const uploaders = new WeakMap<IncomingMessage, Uploader>();
    const tus = tusServer(deps, (request) => {
      const uploader = request && uploaders.get(request);
      if (!uploader) throw new Error('The request has no uploader');
      return uploader;
    });
    await app.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('*', (_request, _payload, done) => done(null)); // tus reads the bytes itself
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        try {
          uploaders.set(request.raw, await uploaderOf(deps, request));
        } catch (error) {
          return sendError(deps.log, reply, error, 'upload');
        }
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value);
        reply.raw.setHeader('cache-control', 'no-store');
        reply.hijack();
        await tus.handle(request.raw, reply.raw);
      };
      for (const url of ['/api/upload', '/api/upload/:id'])
        raw.route({
          method: ['POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'],
          url,
          handler,
          exposeHeadRoute: false,
        });
    });
  };

async function uploaderOf(deps: Deps, request: FastifyRequest): Promise<Uploader> {
  const headers: Record<string, string | undefined> = {};
  for (const [key, value] of Object.entries(request.headers))
    headers[key] = Array.isArray(value) ? value[0] : value;
  const facts: RequestFacts = {
    id: request.id,
    ip: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 200),
    headers,
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
  };
  const token = /^Link (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (token) {
    const link = await inUnitOfWork(
      deps.database,
      anonymousActor,
      { command: 'file.upload', readOnly: true },
      (db) => resolveLink(db, token, FORM_PURPOSES, new Date()),
    );
    return { actor: publicActor(link.franchiseeId, link), franchiseeId: link.franchiseeId };
  }
  const actor = await deps.authenticate(facts);
  if (actor.kind !== 'user') throw refuse('session.missing');
  const only = actor.centres.length === 1 ? actor.centres[0] : undefined;
  const franchiseeId = actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : only);
  if (franchiseeId === undefined) throw refuse('context.centre-needed');
  return { actor, franchiseeId };
}

// The row is written as the centre's, whoever uploads: parents and link holders may not write file rows themselves.
const asCentre = <T>(
  deps: Deps,
  { actor, franchiseeId }: Uploader,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  inUnitOfWork(
    deps.database,
    { ...systemActor(franchiseeId), userId: actor.userId, link: actor.link },
    { command: 'file.upload' },
    work,
  );

function tusServer(deps: Deps, uploaderFor: (request: IncomingMessage | undefined) => Uploader): Server {
  const who = (request: { runtime?: { node?: { req?: unknown } | undefined } | undefined }): Uploader =>
    uploaderFor(request.runtime?.node?.req as IncomingMessage | undefined);
  return new Server({
    path: '/api/upload',
    datastore: fileStore().tus,
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: [],
    disableTerminationForFinishedUploads: true,
    maxSize: maxBytes.video,
    // Never an id of the client's: it names the bytes, and must not be somebody else's.
    namingFunction: () => randomUUID(),
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST' || request.method === 'OPTIONS') return;
      const uploader = who(request);
      const own = await asCentre(
        deps,
        uploader,
        async (db) => UUID.test(id) && (await isBrought(db, { franchiseeId: uploader.franchiseeId, id })),
      );
      if (!own) throw asTusError(refuse('row.not-found'));
    },
    onUploadCreate: async (request, upload) => {
      const uploader = who(request);
      const name = safeName(upload.metadata?.['filename'] ?? upload.metadata?.['name'] ?? '');
      await asCentre(deps, uploader, (db) =>
        begin(db, uploader, {
          id: upload.id,
          name,
          kind: upload.metadata?.['kind'] ?? 'upload',
          size: upload.size,
        }),
      );
      return { metadata: { filename: name } };
    },
    onUploadFinish: async (request, upload) => {
      const uploader = who(request);
      return finish(deps, uploader, upload.id, upload.metadata?.['filename'] ?? '', upload.size ?? 0);
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return error;
      if (error instanceof Refusal) return asTusError(error);
      deps.log.error({ err: error, operation: 'upload' }, 'incident');
      return {
        status_code: 500,
        body: JSON.stringify({
          statusCode: 500,
          code: 'server.error',
          message: 'The upload stopped. Try again.',
        }),
      };
    },
  });
}

const asTusError = (refusal: Refusal): { status_code: number; body: string } => ({
  status_code: refusal.status,
  body: JSON.stringify({ statusCode: refusal.status, code: refusal.code, message: refusal.message }),
});

async function begin(
  db: Db,
  uploader: Uploader,
  file: { id: string; name: string; kind: string; size: number | undefined },
): Promise<void> {
  const kind = classOfName(file.name);
  if (!kind)
    throw asTusError(
      refuseFile(/\.(heic|heif|avif)$/i.test(file.name) ? 'file.choose-jpg' : 'file.unknown-type'),
    );
  const limit = uploader.actor.kind === 'link' ? FORM_LIMIT : maxBytes[kind];
  if (file.size === undefined || file.size > limit)
    throw asTusError(
      refuseFile('file.too-large', { details: { size: `${Math.round(limit / 1024 / 1024)} MB` } }),
    );
  const { rows } = await sql<{
    n: number;
    bytes: number;
  }>`select count(*)::int as n, coalesce(sum(bytes), 0)::float8 as bytes from file
    where franchisee_id = ${uploader.franchiseeId} and created_by is not distinct from scope_user() and link_hash is not distinct from scope_link()
      and created_at > now() - interval '1 day'`.execute(db);
  const used = rows[0] ?? { n: 0, bytes: 0 };
  const most = uploader.actor.kind === 'link' ? LINK_DAY : USER_DAY;
  if (used.n >= most.files || used.bytes + file.size > most.bytes)
    throw asTusError(refuseFile('file.quota', { retryAfter: 3600 }));
  await sql`insert into file (franchisee_id, id, name, bytes, kind, state, storage_key)
    values (${uploader.franchiseeId}, ${file.id}, ${file.name}, ${file.size}, ${file.kind.slice(0, 80)}, 'UPLOADING', ${file.id})`.execute(
    db,
  );
}

async function finish(
  deps: Deps,
  uploader: Uploader,
  id: string,
  name: string,
  size: number,
): Promise<Record<string, never>> {
  const outcome = await checkAndSeal(id, name, size).catch((error: unknown) => {
    deps.log.error({ err: error, operation: 'upload' }, 'upload could not be checked');
    return refuse('server.busy', { retryAfter: 30 });
  });
  if (outcome instanceof Refusal) {
    await asCentre(deps, uploader, (db) =>
      sql`update file set state = 'REFUSED', note = ${outcome.message}, uploaded_at = now() where franchisee_id = ${uploader.franchiseeId} and id = ${id}`.execute(
        db,
      ),
    );
    await fileStore().remove(id);
    throw asTusError(outcome);
  }
  await asCentre(deps, uploader, (db) =>
    sql`update file set state = 'CLEAN', mime = ${outcome.mime}, bytes = ${outcome.bytes}, sha256 = ${outcome.sha256},
      exif_removed = ${outcome.exifRemoved}, uploaded_at = now() where franchisee_id = ${uploader.franchiseeId} and id = ${id}`.execute(
      db,
    ),
  );
  return {};
}

async function checkAndSeal(id: string, name: string, size: number): Promise<CheckedFile | Refusal> {
  const outcome = await checkUpload(fileStore(), id, name, size);
  if (!(outcome instanceof Refusal)) await fileStore().seal(id, outcome.bytes);
  return outcome;
}

/** Removes uploads nobody finished for 7 days, refused files after as long, and expired ones. Returns how many. */
export async function sweepFiles(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ franchisee_id: number; id: string; storage_key: string }>`
    select franchisee_id, id, storage_key from file
     where (created_at < ${now.toISOString()}::timestamptz - interval '7 days' and state in ('UPLOADING', 'REFUSED'))
        or expires_on < (${now.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date
     limit 1000`.execute(db);
  for (const row of rows) {
    await fileStore().remove(row.storage_key);
    await sql`delete from file_use where franchisee_id = ${row.franchisee_id} and file_id = ${row.id}`.execute(
      db,
    );
    await sql`delete from file where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);
  }
  return rows.length;
}
