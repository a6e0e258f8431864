import { choice, date, email, integer, integerReference, phone, text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { personName, personNameOrEmpty } from '@aangan/contract/person-name.ts';
import { phoneNorm } from '@aangan/contract/phone.ts';
import * as z from 'zod';
import { people } from './user-shapes.ts';

const mobileSchema = z.string().transform((typed, context) => {
  const norm = phoneNorm(typed);
  if (norm) return norm;
  context.addIssue({ code: 'custom', message: '10 digits starting 6–9.' });
  return z.NEVER;
});

/** People from a file, in the order of the template (network.md 2.5). */
export const userImport = fileImport({
  ...people,
  name: 'user',
  title: 'Users',
  columns: {
    firstName: column({ ...text({ label: 'First name', max: 60 }), schema: personName(60) }, 'Divya', 'name'),
    lastName: column(
      { ...text({ label: 'Last name', max: 60, optional: true }), schema: personNameOrEmpty(60) },
      'Kale',
      'surname',
    ),
    email: column(email({ label: 'E-mail', optional: true }), 'divya@example.in', 'email'),
    mobile: column(
      { ...phone({ label: 'Mobile', optional: true }), schema: mobileSchema },
      '9820012345',
      'mobile_no',
    ),
    department: column(
      integerReference('department', { label: 'Department', optional: true }),
      'CUSTOMER CARE',
      'dept',
    ),
    designation: column(text({ label: 'Designation', max: 60, optional: true }), 'Counsellor', 'job title'),
    employeeCode: column(
      text({ label: 'Employee code', max: 20, optional: true }),
      'E101',
      'employee_id',
      'emp code',
    ),
    role: column(integerReference('role', { label: 'Role' }), 'Counsellor'),
    scope: column(
      choice({ label: 'Scope', options: ['NETWORK', 'ZONE', 'CENTRE'], optional: true }),
      'CENTRE',
    ),
    zone: column(integerReference('zone', { label: 'Zone code', optional: true }), '', 'zone'),
    franchisee: column(
      integer({ label: 'Franchisee ID', min: 1, optional: true }),
      '14',
      'centre',
      'centre number',
    ),
    from: column(date({ label: 'From', optional: true }), '', 'start date', 'date of joining'),
    to: column(date({ label: 'To', optional: true }), '', 'end date'),
  },
  mode: 'ALL_OR_NOTHING',
  maxRows: 5000,
});
