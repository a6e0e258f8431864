import { can, command, openModules, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import {
  change,
  entryId,
  grantInput,
  grantScope,
  line,
  people,
  personInput,
  reachable,
  reachableError,
  userState,
} from './user-shapes.ts';

const named = z.object({ id: uuidSchema, name: z.string() });
const roleChip = z.object({ role: z.string(), where: z.string(), to: z.string().nullable() });
const grantRow = z.object({
  id: uuidSchema,
  roleId: z.int(),
  role: z.string(),
  description: z.string(),
  scope: grantScope,
  where: z.string(),
  /** Centres it reaches today; null = all of the network. */
  centres: z.int().nullable(),
  from: z.string(),
  to: z.string().nullable(),
  ended: z.boolean(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
});

const filters = {
  q: line(100).optional(),
  kind: z.enum(['STAFF', 'PARENT', 'STUDENT', 'VENDOR']).default('STAFF'),
  roleId: entryId.optional(),
  scope: grantScope.optional(),
  franchiseeId: entryId.optional(),
  zoneId: entryId.optional(),
  departmentId: entryId.optional(),
  state: userState.optional(),
  /** IDLE: active, no sign-in for 90 days · EXPIRING: a role ends within 7 days · NO_ROLE. */
  flag: z.enum(['IDLE', 'EXPIRING', 'NO_ROLE']).optional(),
};

export const userContract = {
  list: query({
    ...people,
    name: 'user.list',
    summary: 'People with their roles; centres see their own people.',
    input: z.strictObject({ ...filters, page: z.int().min(1).max(200).default(1), ...paging }),
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
        reportsTo: z.string().nullable(),
        state: userState,
        suspendedUntil: z.string().nullable(),
        invitedAt: z.string().nullable(),
        lastSignInAt: z.string().nullable(),
        flags: z.array(z.enum(['IDLE', 'EXPIRING', 'NO_ROLE'])),
        can,
      }),
    ),
  }),
  export: command({
    ...people,
    write: false,
    name: 'user.export',
    summary: 'Export people as a file, with the list’s filters.',
    input: z.strictObject({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv') }),
    output: z.object({ jobId: uuidSchema }),
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
      suspendedUntil: z.string().nullable(),
      suspendReason: z.string().nullable(),
      lastSignInAt: z.string().nullable(),
      /** The account this one was joined with; null otherwise. */
      mergedInto: named.nullable(),
      joined: z.array(named),
      /** When its work was handed over: then there is a letter. */
      handedOverAt: z.string().nullable(),
      grants: z.array(grantRow),
      codes: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          where: z.string(),
          franchiseeId: z.int().nullable(),
        }),
      ),
      modules: z.array(
        z.object({ module: z.string(), title: z.string(), area: z.string(), change: z.boolean() }),
      ),
      can,
    }),
  }),
  grantable: query({
    ...people,
    name: 'user.grantable-roles',
    summary: 'Roles the caller may give, and what each opens.',
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
  preview: query({
    ...people,
    name: 'user.preview-menu',
    summary: 'What somebody with these roles will see in the menu.',
    input: z.strictObject({ roleIds: z.array(entryId).min(1).max(20) }),
    output: z.object({
      groups: z.array(
        z.object({
          dashboard: z.string(),
          items: z.array(z.object({ label: z.string(), write: z.boolean() })),
        }),
      ),
    }),
  }),
  findDuplicate: query({
    ...people,
    name: 'user.find-duplicate',
    summary: 'Whose e-mail address or mobile number this is, before it is entered twice.',
    input: z.strictObject({ email: line(160).optional(), mobile: line(40).optional() }),
    output: z.object({
      taken: z.boolean(),
      /** Null when the person is not one the caller may see. */
      person: z
        .object({ id: uuidSchema, name: z.string(), homeCentre: z.string(), state: userState })
        .nullable(),
    }),
  }),
  invite: command({
    ...change,
    idempotent: true,
    name: 'user.invite',
    summary: 'Create a person with roles and send the invitation.',
    input: z
      .strictObject({
        ...personInput,
        franchiseeId: entryId,
        roles: z.array(grantInput).min(1, 'Give at least one role').max(20),
      })
      .refine(reachable, reachableError),
    output: z.object({ id: uuidSchema }),
  }),
  update: command({
    ...change,
    versioned: true,
    name: 'user.update',
    summary: 'Change a person’s data; absent fields stay, null clears.',
    input: z.strictObject({ userId: uuidSchema, changes: z.strictObject(personInput).partial() }),
    output: z.object({ id: uuidSchema, version: z.int() }),
  }),
  transferHome: command({
    ...change,
    versioned: true,
    name: 'user.transfer-home',
    summary: 'Move a person to another home centre; roles at the old one end unless they are kept.',
    input: z.strictObject({
      userId: uuidSchema,
      franchiseeId: entryId,
      keepRoles: z.boolean().default(false),
    }),
    output: z.object({ id: uuidSchema, ended: z.int() }),
  }),
  grant: command({
    ...change,
    stepUp: true,
    idempotent: true,
    name: 'user.grant',
    summary: 'Give a person a role.',
    input: z.strictObject({ userId: uuidSchema, grant: grantInput }),
    output: z.object({ grantId: uuidSchema }),
  }),
  extendGrant: command({
    ...change,
    stepUp: true,
    name: 'user.extend-grant',
    summary: 'Move the last day of a role that is held for a time.',
    input: z.strictObject({ grantId: uuidSchema, to: daySchema.nullable() }),
    output: z.object({ grantId: uuidSchema, to: z.string().nullable() }),
  }),
  endGrant: command({
    ...change,
    stepUp: true,
    name: 'user.end-grant',
    summary: 'End a role of a person now.',
    input: z.strictObject({ grantId: uuidSchema }),
    output: z.object({ grantId: uuidSchema }),
  }),
};
