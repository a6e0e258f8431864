import { createHash } from 'node:crypto';
import { academicYearLabel } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { serveBatch, startBatch } from '@aangan/server/batch/serve-batch.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import { chosenCentre, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { sheetStates } from '../grade-book/grade.states.ts';
import { childrenOf, leftOut } from '../grade-book/gradebook.server.ts';
import { sectionById } from '../structure/sections.server.ts';
import { termsOfClass } from '../term/term.server.ts';
import { reportBatch, reportCardContract } from './report-card.contract.ts';
import { cardStates } from './report-card.states.ts';
import { type CardSource, cardSource } from './snapshot.server.ts';

const READY: ReadonlySet<string> = new Set(['PROOFED', 'PUBLISHED']);

export const publishCards = handle(reportCardContract.publish, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const ids = [...new Set(input.sheetIds)];
  const sheets = await db
    .selectFrom('grade_sheet')
    .select(['id', 'section_id', 'term_map_id', 'status'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (sheets.length < ids.length) throw refuse('row.not-found');
  // Published ones have their cards; a new version begins with a reopened sheet.
  if (sheets.some(({ status }) => status !== 'PROOFED')) throw refuseAcademics('report.not-proofed');
  const notBefore = input.publishAt === null ? null : new Date(input.publishAt);
  if (notBefore !== null && notBefore.getTime() <= now.getTime())
    throw refuse('input.invalid', { fields: { publishAt: 'Choose a later time' } });
  if (await isUnderWay(db, franchiseeId, ids)) throw refuseAcademics('report.under-way');
  const items = [];
  const labels = [];
  for (const sheet of sheets) {
    const section = await sectionById(db, sheet.section_id);
    const term = (await termsOfClass(db, section)).find(({ id }) => id === sheet.term_map_id);
    if (!term) throw refuse('row.not-found');
    const out = await leftOut(db, section, term.id);
    labels.push(section.label);
    for (const { studentAdmissionId: id } of await childrenOf(db, section, term, now))
      items.push({
        id,
        data: { sheetId: sheet.id },
        skipped: out.has(id) ? 'too early to assess' : null,
      });
  }
  const { batchId, total } = await startBatch(db, actor, reportBatch, {
    franchiseeId,
    label: labels.join(', ').slice(0, 200),
    data: {},
    items,
    now,
    ...(notBefore ? { notBefore } : {}),
  });
  return { batchId, cards: total };
});

/** Whether cards of these sheets wait for their time or are being published. */
async function isUnderWay(db: Db, franchiseeId: number, sheetIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from batch b join batch_item i on i.franchisee_id = b.franchisee_id and i.batch_id = b.id
     where b.franchisee_id = ${franchiseeId} and b.job = ${reportBatch.name} and b.state in ('QUEUED', 'RUNNING') and not b.cancel_asked
       and (i.data ->> 'sheetId') = any (${[...sheetIds]}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

export const reportBatchHandlers = serveBatch(reportBatch, {
  prepare: async (db, items, { franchiseeId, now }) => {
    const sheetIds = [...new Set(items.map(({ data }) => data.sheetId))];
    const sources = new Map<string, CardSource>();
    const sheets = await db
      .selectFrom('grade_sheet')
      .select(['id', 'section_id', 'term_map_id'])
      .where('franchisee_id', '=', franchiseeId)
      .where('id', 'in', sheetIds)
      .execute();
    for (const sheet of sheets) {
      const section = await sectionById(db, sheet.section_id);
      const term = (await termsOfClass(db, section)).find(({ id }) => id === sheet.term_map_id);
      if (term) sources.set(sheet.id, await cardSource(db, section, term, now));
    }
    return sources;
  },
  each: async (db, { id, data }, sources, { actor, franchiseeId, now }) => {
    const source = sources.get(data.sheetId);
    // Time has passed since the batch was begun: the sheet is judged again, and locked so that cards follow each other.
    const sheet = await db
      .selectFrom('grade_sheet')
      .selectAll()
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', data.sheetId)
      .forUpdate()
      .executeTakeFirst();
    if (!source || !sheet || !READY.has(sheet.status))
      return { skipped: 'the sheet is not proof-read any more' };
    const child = source.children.find(({ studentAdmissionId }) => studentAdmissionId === id);
    if (!child) return { skipped: 'the child has left the section' };
    if (source.leftOut.has(id)) return { skipped: 'too early to assess' };
    const snapshot = source.snapshotOf(child);
    const sha256 = createHash('sha256').update(JSON.stringify(snapshot)).digest('hex');
    const { term } = source;
    const before = await db
      .selectFrom('report_card')
      .selectAll()
      .where('franchisee_id', '=', franchiseeId)
      .where('enrolment_id', '=', id)
      .where('term_map_id', '=', term.id)
      .orderBy('version_no', 'desc')
      .executeTakeFirst();
    if (before?.status === 'PUBLISHED' && before.sha256 === sha256) {
      await markPublished(db, sheet);
      return { skipped: 'nothing changed since the last version' };
    }
    const versionNo = (before?.version_no ?? 0) + 1;
    if (before?.status === 'PUBLISHED')
      await moveStatus(db, { states: cardStates, table: 'report_card', row: before, action: 'supersede' });
    const changeNote = before ? await reopenReason(db, sheet.id) : null;
    await markPublished(db, sheet);
    await queueMessage(db, {
      kind: before ? 'academics.report-updated' : 'academics.report-published',
      franchiseeId,
      about: { studentIds: [child.studentId] },
      values: { child: child.name, term: term.name, ...(before ? { reason: changeNote ?? '–' } : {}) },
      dedupeKey: `${id}:${term.id}:${versionNo}`,
      source: { kind: 'report-card', id: `${id}:${term.id}` },
    });
    const number = before?.number ?? (await nextCardNumber(db, source));
    await db
      .insertInto('report_card')
      .values({
        franchisee_id: franchiseeId,
        enrolment_id: id,
        term_map_id: term.id,
        version_no: versionNo,
        number,
        snapshot: JSON.stringify(snapshot),
        sha256,
        change_note: changeNote,
        published_by: userIdOf(actor),
        published_at: now,
      })
      .execute();
    return undefined;
  },
  names: async (db, franchiseeId, ids) => {
    const { rows } = await sql<{ id: string; label: string; second: string }>`
      select e.id, s.name as label, s.admission_no as second from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
       where e.franchisee_id = ${franchiseeId} and ${several('e.id', ids, 'uuid')}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** The sheet counts as published with its first card. */
async function markPublished(
  db: Db,
  row: { franchisee_id: number; id: string; status: string },
): Promise<void> {
  if (row.status === 'PROOFED')
    await moveStatus(db, { states: sheetStates, table: 'grade_sheet', row, action: 'publish' });
}

/** Why the sheet was reopened last. */
async function reopenReason(db: Db, sheetId: string): Promise<string | null> {
  const step = await db
    .selectFrom('status_step')
    .select('reason')
    .where('subject', '=', 'grade_sheet')
    .where('subject_id', '=', sheetId)
    .where('action', '=', 'reopen')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return step?.reason ?? null;
}

/** "RC/014/2026-27/T1/0031": taken last, the series is locked until the transaction ends. */
async function nextCardNumber(db: Db, { section, term }: CardSource): Promise<string> {
  const { franchiseeId, yearId } = section;
  const year = academicYearLabel(yearId).replace(/-\d\d(\d\d)$/, '-$1');
  const n = await nextNumber(db, {
    franchiseeId,
    series: `RC-T${term.termNo}`,
    period: `A${String(yearId).slice(2)}${String(yearId + 1).slice(2)}`,
  });
  const centre = String(franchiseeId).padStart(3, '0');
  return `RC/${centre}/${year}/T${term.termNo}/${String(n).padStart(4, '0')}`;
}
