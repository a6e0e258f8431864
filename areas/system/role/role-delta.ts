import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

/** What a role may do in a module: nothing, look, change. */
export const rights = ['NONE', 'R', 'W'] as const;
export type Right = (typeof rights)[number];
export const reaches = ['NETWORK', 'ZONE', 'CENTRES', 'CENTRE'] as const;
export const sessionClasses = ['STAFF', 'GUARDED'] as const;

export const roleId = z.int().min(1).max(2147483647);
/** Why a role is changed; stays with the change. */
export const changeReason = z.string().trim().max(300, 'At most 300 characters').nullable().optional();

/** Fields of a role that people write. */
export const roleFields = {
  description: z.string().trim().min(3, 'At least 3 characters').max(80, 'At most 80 characters'),
  reach: z.enum(reaches, { error: 'Choose one of the list' }),
  sessionClass: z.enum(sessionClasses, { error: 'Choose one of the list' }),
  needsProof: z.boolean(),
  needsApproval: z.boolean(),
  maxDays: z.int().min(1).max(3660, 'At most 3,660 days').nullable(),
  /** Set for a BSK role: it reaches this centre alone, whatever scope a grant says (system.md Y15). */
  franchiseeId: z.int().min(1).nullable(),
};

/** The write flag of the specification: absent (null) counts as writable, false does not. */
const isWrite = z.boolean().nullable();

/** One difference of a role: what is stored while it waits, and what is put on the role when it is applied. */
export const roleDelta = z.strictObject({
  fields: z.strictObject(roleFields).partial().default({}),
  modules: z
    .array(z.strictObject({ module: z.string().max(60), to: z.enum(rights) }))
    .max(400)
    .default([]),
  codes: z
    .array(z.strictObject({ code: z.string().max(60), to: z.boolean() }))
    .max(100)
    .default([]),
  /** Roles that may give this one. */
  givers: z
    .array(z.strictObject({ roleId: z.int(), to: z.boolean() }))
    .max(300)
    .default([]),
  dashboards: z
    .array(
      z.strictObject({
        dashboardId: z.int(),
        on: z.boolean(),
        isActive: z.boolean(),
        isDefault: z.boolean(),
        isWrite,
        position: z.int().min(0).max(1000).nullable(),
      }),
    )
    .max(60)
    .default([]),
  subs: z
    .array(z.strictObject({ subDashboardId: z.int(), on: z.boolean(), isWrite }))
    .max(600)
    .default([]),
});
export type RoleDelta = z.output<typeof roleDelta>;

export const isEmptyDelta = (delta: RoleDelta): boolean =>
  Object.keys(delta.fields).length +
    delta.modules.length +
    delta.codes.length +
    delta.givers.length +
    delta.dashboards.length +
    delta.subs.length ===
  0;

/** What a change gives and takes, in the words of the screens. */
export const roleEffect = z.object({
  modules: z.array(
    z.object({
      module: z.string(),
      title: z.string(),
      area: z.string(),
      from: z.enum(rights),
      to: z.enum(rights),
    }),
  ),
  codes: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  screens: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  calls: z.object({ added: z.int(), removed: z.int() }),
  people: z.object({ count: z.int(), names: z.array(z.string()) }),
  /** The person who asks would lose the screen they stand on. */
  ownLoss: z.boolean(),
  /** Another person has to say yes. */
  needsApproval: z.boolean(),
  /** Pairs of rights nobody should hold together, which this change brings about. */
  conflicts: z.array(z.string()),
});
export type RoleEffect = z.output<typeof roleEffect>;

/** What became of a change: applied, waiting for a second person, or nothing to do. */
export const changeOutcome = z.object({
  state: z.enum(['APPLIED', 'PENDING', 'NOTHING']),
  roleId: z.int(),
  changeId: uuidSchema.nullable(),
  effect: roleEffect,
});

/** 'added Ledger (change); removed City' for notices, at most 300 characters. */
export function effectWords(effect: Pick<RoleEffect, 'modules'>): string {
  const name = (m: RoleEffect['modules'][number]) => (m.to === 'W' ? `${m.title} (change)` : m.title);
  const order: Readonly<Record<Right, number>> = { NONE: 0, R: 1, W: 2 };
  const more = effect.modules.filter((m) => order[m.to] > order[m.from]).map(name);
  const less = effect.modules
    .filter((m) => order[m.to] < order[m.from])
    .map((m) => (m.to === 'R' ? `${m.title} (change)` : m.title));
  const parts = [
    more.length ? `added ${more.join(', ')}` : '',
    less.length ? `removed ${less.join(', ')}` : '',
  ];
  return parts.filter(Boolean).join('; ') || 'the menu';
}
