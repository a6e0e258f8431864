import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { auditStates } from '../engine/audit.states.ts';
import { type AuditRow, snapshotOf } from '../engine/audit-row.server.ts';
import { createFindings } from '../finding/create-findings.server.ts';
import { refuseFinding } from '../finding/finding.refusals.ts';
import { closeWhenDone } from '../finding/finding.server.ts';
import { auditsModules as m } from '../modules.ts';
import { runPath } from '../runner/runner-paths.ts';
import { followAudit, giveVisitBack } from '../schedule/visit-audit.server.ts';
import { auditReviewContract as contract } from './review.contract.ts';

async function lockOther(db: Db, actor: Actor, id: string, version: number): Promise<AuditRow> {
  const row = await lockRow(db, 'audit', id, version);
  ensure(row.auditor_id !== actor.userId, () => refuseFinding('audit.own-audit'));
  return row;
}

async function familyOf(db: Db, row: AuditRow): Promise<string> {
  const { family } = await db
    .selectFrom('audit_type')
    .select('family')
    .where('id', '=', row.type_id)
    .executeTakeFirstOrThrow();
  return family;
}

const move = (
  db: Db,
  row: AuditRow,
  action: 'approve' | 'return' | 'void',
  set: object,
  reason: string | null,
) => moveStatus(db, { states: auditStates, table: 'audit', row, action, reason, set });

export const approve = handle(contract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockOther(db, actor, input.id, version);
  await move(
    db,
    row,
    'approve',
    { published_at: now.toISOString(), visible_to_centre: true, reviewed_by: userIdOf(actor), reason: null },
    null,
  );
  await followAudit(db, row, 'publish');
  const n = await createFindings(db, { row, snapshot: await snapshotOf(db, row), today: todayIst(now) });
  await closeWhenDone(db, { franchisee_id: row.franchisee_id, audit_id: row.id }, now);
  for (const { id } of await usersWith(db, {
    module: m.AuditResponse,
    write: true,
    franchiseeId: row.franchisee_id,
  }))
    await notify(db, {
      userId: id,
      kind: 'audits.published',
      title: n === 0 ? `${row.number} is published` : `${row.number} is published: ${n} to answer`,
      link: n === 0 ? '/general-audit/audit-report-list' : '/general-audit/add-reponse',
      franchiseeId: row.franchisee_id,
      sourceArea: 'audits',
      dedupeKey: `audit-published:${row.id}`,
    });
  return { findings: n };
});

export const giveBack = handle(contract.return, async ({ db, actor, input, version }) => {
  const row = await lockOther(db, actor, input.id, version);
  await move(db, row, 'return', { reason: input.reason, submitted_at: null }, input.reason);
  await followAudit(db, row, 'return');
  await notify(db, {
    userId: row.auditor_id,
    kind: 'audits.returned',
    title: `${row.number} came back: ${input.reason}`.slice(0, 120),
    link: runPath(await familyOf(db, row), row.id),
    franchiseeId: row.franchisee_id,
    sourceArea: 'audits',
    dedupeKey: `audit-returned:${row.id}:${row.version}`,
  });
  return {};
});

export const makeVoid = handle(contract.void, async ({ db, actor, input, version, now }) => {
  const row = await lockOther(db, actor, input.id, version);
  const { rows } =
    await sql`select from audit_finding where franchisee_id = ${row.franchisee_id} and audit_id = ${row.id} and status = 'CLOSED' limit 1`.execute(
      db,
    );
  ensure(rows.length === 0, () => refuseFinding('audit.finding-closed'));
  await move(db, row, 'void', { reason: input.reason }, input.reason);
  await giveVisitBack(db, row, now);
  await sql`update audit_finding set status = 'WITHDRAWN', reason = ${input.reason} where franchisee_id = ${row.franchisee_id} and audit_id = ${row.id} and status <> 'WITHDRAWN'`.execute(
    db,
  );
  return {};
});

// Audits about the caller as a teacher, once they are published.
const own = (actor: Actor) => sql`a.status in ('PUBLISHED', 'CLOSED') and s.user_id = ${userIdOf(actor)}`;

export const mine = handle(contract.mine, async ({ db, actor }) => {
  const { rows } = await sql<{
    id: string;
    number: string;
    type: string;
    auditOn: string;
    finalBp: number | null;
    band: string | null;
    acknowledgedAt: string | null;
  }>`
    select a.id, a.number, t.name as type, a.audit_on as "auditOn", a.final_bp as "finalBp", a.band, a.acknowledged_at as "acknowledgedAt"
      from audit a join staff s on s.franchisee_id = a.franchisee_id and s.id = a.staff_id join audit_type t on t.id = a.type_id
     where ${own(actor)} order by a.audit_on desc, a.id limit 200`.execute(db);
  return { rows };
});

export const acknowledge = handle(contract.acknowledge, async ({ db, actor, input, now }) => {
  const { rows } = await sql<{ franchiseeId: number }>`
    select a.franchisee_id as "franchiseeId" from audit a join staff s on s.franchisee_id = a.franchisee_id and s.id = a.staff_id
     where a.id = ${input.id} and ${own(actor)}`.execute(db);
  const { franchiseeId } = ensureFound(rows[0]);
  await sql`update audit set acknowledged_at = coalesce(acknowledged_at, ${now.toISOString()}) where franchisee_id = ${franchiseeId} and id = ${input.id}`.execute(
    db,
  );
  return {};
});
