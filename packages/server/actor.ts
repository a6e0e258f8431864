import type { ModuleGate } from '@aangan/contract/endpoint.ts';
import { openModules } from '@aangan/contract/endpoint.ts';

/** Who acts in one request or job. Jobs and public links are actors too; there is no "no actor" (models.md 3.6). */
export interface Actor {
  readonly kind: 'user' | 'link' | 'anonymous' | 'system';
  readonly userId: string | null;
  readonly name: string;
  readonly email: string;
  /** Holds every module; every centre is reachable. */
  readonly allModules: boolean;
  readonly roleIds: readonly number[];
  readonly modules: ReadonlyMap<string, { readonly write: boolean }>;
  readonly codes: ReadonlySet<string>;
  /** True for head office: every centre, with no list (rt_network). */
  readonly wholeNetwork: boolean;
  /** Centres the actor reaches when not the whole network. */
  readonly centres: readonly number[];
  /** A parent's linked children; null for everybody else. */
  readonly students: readonly string[] | null;
  /** The chosen centre and year (context headers), already checked to be the actor's. */
  readonly franchiseeId: number | null;
  readonly academicYearId: number | null;
  readonly sessionId: string | null;
  /** Epoch ms of the last fresh one-time password. */
  readonly steppedUpAt: number | null;
  readonly link: { readonly purpose: string; readonly subjectKind: string; readonly subjectId: string; readonly hash: Buffer } | null;
}

const nobody: Actor = {
  kind: 'anonymous',
  userId: null,
  name: '',
  email: '',
  allModules: false,
  roleIds: [],
  modules: new Map(),
  codes: new Set(),
  wholeNetwork: false,
  centres: [],
  students: null,
  franchiseeId: null,
  academicYearId: null,
  sessionId: null,
  steppedUpAt: null,
  link: null,
};

/** The caller of sign-in and health. Reaches no centre. */
export const anonymousActor: Actor = nobody;

/** A job's actor: the whole network, or one centre. Holds no module; jobs call functions, not endpoints. */
export const systemActor = (franchiseeId: number | null = null): Actor => ({
  ...nobody,
  kind: 'system',
  name: 'Aangan',
  wholeNetwork: franchiseeId === null,
  centres: franchiseeId === null ? [] : [franchiseeId],
  franchiseeId,
});

/** The holder of a public link or of a form's printed address: exactly one centre. */
export const publicActor = (franchiseeId: number, link: Actor['link'] = null): Actor => ({
  ...nobody,
  kind: 'link',
  centres: [franchiseeId],
  franchiseeId,
  link,
});

/** Holds any of the gate's modules, with the write flag where asked. */
export function holds(actor: Actor, gate: ModuleGate, write: boolean): boolean {
  const names = typeof gate === 'string' ? [gate] : gate;
  return names.some((name) => {
    if (name === openModules.anyone) return true;
    if (name === openModules.signedIn) return actor.kind === 'user';
    if (actor.allModules) return true;
    const grant = actor.modules.get(name);
    return grant !== undefined && (!write || grant.write);
  });
}

/** True when the actor reaches this centre. */
export const reaches = (actor: Actor, franchiseeId: number): boolean =>
  actor.wholeNetwork || actor.centres.includes(franchiseeId);
