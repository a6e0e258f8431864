// The only writer of answers: online it is a short queue, offline a long one. An operation counts once, by its id; of one answer
// the highest revision stands.
import { formatTime } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { parametersOf, type SnapshotParameter } from '../catalogue/snapshot.ts';
import { viewPath } from '../view/audit-paths.ts';
import { type AuditOp, auditContract as contract } from './audit.contract.ts';
import { refuseAudit } from './audit.refusals.ts';
import { LEASE_HOURS, MOST_PHOTOS } from './audit.states.ts';
import {
  type AuditKind,
  type AuditRow,
  countsOf,
  ensureOpen,
  lockOwn,
  mayTakeOver,
  rescore,
  shownScore,
  snapshotOf,
} from './audit-row.server.ts';
import { tellCritical } from './tell-critical.server.ts';

const PHOTO = { accept: ['jpg', 'png'], maxBytes: 10 * 1024 * 1024 } as const;

/** Refuses another device while the one that holds the audit may still send. */
function ensureLease(row: AuditRow, deviceId: string, now: Date): void {
  const held = row.device_id !== null && row.device_id !== deviceId && row.lease_until !== null;
  const until = row.lease_until === null ? 0 : new Date(row.lease_until).getTime();
  ensure(!held || until <= now.getTime(), () =>
    refuseAudit('audit.leased', { details: { since: formatTime(until - LEASE_HOURS * 3_600_000) } }),
  );
}

const lease = (db: Db, row: AuditRow, deviceId: string, now: Date) =>
  sql`update audit set device_id = ${deviceId}, lease_until = ${new Date(now.getTime() + LEASE_HOURS * 3_600_000).toISOString()}
    where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);

export const claim = handle(contract.claim, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'audit', input.id);
  if (row.auditor_id === actor.userId) ensureOpen(row);
  else await takeOver(db, actor, row);
  await lease(db, row, input.deviceId, now);
  return {};
});

/** Another person goes on; what the one before has not sent is refused from now on, and stays on that device. */
async function takeOver(db: Db, actor: Actor, row: AuditRow): Promise<void> {
  const { rows } = await sql<AuditKind>`
    select family, conducted_by as "conductedBy" from audit_type where id = ${row.type_id}`.execute(db);
  const [kind] = rows;
  if (!kind || !mayTakeOver(actor, row, kind)) throw refuseAudit('audit.not-yours');
  ensureOpen(row);
  await sql`update audit set auditor_id = ${userIdOf(actor)} where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(
    db,
  );
  await noteStep(db, {
    franchiseeId: row.franchisee_id,
    subject: 'audit',
    id: row.id,
    action: 'take-over',
    from: row.status,
    to: row.status,
  });
  await notify(db, {
    userId: row.auditor_id,
    kind: 'audits.taken-over',
    title: `${actor.name} goes on with audit ${row.number}.`,
    link: viewPath(kind.family, row.id),
    franchiseeId: row.franchisee_id,
    sourceArea: 'audits',
    dedupeKey: `taken-over:${row.id}:${row.version}`,
  });
}

export const sync = handle(contract.sync, async ({ db, actor, input, now }) => {
  const row = await lockOwn(db, actor, input.id);
  ensureLease(row, input.deviceId, now);
  const known = new Map(parametersOf(await snapshotOf(db, row)).map((one) => [one.id, one]));
  const { rows: fresh } = await sql<{ op_id: string }>`
    insert into audit_op (franchisee_id, audit_id, op_id) select ${row.franchisee_id}, ${row.id}, x from unnest(${input.ops.map(({ opId }) => opId)}::uuid[]) x
      on conflict do nothing returning op_id`.execute(db);
  const isNew = new Set(fresh.map((one) => one.op_id));
  const older: string[] = [];
  for (const op of input.ops) {
    if (!isNew.delete(op.opId)) continue;
    if (!(await apply(db, { row, userId: userIdOf(actor), known }, op))) older.push(op.opId);
  }
  await lease(db, row, input.deviceId, now);
  const { score, snapshot, answers } = await rescore(db, row);
  const sent = new Set(input.ops.map((op) => (op.kind === 'answer' ? op.parameterId : null)));
  const failed = [...known.values()].filter((one) => sent.has(one.id) && score.failed.includes(one.id));
  await tellCritical(db, row, failed, now);
  return {
    counts: countsOf(row.total, answers),
    score: shownScore(score, snapshot),
    applied: fresh.length,
    older,
  };
});

interface At {
  row: AuditRow;
  userId: string;
  known: ReadonlyMap<string, SnapshotParameter>;
}

/** False when a newer answer stands. */
async function apply(db: Db, { row, userId, known }: At, op: AuditOp): Promise<boolean> {
  const { franchisee_id: franchiseeId, id } = row;
  if (op.kind === 'signoff') {
    await sql`update audit set signoff = ${op.signoff}, signoff_name = ${op.name}, signoff_note = ${op.note} where franchisee_id = ${franchiseeId} and id = ${id}`.execute(
      db,
    );
    return true;
  }
  const question = known.get(op.parameterId);
  if (!question) throw refuseAudit('audit.unknown-parameter', { details: { parameterId: op.parameterId } });
  const subject = { subjectKind: 'audit', subjectId: id };
  if (op.kind === 'photo') {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from audit_photo where franchisee_id = ${franchiseeId} and audit_id = ${id}`.execute(
      db,
    );
    ensure((rows[0]?.n ?? 0) < MOST_PHOTOS, () => refuseAudit('audit.too-many-photos'));
    await useFile(db, { franchiseeId, fileId: op.fileId, area: 'audits', ...subject, ...PHOTO });
    await sql`insert into audit_photo (franchisee_id, audit_id, parameter_id, file_id) values (${franchiseeId}, ${id}, ${op.parameterId}, ${op.fileId}) on conflict do nothing`.execute(
      db,
    );
    return true;
  }
  if (op.kind === 'photo-gone') {
    await sql`delete from audit_photo where franchisee_id = ${franchiseeId} and audit_id = ${id} and parameter_id = ${op.parameterId} and file_id = ${op.fileId}`.execute(
      db,
    );
    await releaseFile(db, { franchiseeId, fileId: op.fileId, ...subject });
    return true;
  }
  const scaled = question.responseKind === 'SCALE';
  const response = scaled && op.response !== 'na' ? null : op.response;
  const scale = scaled && op.response !== 'na' ? op.scale : null;
  const written =
    await sql`insert into audit_answer (franchisee_id, audit_id, parameter_id, response, scale, note, rev, answered_by, answered_at)
    values (${franchiseeId}, ${id}, ${op.parameterId}, ${response}, ${scale}, ${op.note}, ${op.rev}, ${userId}, ${op.atDevice})
    on conflict (franchisee_id, audit_id, parameter_id) do update set response = excluded.response, scale = excluded.scale, note = excluded.note,
      rev = excluded.rev, answered_by = excluded.answered_by, answered_at = excluded.answered_at where audit_answer.rev < excluded.rev`.execute(
      db,
    );
  return written.numAffectedRows === 1n;
}
