// An audit with the version and weights it was started with.
import { formatDateTime } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Snapshot } from '../catalogue/snapshot.ts';
import { auditsModules as m } from '../modules.ts';
import { refuseAudit } from './audit.refusals.ts';
import { type Given, isFault, type Score, scoreAudit } from './score.ts';

export type AuditRow = RowIn<'audit'>;

/** The module of who conducts a kind of audit; a centre's self check is its answer's. */
const CONDUCTS: Readonly<Record<string, string>> = {
  GENERAL: m.GeneralAudit,
  CENTRE_HEAD: m.CenterHeadAudit,
  AMS: m.AMSSchedule,
};

export interface AuditKind {
  readonly family: string;
  readonly conductedBy: string;
}

/** How this person may conduct such an audit: as the auditor, or as a self check of the centre. */
export function modeFor(actor: Actor, { family, conductedBy }: AuditKind): 'REGULAR' | 'SELF' | null {
  const outside = conductedBy === 'CENTRE' || actor.wholeNetwork || actor.centres.length > 1;
  if (outside && holds(actor, CONDUCTS[family] ?? '', true)) return 'REGULAR';
  return conductedBy === 'NETWORK' && holds(actor, m.AuditResponse, true) ? 'SELF' : null;
}

/** The own audit, locked while it can still be answered. */
export async function lockOwn(db: Db, actor: Actor, id: string): Promise<AuditRow> {
  const row = await lockRow(db, 'audit', id);
  if (row.auditor_id !== actor.userId) {
    const taken = await takenOver(db, row);
    throw taken ? refuseAudit('audit.taken-over', { details: taken }) : refuseAudit('audit.not-yours');
  }
  ensureOpen(row);
  return row;
}

export const ensureOpen = ({ status }: Pick<AuditRow, 'status'>): void =>
  ensure(status === 'DRAFT' || status === 'RETURNED', () => refuseAudit('audit.closed-for-changes'));

/** Who has taken it over from its auditor, and since when; null when nobody has. */
async function takenOver(db: Db, row: AuditRow): Promise<{ who: string; since: string } | null> {
  const { rows } = await sql<{ who: string; at: string }>`
    select ${personName('u')} as who, s.created_at as at from status_step s join app_user u on u.id = ${row.auditor_id}
     where s.franchisee_id = ${row.franchisee_id} and s.subject = 'audit' and s.subject_id = ${row.id} and s.action = 'take-over' order by s.id desc limit 1`.execute(
    db,
  );
  const [last] = rows;
  return last ? { who: last.who, since: formatDateTime(new Date(last.at)) } : null;
}

/** Whether this person may take an open audit over: conducts such audits, and has not reviewed this one. */
export function mayTakeOver(
  actor: Actor,
  row: Pick<AuditRow, 'auditor_id' | 'reviewed_by' | 'mode'>,
  kind: AuditKind,
): boolean {
  if (row.auditor_id === actor.userId || row.reviewed_by === actor.userId) return false;
  return modeFor(actor, kind) === row.mode;
}

export async function snapshotOf(db: Db, row: Pick<AuditRow, 'version_id'>): Promise<Snapshot> {
  const { snapshot } = await db
    .selectFrom('audit_template_version')
    .select('snapshot')
    .where('id', '=', row.version_id)
    .executeTakeFirstOrThrow();
  return snapshot as unknown as Snapshot; // written by publish, frozen since
}

export async function weightsOf(db: Db, setId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('audit_weight_line')
    .select(['category_id', 'weight_bp'])
    .where('weight_set_id', '=', setId)
    .execute();
  return new Map(rows.map((one) => [one.category_id, one.weight_bp]));
}

export interface Answered extends Given {
  readonly note: string | null;
  readonly rev: number;
}

export async function answersOf(db: Db, row: Pick<AuditRow, 'franchisee_id' | 'id'>): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select parameter_id as "parameterId", response, scale, note, rev from audit_answer where franchisee_id = ${row.franchisee_id} and audit_id = ${row.id}`.execute(
    db,
  );
  return rows;
}

export const countsOf = (total: number, answers: readonly Given[]) => {
  const answered = answers.filter(({ response, scale }) => response !== null || scale !== null);
  return {
    total,
    answered: answered.length,
    faults: answered.filter(isFault).length,
    notApplicable: answered.filter(({ response }) => response === 'na').length,
  };
};

/** Counts and scores what is answered, and keeps both with the audit. */
export async function rescore(
  db: Db,
  row: AuditRow,
): Promise<{ score: Score; snapshot: Snapshot; answers: Answered[] }> {
  const [snapshot, weights, answers] = [
    await snapshotOf(db, row),
    await weightsOf(db, row.weight_set_id),
    await answersOf(db, row),
  ];
  const score = scoreAudit(snapshot, answers, weights);
  const { answered, faults, notApplicable } = countsOf(row.total, answers);
  await sql`update audit set answered = ${answered}, faults = ${faults}, not_applicable = ${notApplicable}, raw_bp = ${score.rawBp}, final_bp = ${score.finalBp},
      capped = ${score.capped}, band = ${score.band} where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(
    db,
  );
  return { score, snapshot, answers };
}

export const shownScore = (score: Score, snapshot: Snapshot) => ({
  rawBp: score.rawBp,
  finalBp: score.finalBp,
  capped: score.capped,
  band: score.band,
  categories: score.categories.map(({ notApplicable: _n, ...one }) => ({
    ...one,
    name: snapshot.categories.find(({ id }) => id === one.categoryId)?.name ?? '',
  })),
});
