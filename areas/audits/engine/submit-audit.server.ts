import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile } from '@aangan/server/files/files.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { parametersOf, type SnapshotParameter } from '../catalogue/snapshot.ts';
import { createFindings } from '../finding/create-findings.server.ts';
import { closeWhenDone } from '../finding/finding.server.ts';
import { followAudit, giveVisitBack } from '../schedule/visit-audit.server.ts';
import { auditContract as contract } from './audit.contract.ts';
import { refuseAudit } from './audit.refusals.ts';
import { auditStates, CRITICAL_NOTE } from './audit.states.ts';
import { type Answered, type AuditRow, lockOwn, rescore } from './audit-row.server.ts';
import { isFault, type Score } from './score.ts';

/** What a question still lacks; null: nothing. */
function lacks(one: SnapshotParameter, answer: Answered | undefined, photos: number): string | null {
  const answered = answer !== undefined && (answer.response !== null || answer.scale !== null);
  if (!answered) return one.optional ? null : 'Not answered';
  const fault = isFault(answer);
  const note = answer.note?.trim() ?? '';
  if (answer.response === 'na' && one.critical && note.length < CRITICAL_NOTE)
    return `Say why it is not applicable (at least ${CRITICAL_NOTE} characters)`;
  if (fault && one.noteOnNo && note === '') return 'Say what you found';
  const needsPhoto = one.photoOn === 'ALWAYS' ? answer.response !== 'na' : one.photoOn === 'NO' && fault;
  return needsPhoto && photos === 0 ? 'Take a photo' : null;
}

export const submit = handle(contract.submit, async ({ db, actor, input, now }) => {
  const row = await lockOwn(db, actor, input.id);
  const { score, snapshot, answers } = await rescore(db, row);
  const photos = await photosOf(db, row);
  const given = new Map(answers.map((one) => [one.parameterId, one]));
  const fields = Object.fromEntries(
    parametersOf(snapshot).flatMap((one) => {
      const fault = lacks(one, given.get(one.id), photos.get(one.id) ?? 0);
      return fault === null ? [] : [[one.id, fault]];
    }),
  );
  const open = Object.keys(fields).length;
  ensure(open === 0, () => refuseAudit('audit.incomplete', { details: { n: open }, fields }));
  ensure(!snapshot.signoffRequired || row.mode === 'SELF' || row.signoff !== null, () =>
    refuseAudit('audit.signoff-missing', { fields: { signoff: 'Ask the centre to sign' } }),
  );
  await keepCategories(db, row, score);
  const reviewed = snapshot.reviewRequired && row.mode === 'REGULAR';
  const after = await moveStatus(db, {
    states: auditStates,
    table: 'audit',
    row,
    action: reviewed ? 'submit' : 'publish',
    set: {
      submitted_at: now.toISOString(),
      lease_until: null,
      reason: null,
      ...(reviewed ? {} : { published_at: now.toISOString(), visible_to_centre: true }),
    },
  });
  await followAudit(db, row, reviewed ? 'submit' : 'publish');
  if (!reviewed && row.mode === 'REGULAR') {
    await createFindings(db, { row, snapshot, today: todayIst(now) });
    await closeWhenDone(db, { franchisee_id: row.franchisee_id, audit_id: row.id }, now);
  }
  return { status: after.status, finalBp: score.finalBp, band: score.band };
});

async function photosOf(db: Db, row: AuditRow): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select parameter_id as id, count(*)::int as n from audit_photo where franchisee_id = ${row.franchisee_id} and audit_id = ${row.id} group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** As scored when it was handed in; a returned audit's are written anew. */
async function keepCategories(db: Db, row: AuditRow, score: Score): Promise<void> {
  await sql`delete from audit_category_score where franchisee_id = ${row.franchisee_id} and audit_id = ${row.id}`.execute(
    db,
  );
  await db
    .insertInto('audit_category_score')
    .values(
      score.categories.map((one) => ({
        franchisee_id: row.franchisee_id,
        audit_id: row.id,
        category_id: one.categoryId,
        got: one.got,
        max: one.max,
        weight_bp: one.weightBp,
        pct_bp: one.pctBp,
        not_applicable: one.notApplicable,
      })),
    )
    .execute();
}

export const discard = handle(contract.discard, async ({ db, actor, input, now }) => {
  const row = await lockOwn(db, actor, input.id);
  const { rows } = await sql<{ fileId: string }>`
    delete from audit_photo where franchisee_id = ${row.franchisee_id} and audit_id = ${row.id} returning file_id as "fileId"`.execute(
    db,
  );
  for (const { fileId } of rows)
    await releaseFile(db, {
      franchiseeId: row.franchisee_id,
      fileId,
      subjectKind: 'audit',
      subjectId: row.id,
    });
  await moveStatus(db, {
    states: auditStates,
    table: 'audit',
    row,
    action: 'discard',
    reason: input.reason,
    set: { reason: input.reason, lease_until: null },
  });
  await giveVisitBack(db, row, now);
  return {};
});
