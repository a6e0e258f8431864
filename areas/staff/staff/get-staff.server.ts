import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { neededDocuments } from './needed-documents.server.ts';
import { maskNumbers, openNumbers } from './sealed-numbers.server.ts';
import { staffContract } from './staff.contract.ts';
import { canOf } from './staff-can.server.ts';

const personOf = (alias: string) =>
  sql<
    string | null
  >`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`;

export const getStaff = handle(staffContract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(
    await db
      .selectFrom('staff as s')
      .leftJoin('staff_designation as d', 'd.id', 's.designation_id')
      .leftJoin('department as p', 'p.id', 's.department_id')
      .leftJoin('staff_shift as f', 'f.id', 's.shift_id')
      .leftJoin('app_user as r', 'r.id', 's.reports_to')
      .leftJoin('app_user as a', 'a.id', 's.approved_by')
      .selectAll('s')
      .select([
        'd.name as designation',
        'p.name as department',
        'f.name as shift',
        personOf('r').as('reportsTo'),
        personOf('a').as('approver'),
      ])
      .where('s.id', '=', input.id)
      .executeTakeFirst(),
  );
  const labels = await franchiseeLabels(db, [row.franchisee_id]);
  const photo = row.photo_file;
  return {
    id: row.id,
    franchiseeId: row.franchisee_id,
    centre: labels.get(row.franchisee_id) ?? '',
    version: row.version,
    employeeCode: row.employee_code,
    name: row.name,
    status: row.status,
    statusReason: row.status_reason,
    approvedBy: row.approver,
    approvedOn: row.approved_at && todayIst(row.approved_at),
    leftOn: row.left_on,
    leavingReason: row.leaving_reason,
    values: {
      firstName: row.first_name,
      lastName: row.last_name,
      gender: row.gender,
      bornOn: row.born_on,
      bloodGroup: row.blood_group,
      languages: row.languages,
      qualification: row.qualification,
      experienceMonths: row.experience_months,
      photoFile: photo,
      category: row.category,
      designationId: row.designation_id,
      departmentId: row.department_id,
      employment: row.employment,
      joinedOn: row.joined_on,
      probationUntil: row.probation_until,
      shiftId: row.shift_id,
      reportsToId: row.reports_to,
      mobile: row.mobile,
      email: row.email,
      address: row.address,
      pincode: row.pincode,
      emergencyName: row.emergency_name,
      emergencyMobile: row.emergency_mobile,
      aadhaarLast4: row.aadhaar_last4,
    },
    labels: {
      designation: row.designation,
      department: row.department,
      shift: row.shift,
      reportsTo: row.reportsTo,
    },
    sealed: maskNumbers(openNumbers(row)),
    photoUrl: photo && `${fileUrl({ franchiseeId: row.franchisee_id, fileId: photo }, now)}&inline=1`,
    documents: await neededDocuments(db, row, todayIst(now)),
    can: canOf(actor, {
      status: row.status,
      userId: row.user_id,
      createdBy: row.created_by,
      leftOn: row.left_on,
      rehire: row.rehire,
    }),
  };
});
