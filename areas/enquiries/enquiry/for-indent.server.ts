// Children about to be admitted, for what is bought for them before their first day.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { childName } from './child-name.server.ts';

const STAGES = ['Admission Form Completed', 'Temporarily Confirmed', 'Admission Confirmed'] as const;

export interface EnquiryChild {
  id: string;
  enquiryCode: string;
  childName: string;
  stage: string;
  classId: number | null;
  className: string | null;
  gender: 'MALE' | 'FEMALE' | 'OTHER' | null;
}

/** Enquiries of a centre and year whose form is complete or whose admission is confirmed, by class and name. */
export async function enquiriesForIndent(
  db: Db,
  { franchiseeId, yearId }: { franchiseeId: number; yearId: number },
): Promise<EnquiryChild[]> {
  return db
    .selectFrom('enquiry as e')
    .leftJoin('class as c', 'c.id', 'e.class_id')
    .select([
      'e.id',
      'e.enquiry_code as enquiryCode',
      childName('e').$castTo<string>().as('childName'),
      'e.stage_code as stage',
      'e.class_id as classId',
      'c.name as className',
      'e.child_gender as gender',
    ])
    .where('e.franchisee_id', '=', franchiseeId)
    .where('e.academic_year_id', '=', yearId)
    .where('e.stage_code', 'in', [...STAGES])
    .where('e.merged_into', 'is', null)
    .where('e.erased_at', 'is', null)
    .orderBy('c.position')
    .orderBy('e.child_first_name')
    .orderBy('e.id')
    .limit(500)
    .execute();
}
