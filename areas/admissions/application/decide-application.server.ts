import { addDays, todayIst } from '@aangan/contract/period.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { moveEnquiryStage } from '../../enquiries/public.server.ts';
import { ensureFeeAccount } from '../../finance/public.server.ts';
import { newStudentAdmission } from '../../students/public.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { lockApplication, moveApplication, writeStep } from './applicant.server.ts';
import { applicationContract } from './application.contract.ts';

const SETTLED = ['NOT_DUE', 'PAID', 'WAIVED'];

async function lockedAt(db: Db, id: string, version: number) {
  const row = ensureFound(await lockApplication(db, id));
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}

/** Accepting opens the admission: its id is the id of the child's first enrolment (README §4 decision 1). */
export const acceptApplication = handle(
  applicationContract.accept,
  async ({ db, actor, input, version, now }) => {
    const row = await lockedAt(db, input.id, version);
    ensure(SETTLED.includes(row.fee_status), () => refuseAdmission('fee.not-settled'));
    const status = await moveApplication(db, row, 'accept', {
      set: { decided_at: now.toISOString(), decided_by: actor.userId },
    });
    const applicant = await db
      .selectFrom('applicant')
      .select(['child_name', 'answers'])
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.applicant_id)
      .executeTakeFirstOrThrow();
    const studentAdmissionId = await newStudentAdmission(db, {
      franchiseeId: row.franchisee_id,
      yearId: row.academic_year_id,
    });
    const wish = applicant.answers as {
      startWish?: string | null;
      transportWanted?: boolean;
      transportStop?: string | null;
    };
    await db
      .insertInto('admission')
      .values({
        franchisee_id: row.franchisee_id,
        id: studentAdmissionId,
        applicant_id: row.applicant_id,
        enquiry_id: row.enquiry_id,
        application_id: row.id,
        academic_year_id: row.academic_year_id,
        class_id: row.class_id,
        day_session: row.day_session,
        // The application carries every answer of the short flow, so the admission starts handed in.
        status: 'SUBMITTED',
        submitted_at: now.toISOString(),
        start_on: firstDay(row.academic_year_id, input.startOn ?? wish.startWish ?? null, todayIst(now)),
        transport_wanted: wish.transportWanted ?? false,
        transport_stop_text: wish.transportStop ?? null,
      })
      .execute();
    await writeStep(db, {
      kind: 'ADMISSION',
      franchiseeId: row.franchisee_id,
      subjectId: studentAdmissionId,
      from: null,
      to: 'SUBMITTED',
      action: 'open',
      reason: row.application_no,
    });
    await ensureFeeAccount(db, {
      franchiseeId: row.franchisee_id,
      childLabel: applicant.child_name,
      studentAdmissionId,
      ...(row.enquiry_id ? { enquiryId: row.enquiry_id } : {}),
    });
    if (row.enquiry_id)
      await moveEnquiryStage(db, {
        enquiryId: row.enquiry_id,
        stage: 'Admission Form Completed',
        sourceId: studentAdmissionId,
        reason: row.application_no,
      });
    return { id: row.id, status, studentAdmissionId };
  },
);

// The wish when it lies in the year and is not past, else the later of the year's June start and a week from now.
function firstDay(yearId: number, wish: string | null, today: string): string {
  const from = `${yearId}-04-01`;
  const to = `${yearId + 1}-03-31`;
  if (wish && wish >= from && wish <= to && wish >= addDays(today, -7)) return wish;
  const usual = `${yearId}-06-01`;
  const soon = addDays(today, 7);
  const start = [usual, soon].sort().at(-1) ?? usual; // days compare as text
  return start > to ? to : start;
}

export const returnApplication = handle(
  applicationContract.returnToParent,
  async ({ db, input, version, now }) => {
    const row = await lockedAt(db, input.id, version);
    const weekOn = new Date(now.getTime() + 7 * 86_400_000).toISOString();
    const status = await moveApplication(db, row, 'return', {
      set: { decision_reason: input.reason, expires_at: row.expires_at > weekOn ? row.expires_at : weekOn },
      reason: input.reason,
    });
    return { id: row.id, status };
  },
);

export const rejectApplication = handle(
  applicationContract.reject,
  async ({ db, actor, input, version, now }) => {
    const row = await lockedAt(db, input.id, version);
    const status = await moveApplication(db, row, 'reject', {
      set: { decision_reason: input.reason, decided_at: now.toISOString(), decided_by: actor.userId },
      reason: input.reason,
    });
    return { id: row.id, status };
  },
);
