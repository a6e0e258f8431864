// One child's account at one centre, from the first enquiry to alumni: the party of all parent-side postings.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface FeeAccount {
  readonly franchiseeId: number;
  readonly id: string;
  readonly childLabel: string;
  readonly familyId: string | null;
  readonly enquiryId: string | null;
  readonly studentAdmissionId: string | null;
  readonly studentId: string | null;
}

export interface AccountLinks {
  readonly franchiseeId: number;
  readonly childLabel: string;
  readonly enquiryId?: string | undefined;
  readonly studentAdmissionId?: string | undefined;
  readonly serviceEnquiryId?: string | undefined;
  readonly familyId?: string | undefined;
}

/** The account any of the links belongs to, made when there is none; links that were missing are filled in. */
export async function ensureFeeAccount(db: Db, links: AccountLinks): Promise<string> {
  const known = await findByLinks(db, links);
  const childLabel = links.childLabel.slice(0, 120);
  if (known) {
    await db
      .updateTable('fee_account')
      .set({
        // An enquiry often knows a first name only; the form brings the whole one. A student's name comes by attachStudent.
        child_label: sql<string>`case when student_id is null then ${childLabel} else child_label end`,
        enquiry_id: known.enquiry_id ?? links.enquiryId ?? null,
        student_admission_id: known.student_admission_id ?? links.studentAdmissionId ?? null,
        service_enquiry_id: known.service_enquiry_id ?? links.serviceEnquiryId ?? null,
        family_id: known.family_id ?? links.familyId ?? null,
      })
      .where('franchisee_id', '=', links.franchiseeId)
      .where('id', '=', known.id)
      .where(sql<boolean>`(
      (enquiry_id is null and ${links.enquiryId ?? null}::uuid is not null) or (student_admission_id is null and ${links.studentAdmissionId ?? null}::uuid is not null)
      or (service_enquiry_id is null and ${links.serviceEnquiryId ?? null}::uuid is not null) or (family_id is null and ${links.familyId ?? null}::uuid is not null)
      or (student_id is null and child_label <> ${childLabel}))`)
      .execute();
    return known.id;
  }
  const made = await db
    .insertInto('fee_account')
    .values({
      franchisee_id: links.franchiseeId,
      child_label: childLabel,
      enquiry_id: links.enquiryId ?? null,
      student_admission_id: links.studentAdmissionId ?? null,
      service_enquiry_id: links.serviceEnquiryId ?? null,
      family_id: links.familyId ?? null,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
  return ensureFound(await findByLinks(db, links)).id; // another request made it between the two statements
}

async function findByLinks(db: Db, links: AccountLinks) {
  const { enquiryId, studentAdmissionId, serviceEnquiryId } = links;
  if (!enquiryId && !studentAdmissionId && !serviceEnquiryId) return undefined;
  return db
    .selectFrom('fee_account')
    .select(['id', 'enquiry_id', 'student_admission_id', 'service_enquiry_id', 'family_id'])
    .where('franchisee_id', '=', links.franchiseeId)
    .where((eb) =>
      eb.or([
        ...(enquiryId ? [eb('enquiry_id', '=', enquiryId)] : []),
        ...(studentAdmissionId ? [eb('student_admission_id', '=', studentAdmissionId)] : []),
        ...(serviceEnquiryId ? [eb('service_enquiry_id', '=', serviceEnquiryId)] : []),
      ]),
    )
    .orderBy('created_at')
    .executeTakeFirst();
}

/** An open account before a closed one. */
const FIRST = sql`order by closed_on nulls first, created_at limit 1`;

const ownIds = (id: string): RawBuilder<unknown> => sql`(select * from fee_account where id = ${id}::uuid)
    union all (select * from fee_account where student_admission_id = ${id}::uuid)
    union all (select * from fee_account where student_id = ${id}::uuid ${FIRST})`;

/** SQL of the account with this id, or of this admission or child: what `accountBehind` finds without looking further. */
export const accountByOwnId = (id: string): RawBuilder<unknown> => sql`${ownIds(id)}
    limit 1`;

/**
 * SQL of the account behind any id a path may carry: account, admission or enrolment, child, enquiry, service enquiry,
 * assignment (areas/README §4.1-2). One look into an index each, until one is found.
 */
export function accountBehind(anyId: string): RawBuilder<unknown> {
  return sql`${ownIds(anyId)}
    union all (select * from fee_account where enquiry_id = ${anyId}::uuid ${FIRST})
    union all (select * from fee_account where service_enquiry_id = ${anyId}::uuid ${FIRST})
    union all (select x.* from student_admission s join fee_account x on x.franchisee_id = s.franchisee_id and x.student_id = s.student_id where s.id = ${anyId}::uuid)
    union all (select x.* from fee_assignment g join fee_account x on x.franchisee_id = g.franchisee_id and x.id = g.fee_account_id where g.id = ${anyId}::uuid)
    limit 1`;
}

/** The account behind any id (`accountBehind`), null when there is none in the caller's reach. */
export async function findFeeAccount(db: Db, anyId: string): Promise<FeeAccount | null> {
  const { rows } = await sql<{
    franchisee_id: number;
    id: string;
    child_label: string;
    family_id: string | null;
    enquiry_id: string | null;
    student_admission_id: string | null;
    student_id: string | null;
  }>`select a.franchisee_id, a.id, a.child_label, a.family_id, a.enquiry_id, a.student_admission_id, a.student_id
    from (${accountBehind(anyId)}) a`.execute(db);
  const row = rows[0];
  return row === undefined
    ? null
    : {
        franchiseeId: row.franchisee_id,
        id: row.id,
        childLabel: row.child_label,
        familyId: row.family_id,
        enquiryId: row.enquiry_id,
        studentAdmissionId: row.student_admission_id,
        studentId: row.student_id,
      };
}

/** Joins the account of an admission to the confirmed child. */
export async function attachStudent(
  db: Db,
  child: {
    franchiseeId: number;
    studentAdmissionId: string;
    studentId: string;
    familyId?: string | undefined;
    childLabel?: string | undefined;
  },
): Promise<void> {
  await db
    .updateTable('fee_account')
    .set({
      student_id: child.studentId,
      ...(child.familyId ? { family_id: child.familyId } : {}),
      ...(child.childLabel ? { child_label: child.childLabel.slice(0, 120) } : {}),
    })
    .where('franchisee_id', '=', child.franchiseeId)
    .where('student_admission_id', '=', child.studentAdmissionId)
    .execute();
}
