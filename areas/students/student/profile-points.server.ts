// The 15 points of a complete profile (areas/students.md 3.2).
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { consentsOf } from '../../communication/public.server.ts';
import { privateOf } from './admitted-details.server.ts';

export interface ProfilePoint {
  key: string;
  label: string;
  there: boolean;
}

interface Facts {
  centre: number;
  photo: boolean;
  placed: boolean;
  address: boolean;
  primary: boolean;
  contact: boolean;
  blood: boolean;
  tongue: boolean;
  nationality: boolean;
  certificate: boolean;
  shares: number;
}

/** The points of a child at a centre in reach, in the order of the screen; 404 elsewhere. */
export async function profilePoints(db: Db, studentId: string): Promise<ProfilePoint[]> {
  const { rows } = await sql<Facts>`
    select s.franchisee_id as centre, s.photo_file_id is not null as photo, coalesce(e.section_id is not null, false) as placed,
      coalesce(f.address, '') <> '' and f.pincode is not null as address,
      exists (select from student_guardian l join guardian g on g.franchisee_id = l.franchisee_id and g.id = l.guardian_id
        where l.franchisee_id = s.franchisee_id and l.student_id = s.id and l.is_primary and g.mobile_verified_at is not null) as primary,
      exists (select from emergency_contact c where c.franchisee_id = s.franchisee_id and c.student_id = s.id) as contact,
      coalesce(s.blood_group, '') <> '' as blood, coalesce(s.mother_tongue, '') <> '' as tongue, coalesce(s.nationality, '') <> '' as nationality,
      exists (select from student_document d where d.franchisee_id = s.franchisee_id and d.student_id = s.id and d.kind = 'BIRTH_CERTIFICATE'
        and d.status = 'VERIFIED' and d.ended_at is null) as certificate,
      (select coalesce(sum(payer_share_bp), 0)::int from student_guardian l where l.franchisee_id = s.franchisee_id and l.student_id = s.id) as shares
      from student s join family f on f.franchisee_id = s.franchisee_id and f.id = s.family_id
      left join enrolment e on e.franchisee_id = s.franchisee_id and e.id = s.current_enrolment_id
     where s.id = ${studentId}`.execute(db);
  const has = ensureFound(rows[0]);
  const health = await privateOf(db, { franchiseeId: has.centre, studentId });
  const consents = await consentsOf(db, {
    franchiseeId: has.centre,
    subjectKind: 'STUDENT',
    subjectId: studentId,
  });
  const answered = new Set(consents.map((one) => one.purpose));
  const points: readonly (readonly [string, string, boolean])[] = [
    ['photo', 'Photo', has.photo],
    ['name', 'Name', true],
    ['dateOfBirth', 'Date of birth', true],
    ['gender', 'Gender', true],
    ['section', 'Class and section', has.placed],
    ['address', 'Address and pincode', has.address],
    ['primary', 'First contact with a verified mobile', has.primary],
    ['contact', 'Somebody to call in an emergency', has.contact],
    ['blood', 'Blood group', has.blood],
    ['allergy', 'Answer about allergies', typeof health['hasAllergies'] === 'boolean'],
    ['tongue', 'Mother tongue', has.tongue],
    ['nationality', 'Nationality', has.nationality],
    ['consents', 'Answers to the consents', askedPurposes.every((purpose) => answered.has(purpose))],
    ['certificate', 'Verified birth certificate', has.certificate],
    ['shares', 'Shares of the fees', has.shares === 10_000],
  ];
  return points.map(([key, label, there]) => ({ key, label, there }));
}

/** What the admission form asks of every family (areas/students.md 3.8). */
const askedPurposes = ['EDUCATION_NOTICE', 'PHOTO_IN_APP', 'PHOTO_PUBLIC'] as const;
