import type { Area } from '@aangan/contract/area.ts';
import type { Endpoint, InputOf, ModuleGate, ParsedInputOf } from '@aangan/contract/endpoint.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import type * as z from 'zod';
import type { Actor } from './actor.ts';
import type { HomeCards } from './home-card.ts';
import type { Live, LiveMessage } from './live.ts';
import type { Db } from './unit-of-work.ts';

/** What a handler gets. `db` is the unit of work; `now` is the server's clock (tests move it). */
export interface Call<Input> {
  readonly db: Db;
  readonly actor: Actor;
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

/** What the process offers to handlers besides the database; filled by apps/api. */
export interface Ports {
  /** Runs after a successful commit (waking the outbox worker, closing a session in the cache). Never money. */
  afterCommit(work: () => void): void;
  readonly config: Readonly<Record<string, string | undefined>>;
  readonly origin: string;
  /** What open tabs hear at once; absent where nothing is served (jobs). */
  readonly live?: Live;
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
  work<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T>;
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

export type InputFor<E> = InputOf<E>;

/** Ladder step 3: another list for a record, with the same paging, export and screen. */
export interface ListOverride {
  readonly record: AnyRecord;
}

export interface AreaServer {
  readonly area: Area;
  readonly handlers: readonly Handler[];
  readonly extras: AreaExtras;
}

export interface AreaExtras {
  jobs?: readonly JobDeclaration[];
  /** Outbox kinds this area performs after commit: `<area>.<kebab>` -> worker. */
  outbox?: Readonly<Record<string, OutboxWorker>>;
  /** Inbox providers this area folds. */
  inbox?: Readonly<Record<string, InboxWorker>>;
  /** Doors that are not endpoints (webhooks, /p/{token}): registered on the server as they are. */
  doors?: readonly Door[];
  /** What this area does in every process when a live message passes (its caches). */
  live?: (message: LiveMessage) => void;
  /** `describe` registry: {label, link} of a subject. */
  describe?: Readonly<
    Record<string, (db: Db, id: string) => Promise<{ label: string; link: string } | null>>
  >;
  /** Rows of exports that are not a record's, by the contract's name (`enquiry.export`). */
  exports?: Readonly<Record<string, ExportSource>>;
  /** Cards of the home screen, with the lists they open. */
  homeCards?: readonly HomeCards[];
  /** What Ctrl+K finds of this area, besides screens (areas/README §3 `searchSource`). */
  search?: readonly SearchSource[];
  /** Work that stands in a person's name and goes to somebody else when the person leaves (network.md 5, `user.disable`). */
  openWork?: readonly OpenWork[];
  /** What must be true of a centre before it opens or closes, as this area knows it (network.md 2.3). */
  centreChecks?: readonly CentreCheck[];
  /** Parts of a centre's health that this area measures. */
  healthMeasures?: readonly HealthMeasure[];
  /** Lines about a centre that this area keeps and the centre's page shows (its bank account). */
  centreFacts?: (db: Db, franchiseeId: number) => Promise<readonly CentreFact[]>;
  /** People behind the ids that a queued message is about; the communication area asks when it sends. */
  recipients?: Readonly<
    Partial<
      Record<
        RecipientKey,
        (db: Db, ids: readonly string[], franchiseeId: number) => Promise<readonly Recipient[]>
      >
    >
  >;
}

/** One part of a centre's health (network.md 3.3), measured by the area whose rows it counts. */
export interface HealthMeasure {
  readonly key: 'collections' | 'seats' | 'audits' | 'training' | 'tickets';
  /** n of d by centre; a centre without data is left out. */
  totals(
    db: Db,
    franchiseeIds: readonly number[],
    today: string,
  ): Promise<ReadonlyMap<number, { n: number; d: number; overdue?: number }>>;
  /** The rows behind one centre's figure: their n and d add to it. */
  rows(
    db: Db,
    franchiseeId: number,
    today: string,
  ): Promise<readonly { label: string; link: string | null; n: number; d: number }[]>;
}

/** Rows that Ctrl+K finds. Asked only of callers who hold the module, in a unit of work cut to where they hold it. */
export interface SearchSource {
  readonly kind: string;
  /** Plural, as a heading. */
  readonly title: string;
  readonly module: ModuleGate;
  /** At most `limit` hits, best first. `words` is what was typed, trimmed, in lower case, at least two characters. */
  find(db: Db, actor: Actor, words: string, limit: number): Promise<readonly SearchHit[]>;
}

export interface SearchHit {
  readonly id: string;
  readonly label: string;
  readonly detail: string | null;
  /** A screen of this app. */
  readonly link: string;
}

/** One kind of work in a person's name. Both functions run in the caller's unit of work. */
export interface OpenWork {
  /** Unique in the product; `disable` names it: `{enquiries: userId}`. */
  readonly key: string;
  /** Plural noun after a number: 'open enquiries'. */
  readonly title: string;
  count(db: Db, userId: string): Promise<number>;
  /** Gives all of it to another person; answers how much it was. */
  handOver(db: Db, move: { from: string; to: string; now: Date }): Promise<number>;
}

export interface CentreCheck {
  readonly at: 'ACTIVATE' | 'CLOSE';
  /** What is missing, in words that fit behind "Still missing:"; null when nothing is. `on` is the opening or closing day. */
  unmet(db: Db, franchiseeId: number, on: string): Promise<string | null>;
}

export interface CentreFact {
  readonly label: string;
  readonly value: string;
  readonly tone: 'success' | 'warning' | 'danger' | 'neutral';
  readonly tag: string;
}

export interface ExportColumn {
  readonly key: string;
  readonly label: string;
  /** A field kind: decides the cell's type. */
  readonly kind: string;
}

/** Reads an export page by page; every page is a unit of work of the person who asked for it. */
export interface ExportSource {
  columns(input: Record<string, unknown>): readonly ExportColumn[];
  page(
    db: Db,
    actor: Actor,
    input: Record<string, unknown>,
    after: string | undefined,
  ): Promise<{ rows: readonly Record<string, unknown>[]; next: string | null }>;
  /** For the per cent shown while it runs. */
  count?(db: Db, actor: Actor, input: Record<string, unknown>): Promise<number>;
}

export type RecipientKey = 'studentIds' | 'enquiryId' | 'householdId' | 'userIds' | 'vendorPersonIds';

export interface Recipient {
  readonly kind: 'GUARDIAN' | 'STAFF' | 'CONTACT' | 'VENDOR';
  readonly id: string;
  readonly name: string;
  readonly language: string;
  /** `+91XXXXXXXXXX` */
  readonly mobile: string | null;
  readonly email: string | null;
  /** The sign-in of this person, for the bell. */
  readonly userId: string | null;
  readonly familyId?: string | null;
  readonly studentIds?: readonly string[];
  readonly enquiryId?: string | null;
}

export interface JobDeclaration {
  name: `${string}.${string}`;
  title: string;
  /** Cron expression in IST, or null for on demand. */
  schedule: string | null;
  onMiss: 'RUN_ONCE' | 'SKIP';
  maxLateS: number;
  timeoutS: number;
  /** Waits for this job's run of the same day. */
  after?: string;
  run(tools: JobTools): Promise<{ ok: number; failed: number; log?: string }>;
}

export interface JobTools {
  /** One unit of work of the job, as the system actor (whole network, or one centre). */
  work<T>(franchiseeId: number | null, work: (db: Db) => Promise<T>): Promise<T>;
  readonly now: Date;
  readonly data: unknown;
  readonly ports: Ports;
}

export interface OutboxWorker {
  /** A second attempt after an unknown outcome is harmless. */
  retryUnknown: boolean;
  perform(
    tools: JobTools & {
      row: {
        id: string;
        franchiseeId: number;
        kind: string;
        payload: unknown;
        attempts: number;
        dedupeKey: string;
      };
    } & FinishTool,
  ): Promise<void>;
}

export interface InboxWorker {
  fold(
    tools: JobTools & {
      row: {
        id: string;
        eventId: string;
        franchiseeId: number | null;
        body: Buffer;
        headers: Record<string, string>;
      };
    } & FinishTool,
  ): Promise<'DONE' | 'IGNORED'>;
}

export interface FinishTool {
  /** Marks the row done in this very transaction, so that its effect in the database happens exactly once. */
  finish(db: Db): Promise<void>;
}

export interface Door {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  summary: string;
  /** Bytes; doors read the raw body. */
  bodyLimit?: number;
  answer(request: DoorRequest): Promise<DoorReply>;
}

export interface DoorRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly ip: string;
  readonly ports: Ports;
  /** Who calls, by the Authorization header and the context headers; refuses like an endpoint does. */
  actor(): Promise<Actor>;
  /** One unit of work as the given actor. */
  work<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T>;
}

export interface DoorReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | object;
}

/** Joins an area's contracts to its handlers. Refuses to start when a contract has none or two. */
export function serve(area: Area, handlers: readonly Handler[], extras: AreaExtras = {}): AreaServer {
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
