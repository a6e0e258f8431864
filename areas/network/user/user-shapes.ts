// Shapes that the contracts about people share.
import { daySchema, emailSchema, phoneSchema, uuidSchema } from '@aangan/contract/fields.ts';
import { personName, personNameOrEmpty } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { networkModules } from '../network-modules.ts';

export const people = { module: networkModules.User, scope: 'network' } as const;
export const change = { ...people, write: true } as const;
export const entryId = z.int('Choose an entry').min(1).max(2147483647);
export const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);
export const optional = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

export const userState = z.enum(['INVITED', 'ACTIVE', 'SUSPENDED', 'DISABLED']);
export const grantScope = z.enum(['NETWORK', 'ZONE', 'CENTRES', 'CENTRE'], {
  error: 'Choose one of the list',
});

/** Where and how long a role is held. */
export const grantInput = z
  .strictObject({
    roleId: entryId,
    scope: grantScope,
    zoneId: optional(entryId),
    franchiseeId: optional(entryId),
    franchiseeIds: z.array(entryId).max(200).optional(),
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

export const personInput = {
  firstName: personName(60),
  lastName: personNameOrEmpty(60),
  email: optional(emailSchema),
  mobile: optional(phoneSchema),
  employeeCode: optional(line(20)),
  departmentId: optional(entryId),
  designation: optional(line(60)),
  reportsToId: optional(uuidSchema),
};

export const reachable = (value: { email?: string | null | undefined; mobile?: string | null | undefined }) =>
  Boolean(value.email || value.mobile);
export const reachableError = {
  error: 'Give an e-mail address or a mobile number',
  path: ['email'],
};
