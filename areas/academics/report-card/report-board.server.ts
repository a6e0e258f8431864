import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { gradeContract } from '../grade-book/grade.contract.ts';
import {
  cellsOf,
  childrenOf,
  competenciesOf,
  leftOut,
  sheetOf,
  type Term,
} from '../grade-book/gradebook.server.ts';
import { type PlacedSection, sectionsOf } from '../structure/sections.server.ts';
import { termsOfClass } from '../term/term.server.ts';
import { type ReportSheet, reportCardContract } from './report-card.contract.ts';
import { settingOf } from './snapshot.server.ts';

export const reportBoard = handle(reportCardContract.board, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const yearId = chosenYear(actor);
  const today = todayIst(now);
  const placed = [];
  for (const section of await sectionsOf(db, franchiseeId, yearId))
    placed.push({ section, terms: await termsOfClass(db, section) });
  const all = placed.flatMap(({ terms }) => terms);
  const terms = [...new Map(all.map(({ termNo, name }) => [termNo, { termNo, name }])).values()].sort(
    (a, b) => a.termNo - b.termNo,
  );
  // Sheets that wait for somebody come first; else the last term that entries have opened for.
  const waiting = await db
    .selectFrom('grade_sheet as g')
    .innerJoin('term_map as t', 't.id', 'g.term_map_id')
    .select('t.term_no as termNo')
    .where('g.franchisee_id', '=', franchiseeId)
    .where('t.academic_year_id', '=', yearId)
    .where('g.status', 'in', ['SUBMITTED', 'PROOFED'])
    .orderBy('t.term_no')
    .executeTakeFirst();
  const due = Math.max(0, ...all.filter((one) => one.entryFrom <= today).map((one) => one.termNo));
  const termNo = input.termNo ?? waiting?.termNo ?? (due || terms[0]?.termNo) ?? null;
  const rows: ReportSheet[] = [];
  for (const one of placed) {
    const term = one.terms.find((candidate) => candidate.termNo === termNo);
    if (term) rows.push(await sheetRow(db, actor, one.section, term, now));
  }
  return {
    termNo,
    terms,
    rows: rows.filter(({ children }) => children > 0),
    setting: await settingOf(db, franchiseeId, yearId),
    can: { set: mayCall(actor, reportCardContract.saveSetting) },
  };
});

async function sheetRow(
  db: Db,
  actor: Actor,
  section: PlacedSection,
  term: Term,
  now: Date,
): Promise<ReportSheet> {
  const out = await leftOut(db, section, term.id);
  const children = (await childrenOf(db, section, term, now))
    .map(({ studentAdmissionId }) => studentAdmissionId)
    .filter((id) => !out.has(id));
  const required = (await competenciesOf(db, section, term)).competencies.filter((one) => one.required);
  const wanted = new Set(required.map(({ parameterId }) => parameterId));
  const filled = (await cellsOf(db, section, term.id, children)).filter(
    (cell) => wanted.has(cell.parameterId) && (cell.levelId !== null || cell.notObserved !== null),
  ).length;
  const sheet = await sheetOf(db, section, term.id);
  const { rows } = await sql<{ remarks: number; cards: number }>`
    select (select count(*)::int from teacher_remark r where r.franchisee_id = ${section.franchiseeId} and r.term_map_id = ${term.id}
              and r.enrolment_id = any (${children}::uuid[])) as remarks,
           (select count(*)::int from report_card c where c.franchisee_id = ${section.franchiseeId} and c.term_map_id = ${term.id}
              and c.status = 'PUBLISHED' and c.enrolment_id = any (${children}::uuid[])) as cards`.execute(
    db,
  );
  const people = await namesOf(db, [sheet?.submitted_by ?? null, sheet?.proofed_by ?? null]);
  const status = sheet?.status ?? 'OPEN';
  const writes = mayCall(actor, reportCardContract.publish);
  return {
    sheetId: sheet?.id ?? null,
    version: sheet?.version ?? 0,
    sectionId: section.id,
    section: section.label,
    termId: term.id,
    publishOn: term.publishOn,
    status,
    children: children.length,
    required: required.length * children.length,
    filled,
    remarks: rows[0]?.remarks ?? 0,
    cards: rows[0]?.cards ?? 0,
    submittedBy: people.get(sheet?.submitted_by ?? '') ?? null,
    proofedBy: people.get(sheet?.proofed_by ?? '') ?? null,
    can: {
      publish: writes && status === 'PROOFED',
      proof:
        mayCall(actor, gradeContract.proof) && status === 'SUBMITTED' && sheet?.submitted_by !== actor.userId,
      return:
        mayCall(actor, gradeContract.giveBack) && ['SUBMITTED', 'PROOFED', 'PUBLISHED'].includes(status),
    },
  };
}

async function namesOf(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string | null>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select u.id, ${personName('u')} as name from app_user u where u.id = any (${known}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const SIGNATURE = 'REPORT_SETTING';
const MAX_SIGNATURE_BYTES = 1024 * 1024;

export const saveReportSetting = handle(reportCardContract.saveSetting, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const yearId = chosenYear(actor);
  const before = await settingOf(db, franchiseeId, yearId);
  const values = {
    title: input.title,
    principal: input.principal ?? null,
    footer: input.footer ?? null,
    signature_file_id: input.signatureFileId ?? null,
    show_attendance: input.showAttendance,
    show_health: input.showHealth,
  };
  const { id } = await db
    .insertInto('report_setting')
    .values({ franchisee_id: franchiseeId, academic_year_id: yearId, ...values })
    .onConflict((oc) => oc.columns(['franchisee_id', 'academic_year_id']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  const use = { franchiseeId, subjectKind: SIGNATURE, subjectId: id };
  if (before.signatureFileId && before.signatureFileId !== values.signature_file_id)
    await releaseFile(db, { ...use, fileId: before.signatureFileId });
  if (values.signature_file_id)
    await useFile(db, {
      ...use,
      fileId: values.signature_file_id,
      area: 'academics',
      accept: ['png', 'jpg'],
      maxBytes: MAX_SIGNATURE_BYTES,
    });
  return {};
});
