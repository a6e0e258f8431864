// The three forms of an applicant under one shape, so that link, counter and desk go the same way.
import { ensureFound, ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { admissionLabels, admissionStates } from '../admission/admission.states.ts';
import { applicationLabels, applicationStates } from '../application/application.states.ts';
import { refuseAdmission } from '../refusals.ts';
import { registrationLabels, registrationStates } from '../registration/registration.states.ts';
import { type FormKind, pagesOf } from './form-pages.ts';
import { writeStep } from './step.server.ts';

export interface OpenForm {
  kind: FormKind;
  franchiseeId: number;
  id: string;
  /** Null for an admission before it is confirmed. */
  number: string | null;
  applicantId: string;
  enquiryId: string | null;
  yearId: number;
  classId: number;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  status: string;
  /** Forms that were left out before this one: their pages are asked here. */
  skipped: readonly FormKind[];
  payMode: 'ONLINE' | 'OFFLINE' | 'NONE';
  feeAmount: number;
  feeStatus: string;
  feeAccountId: string | null;
  referenceType: string;
  expiresAt: string | null;
  openedAt: string | null;
  decisionReason: string | null;
  version: number;
}

const tables = { APPLICATION: 'application', REGISTRATION: 'registration', ADMISSION: 'admission' } as const;
const states = {
  APPLICATION: applicationStates,
  REGISTRATION: registrationStates,
  ADMISSION: admissionStates,
} as const;
const labels: Readonly<Record<FormKind, Readonly<Record<string, string>>>> = {
  APPLICATION: applicationLabels,
  REGISTRATION: registrationLabels,
  ADMISSION: admissionLabels,
};
const wrongState = {
  APPLICATION: 'application.wrong-state',
  REGISTRATION: 'registration.wrong-state',
  ADMISSION: 'admission.wrong-state',
} as const;

/** The form's state in words. */
export const stateLabelOf = (form: Pick<OpenForm, 'kind' | 'status'>): string =>
  labels[form.kind][form.status] ?? form.status;

/** Statuses in which answers may be typed. */
export const OPEN_STATUSES: readonly string[] = ['LINK_SENT', 'IN_PROGRESS', 'RETURNED'];

/** The form, its row locked when asked; 404 when it is not there or not the actor's. */
export async function loadForm(db: Db, kind: FormKind, id: string, lock = false): Promise<OpenForm> {
  const common = [
    'franchisee_id as franchiseeId',
    'id',
    'applicant_id as applicantId',
    'enquiry_id as enquiryId',
    'academic_year_id as yearId',
    'class_id as classId',
    'day_session as daySession',
    'status',
    'expires_at as expiresAt',
    'opened_at as openedAt',
    'decision_reason as decisionReason',
    'version',
  ] as const;
  const fees = [
    'pay_mode as payMode',
    'fee_amount as feeAmount',
    'fee_status as feeStatus',
    'fee_account_id as feeAccountId',
  ] as const;
  if (kind === 'APPLICATION') {
    const query = db
      .selectFrom('application')
      .select([...common, ...fees, 'application_no as number', 'reference_type as referenceType'])
      .where('id', '=', id);
    const row = ensureFound(await (lock ? query.forUpdate() : query).executeTakeFirst());
    return { ...row, kind, skipped: [] };
  }
  if (kind === 'REGISTRATION') {
    const query = db
      .selectFrom('registration')
      .select([...common, ...fees, 'registration_no as number', 'application_id as applicationId'])
      .where('id', '=', id);
    const { applicationId, ...row } = ensureFound(
      await (lock ? query.forUpdate() : query).executeTakeFirst(),
    );
    return {
      ...row,
      kind,
      referenceType: 'REGISTRATION_FORM',
      skipped: applicationId ? [] : ['APPLICATION'],
    };
  }
  const query = db
    .selectFrom('admission')
    .select([
      ...common,
      'admission_no as number',
      'application_id as applicationId',
      'registration_id as registrationId',
    ])
    .where('id', '=', id);
  const { applicationId, registrationId, ...row } = ensureFound(
    await (lock ? query.forUpdate() : query).executeTakeFirst(),
  );
  return {
    ...row,
    kind,
    payMode: 'NONE',
    feeAmount: 0,
    feeStatus: 'NOT_DUE',
    feeAccountId: null,
    referenceType: 'ADMISSION_FORM',
    skipped: [
      ...(applicationId || registrationId ? [] : (['APPLICATION'] as const)),
      ...(registrationId ? [] : (['REGISTRATION'] as const)),
    ],
  };
}

export const pagesOfForm = (form: Pick<OpenForm, 'kind' | 'skipped'>) => pagesOf(form.kind, form.skipped);

type FormKey = Pick<OpenForm, 'kind' | 'franchiseeId' | 'id'>;

/** Sets columns that the three form tables share. */
export async function updateForm(db: Db, form: FormKey, set: Record<string, unknown>): Promise<void> {
  await db
    .updateTable(tables[form.kind] as 'registration')
    .set(set)
    .where('franchisee_id', '=', form.franchiseeId)
    .where('id', '=', form.id)
    .execute();
}

/** Moves a locked form by its transition table, with extra columns, and writes the step. */
export async function moveForm(
  db: Db,
  form: FormKey & { status: string },
  action: string,
  change: { set?: Record<string, unknown>; reason?: string | null; channel?: string } = {},
): Promise<string> {
  const label = stateLabelOf(form);
  const to = ensureStep(states[form.kind], form.status, action, () =>
    refuseAdmission(wrongState[form.kind], { details: { status: label.toLowerCase() } }),
  );
  await updateForm(db, form, { ...change.set, status: to });
  await writeStep(db, {
    kind: form.kind,
    franchiseeId: form.franchiseeId,
    subjectId: form.id,
    from: form.status,
    to,
    action,
    reason: change.reason ?? null,
    ...(change.channel ? { channel: change.channel } : {}),
  });
  return to;
}
