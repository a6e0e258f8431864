import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { gradeContract } from './grade.contract.ts';
import { sheetStates } from './grade.states.ts';
import {
  cellsOf,
  childrenOf,
  chooseSheet,
  closedWhy,
  competenciesOf,
  ensureOpenSheet,
  ensureSheet,
  gradedChildren,
  joinedLately,
  leftOut,
  lockSheet,
  type Sheet,
  sheetOf,
} from './gradebook.server.ts';
import { remarkFaults } from './remark.server.ts';
import { levelsByScale } from './skill-tree.server.ts';

/** A line of the bell holds no more. */
const NOTICE_TEXT = 300;

export const readSheet = handle(gradeContract.sheet, async ({ db, actor, input, now }) => {
  const { sections, section, terms, term } = await chooseSheet(db, actor, input, now);
  const choice = { sections, sectionId: section?.id ?? null, terms, termId: term?.id ?? null };
  if (!section || !term)
    return {
      ...choice,
      sheet: null,
      closed: null,
      levels: [],
      competencies: [],
      children: [],
      cells: [],
      can: {},
    };
  const [{ scaleId, competencies }, graded, out, sheet, levels] = await Promise.all([
    competenciesOf(db, section, term),
    gradedChildren(db, section, term, now),
    leftOut(db, section, term.id),
    sheetOf(db, section, term.id),
    levelsByScale(db),
  ]);
  const why = closedWhy(sheet, term, todayIst(now));
  const may = mayCall(actor, gradeContract.save);
  const proofs = mayCall(actor, gradeContract.proof);
  return {
    ...choice,
    sheet: sheet && { ...sheet, returnNote: sheet.return_note, ...(await peopleOf(db, sheet)) },
    closed: why && refuseAcademics(why.code, { details: why.details }).message,
    levels: levels.get(scaleId ?? '') ?? [],
    competencies,
    children: graded.map(({ child }) => ({
      enrolmentId: child.studentAdmissionId,
      name: child.name,
      rollNo: child.rollNo,
      tooEarly: out.get(child.studentAdmissionId) ?? null,
      lately: joinedLately(child, term),
    })),
    cells: graded
      .toSorted((a, b) => (a.child.studentAdmissionId < b.child.studentAdmissionId ? -1 : 1))
      .flatMap(({ cells }) => cells),
    can: {
      save: may && why === null,
      submit: may && why === null && competencies.length > 0,
      proof: proofs && sheet?.status === 'SUBMITTED' && sheet.submitted_by !== actor.userId,
      return: proofs && sheet !== null && sheet.status !== 'OPEN' && sheet.status !== 'RETURNED',
    },
  };
});

async function peopleOf(
  db: Db,
  sheet: Sheet,
): Promise<{ submittedBy: string | null; proofedBy: string | null }> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select u.id, ${personName('u')} as name from app_user u where u.id in (${sheet.submitted_by}, ${sheet.proofed_by})`.execute(
    db,
  );
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name ?? null;
  return { submittedBy: nameOf(sheet.submitted_by), proofedBy: nameOf(sheet.proofed_by) };
}

export const submitSheet = handle(gradeContract.submit, async ({ db, actor, input, now }) => {
  const { section, term } = await ensureSheet(db, actor, input, now);
  const sheet = await lockSheet(db, section, term.id);
  ensureOpenSheet(sheet, term, now);
  const out = await leftOut(db, section, term.id);
  const children = (await childrenOf(db, section, term, now)).filter(
    ({ studentAdmissionId }) => !out.has(studentAdmissionId),
  );
  const required = (await competenciesOf(db, section, term)).competencies.filter((one) => one.required);
  if (required.length === 0) throw refuseAcademics('grade.not-assigned');
  const filled = new Set(
    (
      await cellsOf(
        db,
        section,
        term.id,
        children.map(({ studentAdmissionId }) => studentAdmissionId),
      )
    )
      .filter(({ levelId, notObserved }) => levelId !== null || notObserved !== null)
      .map(({ enrolmentId, parameterId }) => `${enrolmentId} ${parameterId}`),
  );
  // By the child's id: the screen knows the names, a log must not.
  const missing = children.flatMap(({ studentAdmissionId: id }) => {
    const n = required.filter(({ parameterId }) => !filled.has(`${id} ${parameterId}`)).length;
    return n > 0 ? [{ id, n }] : [];
  });
  if (missing.length > 0) {
    const total = required.length * children.length;
    throw refuseAcademics('grade.incomplete', {
      fields: Object.fromEntries(missing.map(({ id, n }) => [id, `${n} missing`])),
      details: {
        filled: total - missing.reduce((sum, { n }) => sum + n, 0),
        total,
        children: missing.length,
      },
    });
  }
  const faults = await remarkFaults(db, section, term.id, children);
  if (Object.keys(faults).length > 0)
    throw refuseAcademics('remark.missing', {
      fields: faults,
      details: { n: Object.keys(faults).length },
    });
  await moveStatus(db, {
    states: sheetStates,
    table: 'grade_sheet',
    row: sheet,
    action: 'submit',
    set: {
      submitted_by: userIdOf(actor),
      submitted_at: now,
      proofed_by: null,
      proofed_at: null,
      return_note: null,
    },
  });
  return {};
});

export const proofSheet = handle(gradeContract.proof, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'grade_sheet', input.id, version);
  await decide(db, actor, {
    states: sheetStates,
    table: 'grade_sheet',
    row,
    action: 'proof',
    decision: 'APPROVE',
    makers: [row.submitted_by],
    set: { proofed_by: userIdOf(actor), proofed_at: now },
  });
  return {};
});

export const returnSheet = handle(gradeContract.giveBack, async ({ db, input, version }) => {
  const row = await lockRow(db, 'grade_sheet', input.id, version);
  await moveStatus(db, {
    states: sheetStates,
    table: 'grade_sheet',
    row,
    action: row.status === 'SUBMITTED' ? 'return' : 'reopen',
    reason: input.note,
    set: { return_note: input.note },
  });
  if (row.submitted_by !== null)
    await notify(db, {
      userId: row.submitted_by,
      kind: 'academics.sheet-returned',
      title: 'A grade sheet came back to you',
      body: input.note.slice(0, NOTICE_TEXT),
      link: `/grade-book/skills/grade-entry?section=${row.section_id}&term=${row.term_map_id}`,
      franchiseeId: row.franchisee_id,
      sourceArea: 'academics',
      dedupeKey: `sheet-returned:${row.id}:${row.version}`,
    });
  return {};
});
