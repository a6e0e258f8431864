import { useFile } from '@aangan/server/files/files.ts';
import { aad, open, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

type Relation = 'MOTHER' | 'FATHER' | 'GUARDIAN' | 'GRANDPARENT' | 'OTHER';

export interface AdmittedDetails {
  bloodGroup: string | null;
  motherTongue: string | null;
  nationality: string | null;
  nameLocal: string | null;
  emergencyContacts: readonly { name: string; relation: Relation; mobile: string }[];
  pickups: readonly { name: string; relation: Relation; mobile: string }[];
  /** Health, category, faith, court: sealed in student_private. */
  secret: Readonly<Record<string, unknown>>;
  hasAllergy: boolean;
  documents: readonly {
    kind: string;
    fileId: string;
    fileName: string;
    status: 'UPLOADED' | 'VERIFIED';
    uploadedBy: string | null;
    verifiedAt: string | null;
    verifiedBy: string | null;
    issuedOn: string | null;
    expiresOn: string | null;
    last4: string | null;
    fromApplicantDocument: string;
  }[];
}

/** Takes over what the forms told: profile, people, papers (the same files) and the sealed part. */
export async function addDetails(
  db: Db,
  to: { franchiseeId: number; studentId: string },
  more: AdmittedDetails,
): Promise<void> {
  const photo = more.documents.find((one) => one.kind === 'CHILD_PHOTO');
  await db
    .updateTable('student')
    .set({
      blood_group: more.bloodGroup,
      mother_tongue: more.motherTongue,
      nationality: more.nationality,
      name_local: more.nameLocal,
      photo_file_id: photo?.fileId ?? null,
    })
    .where('franchisee_id', '=', to.franchiseeId)
    .where('id', '=', to.studentId)
    .execute();
  await addPeople(db, to, more);
  for (const one of more.documents) await addPaper(db, to, one);
  if (Object.keys(more.secret).length || more.hasAllergy) await savePrivate(db, to, more);
}

/** Seals the whole private part of a child anew; the open flag says only whether there is an allergy. */
export async function savePrivate(
  db: Db,
  of: { franchiseeId: number; studentId: string },
  { secret, hasAllergy }: Pick<AdmittedDetails, 'secret' | 'hasAllergy'>,
): Promise<void> {
  const row = { sealed: seal(JSON.stringify(secret), placeOf(of)), has_allergy: hasAllergy };
  await db
    .insertInto('student_private')
    .values({ ...row, franchisee_id: of.franchiseeId, student_id: of.studentId })
    .onConflict((one) => one.columns(['franchisee_id', 'student_id']).doUpdateSet(row))
    .execute();
}

async function addPeople(
  db: Db,
  to: { franchiseeId: number; studentId: string },
  more: AdmittedDetails,
): Promise<void> {
  const key = { franchisee_id: to.franchiseeId, student_id: to.studentId };
  if (more.emergencyContacts.length)
    await db
      .insertInto('emergency_contact')
      .values(more.emergencyContacts.slice(0, 3).map((one, i) => ({ ...key, ...one, ordinal: i + 1 })))
      .execute();
  if (more.pickups.length)
    await db
      .insertInto('pickup_person')
      .values(more.pickups.map((one) => ({ ...key, ...one })))
      .execute();
}

async function addPaper(
  db: Db,
  to: { franchiseeId: number; studentId: string },
  one: AdmittedDetails['documents'][number],
): Promise<void> {
  const { id } = await db
    .insertInto('student_document')
    .values({
      franchisee_id: to.franchiseeId,
      student_id: to.studentId,
      kind: one.kind,
      file_id: one.fileId,
      file_name: one.fileName,
      status: one.status,
      uploaded_by: one.uploadedBy,
      verified_at: one.verifiedAt,
      verified_by: one.verifiedBy,
      issued_on: one.issuedOn,
      expires_on: one.expiresOn,
      doc_no_last4: one.last4,
      from_applicant_document: one.fromApplicantDocument,
      visible_to_family: one.kind !== 'COURT_ORDER',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await useFile(db, {
    franchiseeId: to.franchiseeId,
    fileId: one.fileId,
    area: 'students',
    subjectKind: 'student-document',
    subjectId: id,
    moved: true,
  });
}

const placeOf = (to: { franchiseeId: number; studentId: string }): string =>
  aad('student_private', 'sealed', to.franchiseeId, to.studentId);

/** The sealed part of a child, opened; empty when there is none. Its reader logs the access. */
export async function privateOf(
  db: Db,
  of: { franchiseeId: number; studentId: string },
): Promise<Readonly<Record<string, unknown>>> {
  const row = await db
    .selectFrom('student_private')
    .select('sealed')
    .where('franchisee_id', '=', of.franchiseeId)
    .where('student_id', '=', of.studentId)
    .executeTakeFirst();
  return row?.sealed ? (JSON.parse(open(row.sealed, placeOf(of))) as Record<string, unknown>) : {};
}
