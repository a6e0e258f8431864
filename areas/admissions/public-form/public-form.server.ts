import { createHash, randomUUID } from 'node:crypto';
import { academicYearLabel } from '@aangan/contract/period.ts';
import { ipPrefix } from '@aangan/server/access-log.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { ensure, ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { aad, seal } from '@aangan/server/seal.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { openPayment } from '../../finance/public.server.ts';
import { franchisee } from '../../network/public.server.ts';
import { lockApplication, moveApplication } from '../application/applicant.server.ts';
import { refuseAdmission } from '../refusals.ts';
import {
  FORM_VERSION,
  type FormAnswers,
  formPages,
  maskAadhaar,
  missingAnswers,
  pagesDone,
} from './application-form.ts';
import { publicFormContract } from './public-form.contract.ts';

const OPEN = ['LINK_SENT', 'IN_PROGRESS', 'RETURNED'];
const PAYABLE = ['DUE', 'INITIATED'];

/** The application behind the link, and its applicant. */
async function subjectOf(db: Db, actor: Actor, lock: boolean) {
  const id = ensureFound(actor.link).subjectId;
  const query = db.selectFrom('application').selectAll().where('id', '=', id);
  const application = ensureFound(await (lock ? lockApplication(db, id) : query.executeTakeFirst()));
  const applicant = await db
    .selectFrom('applicant')
    .selectAll()
    .where('franchisee_id', '=', application.franchisee_id)
    .where('id', '=', application.applicant_id)
    .executeTakeFirstOrThrow();
  return { application, applicant };
}

const feeOf = (application: { fee_amount: number; fee_status: string }) => ({
  amount: application.fee_amount,
  status: application.fee_status,
});

export const openPublicForm = handle(publicFormContract.open, async ({ db, actor }) => {
  const { application, applicant } = await subjectOf(db, actor, false);
  const centre = ensureFound(await franchisee(db, application.franchisee_id));
  const { name: className } = await db
    .selectFrom('class')
    .select('name')
    .where('id', '=', application.class_id)
    .executeTakeFirstOrThrow();
  const answers = applicant.answers as FormAnswers;
  return {
    applicationNo: application.application_no,
    status: application.status,
    centre: { label: centre.companyName, phone: centre.phone, address: centre.address },
    childName: applicant.child_name,
    className,
    daySession: application.day_session,
    academicYear: academicYearLabel(application.academic_year_id),
    answers: OPEN.includes(application.status) ? answers : {},
    revision: applicant.revision,
    pagesDone: pagesDone(answers),
    expiresAt: application.expires_at,
    returnReason: application.status === 'RETURNED' ? application.decision_reason : null,
    fee: feeOf(application),
  };
});

/** Autosave. A save on an older revision is refused only when somebody else changed the same answers meanwhile. */
export const savePublicForm = handle(publicFormContract.save, async ({ db, actor, input, now }) => {
  const { application, applicant } = await subjectOf(db, actor, true);
  ensure(OPEN.includes(application.status), () => refuseAdmission('form.closed'));
  ensure(input.baseRevision === applicant.revision, () =>
    refuseAdmission('form.conflict', { details: { revision: applicant.revision } }),
  );
  const { answers: changes, masked } = cleaned(input.changes);
  const answers: FormAnswers = { ...(applicant.answers as FormAnswers), ...changes };
  const done = pagesDone(answers);
  const revision = applicant.revision + 1;
  await db
    .updateTable('applicant')
    .set({
      answers: JSON.stringify(answers),
      revision,
      child_name: answers.childName ?? applicant.child_name,
      call_name: answers.callName ?? applicant.call_name,
      date_of_birth: answers.dateOfBirth ?? applicant.date_of_birth,
      gender: answers.gender ?? applicant.gender,
      parent_name: answers.parentName ?? applicant.parent_name,
      email: answers.parentEmail ?? applicant.email,
      pincode: answers.pincode ?? applicant.pincode,
    })
    .where('franchisee_id', '=', applicant.franchisee_id)
    .where('id', '=', applicant.id)
    .execute();
  const progress = { pages_done: done.length, pages_total: formPages.length, last_page: input.page ?? null };
  if (application.status === 'LINK_SENT')
    await moveApplication(db, application, 'first-save', {
      set: { ...progress, opened_at: now.toISOString() },
      channel: 'LINK',
    });
  else
    await db
      .updateTable('application')
      .set(progress)
      .where('franchisee_id', '=', application.franchisee_id)
      .where('id', '=', application.id)
      .execute();
  return { revision, pagesDone: done, savedAt: now.toISOString(), masked };
});

function cleaned(changes: Partial<FormAnswers>): { answers: Partial<FormAnswers>; masked: string[] } {
  const masked: string[] = [];
  const entries = Object.entries(changes).map(([key, value]) => {
    if (typeof value !== 'string') return [key, value] as const;
    const text = maskAadhaar(value);
    if (text !== value) masked.push(key);
    return [key, text] as const;
  });
  return { answers: Object.fromEntries(entries) as Partial<FormAnswers>, masked };
}

export const submitPublicForm = handle(
  publicFormContract.submit,
  async ({ db, actor, input, now, request }) => {
    const { application, applicant } = await subjectOf(db, actor, true);
    ensure(OPEN.includes(application.status) && application.status !== 'LINK_SENT', () =>
      refuseAdmission('form.closed'),
    );
    ensure(input.baseRevision === applicant.revision, () =>
      refuseAdmission('form.conflict', { details: { revision: applicant.revision } }),
    );
    const answers = applicant.answers as FormAnswers;
    const missing = missingAnswers(answers);
    ensure(Object.keys(missing).length === 0, () => refuseAdmission('form.incomplete', { fields: missing }));
    await keepSnapshot(db, {
      application,
      answers,
      language: applicant.language,
      declaredName: input.declaredName,
      ip: request.ip,
      userAgent: request.userAgent,
    });
    const unpaid =
      application.status === 'IN_PROGRESS' &&
      PAYABLE.includes(application.fee_status) &&
      application.pay_mode === 'ONLINE';
    const status = await moveApplication(db, application, unpaid ? 'submit-unpaid' : 'submit', {
      set: { submitted_at: now.toISOString(), pages_done: formPages.length, decision_reason: null },
      channel: 'LINK',
    });
    return { status, fee: feeOf(application) };
  },
);

interface Snapshot {
  application: { franchisee_id: number; id: string };
  answers: FormAnswers;
  language: string;
  declaredName: string;
  ip: string;
  userAgent: string;
}

async function keepSnapshot(db: Db, s: Snapshot): Promise<void> {
  const id = randomUUID();
  const plain = Buffer.from(JSON.stringify(s.answers));
  await db
    .insertInto('submission')
    .values({
      franchisee_id: s.application.franchisee_id,
      id,
      kind: 'APPLICATION',
      subject_id: s.application.id,
      form_version: FORM_VERSION,
      sealed: seal(plain, aad('submission', 'sealed', s.application.franchisee_id, id)),
      sha256: createHash('sha256').update(plain).digest(),
      language: s.language,
      declared_name: s.declaredName,
      declared_relation: s.answers.parentRelation ?? 'GUARDIAN',
      ip_prefix: ipPrefix(s.ip),
      user_agent: s.userAgent,
    })
    .execute();
}

export const payPublicForm = handle(publicFormContract.pay, async ({ db, actor }) => {
  const { application, applicant } = await subjectOf(db, actor, true);
  ensure(
    PAYABLE.includes(application.fee_status) && application.fee_account_id && application.fee_amount > 0,
    () => refuseAdmission('fee.nothing-due'),
  );
  const opened = await openPayment(db, {
    franchiseeId: application.franchisee_id,
    purpose: 'FORM_FEE',
    referenceType: application.reference_type,
    feeAccountId: ensureFound(application.fee_account_id),
    subjectKind: 'application',
    subjectId: application.id,
    amountPaise: application.fee_amount,
    mode: 'ONLINE',
    payer: { name: applicant.parent_name, mobile: applicant.primary_mobile, email: applicant.email },
  });
  return { paymentId: opened.paymentId };
});
