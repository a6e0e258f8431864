import type { Endpoint, Method, ModuleGate } from '@aangan/contract/endpoint.ts';
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
  /** Methods of each module that is held. */
  readonly modules: ReadonlyMap<string, ReadonlySet<Method>>;
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
  readonly link: {
    readonly purpose: string;
    readonly subjectKind: string;
    readonly subjectId: string;
    readonly hash: Buffer;
  } | null;
  /** Where each module is held, when no centre is chosen and it is not the same everywhere (system.md 3.1). */
  readonly reach?: ReadonlyMap<string, ModuleReach>;
  /** Set while an emergency right is open: stands in the audit beside every act (system.md 11.4). */
  readonly emergencyId?: string;
  /** Guarded acts are refused until then (epoch ms): the account's address changed a moment ago. */
  readonly heldUntil?: number;
  /** On a shared tablet: the operations of `@signed-in` that a PIN opens, by name. Absent = all. */
  readonly ownOperations?: ReadonlySet<string>;
  /** Somebody else looks with this person's eyes: their user id. Reads only, logged under both names. */
  readonly viewedBy?: string;
}

declare const narrowed: unique symbol;

/**
 * An actor as one operation sees them: cut to the centres where its module is held. A unit of work takes no other, so that
 * nobody opens one with all the centres a person has any right at (system.md 3.2). Made by `narrowTo` alone, and by the
 * actors below, which hold no module.
 */
export type NarrowedActor = Actor & { readonly [narrowed]: true };

const asNarrowed = (actor: Actor) => actor as NarrowedActor;

/** What stands in the change audit as the command: the operation, and the emergency right it was done under. */
export const commandOf = (operation: string, actor: Pick<Actor, 'emergencyId'>): string =>
  actor.emergencyId === undefined ? operation : `${operation} emergency:${actor.emergencyId}`;

/** Centres a right covers; `all` is the whole network. */
export type Reach = 'all' | readonly number[];

/** Where each method of one module is held. */
export type ModuleReach = ReadonlyMap<Method, Reach>;

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
export const anonymousActor = asNarrowed(nobody);

/** A job's actor: the whole network, or one centre. Holds no module; jobs call functions, not endpoints. */
export const systemActor = (franchiseeId: number | null = null): NarrowedActor =>
  asNarrowed({
    ...nobody,
    kind: 'system',
    name: 'Aangan',
    wholeNetwork: franchiseeId === null,
    centres: franchiseeId === null ? [] : [franchiseeId],
    franchiseeId,
  });

/** The holder of a public link or of a form's printed address: exactly one centre. */
export const publicActor = (franchiseeId: number, link: Actor['link'] = null): NarrowedActor =>
  asNarrowed({ ...nobody, kind: 'link', centres: [franchiseeId], franchiseeId, link });

/** Holds any of the gate's modules to look at, or with the right to change. */
export const holds = (actor: Actor, gate: ModuleGate, write: boolean): boolean =>
  allows(actor, gate, write ? 'POST' : 'GET');

/** Holds this very method in any of the gate's modules. */
export function allows(actor: Actor, gate: ModuleGate, method: Method): boolean {
  const names = typeof gate === 'string' ? [gate] : gate;
  return names.some((name) => {
    if (name === openModules.anyone) return true;
    if (name === openModules.signedIn) return actor.kind === 'user';
    if (actor.allModules) return true;
    return actor.modules.get(name)?.has(method) === true;
  });
}

/** True when the actor reaches this centre. */
export const reaches = (actor: Actor, franchiseeId: number): boolean =>
  actor.wholeNetwork || actor.centres.includes(franchiseeId);

type Gated = Pick<Endpoint, 'module' | 'also' | 'right'>;

/** Holds what an operation asks for: its method in its module and, where it names one, in the other module too. */
export const mayCall = (actor: Actor, { module, also, right }: Gated): boolean =>
  allows(actor, module, right) && (also === null || allows(actor, also, right));

/** The actor as an operation sees them, with no centre chosen only where both of its modules are held. */
export function narrowToCall(actor: Actor, { module, also, right }: Gated): NarrowedActor {
  const narrowed = narrowTo(actor, module, right);
  return also === null ? narrowed : narrowTo(narrowed, also, right);
}

/**
 * The actor as one module lets them see: with no centre chosen, only the centres where a module of the gate is held, so
 * a right at one centre never shows the rows of another (system.md 3.2, Esha's fifth verdict).
 */
export function narrowTo(actor: Actor, gate: ModuleGate, method: Method): NarrowedActor {
  if (!actor.reach || actor.allModules || actor.franchiseeId !== null) return asNarrowed(actor);
  const names = typeof gate === 'string' ? [gate] : gate;
  if (names.includes(openModules.signedIn) || names.includes(openModules.anyone)) return asNarrowed(actor);
  const centres = new Set<number>();
  for (const name of names) {
    const part = actor.reach.get(name)?.get(method);
    if (part === 'all') return asNarrowed(actor);
    for (const centre of part ?? []) centres.add(centre);
  }
  return asNarrowed({
    ...actor,
    wholeNetwork: false,
    centres: [...centres].filter((centre) => reaches(actor, centre)),
  });
}
