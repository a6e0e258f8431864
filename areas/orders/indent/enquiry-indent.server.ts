// Uniforms of children before their admission (areas/README §3): offered to sop, which has the screen.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { enquiriesForIndent } from '../../enquiries/public.server.ts';
import {
  type AskedIndent,
  eachRow,
  type IndentFor,
  type IndentPlace,
  queueIndents,
  writeIndent,
} from './submit-indent.server.ts';
import { stylesWithStock } from './uniform-styles.server.ts';

export interface EnquiryForIndent {
  readonly enquiryId: string;
  readonly enquiryCode: string;
  readonly child: string;
  readonly stage: string;
  readonly classId: number | null;
  readonly className: string | null;
  readonly gender: 'MALE' | 'FEMALE' | 'OTHER' | null;
  readonly ageMonths: number | null;
  readonly heightCm: number | null;
  readonly indentNo: string | null;
  readonly indentId: string | null;
}

/** Children about to be admitted who are not enrolled yet, each with the indent it has. */
export async function enquiryIndents(
  db: Db,
  { franchiseeId, yearId }: { franchiseeId: number; yearId: number },
): Promise<EnquiryForIndent[]> {
  const enquiries = await enquiriesForIndent(db, { franchiseeId, yearId });
  const ids = enquiries.map(({ id }) => id);
  const { rows } = await sql<{
    id: string;
    enrolled: boolean;
    ageMonths: number | null;
    heightCm: number | null;
    indentNo: string | null;
    indentId: string | null;
  }>`
    select q.id, i.indent_no as "indentNo", i.id as "indentId", i.height_cm as "heightCm",
      (extract(year from a.age) * 12 + extract(month from a.age))::int as "ageMonths",
      exists (select from admission d join enrolment e on e.franchisee_id = d.franchisee_id and e.id = d.id
        where d.franchisee_id = q.franchisee_id and d.enquiry_id = q.id and e.status <> 'CANCELLED') as enrolled
      from enquiry q join academic_year y on y.id = ${yearId} cross join lateral (select age(y.starts_on, q.child_dob) as age) a
      left join lateral (select u.indent_no, u.id, u.height_cm from uniform_indent u where u.franchisee_id = q.franchisee_id and u.enquiry_id = q.id
        and u.academic_year_id = ${yearId} and u.status <> 'CANCELLED' order by u.set_no desc limit 1) i on true
     where q.franchisee_id = ${franchiseeId} and q.id = any (${ids}::uuid[])`.execute(db);
  const facts = new Map(rows.map((row) => [row.id, row]));
  return enquiries.flatMap(({ id, childName, ...enquiry }) => {
    const { enrolled, ageMonths, ...fact } = ensureFound(facts.get(id));
    if (enrolled) return [];
    return [
      {
        ...enquiry,
        ...fact,
        enquiryId: id,
        child: childName,
        ageMonths: ageMonths === null ? null : Math.max(0, ageMonths),
      },
    ];
  });
}

/** An indent for each enquiry; a refused one says why and changes nothing. One that is not among them is not found. */
export async function submitIndentsForEnquiries(
  db: Db,
  place: IndentPlace,
  rows: readonly (AskedIndent & { enquiryId: string })[],
) {
  await queueIndents(db, place.franchiseeId);
  const enquiries = new Map((await enquiryIndents(db, place)).map((one) => [one.enquiryId, one]));
  const styles = await stylesWithStock(db, { ...place, classIds: null, on: today(place) });
  return eachRow(rows, async (row) => {
    const enquiry = ensureFound(enquiries.get(row.enquiryId));
    return writeIndent(db, place, { child: wearer(enquiry), asked: row, styles });
  });
}

const today = ({ now }: IndentPlace): Day => todayIst(now);
/** Without a class nothing is worn: the size is refused. */
const wearer = ({ child, classId, gender, ...enquiry }: EnquiryForIndent): IndentFor => ({
  name: child,
  classId: classId ?? 0,
  gender: gender ?? 'OTHER',
  ageMonths: enquiry.ageMonths,
  heightCm: enquiry.heightCm,
  enrolmentId: null,
  studentId: null,
  enquiryId: enquiry.enquiryId,
});

/** A child who was admitted has what was asked for it before. */
export async function adoptEnquiryIndents(
  db: Db,
  { franchiseeId, enrolmentId }: { franchiseeId: number; enrolmentId: string },
): Promise<void> {
  await sql`
    update uniform_indent i set enrolment_id = e.id, student_id = e.student_id, class_id = case when i.status = 'SUBMITTED' then e.class_id else i.class_id end
      from admission d join enrolment e on e.franchisee_id = d.franchisee_id and e.id = d.id
     where d.franchisee_id = ${franchiseeId} and d.id = ${enrolmentId} and i.franchisee_id = d.franchisee_id and i.enquiry_id = d.enquiry_id
       and i.enrolment_id is null and i.academic_year_id = e.academic_year_id and i.status <> 'CANCELLED'
       and not exists (select from uniform_indent o where o.franchisee_id = i.franchisee_id and o.enrolment_id = e.id
         and o.academic_year_id = i.academic_year_id and o.set_no = i.set_no and o.status <> 'CANCELLED')`.execute(
    db,
  );
}
