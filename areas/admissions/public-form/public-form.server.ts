import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { openPayment } from '../../finance/public.server.ts';
import { franchisee } from '../../network/public.server.ts';
import { freeSeat } from '../application/decide-application.server.ts';
import { addDocument, removeDocument } from '../document/documents.server.ts';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { answerItem, answerParts } from '../form/corrections.server.ts';
import { fillForm, handIn } from '../form/fill-form.server.ts';
import type { FormKind } from '../form/form-pages.ts';
import { viewOf } from '../form/form-view.server.ts';
import { loadForm, moveForm, OPEN_STATUSES, type OpenForm } from '../form/open-form.server.ts';
import { writeStep } from '../form/step.server.ts';
import { submissionPdf } from '../form/submission-pdf.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { endHold, holdOf } from '../seat/seats.server.ts';
import { advanceWaiting, placeOf } from '../seat/waiting-list.server.ts';
import { publicFormContract } from './public-form.contract.ts';

const PAYABLE = ['DUE', 'INITIATED'];
const kindOf: Readonly<Record<string, FormKind>> = {
  'form.application': 'APPLICATION',
  'form.registration': 'REGISTRATION',
  'form.admission': 'ADMISSION',
};

/** The form behind the link; which kind it is stands in the link's purpose. */
async function formOf(db: Db, actor: Actor, lock: boolean): Promise<OpenForm> {
  const link = ensureFound(actor.link);
  return loadForm(db, ensureFound(kindOf[link.purpose]), link.subjectId, lock);
}

async function openOne(db: Db, actor: Actor): Promise<OpenForm> {
  const form = await formOf(db, actor, true);
  ensure(OPEN_STATUSES.includes(form.status), () => refuseAdmission('form.closed'));
  return form;
}

export const openPublicForm = handle(publicFormContract.open, async ({ db, actor }) => {
  const form = await formOf(db, actor, false);
  const applicant = await applicantOf(db, form);
  const centre = ensureFound(await franchisee(db, form.franchiseeId));
  const view = await viewOf(db, form, applicant, 'PARENT');
  const hold = await holdOf(db, form);
  return {
    ...view,
    applicationNo: form.number ?? '',
    centre: { label: centre.companyName, phone: centre.phone, address: centre.address },
    expiresAt: form.expiresAt,
    place: form.status === 'WAITLISTED' ? await placeOf(db, form, form.id) : null,
    offerUntil: form.status === 'WAITLISTED' && hold?.kind === 'OFFER' ? hold.until : null,
    holdUntil: hold?.kind === 'REGISTRATION' ? hold.until : null,
  };
});

/** Autosave. A save on an older revision is refused only where somebody else changed the same answers meanwhile. */
export const savePublicForm = handle(publicFormContract.save, async ({ db, actor, input, now }) => {
  const form = await openOne(db, actor);
  const applicant = await applicantOf(db, form, true);
  return fillForm(db, form, applicant, {
    by: 'PARENT',
    now,
    baseRevision: input.baseRevision,
    changes: input.changes,
    page: input.page,
  });
});

export const submitPublicForm = handle(
  publicFormContract.submit,
  async ({ db, actor, input, now, request }) => {
    const form = await formOf(db, actor, true);
    const applicant = await applicantOf(db, form, true);
    const status = await handIn(db, form, applicant, {
      by: 'PARENT',
      now,
      baseRevision: input.baseRevision,
      declaredName: input.declaredName,
      ip: request.ip,
      userAgent: request.userAgent,
    });
    return { status, fee: { amount: form.feeAmount, status: form.feeStatus } };
  },
);

export const payPublicForm = handle(publicFormContract.pay, async ({ db, actor }) => {
  const form = await formOf(db, actor, true);
  const applicant = await applicantOf(db, form);
  ensure(PAYABLE.includes(form.feeStatus) && form.feeAccountId && form.feeAmount > 0, () =>
    refuseAdmission('fee.nothing-due'),
  );
  const opened = await openPayment(db, {
    franchiseeId: form.franchiseeId,
    purpose: 'FORM_FEE',
    referenceType: form.referenceType,
    feeAccountId: ensureFound(form.feeAccountId),
    subjectKind: form.kind.toLowerCase(),
    subjectId: form.id,
    amountPaise: form.feeAmount,
    mode: 'ONLINE',
    payer: { name: applicant.parent_name, mobile: applicant.primary_mobile, email: applicant.email },
  });
  return { paymentId: opened.paymentId };
});

export const addPublicDocument = handle(publicFormContract.addDocument, async ({ db, actor, input, now }) => {
  const form = await openOne(db, actor);
  await answerParts(db, form, [input.slot], now);
  return { id: await addDocument(db, form, { ...input, uploadedBy: null, now }) };
});

export const removePublicDocument = handle(
  publicFormContract.removeDocument,
  async ({ db, actor, input, now }) => {
    const form = await openOne(db, actor);
    await removeDocument(db, form, input.id, now);
    return { id: input.id };
  },
);

export const publicFormPdf = handle(publicFormContract.pdf, async ({ db, actor }) =>
  submissionPdf(db, await formOf(db, actor, true)),
);

export const answerPublicItem = handle(publicFormContract.answerItem, async ({ db, actor, input, now }) => {
  const form = await openOne(db, actor);
  await answerItem(db, form, { ...input, now });
  return { id: input.itemId };
});

export const withdrawPublicForm = handle(publicFormContract.withdraw, async ({ db, actor, input, now }) => {
  const form = await formOf(db, actor, true);
  const status = await moveForm(db, form, form.kind === 'APPLICATION' ? 'withdraw' : 'cancel', {
    set: form.kind === 'ADMISSION' ? { cancel_reason: input.reason } : { decision_reason: input.reason },
    reason: input.reason,
    channel: 'LINK',
  });
  await freeSeat(db, form, now);
  return { status };
});

/** Yes keeps the seat until the centre has accepted; no gives it to the next, and the child waits on. */
export const answerOffer = handle(publicFormContract.answerOffer, async ({ db, actor, input, now }) => {
  const form = await formOf(db, actor, true);
  const hold = await holdOf(db, form);
  ensure(
    form.status === 'WAITLISTED' && hold?.kind === 'OFFER' && Date.parse(hold.until) > now.getTime(),
    () => refuseAdmission('offer.none'),
  );
  if (!input.accept) {
    await endHold(db, form, 'RELEASED');
    await advanceWaiting(db, form, now);
  }
  await writeStep(db, {
    ...form,
    subjectId: form.id,
    from: form.status,
    to: form.status,
    action: input.accept ? 'offer-accepted' : 'offer-declined',
    channel: 'LINK',
  });
  return { status: form.status };
});
