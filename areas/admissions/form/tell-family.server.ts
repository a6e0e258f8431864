import { issueLink, type LinkPurpose } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import type { ApplicantRow } from './answer-sheet.server.ts';
import type { FormKind } from './form-pages.ts';
import type { OpenForm } from './open-form.server.ts';

export const linkPurposeOf: Readonly<Record<FormKind, LinkPurpose>> = {
  APPLICATION: 'form.application',
  REGISTRATION: 'form.registration',
  ADMISSION: 'form.admission',
};

/** A fresh capability for the parent; older ones stay valid until eight are live (links.ts). */
export const formLink = (
  db: Db,
  form: Pick<OpenForm, 'kind' | 'franchiseeId' | 'id'>,
  expiresAt: Date,
  now: Date,
): Promise<string> =>
  issueLink(db, {
    purpose: linkPurposeOf[form.kind],
    franchiseeId: form.franchiseeId,
    subject: { kind: form.kind.toLowerCase(), id: form.id },
    expiresAt,
    now,
  });

export interface FamilyMessage {
  kind: `admissions.${string}`;
  values: Readonly<Record<string, string | number>>;
  /** Names this message among all of this form: the same key is sent once. */
  key: string;
  /** With a link of the form in it, that works until then. */
  linkUntil?: Date;
}

/** Queues a message to the parent of an applicant, at the mobile and e-mail of the answer sheet. */
export async function tellFamily(
  db: Db,
  form: Pick<OpenForm, 'kind' | 'franchiseeId' | 'id'>,
  applicant: Pick<
    ApplicantRow,
    'primary_mobile' | 'email' | 'parent_name' | 'language' | 'child_name' | 'call_name'
  >,
  message: FamilyMessage,
): Promise<void> {
  await queueMessage(db, {
    kind: message.kind,
    franchiseeId: form.franchiseeId,
    about: {
      address: {
        mobile: applicant.primary_mobile,
        ...(applicant.email ? { email: applicant.email } : {}),
        name: applicant.parent_name,
        language: applicant.language,
      },
    },
    values: {
      parent: applicant.parent_name,
      child: applicant.call_name ?? applicant.child_name,
      ...message.values,
    },
    ...(message.linkUntil
      ? { link: { purpose: linkPurposeOf[form.kind], subjectId: form.id, expiresAt: message.linkUntil } }
      : {}),
    dedupeKey: `${form.kind.toLowerCase()}:${form.id}:${message.key}`,
    source: { kind: form.kind.toLowerCase(), id: form.id },
  });
}
