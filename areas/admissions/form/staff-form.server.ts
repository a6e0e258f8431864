import { formatDate } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { enquiriesByIds } from '../../enquiries/public.server.ts';
import { addDocument } from '../document/documents.server.ts';
import { admissionModules } from '../modules.ts';
import { refuseAdmission } from '../refusals.ts';
import { answersOf, applicantOf, marksOf } from './answer-sheet.server.ts';
import { answerItem, answerParts } from './corrections.server.ts';
import { fillForm, handIn } from './fill-form.server.ts';
import { formContract } from './form.contract.ts';
import type { FormKind } from './form-pages.ts';
import { viewOf } from './form-view.server.ts';
import { loadForm, OPEN_STATUSES, type OpenForm } from './open-form.server.ts';
import { writeStep } from './step.server.ts';
import { submissionPdf } from './submission-pdf.server.ts';

const moduleOf = (kind: FormKind): string =>
  kind === 'ADMISSION' ? admissionModules.AdmissionForm : admissionModules.registration;

/** What was handed in may still be corrected by the centre, until it is decided. */
const CORRECTABLE = ['SUBMITTED', 'AWAITING_FEE', 'WAITLISTED'];

const mayWrite = (actor: Actor, form: OpenForm): boolean => holds(actor, moduleOf(form.kind), true);

export const openStaffForm = handle(formContract.open, async ({ db, actor, input }) => {
  const form = await loadForm(db, input.kind, input.id);
  ensureFound(holds(actor, moduleOf(form.kind), false) || null);
  const applicant = await applicantOf(db, form);
  const view = await viewOf(db, form, applicant, 'CENTRE');
  const code = form.enquiryId ? (await enquiriesByIds(db, [form.enquiryId])).get(form.enquiryId) : undefined;
  const write = mayWrite(actor, form);
  return {
    ...view,
    id: form.id,
    applicantId: form.applicantId,
    enquiryCode: code?.enquiryCode ?? null,
    version: form.version,
    marks: Object.fromEntries(
      Object.entries(marksOf(applicant)).map(([name, { by, at }]) => [name, { by, at }]),
    ),
    can: {
      fill: write && OPEN_STATUSES.includes(form.status),
      correct: write && CORRECTABLE.includes(form.status),
      submit: write && ['IN_PROGRESS', 'RETURNED'].includes(form.status),
    },
  };
});

async function forWriting(db: Db, actor: Actor, which: { kind: FormKind; id: string }): Promise<OpenForm> {
  const form = await loadForm(db, which.kind, which.id, true);
  ensureFound(mayWrite(actor, form) || null);
  return form;
}

export const saveStaffForm = handle(formContract.save, async ({ db, actor, input, now }) => {
  const form = await forWriting(db, actor, input);
  const correcting = CORRECTABLE.includes(form.status);
  ensure(correcting || OPEN_STATUSES.includes(form.status), () => refuseAdmission('form.closed'));
  ensure(!correcting || input.reason, () =>
    refuseAdmission('form.reason-needed', { fields: { reason: 'Say why' } }),
  );
  const applicant = await applicantOf(db, form, true);
  const out = await fillForm(db, form, applicant, {
    by: 'CENTRE',
    now,
    baseRevision: input.baseRevision,
    changes: input.changes,
    page: input.page,
  });
  if (correcting && out.revision !== applicant.revision)
    await writeStep(db, {
      ...form,
      subjectId: form.id,
      from: form.status,
      to: form.status,
      action: 'edit-on-behalf',
      reason: `${input.reason ?? ''} (${Object.keys(input.changes).join(', ')})`,
      channel: 'CENTRE',
    });
  return out;
});

export const submitStaffForm = handle(formContract.submit, async ({ db, actor, input, now, request }) => {
  const form = await forWriting(db, actor, input);
  const applicant = await applicantOf(db, form, true);
  const status = await handIn(db, form, applicant, {
    by: 'CENTRE',
    now,
    baseRevision: input.baseRevision,
    declaredName: input.declaredName,
    ip: request.ip,
    userAgent: request.userAgent,
  });
  return { status };
});

export const addStaffDocument = handle(formContract.addDocument, async ({ db, actor, input, now }) => {
  const form = await forWriting(db, actor, input);
  await answerParts(db, form, [input.slot], now);
  const id = await addDocument(db, form, {
    slot: input.slot,
    fileId: input.fileId,
    fileName: input.fileName,
    uploadedBy: actor.userId,
    now,
  });
  return { id };
});

export const staffFormPdf = handle(formContract.pdf, async ({ db, actor, input }) => {
  const form = await loadForm(db, input.kind, input.id);
  ensureFound(holds(actor, moduleOf(form.kind), false) || null);
  return submissionPdf(db, form);
});

export const answerStaffItem = handle(formContract.answerItem, async ({ db, actor, input, now }) => {
  const form = await forWriting(db, actor, input);
  await answerItem(db, form, { ...input, now });
  return { id: input.itemId };
});

async function lockDocument(db: Db, id: string) {
  const row = ensureFound(
    await db
      .selectFrom('applicant_document')
      .selectAll()
      .where('id', '=', id)
      .where('replaced_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  return row;
}

/** A second person looks: never the one who uploaded it. The birth certificate is read twice (double entry). */
export const verifyDocument = handle(formContract.verifyDocument, async ({ db, actor, input, now }) => {
  const row = await lockDocument(db, input.id);
  ensure(row.status === 'UPLOADED' || row.status === 'REJECTED', () =>
    refuseAdmission('document.wrong-state', { details: { status: row.status.toLowerCase() } }),
  );
  ensure(row.uploaded_by === null || row.uploaded_by !== actor.userId, () =>
    refuseAdmission('document.own-upload'),
  );
  if (row.slot === 'BIRTH_CERTIFICATE') {
    const applicant = await applicantOf(db, {
      franchiseeId: row.franchisee_id,
      applicantId: row.applicant_id,
    });
    const typed = answersOf(applicant).dateOfBirth ?? applicant.date_of_birth;
    ensure(input.dateOfBirth !== undefined && input.dateOfBirth === typed, () =>
      refuseAdmission('document.dob-differs', {
        details: {
          form: typed ? formatDate(typed) : 'nothing',
          read: input.dateOfBirth ? formatDate(input.dateOfBirth) : 'nothing',
        },
        fields: { dateOfBirth: 'Type the date as it stands on the certificate' },
      }),
    );
  }
  await db
    .updateTable('applicant_document')
    .set({
      status: 'VERIFIED',
      verified_at: now.toISOString(),
      verified_by: actor.userId,
      reject_reason: null,
      doc_no_last4: input.last4 ?? null,
      expires_on: input.expiresOn ?? null,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return { id: row.id, status: 'VERIFIED' };
});

export const rejectDocument = handle(formContract.rejectDocument, async ({ db, input }) => {
  const row = await lockDocument(db, input.id);
  ensure(row.status === 'UPLOADED' || row.status === 'VERIFIED', () =>
    refuseAdmission('document.wrong-state', { details: { status: row.status.toLowerCase() } }),
  );
  await db
    .updateTable('applicant_document')
    .set({ status: 'REJECTED', reject_reason: input.reason, verified_at: null, verified_by: null })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return { id: row.id, status: 'REJECTED' };
});
