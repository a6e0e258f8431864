import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import { type GradeCell, gradeContract } from './grade.contract.ts';
import {
  cellsOf,
  childrenOf,
  competenciesOf,
  ensureOpenSheet,
  ensureSheet,
  joinedLately,
  leftOut,
  lockSheet,
} from './gradebook.server.ts';
import { scalesOf } from './skill-tree.server.ts';

type Wanted = ParsedInputOf<typeof gradeContract.save>['cells'][number];
const keyOf = ({ enrolmentId, parameterId }: { enrolmentId: string; parameterId: string }): string =>
  `${enrolmentId} ${parameterId}`;

export const saveGrades = handle(gradeContract.save, async ({ db, actor, input, now }) => {
  const { section, term } = await ensureSheet(db, actor, input, now);
  const sheet = await lockSheet(db, section, term.id);
  ensureOpenSheet(sheet, term, now);
  const { scaleId, competencies } = await competenciesOf(db, section, term);
  const levels = (await scalesOf(db)).find(({ id }) => id === scaleId)?.levels ?? [];
  const children = await childrenOf(db, section, term, now);
  const out = await leftOut(db, section, term.id);
  const problemOf = (cell: Wanted): string | null => {
    if (!children.some((child) => child.studentAdmissionId === cell.enrolmentId))
      return 'Not in this section in the term';
    if (out.has(cell.enrolmentId)) return 'Too early to assess';
    if (!competencies.some(({ parameterId }) => parameterId === cell.parameterId))
      return 'Not assigned to this class and term';
    if (cell.levelId !== null && !levels.some(({ id }) => id === cell.levelId))
      return 'Not a level of this scale';
    return cell.levelId !== null && cell.notObserved !== null
      ? 'Either a level or why it was not observed'
      : null;
  };
  const there = new Map(
    (
      await cellsOf(
        db,
        section,
        term.id,
        input.cells.map(({ enrolmentId }) => enrolmentId),
      )
    ).map((cell) => [keyOf(cell), cell]),
  );
  // Of a cell that is named twice the last counts.
  const wanted = [...new Map(input.cells.map((cell) => [keyOf(cell), cell])).values()];
  const judged = wanted.map((cell) => {
    const now = there.get(keyOf(cell));
    const problem = problemOf(cell);
    if (problem !== null) return { cell, outcome: 'REFUSED' as const, problem };
    const same = (now?.levelId ?? null) === cell.levelId && (now?.notObserved ?? null) === cell.notObserved;
    if (same) return { cell, outcome: 'SAME' as const, problem };
    const seen = (now?.version ?? 0) === cell.baseVersion;
    return { cell, outcome: seen ? ('APPLIED' as const) : ('CONFLICT' as const), problem };
  });
  const versions = await writeCells(
    db,
    { franchiseeId: section.franchiseeId, termId: term.id },
    judged.filter(({ outcome }) => outcome === 'APPLIED').map(({ cell }) => cell),
  );
  return {
    cells: judged.map(({ cell, outcome, problem }) => {
      const before = there.get(keyOf(cell));
      const { enrolmentId, parameterId } = cell;
      const stands: GradeCell =
        outcome === 'APPLIED'
          ? { ...cell, version: versions.get(keyOf(cell)) ?? 0 }
          : {
              enrolmentId,
              parameterId,
              levelId: before?.levelId ?? null,
              notObserved: before?.notObserved ?? null,
              version: before?.version ?? 0,
            };
      return { ...stands, outcome, problem, by: outcome === 'CONFLICT' ? (before?.by ?? null) : null };
    }),
  };
});

async function writeCells(
  db: Db,
  at: { franchiseeId: number; termId: string },
  cells: readonly Wanted[],
): Promise<ReadonlyMap<string, number>> {
  if (cells.length === 0) return new Map();
  const rows = await db
    .insertInto('grade_entry')
    .values(
      cells.map((cell) => ({
        franchisee_id: at.franchiseeId,
        enrolment_id: cell.enrolmentId,
        term_map_id: at.termId,
        parameter_id: cell.parameterId,
        level_id: cell.levelId,
        not_observed: cell.notObserved,
      })),
    )
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'enrolment_id', 'term_map_id', 'parameter_id']).doUpdateSet({
        level_id: sql.ref('excluded.level_id'),
        not_observed: sql.ref('excluded.not_observed'),
      }),
    )
    .returning(['enrolment_id as enrolmentId', 'parameter_id as parameterId', 'version'])
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row.version]));
}

export const markTooEarly = handle(gradeContract.tooEarly, async ({ db, actor, input, now }) => {
  const { section, term } = await ensureSheet(db, actor, input, now);
  ensureOpenSheet(await lockSheet(db, section, term.id), term, now);
  const child = ensureFound(
    (await childrenOf(db, section, term, now)).find(
      ({ studentAdmissionId }) => studentAdmissionId === input.enrolmentId,
    ),
  );
  if (!joinedLately(child, term)) throw refuseAcademics('grade.not-too-early');
  await db
    .insertInto('too_early')
    .values({
      franchisee_id: section.franchiseeId,
      enrolment_id: input.enrolmentId,
      term_map_id: term.id,
      reason: input.reason,
    })
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'enrolment_id', 'term_map_id']).doUpdateSet({ reason: input.reason }),
    )
    .execute();
  return {};
});

export const assessAfterAll = handle(gradeContract.assess, async ({ db, actor, input, now }) => {
  const { section, term } = await ensureSheet(db, actor, input, now);
  ensureOpenSheet(await lockSheet(db, section, term.id), term, now);
  await db
    .deleteFrom('too_early')
    .where('franchisee_id', '=', section.franchiseeId)
    .where('enrolment_id', '=', input.enrolmentId)
    .where('term_map_id', '=', term.id)
    .execute();
  return {};
});
