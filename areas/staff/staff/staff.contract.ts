import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { boolean, date, longText, uuidSchema, type ValuesOf } from '@aangan/contract/fields.ts';
import { fieldShape } from '@aangan/contract/record-shapes.ts';
import * as z from 'zod';
import { staffModules } from '../modules.ts';
import { sealedNames, staffFields } from './staff-fields.ts';

const reading = { module: [staffModules.Staff, staffModules.staffApprove], scope: 'centre' } as const;
const change = { scope: 'centre', write: true, versioned: true, output: nothing } as const;
const keeping = { ...change, module: staffModules.Staff } as const;
const approving = { ...change, module: staffModules.staffApprove } as const;

const id = uuidSchema;
const reason = z.string().trim().min(3, 'Say why').max(300, 'At most 300 characters');
const reasonField = { ...longText({ label: 'Reason', max: 300 }), schema: reason };
const shown = z.string().nullable();

/** Stored values of the form but for the sealed ones, which come masked: '••••234F'. */
const profile = z.object({
  id,
  franchiseeId: z.int(),
  centre: z.string(),
  version: z.int(),
  employeeCode: z.string(),
  name: z.string(),
  status: z.string(),
  statusReason: shown,
  approvedBy: shown,
  approvedOn: shown,
  leftOn: shown,
  leavingReason: shown,
  values: z.record(z.string(), z.unknown()),
  labels: z.object({ designation: shown, department: shown, shift: shown, reportsTo: shown }),
  sealed: z.record(z.enum(sealedNames), shown),
  photoUrl: shown,
  documents: z.array(
    z.object({
      kindId: id,
      name: z.string(),
      status: z.enum(['UPLOADED', 'VERIFIED', 'REJECTED', 'EXPIRED']).nullable(),
      expiresOn: shown,
    }),
  ),
  can,
});

const updateInput = z.strictObject({ id, ...fieldShape(staffFields, false) });

export const staffContract = {
  get: query({
    ...reading,
    name: 'staff.get',
    summary: 'Read one person of the staff; sensitive numbers are masked.',
    logRead: { subject: 'staff', purpose: 'staff profile' },
    input: z.strictObject({ id }),
    output: profile,
  }),
  update: command({
    ...keeping,
    name: 'staff.update',
    summary: 'Change what is kept of a person; an empty sealed number keeps the stored one.',
    // The shape is built from the fields at run time.
    input: updateInput as unknown as z.ZodType<{ id: string } & ValuesOf<typeof staffFields>>,
  }),
  approve: command({
    ...approving,
    name: 'staff.approve',
    summary: 'Approve a person whose needed documents are verified; the approval opens the starred screens.',
    input: z.strictObject({ id }),
  }),
  reject: command({
    ...approving,
    name: 'staff.reject',
    summary: 'Reject a person who waits for approval; access at the centre ends.',
    input: { id },
    fields: { reason: reasonField },
  }),
  suspend: command({
    ...approving,
    name: 'staff.suspend',
    summary: 'Take the approval away at once.',
    input: { id },
    fields: { reason: reasonField },
  }),
  restore: command({
    ...approving,
    name: 'staff.restore',
    summary: 'Give the approval back to a suspended person; the documents are checked again.',
    input: z.strictObject({ id }),
  }),
  leaveService: command({
    ...keeping,
    name: 'staff.leave-service',
    summary: 'Set the last day of a person; approval and roles at the centre end when it is over.',
    input: { id },
    fields: {
      on: date({ label: 'Last day' }),
      reason: reasonField,
      rehire: boolean({ label: 'May be taken back later' }),
    },
  }),
  stay: command({
    ...keeping,
    name: 'staff.stay',
    summary: 'Take back a last day that is still ahead.',
    input: z.strictObject({ id }),
  }),
  rejoin: command({
    ...keeping,
    name: 'staff.rejoin',
    summary: 'Take a person back who left or was rejected; the approval begins anew.',
    input: { id },
    fields: { on: date({ label: 'Joins on' }) },
  }),
  reveal: command({
    module: staffModules.staffApprove,
    scope: 'centre',
    write: true,
    stepUp: true,
    name: 'staff.reveal',
    summary: 'Show one sealed number whole; written to the access log.',
    input: z.strictObject({ id, field: z.enum(sealedNames), reason }),
    output: z.object({ value: z.string() }),
  }),
};
