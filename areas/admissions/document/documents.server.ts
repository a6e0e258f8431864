import { fileUrl, useFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { FormAnswers } from '../form/answers.ts';
import { type AskedSlot, MAX_FILES, ruleOf, type Slot, slotsOf } from '../form/document-slots.ts';
import type { OpenForm } from '../form/open-form.server.ts';
import { refuseAdmission } from '../refusals.ts';

export type DocumentRow = Awaited<ReturnType<typeof documentsOf>>[number];

/** The papers of an applicant that count now, slot by slot. */
export const documentsOf = (db: Db, key: { franchiseeId: number; applicantId: string }) =>
  db
    .selectFrom('applicant_document')
    .selectAll()
    .where('franchisee_id', '=', key.franchiseeId)
    .where('applicant_id', '=', key.applicantId)
    .where('replaced_at', 'is', null)
    .orderBy('slot')
    .orderBy('ordinal')
    .execute();

/** Slots that the form asks for, each with what lies in it. */
export function shownSlots(
  form: Pick<OpenForm, 'kind' | 'skipped'>,
  answers: FormAnswers,
  documents: readonly DocumentRow[],
) {
  return slotsOf(form.kind, form.skipped, answers).map((asked: AskedSlot) => ({
    ...asked,
    label: ruleOf(asked.slot).label,
    accept: [...ruleOf(asked.slot).accept],
    maxMb: Math.round(ruleOf(asked.slot).maxBytes / 1024 / 1024),
    files: ruleOf(asked.slot).files,
    verify: ruleOf(asked.slot).verify,
    documents: documents
      .filter((one) => one.slot === asked.slot)
      .map((one) => ({
        id: one.id,
        fileName: one.file_name,
        status: one.status,
        reason: one.reject_reason ?? one.waive_reason,
        uploadedAt: one.created_at,
        verifiedAt: one.verified_at,
        expiresOn: one.expires_on,
        url: one.file_id
          ? `${fileUrl({ franchiseeId: one.franchisee_id, fileId: one.file_id })}&inline=1`
          : null,
      })),
  }));
}

export interface NewDocument {
  slot: Slot;
  fileId: string;
  fileName: string;
  /** Null: the holder of the family's link. */
  uploadedBy: string | null;
  now: Date;
}

/**
 * Puts an uploaded file into a slot. A full slot gives up what was rejected, else its last file; the old row is kept.
 * Refuses wrong types by content, too large ones, and more than 25 files.
 */
export async function addDocument(
  db: Db,
  form: Pick<OpenForm, 'franchiseeId' | 'applicantId'>,
  add: NewDocument,
): Promise<string> {
  const rule = ruleOf(add.slot);
  const present = await documentsOf(db, form);
  ensure(present.length < MAX_FILES, () => refuseAdmission('document.quota'));
  const own = present.filter((one) => one.slot === add.slot);
  const old =
    own.find((one) => one.status === 'REJECTED' || one.status === 'WAIVED') ??
    (own.length >= rule.files ? own.at(-1) : undefined);
  if (old) await replace(db, old, add.now);
  const taken = new Set(own.filter((one) => one.id !== old?.id).map((one) => one.ordinal));
  const ordinal = Array.from({ length: MAX_FILES }, (_, i) => i + 1).find((n) => !taken.has(n)) ?? 1;
  const { id } = await db
    .insertInto('applicant_document')
    .values({
      franchisee_id: form.franchiseeId,
      applicant_id: form.applicantId,
      slot: add.slot,
      ordinal,
      file_id: add.fileId,
      file_name: add.fileName.slice(0, 120),
      uploaded_by: add.uploadedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await useFile(db, {
    franchiseeId: form.franchiseeId,
    fileId: add.fileId,
    area: 'admissions',
    subjectKind: 'applicant-document',
    subjectId: id,
    accept: rule.accept,
    maxBytes: rule.maxBytes,
  });
  return id;
}

async function replace(db: Db, old: DocumentRow, now: Date): Promise<void> {
  await db
    .updateTable('applicant_document')
    .set({ replaced_at: now.toISOString() })
    .where('franchisee_id', '=', old.franchisee_id)
    .where('id', '=', old.id)
    .execute();
}

/** Takes back what nobody has verified yet; the row stays, so that it can be told what was there. */
export async function removeDocument(
  db: Db,
  form: Pick<OpenForm, 'franchiseeId' | 'applicantId'>,
  id: string,
  now: Date,
): Promise<void> {
  const row = ensureFound((await documentsOf(db, form)).find((one) => one.id === id));
  ensure(row.status === 'UPLOADED' || row.status === 'REJECTED', () =>
    refuseAdmission('document.wrong-state', { details: { status: row.status.toLowerCase() } }),
  );
  await replace(db, row, now);
}
