import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { type Actor, systemActor } from './actor.ts';
import { type Db, runAlone } from './unit-of-work.ts';

export interface Access {
  action: 'READ' | 'REVEAL' | 'EXPORT' | 'PRINT' | 'FILE' | 'DENY' | 'VIEW_AS' | 'SIGN_IN';
  contract: string;
  subjectKind?: string;
  subjectId?: string | null;
  n?: number;
  purpose?: string;
  reason?: string;
  fields?: string[];
}

/** The network part of an address: enough to see a pattern, too little to follow a person. */
export const ipPrefix = (ip: string): string =>
  ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip.split('.').slice(0, 3).join('.');

/** The mark of an emergency right comes before what the person wrote. */
const reasonOf = (actor: Actor, { reason }: Access): string | null =>
  actor.emergencyId === undefined
    ? (reason ?? null)
    : `emergency:${actor.emergencyId}${reason ? ` ${reason}` : ''}`;

const rowOf = (actor: Actor, access: Access, request: { id: string; ip: string }) => ({
  franchisee_id: actor.franchiseeId,
  user_id: actor.userId,
  link_hash: actor.link?.hash ?? null,
  role_id: actor.roleIds[0] ?? null,
  action: access.action,
  contract: access.contract,
  subject_kind: access.subjectKind ?? null,
  subject_id: access.subjectId ?? null,
  n: access.n ?? 1,
  purpose: access.purpose ?? null,
  reason: reasonOf(actor, access),
  fields: access.fields ?? null,
  ip_prefix: ipPrefix(request.ip),
  request_id: request.id,
});
type Row = ReturnType<typeof rowOf>;

/** Writes who looked at what (no values), in the unit of work of the look: reveals, exports, denials. */
export async function logAccess(
  db: Db,
  actor: Actor,
  access: Access,
  request: { id: string; ip: string },
): Promise<void> {
  await db
    .insertInto('access_log')
    .values(rowOf(actor, access, request))
    .execute();
}

interface Waiting {
  row: Row;
  done(): void;
  failed(error: unknown): void;
}

const queues = new WeakMap<Database, Waiting[]>();
const MOST_AT_ONCE = 200;

/**
 * Writes who read what and resolves when that is committed: the answer waits for it, so nothing is shown that is not
 * logged, whatever dies in between. Reads that end at the same time share one statement; while it is under way the next
 * ones gather. Throws what the database throws; then nothing may be shown.
 */
export function logReading(
  database: Database,
  actor: Actor,
  access: Access,
  request: { id: string; ip: string },
): Promise<void> {
  return new Promise((done, failed) => {
    const waiting = { row: rowOf(actor, access, request), done, failed };
    const queue = queues.get(database);
    if (queue) {
      queue.push(waiting);
      return;
    }
    const opened = [waiting];
    queues.set(database, opened);
    void drain(database, opened);
  });
}

async function drain(database: Database, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    const some = queue.splice(0, MOST_AT_ONCE);
    try {
      await insertAll(database, some);
      for (const { done } of some) done();
    } catch (error) {
      // One bad row must not keep the others from their answers.
      if (some.length === 1) some[0]?.failed(error);
      else for (const one of some) await insertAll(database, [one]).then(one.done, one.failed);
    }
  }
  queues.delete(database);
}

const COLUMNS = sql.raw(
  'franchisee_id, user_id, link_hash, role_id, action, contract, subject_kind, subject_id, n, purpose, reason, fields, ip_prefix, request_id',
);

function insertAll(database: Database, some: readonly Waiting[]): Promise<void> {
  const rows = some.map(({ row }) => ({
    ...row,
    link_hash: row.link_hash && `\\x${row.link_hash.toString('hex')}`,
  }));
  // One parameter whatever the number of rows: the statement stays the same and prepared.
  const insert = sql`insert into access_log (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::access_log, ${JSON.stringify(rows)}::json)`;
  return runAlone(database, systemActor(), { command: 'access-log.write' }, insert);
}
