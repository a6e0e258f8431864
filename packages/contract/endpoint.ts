import './no-eval.ts';
import * as z from 'zod';
import { type CommandInput, commandInput, type FormFields } from './command-input.ts';
import type { Fields } from './fields.ts';

/**
 * Who may reach an operation before any row is looked at.
 * `anyone`: no session (sign-in, health) · `link`: the holder of a public link or of a form's printed address ·
 * `own`: the signed-in user's own things · `centre`: rows of the centres the actor reaches ·
 * `network`: tables without a centre.
 */
export type Scope = 'anyone' | 'link' | 'own' | 'centre' | 'network';

/** Module names that are not in the catalogue. `signedIn`: every session has it. `anyone`: no session needed. */
export const openModules = { signedIn: '@signed-in', anyone: '@anyone' } as const;

/** One module, or a list of which the actor needs any one. */
export type ModuleGate = string | readonly string[];

/** What an end point of a role names beside its module; a role's 'any' is all of them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Those that change something. */
export const changingMethods: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

export interface EndpointOptions<I extends z.ZodType, O extends z.ZodType> {
  /** `<noun>.<verb>`, unique in the product; route, audit row, log line and test carry it. */
  name: string;
  /** One sentence for the reference page and the access matrix. */
  summary: string;
  module: ModuleGate;
  /** A module needed beside it (the specification's access check "also"). */
  also?: string;
  scope: Scope;
  input: I;
  output: O;
  /** Only where the specification fixes it. Default `/api/<noun>/<verb>`. */
  path?: `/api/${string}`;
  /** A chosen centre is needed: without one the answer is 409 `context.centre-needed`. */
  needsCentre?: true;
  /** An academic year is needed; the actor's chosen year, or the current one when none was chosen. */
  needsYear?: true;
  /** Purposes of public links that open this operation (scope `link`). */
  purposes?: readonly string[];
  /** Scope `link` without a token: the input field that names the centre (a printed address such as /enquiry-form/{fid}). */
  publicCentre?: string;
  /** Reading this is written to the access log (children's and personal data). */
  logRead?: { subject: string; purpose: string };
}

export interface QueryOptions<I extends z.ZodType, O extends z.ZodType> extends EndpointOptions<I, O> {
  /** A POST with the input as JSON: the names and numbers that are looked for reach no address and no log. */
  inBody?: true;
  /** A replica that is seconds behind may answer: figures over many rows, never what shows a change to the one who made it. */
  mayLag?: true;
}

export interface CommandOptions<I extends z.ZodType, O extends z.ZodType> extends EndpointOptions<I, O> {
  write: boolean;
  /** Moves money: `Idempotency-Key` is required. */
  money?: true;
  /** Accepts `Idempotency-Key` (money commands always do). */
  idempotent?: true;
  /** Changes one versioned row: `If-Match` is required (428 without, 412 stale). */
  versioned?: true;
  /** Needs a fresh one-time password, at most 5 minutes old. */
  stepUp?: true;
  /**
   * May wait on a device without a network and go out later, once: repeatable by its key. Never money, approvals or
   * grants (promise B3).
   */
  offline?: true;
  /** PUT where the specification says so; else POST. */
  method?: 'POST' | 'PUT';
  /** The method a role needs where it is not the one on the wire: PATCH and DELETE of a record (system.md Y2). */
  right?: 'PATCH' | 'DELETE';
}

/** A command with a declared form: its input is its fields (label, kind, limits) and what goes along untyped (`id`). */
export type FormCommandOptions<Fs extends FormFields, X extends z.ZodRawShape, O extends z.ZodType> = Omit<
  CommandOptions<z.ZodType, O>,
  'input'
> & { fields: Fs; input?: X };

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'command';
  readonly name: string;
  readonly summary: string;
  readonly module: ModuleGate;
  readonly also: string | null;
  readonly write: boolean;
  readonly scope: Scope;
  readonly input: I;
  /** Of a command with a declared form: what somebody types, by name and in the order it is drawn. */
  readonly fields: Fields | null;
  readonly output: O;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The method a role needs in the module. GET also opens the commands that every holder may do. */
  readonly right: Method;
  readonly path: string;
  readonly needsCentre: boolean;
  readonly needsYear: boolean;
  readonly purposes: readonly string[];
  readonly publicCentre: string | null;
  readonly money: boolean;
  readonly idempotent: boolean;
  readonly versioned: boolean;
  readonly stepUp: boolean;
  readonly offline: boolean;
  readonly logRead: { subject: string; purpose: string } | null;
  readonly mayLag: boolean;
}

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never;
export type ParsedInputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never;

const NAME = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/;

function make<I extends z.ZodType, O extends z.ZodType>(
  kind: 'query' | 'command',
  o: EndpointOptions<I, O> &
    Pick<QueryOptions<I, O>, 'inBody' | 'mayLag'> &
    Partial<Omit<CommandOptions<I, O>, keyof EndpointOptions<I, O>>>,
  fields: Fields | null = null,
): Endpoint<I, O> {
  if (!NAME.test(o.name)) throw new Error(`Endpoint name '${o.name}' is not <noun>.<verb> in kebab case`);
  if (!o.summary.trim()) throw new Error(`Endpoint '${o.name}' has no summary`);
  if (o.offline && (o.money || o.stepUp || o.versioned || !o.idempotent))
    throw new Error(
      `Endpoint '${o.name}' may not wait offline: it must be idempotent, and no money, step-up or version`,
    );
  return {
    kind,
    name: o.name,
    summary: o.summary,
    module: o.module,
    also: o.also ?? null,
    write: o.write ?? false,
    scope: o.scope,
    input: o.input,
    fields,
    output: o.output,
    method: kind === 'query' && !o.inBody ? 'GET' : (o.method ?? 'POST'),
    right: o.write ? (o.right ?? o.method ?? 'POST') : 'GET',
    path: o.path ?? `/api/${o.name.replace('.', '/')}`,
    needsCentre: o.needsCentre ?? false,
    needsYear: o.needsYear ?? false,
    purposes: o.purposes ?? [],
    publicCentre: o.publicCentre ?? null,
    money: o.money ?? false,
    idempotent: (o.money || o.idempotent) ?? false,
    versioned: o.versioned ?? false,
    stepUp: o.stepUp ?? false,
    offline: o.offline ?? false,
    logRead: o.logRead ?? null,
    mayLag: o.mayLag ?? false,
  };
}

/** Declares a read. Runs in a read-only transaction; GET with the input in the query string, unless it goes `inBody`. */
export const query = <I extends z.ZodType, O extends z.ZodType>(
  options: QueryOptions<I, O>,
): Endpoint<I, O> => make('query', options);

/**
 * Declares a change. POST with a JSON body. A `write: false` command is one that any holder of the module may do.
 * With `fields` the form is declared too (docs/recipes/add-a-dialog.md); `input` then holds what goes along beside them.
 */
export function command<
  const Fs extends FormFields,
  O extends z.ZodType,
  X extends z.ZodRawShape = Record<never, never>,
>(options: FormCommandOptions<Fs, X, O>): Endpoint<CommandInput<Fs, X>, O>;
export function command<I extends z.ZodType, O extends z.ZodType>(
  options: CommandOptions<I, O>,
): Endpoint<I, O>;
export function command(
  options: CommandOptions<z.ZodType, z.ZodType> | FormCommandOptions<Fields, z.ZodRawShape, z.ZodType>,
): Endpoint {
  if (!('fields' in options)) return make('command', options);
  const { fields, input = {}, ...rest } = options;
  return make('command', { ...rest, input: commandInput(fields, input) }, fields);
}

/** An input of nothing. */
export const nothing = z.strictObject({});

/** What the server allows on one row: `{approve: true, reject: false}` (rule 9). */
export const can = z.record(z.string(), z.boolean());

/** Total of a list, counted up to a cap: `{n: 10000, more: true}` reads "10,000+". */
export const cappedCount = z.object({ n: z.int(), more: z.boolean() });

/** One page of a keyset-paged list. `after` of the next call is `next`. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable(), total: cappedCount });

/** Paging part of a list's input. */
export const paging = {
  after: z.string().max(1400).optional(),
  limit: z.int().min(1).max(200).default(50),
};

/**
 * Query-string values to the input's types: text stays text, everything else is JSON (`limit=50`,
 * `filters={"status":"OPEN"}`). A value that is not JSON is left as it came, so the schema names the field in its error.
 */
export function decodeQuery(schema: z.ZodType, params: Record<string, unknown>): Record<string, unknown> {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(params)) {
    const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
    out[key] = typeof value === 'string' && member && !isTextual(member) ? parseLoose(value) : value;
  }
  return out;
}

/** The other direction, for the browser and tests. */
export function encodeQuery(schema: z.ZodType, input: Record<string, unknown>): URLSearchParams {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const member = shape[key];
    params.set(key, member && isTextual(member) && typeof value === 'string' ? value : JSON.stringify(value));
  }
  return params;
}

function isTextual(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return isTextual(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return isTextual(schema.in as z.ZodType);
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodStringFormat;
}

function parseLoose(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
