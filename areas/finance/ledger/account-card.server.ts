// One child's account as the ledger screens head it, with its balance as of a day and, where asked, more columns: all in
// one statement, because the statement is what a counter opens most.
import { academicYearLabel, academicYearOf } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { BALANCE_COLUMNS, balanceJoins, type StudentBalance } from '../fee-account/balances.server.ts';
import { accountBehind, accountByOwnId } from '../fee-account/fee-account.server.ts';

export interface AccountCard {
  feeAccountId: string;
  franchiseeId: number;
  franchiseeName: string;
  childLabel: string;
  className: string | null;
  studentAdmissionId: string | null;
  enquiryId: string | null;
  academicYear: string;
}

interface AccountColumns {
  franchiseeId: number;
  franchiseeName: string;
  childLabel: string;
  className: string | null;
  studentAdmissionId: string | null;
  enquiryId: string | null;
  yearId: number | null;
}

// Class and year: of the enrolment the address names or the newest. The tables behind a child who was never enrolled are
// asked for apart (`beforeEnrolment`): their part of a plan costs every statement, and few need it.
const staffAccount = (ref: string, found: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.id, a.franchisee_id, f.company_name as franchisee_name, a.child_label, c.name as class_name, a.student_admission_id, a.enquiry_id, e.academic_year_id as year_id
  from (${found}) a join franchisee f on f.id = a.franchisee_id
  left join lateral (select e.class_id, e.academic_year_id from enrolment e where e.franchisee_id = a.franchisee_id and (e.id = a.student_admission_id or e.student_id = a.student_id)
    order by (e.id = ${ref}::uuid and e.id <> a.student_admission_id) desc nulls last, e.academic_year_id desc limit 1) e on true
  left join class c on c.id = e.class_id`;

/** Class and year of a child without an enrolment: of the admission, before that of the newest plan. */
async function beforeEnrolment(
  db: Db,
  row: { franchiseeId: number; feeAccountId: string; studentAdmissionId: string | null },
): Promise<{ className: string | null; yearId: number | null }> {
  const { rows } = await sql<{ className: string | null; yearId: number | null }>`
    select c.name as "className", coalesce(m.academic_year_id, g.academic_year_id, s.academic_year_id) as "yearId"
    from (select ${row.franchiseeId}::int as franchisee_id, ${row.feeAccountId}::uuid as id, ${row.studentAdmissionId}::uuid as student_admission_id) a
    left join admission m on m.franchisee_id = a.franchisee_id and m.id = a.student_admission_id
    left join lateral (select g.academic_year_id, p.class_id from fee_assignment g join fee_plan p on p.id = g.fee_plan_id
      where g.franchisee_id = a.franchisee_id and g.fee_account_id = a.id order by g.module, g.created_at desc limit 1) g on true
    left join student_admission s on s.franchisee_id = a.franchisee_id and s.id = a.student_admission_id
    left join class c on c.id = coalesce(m.class_id, g.class_id)`.execute(db);
  return rows[0] ?? { className: null, yearId: null };
}

// Parents reach their own children's accounts and nothing of the tables behind an admission (row security of rt_family).
// A guardian with the limited portal and the child itself see no money (students.md 3.9).
const familyAccount = (ref: string): RawBuilder<unknown> => sql`
  select a.id, a.franchisee_id, f.company_name as franchisee_name, a.child_label, null::text as class_name, a.student_admission_id, null::uuid as enquiry_id, null::int as year_id
  from fee_account a join franchisee f on f.id = a.franchisee_id where ${ref}::uuid in (a.id, a.student_admission_id, a.student_id)
    and exists (select from student_guardian sg join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
      where sg.franchisee_id = a.franchisee_id and sg.student_id = a.student_id and g.user_id = scope_user() and sg.portal = 'FULL') limit 1`;

export interface CardOf {
  readonly actor: Actor;
  /** Any id of the child that an address carries. */
  readonly ref: string;
  readonly today: string;
  /** Further columns over `a` (id, franchisee_id), starting with a comma. */
  readonly more?: RawBuilder<unknown>;
}

/** Refuses with 404 when no account in the caller's reach has the id. */
export async function readAccountCard<More>(
  db: Db,
  of: CardOf,
): Promise<{ account: AccountCard; balance: StudentBalance; more: More }> {
  const read = async (account: RawBuilder<unknown>) => {
    const { rows } = await sql<AccountColumns & StudentBalance & More>`with a as materialized (${account})
    select a.franchisee_id as "franchiseeId", a.franchisee_name as "franchiseeName", a.child_label as "childLabel", a.class_name as "className",
      a.student_admission_id as "studentAdmissionId", a.enquiry_id as "enquiryId", a.year_id as "yearId", ${BALANCE_COLUMNS} ${of.more ?? sql``}
    from a ${balanceJoins(of.today)}`.execute(db);
    return rows[0];
  };
  const isStaff = of.actor.students === null;
  // Nearly every address carries an id of the account itself; the other kinds are looked for when it does not.
  const row = isStaff
    ? ((await read(staffAccount(of.ref, accountByOwnId(of.ref)))) ??
      ensureFound(await read(staffAccount(of.ref, accountBehind(of.ref)))))
    : ensureFound(await read(familyAccount(of.ref)));
  const place = isStaff && row.className === null ? await beforeEnrolment(db, row) : row;
  return {
    account: {
      feeAccountId: row.feeAccountId,
      franchiseeId: row.franchiseeId,
      franchiseeName: row.franchiseeName,
      childLabel: row.childLabel,
      className: place.className,
      studentAdmissionId: row.studentAdmissionId,
      enquiryId: row.enquiryId,
      academicYear: isStaff ? academicYearLabel(row.yearId ?? place.yearId ?? academicYearOf(of.today)) : '',
    },
    balance: row,
    more: row,
  };
}
