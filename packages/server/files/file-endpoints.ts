// `GET /api/file/{id}`: by a signed address (10 min), or by who brought it. Always an attachment unless the
// caller asks for it inline and the type cannot run anything (promises U1, U6).
import { openModules } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import type { RawEndpoint, RawReply, RawRequest } from '../endpoint/raw-endpoint.ts';
import { knownRecord } from '../record/record-plan.ts';
import { logAccess } from '../work/access-log.ts';
import { type Actor, holds, narrowTo, systemActor } from '../work/actor.ts';
import { centreOfSigned, type FileRow, fileUrl, findFile, isBrought, openFile } from './files.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const INLINE = /^(image\/(jpeg|png|webp)|application\/pdf|video\/|audio\/)/;

export const fileEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/api/file/:id',
  summary:
    'Download a file: with a signed address, or as who uploaded it, who may ask for such an address too.',
  answer: async (request) => {
    const file = await allowedFile(request);
    return request.query['address'] === '1' && request.query['s'] === undefined
      ? addressOf(file)
      : send(file, request);
  },
};

/** A tab of its own sends no session: it is given an address that is signed. A signed one is never made longer. */
const addressOf = ({ franchiseeId, id }: FileRow): RawReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ url: fileUrl({ franchiseeId, fileId: id }) }),
});

async function allowedFile(request: RawRequest): Promise<FileRow> {
  const id = request.params['id'] ?? '';
  if (!UUID.test(id)) throw refuse('row.not-found');
  const signed = request.query['s'] !== undefined;
  const file = signed ? await bySignature(request, id) : await bySession(request, id);
  if (file?.state !== 'CLEAN') throw refuse('row.not-found');
  return file;
}

async function bySignature(request: RawRequest, id: string): Promise<FileRow | undefined> {
  const centre = centreOfSigned(id, request.query, new Date());
  return centre === null ? undefined : request.work(systemActor(centre), (db) => findFile(db, id, centre));
}

/** Who brought it, or through the row of a record that carries it, whose module is asked for. Other rows sign the address. */
async function bySession(request: RawRequest, id: string): Promise<FileRow | undefined> {
  const actor = await request.actor();
  if (actor.kind !== 'user') throw refuse('session.missing');
  // Parents have no rights on file rows: what they may see comes to them as signed addresses.
  if (actor.students !== null) return undefined;
  const own = narrowTo(actor, openModules.signedIn, 'GET');
  const mine = await request.work(own, async (db) => {
    const file = await findFile(db, id);
    return file && (await isBrought(db, file)) ? file : undefined;
  });
  const file = mine ?? (await byRecord(request, actor, id));
  if (file)
    await request.work(own, (db) =>
      logAccess(
        db,
        own,
        { action: 'FILE', contract: 'file.open', subjectKind: 'FILE', subjectId: id },
        { id: '', ip: request.ip },
      ),
    );
  return file;
}

async function byRecord(request: RawRequest, actor: Actor, id: string): Promise<FileRow | undefined> {
  const kinds = await request.work(narrowTo(actor, openModules.signedIn, 'GET'), async (db) => {
    const { rows } = await sql<{
      kind: string;
    }>`select distinct subject_kind as kind from file_use where file_id = ${id}`.execute(db);
    return rows.map((row) => row.kind);
  });
  for (const record of kinds.flatMap((kind) => knownRecord(kind) ?? [])) {
    const { module } = record.endpoints.get;
    if (!holds(actor, module, false)) continue;
    const file = await request.work(narrowTo(actor, module, 'GET'), (db) => findFile(db, id));
    if (file && !file.sensitive) return file;
  }
  return undefined;
}

/** A stored file as a reply: ranges, safe headers, attachment unless asked and harmless. */
export async function send(
  file: Pick<FileRow, 'name' | 'mime' | 'bytes' | 'storageKey'>,
  request: RawRequest,
): Promise<RawReply> {
  const inline = request.query['inline'] === '1' && INLINE.test(file.mime);
  const framed = inline && file.mime === 'application/pdf';
  const headers: Record<string, string> = {
    'content-type': file.mime,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=60',
    ...(framed ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    // Even shown in the page it is a dead thing: no script, no form, no request of its own.
    'content-security-policy': framed
      ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
      : "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  const range = rangeOf(request.headers['range'], file.bytes);
  if (range === 'impossible') return { status: 416, headers: { 'content-range': `bytes */${file.bytes}` } };
  const stream = await openFile(file).open(range ?? undefined);
  if (!range)
    return { status: 200, headers: { ...headers, 'content-length': String(file.bytes) }, body: stream };
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${file.bytes}`,
    },
    body: stream,
  };
}

/** One range of a Range header; null when there is none (several are answered with the whole file). */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'impossible' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? 'impossible' : { start, end };
}
