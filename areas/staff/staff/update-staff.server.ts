import type { ValuesOf } from '@aangan/contract/fields.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseStaff } from '../refusals.ts';
import { openNumbers, sealNumbers } from './sealed-numbers.server.ts';
import { staffContract } from './staff.contract.ts';
import { type SealedName, sealedNames, type staffFields } from './staff-fields.ts';

type Staff = RowIn<'staff'>;
type Values = ValuesOf<typeof staffFields>;
const faultIn = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });

/** A number belongs to one person of a centre; the index decides a race, this says who holds it. */
export async function ensureMobileFree(
  db: Db,
  row: Pick<Staff, 'franchisee_id' | 'id'>,
  mobile: string | null,
): Promise<void> {
  if (mobile === null) return;
  const other = await db
    .selectFrom('staff')
    .select('employee_code')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('mobile', '=', mobile)
    .where('status', 'not in', ['LEFT', 'REJECTED'])
    .where('id', '<>', row.id)
    .executeTakeFirst();
  if (other)
    throw refuseStaff('staff.duplicate-mobile', {
      details: { code: other.employee_code },
      fields: { mobile: `Already works here as ${other.employee_code}` },
    });
}

/** Designation, department and colleague must be there; a shift is the network's or the centre's own. */
async function ensureReferences(db: Db, row: Staff, values: Values): Promise<void> {
  const shift =
    values.shiftId &&
    (await db
      .selectFrom('staff_shift')
      .select('franchisee_id')
      .where('id', '=', values.shiftId)
      .executeTakeFirst());
  if (values.shiftId && (!shift || ![HEAD_OFFICE, row.franchisee_id].includes(shift.franchisee_id)))
    throw faultIn('shiftId', 'Choose an entry');
  if (values.reportsToId && values.reportsToId === row.user_id)
    throw faultIn('reportsToId', 'Choose another person');
}

function ensureDays(values: Values): void {
  if (
    values.bornOn &&
    values.bornOn > `${Number(values.joinedOn.slice(0, 4)) - 18}${values.joinedOn.slice(4)}`
  )
    throw faultIn('bornOn', 'At least 18 years before the day of joining');
  if (values.probationUntil && values.probationUntil < values.joinedOn)
    throw faultIn('probationUntil', 'Not before the day of joining');
}

const columnsOf = (values: Values) => ({
  first_name: values.firstName,
  last_name: values.lastName ?? '',
  gender: values.gender ?? null,
  born_on: values.bornOn ?? null,
  blood_group: values.bloodGroup ?? null,
  languages: values.languages ?? [],
  qualification: values.qualification ?? null,
  experience_months: values.experienceMonths ?? null,
  photo_file: values.photoFile ?? null,
  category: values.category,
  designation_id: values.designationId ?? null,
  department_id: values.departmentId ?? null,
  employment: values.employment,
  joined_on: values.joinedOn,
  probation_until: values.probationUntil ?? null,
  shift_id: values.shiftId ?? null,
  reports_to: values.reportsToId ?? null,
  mobile: values.mobile ?? null,
  email: values.email ?? null,
  address: values.address ?? null,
  pincode: values.pincode ?? null,
  emergency_name: values.emergencyName ?? null,
  emergency_mobile: values.emergencyMobile ?? null,
  aadhaar_last4: values.aadhaarLast4 ?? null,
});

async function changePhoto(db: Db, row: Staff, fileId: string | null): Promise<void> {
  if (fileId === row.photo_file) return;
  const use = { franchiseeId: row.franchisee_id, subjectKind: 'STAFF', subjectId: row.id };
  if (row.photo_file) await releaseFile(db, { ...use, fileId: row.photo_file });
  if (fileId) await useFile(db, { ...use, fileId, area: 'staff', accept: ['jpg', 'png'] });
}

/** Sealed numbers that were typed stand in place of the stored ones; the others stay. */
function sealedOf(row: Staff, values: Values): Buffer | null {
  const typed = sealedNames.flatMap((name: SealedName) => (values[name] ? [[name, values[name]]] : []));
  return typed.length === 0
    ? row.private
    : sealNumbers(row, { ...openNumbers(row), ...Object.fromEntries(typed) });
}

export const updateStaff = handle(staffContract.update, async ({ db, input, version }) => {
  const row = await lockRow(db, 'staff', input.id, version);
  if (row.status === 'LEFT') throw refuseStaff('staff.has-left');
  ensureDays(input);
  if (row.left_on !== null && input.joinedOn > row.left_on)
    throw faultIn('joinedOn', 'Not after the last day of work');
  await ensureReferences(db, row, input);
  await ensureMobileFree(db, row, input.mobile ?? null);
  await changePhoto(db, row, input.photoFile ?? null);
  const done = await db
    .updateTable('staff')
    .set({ ...columnsOf(input), private: sealedOf(row, input) })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returning('id')
    .executeTakeFirst();
  ensureFound(done);
  return {};
});
