import type { Area } from '@aangan/contract/area.ts';
import type { Endpoint, ParsedInputOf } from '@aangan/contract/endpoint.ts';
import type * as z from 'zod';
import type { Ports } from '../ports.ts';
import type { NarrowedActor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { AreaExtras } from './area-extras.ts';

/** What a handler gets. `db` is the unit of work; `now` is the server's clock (tests move it). */
export interface Call<Input> {
  readonly db: Db;
  readonly actor: NarrowedActor;
  readonly input: Input;
  readonly now: Date;
  /** From If-Match, for versioned commands; 0 elsewhere. */
  readonly version: number;
  readonly request: RequestFacts;
  readonly ports: Ports;
}

export interface RequestFacts {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Method and path without the query: what a proof of possession is signed over. */
  readonly method?: string;
  readonly path?: string;
}

export type Handler = InWorkHandler | ApartHandler;

/** Runs inside one unit of work. */
export interface InWorkHandler {
  readonly endpoint: Endpoint;
  readonly apart?: never;
  run(call: Call<never>): Promise<unknown>;
}

/** Runs outside a unit of work; `call.work` opens as many as it needs. */
export interface ApartHandler {
  readonly endpoint: Endpoint;
  readonly apart: true;
  run(call: ApartCall<never>): Promise<unknown>;
}

/** What an apart handler gets: no transaction is open, each `work` is one of its own. */
export interface ApartCall<Input> extends Omit<Call<Input>, 'db'> {
  work<T>(actor: NarrowedActor, work: (db: Db) => Promise<T>): Promise<T>;
  /** A header of the reply (signing out clears the browser's cache). */
  setHeader(name: string, value: string): void;
}

/** Binds a contract to its code. The return value is parsed by the contract's output, which strips unknown keys. */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (call: Call<ParsedInputOf<E>>) => Promise<E extends Endpoint<z.ZodType, infer O> ? z.input<O> : never>,
): InWorkHandler {
  return { endpoint, run };
}

/**
 * For the few operations that may hold no transaction: sign-in hashes a password meanwhile, and a failed try must stay
 * counted although the call is refused. Never for commands with an idempotency key or a version.
 */
export function handleApart<E extends Endpoint>(
  endpoint: E,
  run: (
    call: ApartCall<ParsedInputOf<E>>,
  ) => Promise<E extends Endpoint<z.ZodType, infer O> ? z.input<O> : never>,
): ApartHandler {
  if (endpoint.idempotent || endpoint.versioned) throw new Error(`'${endpoint.name}' needs a unit of work`);
  return { endpoint, apart: true, run };
}

export interface AreaServer {
  readonly area: Area;
  readonly handlers: readonly Handler[];
  readonly extras: AreaExtras;
}

/**
 * Joins an area's contracts to its handlers. `files` are the area's files with handlers, as `await import('./x.server.ts')`
 * gives them: what they export and `handle` made is taken, alone or in a list; a handler may also stand there itself.
 * Refuses to start when a contract has no handler or two, and when a handler belongs to no contract of the area.
 */
export function serve(area: Area, files: readonly object[], extras: AreaExtras = {}): AreaServer {
  const handlers = [...new Set(files.flatMap(handlersOf))];
  const names = new Set<string>();
  for (const { endpoint } of handlers) {
    if (names.has(endpoint.name)) throw new Error(`'${endpoint.name}' has two handlers`);
    names.add(endpoint.name);
  }
  for (const endpoint of area.contracts)
    if (!names.has(endpoint.name)) throw new Error(`'${endpoint.name}' of area ${area.name} has no handler`);
  const known = new Set(area.contracts.map((e) => e.name));
  for (const record of area.records)
    for (const e of Object.values(record.endpoints)) known.add((e as Endpoint).name);
  for (const name of names)
    if (!known.has(name)) throw new Error(`Handler '${name}' belongs to no contract of area ${area.name}`);
  return { area, handlers, extras };
}

const handlersOf = (file: object): Handler[] =>
  isHandler(file) ? [file] : Object.values(file).flat().filter(isHandler);

const isHandler = (value: unknown): value is Handler =>
  typeof value === 'object' && value !== null && 'endpoint' in value && 'run' in value;
