import { can, command, openModules, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, emailSchema, phoneSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { networkModules } from '../network-modules.ts';

const people = { module: networkModules.User, scope: 'network' } as const;
const change = { ...people, write: true } as const;
const id = z.int('Choose an entry').min(1).max(2147483647);
const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);
const optional = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

export const userState = z.enum(['INVITED', 'ACTIVE', 'DISABLED']);
export const grantScope = z.enum(['NETWORK', 'ZONE', 'CENTRES', 'CENTRE'], {
  error: 'Choose one of the list',
});

/** Where and how long a role is held. */
const grant = z
  .strictObject({
    roleId: id,
    scope: grantScope,
    zoneId: optional(id),
    franchiseeId: optional(id),
    franchiseeIds: z.array(id).max(200).optional(),
    from: optional(daySchema),
    to: optional(daySchema),
    reason: optional(line(200)),
  })
  .superRefine((value, context) => {
    const miss = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (value.scope === 'ZONE' && !value.zoneId) miss('zoneId', 'Choose a zone');
    if (value.scope === 'CENTRE' && !value.franchiseeId) miss('franchiseeId', 'Choose a centre');
    if (value.scope === 'CENTRES' && !value.franchiseeIds?.length)
      miss('franchiseeIds', 'Choose the centres');
    if (value.from && value.to && value.to < value.from) miss('to', 'Not before the first day');
  });

const person = {
  firstName: line(60).min(1, 'Fill this in'),
  lastName: line(60),
  email: optional(emailSchema),
  mobile: optional(phoneSchema),
  employeeCode: optional(line(20)),
  departmentId: optional(id),
  designation: optional(line(60)),
  reportsToId: optional(uuidSchema),
};

const roleChip = z.object({ role: z.string(), where: z.string() });
const grantRow = z.object({
  id: uuidSchema,
  roleId: z.int(),
  role: z.string(),
  description: z.string(),
  scope: grantScope,
  where: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  ended: z.boolean(),
  reason: z.string().nullable(),
});

export const userContract = {
  list: query({
    ...people,
    name: 'user.list',
    summary: 'People with their roles; centres see their own people.',
    input: z.strictObject({
      q: line(100).optional(),
      roleId: id.optional(),
      franchiseeId: id.optional(),
      zoneId: id.optional(),
      departmentId: id.optional(),
      state: userState.optional(),
      page: z.int().min(1).max(200).default(1),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        name: z.string(),
        email: z.string().nullable(),
        mobile: z.string().nullable(),
        roles: z.array(roleChip),
        homeCentre: z.string(),
        department: z.string().nullable(),
        designation: z.string().nullable(),
        state: userState,
        lastSignInAt: z.string().nullable(),
        can,
      }),
    ),
  }),
  options: query({
    module: openModules.signedIn,
    scope: 'network',
    name: 'user.options',
    summary: 'Find people of the caller’s centres, for pickers.',
    input: z.strictObject({ q: line(100).optional(), ids: z.array(uuidSchema).max(50).optional() }),
    output: z.object({ rows: z.array(z.object({ id: uuidSchema, label: z.string() })) }),
  }),
  view: query({
    ...people,
    name: 'user.view',
    summary: 'One person: card, roles with dates, what they may do.',
    logRead: { subject: 'user', purpose: 'administration' },
    input: z.strictObject({ userId: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      version: z.int(),
      kind: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string().nullable(),
      mobile: z.string().nullable(),
      employeeCode: z.string().nullable(),
      departmentId: z.int().nullable(),
      department: z.string().nullable(),
      designation: z.string().nullable(),
      reportsToId: z.string().nullable(),
      reportsTo: z.string().nullable(),
      franchiseeId: z.int(),
      homeCentre: z.string(),
      state: userState,
      superAdmin: z.boolean(),
      invitedAt: z.string().nullable(),
      activatedAt: z.string().nullable(),
      disabledAt: z.string().nullable(),
      disableReason: z.string().nullable(),
      lastSignInAt: z.string().nullable(),
      grants: z.array(grantRow),
      codes: z.array(z.object({ code: z.string(), title: z.string(), where: z.string() })),
      modules: z.array(
        z.object({ module: z.string(), title: z.string(), area: z.string(), change: z.boolean() }),
      ),
      can,
    }),
  }),
  grantable: query({
    ...people,
    name: 'user.grantable-roles',
    summary: 'Roles the caller may give.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.int(),
          role: z.string(),
          description: z.string(),
          reach: z.string(),
          maxDays: z.int().nullable(),
        }),
      ),
    }),
  }),
  invite: command({
    ...change,
    idempotent: true,
    name: 'user.invite',
    summary: 'Create a person with roles and send the invitation.',
    input: z
      .strictObject({
        ...person,
        franchiseeId: id,
        roles: z.array(grant).min(1, 'Give at least one role').max(20),
      })
      .refine((value) => value.email || value.mobile, {
        error: 'Give an e-mail address or a mobile number',
        path: ['email'],
      }),
    output: z.object({ id: uuidSchema }),
  }),
  update: command({
    ...change,
    versioned: true,
    name: 'user.update',
    summary: 'Change a person’s data; absent fields stay, null clears.',
    input: z.strictObject({ userId: uuidSchema, changes: z.strictObject(person).partial() }),
    output: z.object({ id: uuidSchema, version: z.int() }),
  }),
  grant: command({
    ...change,
    stepUp: true,
    idempotent: true,
    name: 'user.grant',
    summary: 'Give a person a role.',
    input: z.strictObject({ userId: uuidSchema, grant }),
    output: z.object({ grantId: uuidSchema }),
  }),
  endGrant: command({
    ...change,
    stepUp: true,
    name: 'user.end-grant',
    summary: 'End a role of a person now.',
    input: z.strictObject({ grantId: uuidSchema }),
    output: z.object({ grantId: uuidSchema }),
  }),
  disable: command({
    ...change,
    versioned: true,
    name: 'user.disable',
    summary: 'Switch a person off: sessions and roles end at once.',
    input: z.strictObject({ userId: uuidSchema, reason: line(200).min(3, 'Say why') }),
    output: z.object({ id: uuidSchema }),
  }),
  enable: command({
    ...change,
    versioned: true,
    name: 'user.enable',
    summary: 'Bring a person back; they are invited anew, old roles stay ended.',
    input: z.strictObject({ userId: uuidSchema }),
    output: z.object({ id: uuidSchema }),
  }),
  resendInvite: command({
    ...change,
    name: 'user.resend-invite',
    summary: 'Send the invitation again; older links end.',
    input: z.strictObject({ userId: uuidSchema }),
    output: z.object({ id: uuidSchema }),
  }),
  endSessions: command({
    ...change,
    stepUp: true,
    name: 'user.end-sessions',
    summary: 'Sign a person out everywhere.',
    input: z.strictObject({ userId: uuidSchema }),
    output: z.object({ ended: z.int() }),
  }),
};
