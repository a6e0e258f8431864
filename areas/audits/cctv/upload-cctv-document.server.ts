import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseCctv } from './cctv.refusals.ts';
import { CCTV_FILES, cctvDocumentContract as contract } from './cctv-document.contract.ts';
import { cctvStates } from './cctv-document.states.ts';

type Given = ParsedInputOf<typeof contract.upload>;

function ensureDates({ periodFrom, periodTo, validTo }: Given, today: string): void {
  const fields: Record<string, string> = {};
  if (periodFrom > today) fields['periodFrom'] = 'Not after today';
  if (periodTo < periodFrom) fields['periodTo'] = 'Not before the start of the period';
  if (validTo && validTo < periodTo) fields['validTo'] = 'Not before the end of the period';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
}

const columnsOf = (given: Given) => ({
  kind: given.kind,
  period_from: given.periodFrom,
  period_to: given.periodTo,
  valid_to: given.validTo ?? null,
  cameras: given.cameras ?? null,
  retention_days: given.retentionDays ?? null,
  note: given.note ?? null,
});

interface Place {
  franchisee_id: number;
  id: string;
}

/** Ties new files to the document, lets go of those that are gone, and keeps their order. */
async function keepFiles(db: Db, { franchisee_id: franchiseeId, id }: Place, fileIds: readonly string[]) {
  const before = await db
    .selectFrom('cctv_document_file')
    .select('file_id')
    .where('franchisee_id', '=', franchiseeId)
    .where('document_id', '=', id)
    .execute();
  const known = new Set(before.map(({ file_id }) => file_id));
  const subject = { subjectKind: 'cctv_document', subjectId: id };
  for (const fileId of fileIds)
    if (!known.has(fileId))
      await useFile(db, {
        franchiseeId,
        fileId,
        area: 'audits',
        ...subject,
        accept: CCTV_FILES.accept,
        maxBytes: CCTV_FILES.maxMb * 1024 * 1024,
      });
  await db
    .deleteFrom('cctv_document_file')
    .where('franchisee_id', '=', franchiseeId)
    .where('document_id', '=', id)
    .execute();
  await db
    .insertInto('cctv_document_file')
    .values(
      fileIds.map((file_id, position) => ({
        franchisee_id: franchiseeId,
        document_id: id,
        file_id,
        position,
      })),
    )
    .execute();
  for (const fileId of known)
    if (!fileIds.includes(fileId)) await releaseFile(db, { franchiseeId, fileId, ...subject });
}

export const uploadDocument = handle(contract.upload, async ({ db, actor, input, now }) => {
  ensureDates(input, todayIst(now));
  const place = { franchisee_id: ensureFound(actor.franchiseeId), id: randomUUID() };
  await db
    .insertInto('cctv_document')
    .values({ ...place, ...columnsOf(input) })
    .execute();
  await keepFiles(db, place, input.fileIds);
  return { id: place.id };
});

export const editDocument = handle(contract.edit, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'cctv_document', input.id, version);
  if (row.status === 'VERIFIED') throw refuseCctv('cctv.verified');
  ensureDates(input, todayIst(now));
  await moveStatus(db, {
    states: cctvStates,
    table: 'cctv_document',
    row,
    action: 'edit',
    // Whoever changed it last is who may not verify it.
    set: {
      ...columnsOf(input),
      uploaded_by: actor.userId,
      decided_by: null,
      decided_at: null,
      reason: null,
    },
  });
  await keepFiles(db, row, input.fileIds);
  return {};
});
