// `GET /api/file/{id}`: by a signed address (60 s), or with the session's own rights. Always an attachment unless the
// caller asks for it inline and the type cannot run anything (promises U1, U6).
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import { logAccess } from './access-log.ts';
import { systemActor } from './actor.ts';
import type { Authenticator } from './endpoint-runner.ts';
import { toErrorReply } from './errors.ts';
import { centreOfSigned, type FileRow, findFile, openFile } from './files.ts';
import type { Door, DoorReply, DoorRequest, RequestFacts } from './handle.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const INLINE = /^(image\/(jpeg|png|webp)|application\/pdf|video\/|audio\/)/;

/** A refusal as a door's reply, in the API's one error shape. */
export function doorRefusal(error: unknown): DoorReply {
  const reply = toErrorReply(error);
  if (reply.incident) throw error; // a bug: the app's error handler gives it its incident number
  return { status: reply.status, headers: { 'cache-control': 'no-store' }, body: reply.body };
}

export function fileDoors(deps: { authenticate: Authenticator; now?: () => Date }): Door[] {
  return [{
    method: 'GET',
    path: '/api/file/:id',
    summary: 'Download a file: with a signed address, or with the rights of the session.',
    answer: async (request) => {
      try {
        const file = await allowedFile(deps.authenticate, request, deps.now?.() ?? new Date());
        return await send(file, request);
      } catch (error) {
        return doorRefusal(error);
      }
    },
  }];
}

async function allowedFile(authenticate: Authenticator, request: DoorRequest, now: Date): Promise<FileRow> {
  const id = request.params['id'] ?? '';
  if (!UUID.test(id)) throw refuse('row.not-found');
  const signed = request.query['s'] !== undefined;
  const file = signed ? await bySignature(request, id, now) : await bySession(authenticate, request, id);
  if (!file || file.state !== 'CLEAN') throw refuse('row.not-found');
  return file;
}

async function bySignature(request: DoorRequest, id: string, now: Date): Promise<FileRow | undefined> {
  const centre = centreOfSigned(id, request.query, now);
  return centre === null ? undefined : request.work(systemActor(centre), (db) => findFile(db, id, centre));
}

async function bySession(authenticate: Authenticator, request: DoorRequest, id: string): Promise<FileRow | undefined> {
  const facts: RequestFacts = { id: '', ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 200), headers: request.headers };
  const actor = await authenticate(facts);
  if (actor.kind !== 'user') throw refuse('session.missing');
  // Parents have no rights on file rows: what they may see comes to them as signed addresses.
  if (actor.students !== null) return undefined;
  return request.work(actor, async (db) => {
    const own = await findFile(db, id);
    const granted = own ? null : (await sql<{ c: number | null }>`select file_granted_by(${id}) as c`.execute(db)).rows[0]?.c;
    const file = own ?? (granted ? await request.work(systemActor(granted), (tx) => findFile(tx, id, granted)) : undefined);
    // A sensitive paper opens through the row that carries it, which checks the module; or for whoever brought it.
    if (file?.sensitive && !(await isMaker(db, file, actor.userId))) return undefined;
    if (file) await logAccess(db, actor, { action: 'FILE', contract: 'file.open', subjectKind: 'FILE', subjectId: id }, facts);
    return file;
  });
}

async function isMaker(db: Parameters<typeof findFile>[0], file: FileRow, userId: string | null): Promise<boolean> {
  return (await sql`select from file where franchisee_id = ${file.franchiseeId} and id = ${file.id} and created_by = ${userId}`.execute(db)).rows.length === 1;
}

async function send(file: FileRow, request: DoorRequest): Promise<DoorReply> {
  const inline = request.query['inline'] === '1' && INLINE.test(file.mime);
  const headers: Record<string, string> = {
    'content-type': file.mime,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=60',
    // Even shown in the page it is a dead thing: no script, no form, no request of its own.
    'content-security-policy': inline && file.mime === 'application/pdf' ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'" : "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  const range = rangeOf(request.headers['range'], file.bytes);
  if (range === 'impossible') return { status: 416, headers: { 'content-range': `bytes */${file.bytes}` } };
  const stream = await openFile(file).open(range ?? undefined);
  if (!range) return { status: 200, headers: { ...headers, 'content-length': String(file.bytes) }, body: stream };
  return { status: 206, headers: { ...headers, 'content-length': String(range.end - range.start + 1), 'content-range': `bytes ${range.start}-${range.end}/${file.bytes}` }, body: stream };
}

/** One range of a Range header; null when there is none (several are answered with the whole file). */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'impossible' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? 'impossible' : { start, end };
}

