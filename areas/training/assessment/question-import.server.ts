import type { ImportValues } from '@aangan/contract/file-import.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { addQuestions, lockDraft } from './assessment.server.ts';
import { isFault, type Kept, keptOf, lettersOf } from './question.ts';
import { questionImport } from './question-import.contract.ts';

type Values = ImportValues<typeof questionImport.columns>;

const kept = (values: Values) => {
  const correct = lettersOf(values.kind, values.correct);
  return correct === null
    ? { field: 'correct', text: 'Write the letters of the right options, such as A;C' }
    : keptOf({ ...values, correct });
};

const COLUMNS = Object.keys(questionImport.columns);

export const questionImportHandlers = serveImport(questionImport, {
  allowed: ({ actor }) => ensureNetwork(actor),
  lists: {
    assessmentId: async (db) =>
      listOf(
        (
          await db
            .selectFrom('teacher_assessment')
            .select(['id', 'title'])
            .where('status', '=', 'DRAFT')
            .orderBy('title')
            .execute()
        ).map(({ id, title }) => ({ id, names: [title] })),
      ),
  },
  check: async (_db, rows) => {
    for (const row of rows) {
      if (!COLUMNS.every((column) => column in row.values)) continue;
      const found = kept(row.values as Values);
      if (isFault(found)) row.fault(found.field as 'correct', found.text);
    }
  },
  save: async (db, rows, { actor }) => {
    for (const assessmentId of new Set(rows.map((row) => row.assessmentId))) {
      await lockDraft(db, actor, assessmentId);
      await addQuestions(
        db,
        assessmentId,
        rows
          .filter((row) => row.assessmentId === assessmentId)
          .map((row) => ({
            kind: row.kind,
            stem: row.stem,
            points: row.points ?? 1,
            explanation: row.explanation,
            // `check` has refused what is none.
            ...ensureFound(kept(row) as Kept),
          })),
      );
    }
  },
  writes: ['assessment_question'],
});
