// Writing down a wish, by a person or from an admission: the checks, the fee account and the code are the same.
import { randomUUID } from 'node:crypto';
import { completedMonths, type Day } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureFeeAccount, findFeeAccount } from '../../finance/public.server.ts';
import { guardiansToTell } from '../../students/public.server.ts';
import { refuseServices } from '../services.refusals.ts';

export interface Wish {
  readonly serviceId: string;
  readonly wantedFrom: Day;
  readonly wantedTo?: Day | null | undefined;
  readonly direction?: 'PICKUP' | 'DROPOFF' | 'BOTH' | null | undefined;
  readonly stopText?: string | null | undefined;
}

export interface ChildOfWish {
  readonly studentId: string | null;
  readonly studentAdmissionId: string | null;
  readonly name: string;
  readonly dob: Day | null;
  readonly guardianName: string;
  readonly mobile: string;
  readonly email: string | null;
}

export interface NewEnquiry {
  readonly franchiseeId: number;
  readonly yearId: number;
  readonly child: ChildOfWish;
  readonly wish: Wish;
  readonly pincode?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly sourceId?: string | null | undefined;
  readonly ownerId: string | null;
  readonly nextOn: Day | null;
  /** The admission that asked for it. */
  readonly ofAdmission: string | null;
}

/** As the table makes it for somebody who is no student (0701). */
export const childKey = (mobile: string, name: string): string => `${mobile} ${name.toLowerCase()}`;

interface Sold {
  name: string;
  openTo: 'STUDENTS' | 'ANYONE';
  ageFrom: number;
  ageTo: number;
  startsOn: Day;
  endsOn: Day;
}

/** The open offering of a service; null when the centre does not sell it this year. */
async function soldAt(
  db: Db,
  at: { franchiseeId: number; yearId: number; serviceId: string },
): Promise<Sold | null> {
  const { rows } = await sql<Sold>`
    select s.name, s.open_to as "openTo", s.age_from_months as "ageFrom", s.age_to_months as "ageTo", o.starts_on as "startsOn", o.ends_on as "endsOn"
      from service_offering o join service s on s.id = o.service_id
     where o.franchisee_id = ${at.franchiseeId} and o.academic_year_id = ${at.yearId} and o.service_id = ${at.serviceId} and o.active`.execute(
    db,
  );
  return rows[0] ?? null;
}

const age = (months: number): string =>
  months % 12 === 0 ? `${months / 12} years` : `${Math.floor(months / 12)} y ${months % 12} m`;

/** Refuses what this centre does not sell to this child in those days. */
export async function ensureWish(
  db: Db,
  at: { franchiseeId: number; yearId: number },
  { wish, dob, enrolled }: { wish: Wish; dob: Day | null; enrolled: boolean },
): Promise<Sold> {
  const sold = await soldAt(db, { ...at, serviceId: wish.serviceId });
  ensure(sold, () =>
    refuseServices('service-enquiry.not-offered', { fields: { serviceId: 'Not offered here' } }),
  );
  ensure(enrolled || sold.openTo === 'ANYONE', () =>
    refuseServices('service-enquiry.students-only', {
      details: { service: sold.name },
      fields: { serviceId: 'For enrolled children' },
    }),
  );
  ensure(wish.wantedFrom >= sold.startsOn && wish.wantedFrom <= sold.endsOn, () =>
    refuseServices('service-enquiry.outside-offering', {
      details: { service: sold.name, from: sold.startsOn, to: sold.endsOn },
      fields: { wantedFrom: `Between ${sold.startsOn} and ${sold.endsOn}` },
    }),
  );
  ensure(!wish.wantedTo || (wish.wantedTo >= wish.wantedFrom && wish.wantedTo <= sold.endsOn), () =>
    refuse('input.invalid', { fields: { wantedTo: `From the first day to ${sold.endsOn}` } }),
  );
  const months = dob === null ? null : completedMonths(dob, wish.wantedFrom);
  ensure(months === null || (months >= sold.ageFrom && months < sold.ageTo), () =>
    refuseServices('service-enquiry.age', {
      details: { service: sold.name, from: age(sold.ageFrom), to: age(sold.ageTo) },
      fields: { serviceId: 'Not for this age' },
    }),
  );
  return sold;
}

/** Who a child of the centre is and how its family is reached; 404 for another centre's. */
export async function childAt(db: Db, franchiseeId: number, studentId: string): Promise<ChildOfWish> {
  const row = ensureFound(
    await db
      .selectFrom('student')
      .select(['id', 'name', 'date_of_birth', 'current_enrolment_id'])
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', studentId)
      .where('erased_at', 'is', null)
      .where('merged_into', 'is', null)
      .executeTakeFirst(),
  );
  const guardians = await guardiansToTell(db, [studentId], franchiseeId);
  const reached = guardians.find((one) => one.mobile);
  ensure(reached?.mobile, () =>
    refuseServices('service-enquiry.no-contact', { details: { child: row.name } }),
  );
  return {
    studentId,
    studentAdmissionId: row.current_enrolment_id,
    name: row.name,
    dob: row.date_of_birth,
    guardianName: reached.name,
    mobile: reached.mobile,
    email: reached.email ?? null,
  };
}

/** Writes the enquiry. Refuses (409 `service-enquiry.duplicate`, with its code) a second open wish of a child for a service. */
export async function writeEnquiry(db: Db, enquiry: NewEnquiry): Promise<{ id: string; code: string }> {
  const { franchiseeId, yearId, child, wish } = enquiry;
  const sold = await ensureWish(db, enquiry, { wish, dob: child.dob, enrolled: child.studentId !== null });
  await ensureNone(db, enquiry, sold.name);
  const id = randomUUID();
  const years = `${String(yearId % 100).padStart(2, '0')}${String((yearId + 1) % 100).padStart(2, '0')}`;
  const feeAccountId = await accountOf(db, franchiseeId, child, id);
  const number = await nextNumber(db, { franchiseeId, series: 'SE', period: `A${years}` });
  const code = `SE-${String(franchiseeId).padStart(3, '0')}-${years}-${String(number).padStart(5, '0')}`;
  const made = await db
    .insertInto('service_enquiry')
    .values({
      franchisee_id: franchiseeId,
      id,
      enquiry_code: code,
      fee_account_id: feeAccountId,
      student_id: child.studentId,
      student_admission_id: enquiry.ofAdmission,
      child_name: child.name,
      dob: child.dob,
      guardian_name: child.guardianName,
      mobile: child.mobile,
      email: child.email,
      pincode: enquiry.pincode ?? null,
      address: enquiry.address ?? null,
      service_id: wish.serviceId,
      academic_year_id: yearId,
      wanted_from: wish.wantedFrom,
      wanted_to: wish.wantedTo ?? null,
      direction: wish.direction ?? null,
      stop_text: wish.stopText ?? null,
      source_id: enquiry.sourceId ?? null,
      owner_id: enquiry.ownerId,
      next_follow_up_on: enquiry.nextOn,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Somebody wrote the same wish between the look and the row.
  if (!made) await ensureNone(db, enquiry, sold.name);
  ensure(made, () => refuse('row.duplicate'));
  return { id, code };
}

async function ensureNone(
  db: Db,
  { franchiseeId, yearId, child, wish }: NewEnquiry,
  service: string,
): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select enquiry_code as code from service_enquiry
     where franchisee_id = ${franchiseeId} and service_id = ${wish.serviceId} and academic_year_id = ${yearId} and status not in ('ENDED', 'LOST')
       and child_key = ${child.studentId ?? childKey(child.mobile, child.name)}`.execute(db);
  const [open] = rows;
  ensure(!open, () =>
    refuseServices('service-enquiry.duplicate', {
      details: { child: child.name.split(' ')[0] ?? '', code: open?.code ?? '', service },
      fields: { serviceId: `Open as ${open?.code ?? ''}` },
    }),
  );
}

async function accountOf(
  db: Db,
  franchiseeId: number,
  child: ChildOfWish,
  enquiryId: string,
): Promise<string> {
  if (child.studentId === null)
    return ensureFeeAccount(db, { franchiseeId, childLabel: child.name, serviceEnquiryId: enquiryId });
  const known = await findFeeAccount(db, child.studentId);
  if (known) return known.id;
  return ensureFeeAccount(db, {
    franchiseeId,
    childLabel: child.name,
    ...(child.studentAdmissionId
      ? { studentAdmissionId: child.studentAdmissionId }
      : { serviceEnquiryId: enquiryId }),
  });
}
