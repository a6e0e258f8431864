// Papers behind the concessions of a proposal (staff card, sibling's receipt): bound to the assignment, so they are kept
// as long as it names them and no longer.
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

const SUBJECT = 'FEE_ASSIGNMENT';

/** Binds the named files and lets go of those that the proposal no longer names. Refuses what is not uploaded or no document. */
export async function bindDocuments(
  db: Db,
  assignment: { franchiseeId: number; assignmentId: string },
  files: readonly (string | null)[],
): Promise<void> {
  const wanted = new Set(files.filter((id) => id !== null));
  const { franchiseeId, assignmentId: subjectId } = assignment;
  const bound = await db
    .selectFrom('file_use')
    .select('file_id')
    .where('franchisee_id', '=', franchiseeId)
    .where('subject_kind', '=', SUBJECT)
    .where('subject_id', '=', subjectId)
    .execute();
  for (const { file_id: fileId } of bound)
    if (!wanted.has(fileId)) await releaseFile(db, { franchiseeId, fileId, subjectKind: SUBJECT, subjectId });
  for (const fileId of wanted)
    await useFile(db, {
      franchiseeId,
      fileId,
      area: 'finance',
      subjectKind: SUBJECT,
      subjectId,
      accept: ['pdf', 'jpg', 'png'],
    });
}
