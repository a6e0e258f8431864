// Mounts every endpoint of every area on Fastify. The one place where session, module, method, context, input,
// idempotency, version and output are checked (architecture.md 4); feature code contains none of it.
import { decodeQuery, type Endpoint, openModules } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Ports } from '../ports.ts';
import type { Database } from '../postgres/database.ts';
import { logReading } from '../work/access-log.ts';
import {
  type Actor,
  anonymousActor,
  commandOf,
  mayCall,
  type NarrowedActor,
  narrowToCall,
  publicActor,
} from '../work/actor.ts';
import { ensureSteppedUp } from '../work/ensure.ts';
import { resolveLink, useLink } from '../work/links.ts';
import { ensureStorable } from '../work/storable.ts';
import { type Db, inLaggingRead, inUnitOfWork } from '../work/unit-of-work.ts';
import { noteUse } from './end-point-use.ts';
import { toErrorReply } from './errors.ts';
import type { ApartCall, ApartHandler, Call, Handler, RequestFacts } from './handle.ts';
import { once } from './idempotency.ts';
import { checkOutput } from './output-check.ts';
import { limitRate } from './rate-limit.ts';

/** Turns an Authorization header and the context headers into an actor; refuses with 401 or 404. */
export type Authenticator = (facts: RequestFacts) => Promise<Actor>;

export interface Runner {
  database: Database;
  authenticate: Authenticator;
  ports: Omit<Ports, 'afterCommit'>;
  log: Logger;
  now: () => Date;
  /** The year used where an operation needs one and none was chosen. */
  defaultYear: () => number;
}

/** Registers one route per handler. */
export function mountEndpoints(app: FastifyInstance, runner: Runner, handlers: readonly Handler[]): void {
  for (const handler of handlers) {
    app.route({
      method: handler.endpoint.method,
      url: handler.endpoint.path,
      handler: (request, reply) => answer(runner, handler, request, reply),
    });
  }
}

async function answer(
  runner: Runner,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = handler;
  const facts = factsOf(request);
  try {
    // Who and whether, before what: a stranger gets 401, never our field errors (architecture.md 4). Only a
    // printed address (publicCentre) is part of the input.
    const known = endpoint.publicCentre === null ? await admit(runner, endpoint, facts, null) : null;
    const input = parseInput(endpoint, request);
    const caller = known ?? (await admit(runner, endpoint, facts, input));
    const actor = narrowToCall(caller, endpoint);
    noteUse(runner.database, endpoint, actor, new Date());
    const afterCommit: (() => void)[] = [];
    const headers: Record<string, string> = {};
    const outcome = await perform(runner, handler, { actor, input, facts, afterCommit, headers });
    reply.headers(headers);
    for (const work of afterCommit) setImmediate(work);
    if (outcome.replayed) reply.header('Idempotency-Replayed', 'true');
    reply.header('cache-control', 'no-store');
    return reply.send(outcome.result);
  } catch (error) {
    return sendError(runner.log, reply, error, endpoint.name);
  }
}

/** Who calls, and whether they may: the one gate of every operation. */
export async function admit(
  runner: Runner,
  endpoint: Endpoint,
  facts: RequestFacts,
  input: unknown,
): Promise<Actor> {
  const actor = await actorFor(runner, endpoint, facts, input);
  ensureAllowed(runner, endpoint, actor);
  return actor;
}

/** Sends any thrown thing as the API's one error shape; bugs are logged with their incident id. */
export function sendError(log: Logger, reply: FastifyReply, error: unknown, operation: string): FastifyReply {
  const out = toErrorReply(error);
  if (out.incident) log.error({ incident: out.incident.id, operation, err: out.incident.error }, 'incident');
  if (out.retryAfter) reply.header('retry-after', String(out.retryAfter));
  return reply.header('cache-control', 'no-store').code(out.status).send(out.body);
}

function factsOf(request: FastifyRequest): RequestFacts {
  const headers: Record<string, string | undefined> = {};
  for (const [key, value] of Object.entries(request.headers))
    headers[key] = Array.isArray(value) ? value[0] : value;
  return {
    id: request.id,
    ip: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 200),
    headers,
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
  };
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  const raw =
    endpoint.method === 'GET'
      ? decodeQuery(endpoint.input, {
          ...(request.query as Record<string, unknown>),
          ...(request.params as Record<string, unknown>),
        })
      : { ...((request.body as object | null) ?? {}), ...(request.params as object) };
  if (
    endpoint.method !== 'GET' &&
    request.body !== null &&
    request.body !== undefined &&
    (typeof request.body !== 'object' || Array.isArray(request.body))
  )
    throw refuse('input.malformed');
  ensureStorable(raw);
  return endpoint.input.parse(raw);
}

async function actorFor(
  runner: Runner,
  endpoint: Endpoint,
  facts: RequestFacts,
  input: unknown,
): Promise<Actor> {
  if (endpoint.scope === 'link') return linkActor(runner, endpoint, facts, input);
  if (endpoint.scope === 'anyone') return anonymousActor;
  const actor = await runner.authenticate(facts);
  if (actor.kind === 'anonymous') throw refuse('session.missing');
  return endpoint.needsYear && actor.academicYearId === null
    ? { ...actor, academicYearId: runner.defaultYear() }
    : actor;
}

// 20 misses of one address in 10 minutes: guessing is stopped long before 128 bits matter (areas/README §2).
const MISSES = { limit: 20, windowS: 600 };

async function linkActor(
  runner: Runner,
  endpoint: Endpoint,
  facts: RequestFacts,
  input: unknown,
): Promise<Actor> {
  const header = facts.headers.authorization ?? '';
  const token = /^Link (.+)$/.exec(header)?.[1];
  if (token) {
    try {
      const link = await inUnitOfWork(
        runner.database,
        anonymousActor,
        { command: endpoint.name, requestId: facts.id },
        async (db) => {
          const found = await resolveLink(db, token, endpoint.purposes, runner.now());
          if (endpoint.kind === 'command') await useLink(db, found.hash);
          return found;
        },
      );
      return publicActor(link.franchiseeId, link);
    } catch (error) {
      await limitRate(runner.database, anonymousActor, { key: `link-miss:${facts.ip}`, ...MISSES });
      throw error;
    }
  }
  if (endpoint.publicCentre) {
    const centre = Number((input as Record<string, unknown>)[endpoint.publicCentre]);
    if (Number.isInteger(centre) && centre > 0) return publicActor(centre);
  }
  throw refuse('link.not-found');
}

function ensureAllowed(runner: Runner, endpoint: Endpoint, actor: Actor): void {
  if (actor.kind === 'user') {
    if (actor.viewedBy !== undefined && endpoint.kind === 'command') throw refuse('session.view-only');
    if (actor.ownOperations && isOwn(endpoint) && !actor.ownOperations.has(endpoint.name))
      throw refuse('session.tablet');
    if (!mayCall(actor, endpoint)) throw refuse('module.missing');
    if (endpoint.needsCentre && actor.franchiseeId === null) throw refuse('context.centre-needed');
    if (endpoint.stepUp) ensureSteppedUp(actor, runner.now());
  }
}

const isOwn = ({ module }: Endpoint): boolean =>
  (typeof module === 'string' ? [module] : module).includes(openModules.signedIn);

interface Attempt {
  actor: NarrowedActor;
  input: unknown;
  facts: RequestFacts;
  afterCommit: (() => void)[];
  headers: Record<string, string>;
}

async function perform(
  runner: Runner,
  handler: Handler,
  attempt: Attempt,
): Promise<{ result: unknown; replayed: boolean }> {
  const { endpoint } = handler;
  const { actor, input, facts } = attempt;
  const version = endpoint.versioned ? versionOf(facts) : 0;
  const key = endpoint.idempotent ? keyOf(endpoint, facts) : null;
  const readOnly = endpoint.kind === 'query';
  if (actor.viewedBy !== undefined) await logViewing(runner, endpoint, attempt);
  if (handler.apart) return { result: await performApart(runner, handler, attempt), replayed: false };
  const options = { command: commandOf(endpoint.name, actor), requestId: facts.id, readOnly };
  const inWork = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    endpoint.mayLag
      ? inLaggingRead(runner.database, replicaFor(runner, facts), actor, options, work)
      : inUnitOfWork(runner.database, actor, options, work);
  const outcome = await inWork(async (db) => {
    attempt.afterCommit.length = 0; // a repeated transaction starts anew
    const call: Call<never> = {
      db,
      actor,
      input: input as never, // it was parsed by this very contract
      version,
      now: runner.now(),
      request: facts,
      ports: { ...runner.ports, afterCommit: (work: () => void) => attempt.afterCommit.push(work) },
    };
    const run = async () => checkOutput(endpoint.output, await handler.run(call));
    return key
      ? once(db, { actor, operation: endpoint.name, key, input }, run)
      : { result: await run(), replayed: false };
  });
  if (endpoint.logRead) await logRead(runner, endpoint, attempt, outcome.result);
  return outcome;
}

/** Not for somebody who has just changed something, as the browser says. */
const replicaFor = ({ database }: Runner, { headers }: RequestFacts): Database | null =>
  headers['x-just-changed'] ? null : (database.replica?.near() ?? null);

async function performApart(runner: Runner, handler: ApartHandler, attempt: Attempt): Promise<unknown> {
  const { endpoint } = handler;
  const { actor, input, facts } = attempt;
  const call: ApartCall<never> = {
    actor,
    input: input as never, // it was parsed by this very contract
    version: 0,
    now: runner.now(),
    request: facts,
    ports: { ...runner.ports, afterCommit: (work) => attempt.afterCommit.push(work) },
    work: <T>(as: NarrowedActor, work: (db: Db) => Promise<T>) =>
      inUnitOfWork(
        runner.database,
        as,
        { command: commandOf(endpoint.name, actor), requestId: facts.id },
        work,
      ),
    setHeader: (name, value) => {
      attempt.headers[name] = value;
    },
  };
  return checkOutput(endpoint.output, await handler.run(call));
}

function logRead(runner: Runner, endpoint: Endpoint, attempt: Attempt, result: unknown): Promise<void> {
  const { rows, id: found } = (result ?? {}) as { rows?: unknown[]; id?: unknown };
  // A row that was asked for by its code is known by its answer.
  const id = (attempt.input as { id?: unknown } | null)?.id ?? (rows ? undefined : found);
  return logReading(
    runner.database,
    attempt.actor,
    {
      action: 'READ',
      contract: endpoint.name,
      subjectKind: endpoint.logRead?.subject ?? endpoint.name,
      subjectId: id === undefined ? null : String(id),
      n: rows ? rows.length : 1,
      purpose: endpoint.logRead?.purpose ?? '',
    },
    attempt.facts,
  );
}

/** Every read with somebody else's eyes, under both names (network.md 5). */
function logViewing(runner: Runner, endpoint: Endpoint, { actor, facts }: Attempt): Promise<void> {
  return logReading(
    runner.database,
    { ...actor, userId: actor.viewedBy ?? null },
    { action: 'VIEW_AS', contract: endpoint.name, subjectKind: 'user', subjectId: actor.userId },
    facts,
  );
}

function versionOf(facts: RequestFacts): number {
  const raw = facts.headers['if-match'];
  const version = Number(/^(?:W\/)?"?(\d{1,9})"?$/.exec(raw ?? '')?.[1] ?? Number.NaN);
  if (!Number.isInteger(version)) throw refuse('row.version-missing');
  return version;
}

function keyOf(endpoint: Endpoint, facts: RequestFacts): string | null {
  const key = facts.headers['idempotency-key'];
  if (key === undefined && !endpoint.money) return null;
  if (key === undefined || key.length < 8 || key.length > 200 || !/^[\x21-\x7e]+$/.test(key))
    throw refuse('idempotency.missing');
  return key;
}
