// What the suites of this area share: families that ask, papers, and a registration that is ready to verify.
import { randomUUID } from 'node:crypto';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiries/enquiry/enquiry.contract.ts';
import type { FormAnswers } from './form/answers.ts';
import { formContract } from './form/form.contract.ts';
import type { FormKind } from './form/form-pages.ts';
import { registrationContract } from './registration/registration.contract.ts';

const WALK_IN = '04000000-0000-7000-8000-000000000001';
const NURSERY = 3;
let phones = 0;

/** A family that asks; born on the given day. */
export async function askingFamily(
  app: TestApp,
  child: { name: string; born: string; classId?: number; mobile?: string },
): Promise<string> {
  phones += 1;
  const { enquiries } = await app.as('Esha').call(enquiryContract.capture, {
    guardianName: `Rohan ${child.name}`,
    mobile: child.mobile ?? `98200${String(60_000 + phones)}`,
    pincode: '400058',
    sourceId: WALK_IN,
    children: [
      {
        firstName: child.name,
        lastName: 'Kulkarni',
        dob: child.born,
        gender: 'FEMALE',
        classId: child.classId ?? NURSERY,
      },
    ],
  });
  const [enquiry] = enquiries;
  if (!enquiry) throw new Error('No enquiry was made');
  return enquiry.enquiryCode;
}

/** A file as if it had been uploaded and found clean. */
export async function cleanFile(app: TestApp, name = 'paper.pdf'): Promise<string> {
  const id = randomUUID();
  await app.sql(
    `insert into file (franchisee_id, id, name, bytes, mime, kind, state, storage_key) values ($1, $2::uuid, $3, 1000, 'application/pdf', 'upload', 'CLEAN', $2::text)`,
    [ANDHERI, id, name],
  );
  return id;
}

export const applicationAnswers = (name: string, born: string): Partial<FormAnswers> => ({
  childName: `${name} Kulkarni`,
  dateOfBirth: born,
  gender: 'FEMALE',
  parentRelation: 'FATHER',
  adultDeclaration: true,
});

export const registrationAnswers: Partial<FormAnswers> = {
  toiletTrained: 'YES',
  food: 'VEG',
  bloodGroup: 'O+',
  hasAllergies: true,
  allergies: 'Peanuts',
  hospitalConsent: true,
};

/** Types answers at the counter, as Esha. */
export async function type(
  app: TestApp,
  form: { kind: FormKind; id: string },
  changes: Partial<FormAnswers>,
): Promise<number> {
  const { revision } = await app.as('Esha').call(formContract.open, form);
  return (await app.as('Esha').call(formContract.save, { ...form, baseRevision: revision, changes }))
    .revision;
}

/** A registration at the counter, filled by Esha, with papers that Bina has verified. */
export async function readyRegistration(
  app: TestApp,
  child: { name: string; born: string; mobile?: string },
): Promise<string> {
  const enquiryCode = await askingFamily(app, child);
  const { id } = await app
    .as('Esha')
    .call(registrationContract.open, { enquiryCode, classId: NURSERY, daySession: 'MORNING' });
  const form = { kind: 'REGISTRATION', id } as const;
  const baseRevision = await type(app, form, {
    ...applicationAnswers(child.name, child.born),
    ...registrationAnswers,
  });
  for (const slot of ['BIRTH_CERTIFICATE', 'IMMUNISATION'] as const) {
    const document = await app.as('Esha').call(formContract.addDocument, {
      ...form,
      slot,
      fileId: await cleanFile(app),
      fileName: `${slot}.pdf`,
    });
    await app.as('Bina').call(formContract.verifyDocument, {
      id: document.id,
      ...(slot === 'BIRTH_CERTIFICATE' ? { dateOfBirth: child.born } : {}),
    });
  }
  await app.as('Esha').call(formContract.submit, { ...form, baseRevision, declaredName: 'Rohan Kulkarni' });
  return id;
}

/** Fills and hands in the admission form of a verified registration, its papers checked by Bina. */
export async function submitAdmission(app: TestApp, id: string): Promise<void> {
  const form = { kind: 'ADMISSION', id } as const;
  const baseRevision = await type(app, form, {
    emergencyContacts: [{ name: 'Asha Kulkarni', relation: 'GRANDPARENT', mobile: '9820011122' }],
    hasCourtOrder: false,
    placeOfBirth: 'Mumbai',
    nationalityIndian: true,
    consents: {
      EDUCATION_NOTICE: 'YES',
      PHOTO_IN_APP: 'YES',
      PHOTO_PUBLIC: 'NO',
      CLASS_RECORDING: 'NO',
      HEALTH_SHARE: 'YES',
      MESSAGES_WHATSAPP: 'YES',
      MESSAGES_MARKETING: 'NO',
    },
  });
  for (const [slot, name] of [
    ['CHILD_PHOTO', 'me.jpg'],
    ['PARENT_ID', 'id.pdf'],
  ] as const) {
    const paper = await app
      .as('Esha')
      .call(formContract.addDocument, { ...form, slot, fileId: await cleanFile(app, name), fileName: name });
    if (slot === 'PARENT_ID')
      await app.as('Bina').call(formContract.verifyDocument, { id: paper.id, last4: '234F' });
  }
  await app.as('Esha').call(formContract.submit, { ...form, baseRevision, declaredName: 'Rohan Kulkarni' });
}

/** Runs one job at a time that the test names. */
export const runAt = (app: TestApp, job: JobDeclaration, now: Date): Promise<{ ok: number }> =>
  job.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: job.name }, work),
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
  } satisfies JobTools);

export const versionOf = async (app: TestApp, table: string, id: string): Promise<number> =>
  (await app.sql<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]?.version ?? 0;
