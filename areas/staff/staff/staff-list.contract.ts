import { can, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { categories, type StaffCategory } from '../designation.record.ts';
import { staffModules } from '../modules.ts';
import { type StaffStatus, staffStates } from './staff.states.ts';

const statuses = Object.keys(staffStates) as [StaffStatus, ...StaffStatus[]];
const allCategories = Object.keys(categories) as [StaffCategory, ...StaffCategory[]];

export const staffListContract = {
  list: query({
    module: [staffModules.Staff, staffModules.staffApprove],
    scope: 'centre',
    name: 'staff.list',
    summary: 'List staff by name, with how many of the needed documents are verified.',
    logRead: { subject: 'staff', purpose: 'staff list' },
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      status: z.enum(statuses).optional(),
      category: z.enum(allCategories).optional(),
      designationId: uuidSchema.optional(),
      /** People who lack a verified document that an approval needs; of those who work here. */
      documents: z.literal('missing').optional(),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        franchiseeId: z.int(),
        version: z.int(),
        name: z.string(),
        employeeCode: z.string(),
        designation: z.string().nullable(),
        category: z.enum(allCategories),
        mobile: z.string().nullable(),
        joinedOn: z.string(),
        /** The last day, past or ahead. */
        leftOn: z.string().nullable(),
        verified: z.int(),
        needed: z.int(),
        status: z.enum(statuses),
        can,
      }),
    ),
  }),
  options: query({
    module: [staffModules.Staff, staffModules.staffApprove],
    scope: 'centre',
    name: 'staff.options',
    summary: 'Find people who work at the centre, for pickers.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      ids: z.array(uuidSchema).max(50).optional(),
    }),
    output: z.object({ rows: z.array(z.object({ id: uuidSchema, label: z.string() })) }),
  }),
};
