import { can, command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { SUPER_LEVEL, systemModules } from '../system-modules.ts';

/** How long a right that was taken holds, and how soon another person looks at what was done (system.md 11.4). */
export const EMERGENCY_MINUTES = 60;
export const REVIEW_HOURS = 48;
export const findings = ['IN_ORDER', 'NOT_IN_ORDER'] as const;

const read = { module: systemModules.System, scope: 'network' } as const;
const change = { ...read, write: true } as const;
const roleId = z.int().min(1).max(2147483647);

const emergencyRow = z.object({
  id: uuidSchema,
  userId: uuidSchema,
  name: z.string(),
  roleId: z.int(),
  role: z.string(),
  /** Null = the whole network. */
  centre: z.string().nullable(),
  reason: z.string(),
  takenAt: z.string(),
  untilAt: z.string(),
  endedAt: z.string().nullable(),
  open: z.boolean(),
  told: z.array(z.string()),
  changes: z.int(),
  reads: z.int(),
  reviewDueAt: z.string(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  finding: z.enum(findings).nullable(),
  reviewNote: z.string().nullable(),
  /** Not reviewed in time: its holder may take no other. */
  overdue: z.boolean(),
  can,
});
export type EmergencyRow = z.output<typeof emergencyRow>;

const listedRole = z.object({
  id: z.int(),
  role: z.string(),
  description: z.string(),
  note: z.string().nullable(),
  listed: z.boolean(),
  /** Taken at one centre, not for the network. */
  atCentre: z.boolean(),
});
export type EmergencyRole = z.output<typeof listedRole>;

export const emergencyContract = {
  list: query({
    ...read,
    name: 'emergency.list',
    summary: 'Emergency rights: who took which role when and why, and what another person found.',
    input: z.strictObject({ limit: z.int().min(1).max(200).default(100) }),
    output: z.object({
      rows: z.array(emergencyRow),
      roles: z.array(listedRole),
      may: z.object({ take: z.boolean(), why: z.string().nullable(), list: z.boolean() }),
    }),
  }),
  acts: query({
    ...read,
    name: 'emergency.acts',
    summary: 'Every act done under one emergency right.',
    logRead: { subject: 'emergency-right', purpose: 'review' },
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      rows: z.array(
        z.object({
          at: z.string(),
          kind: z.enum(['CHANGE', 'READ']),
          what: z.string(),
          about: z.string(),
          centre: z.string().nullable(),
        }),
      ),
      more: z.boolean(),
    }),
  }),
  take: command({
    ...change,
    stepUp: true,
    name: 'emergency.take',
    summary: 'Take a listed role for 60 minutes; two other people are notified at once.',
    input: z.strictObject({
      roleId,
      franchiseeId: z.int().min(1).max(2147483647).nullable().optional(),
      reason: z
        .string()
        .trim()
        .min(10, 'Say what happened, in at least 10 characters')
        .max(300, 'At most 300 characters'),
    }),
    output: z.object({ id: uuidSchema, untilAt: z.string(), told: z.array(z.string()) }),
  }),
  end: command({
    ...change,
    name: 'emergency.end',
    summary: 'Give an emergency right back before its hour is over.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: uuidSchema }),
  }),
  review: command({
    ...change,
    stepUp: true,
    name: 'emergency.review',
    summary: 'Say what was found in the acts of an emergency right; never by its holder.',
    input: z.strictObject({
      id: uuidSchema,
      finding: z.enum(findings, { error: 'Choose one of the list' }),
      note: z.string().trim().min(3, 'Say what you looked at').max(500, 'At most 500 characters'),
    }),
    output: z.object({ id: uuidSchema }),
  }),
  saveRole: command({
    module: SUPER_LEVEL,
    scope: 'network',
    write: true,
    stepUp: true,
    name: 'emergency-role.save',
    summary: 'Put a role on the list of emergency rights, or take it off.',
    input: z.strictObject({
      roleId,
      listed: z.boolean(),
      note: z.string().trim().max(200, 'At most 200 characters').nullable().optional(),
    }),
    output: z.object({ roleId: z.int() }),
  }),
};
