import type { Endpoint, ModuleGate } from '@aangan/contract/endpoint.ts';
import type { InboxWorker, JobDeclaration, OutboxWorker } from '../background/background.ts';
import type { Actor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { HomeCards } from './home-card.ts';
import type { LiveMessage } from './live.ts';
import type { RawEndpoint } from './raw-endpoint.ts';

export interface AreaExtras {
  jobs?: readonly JobDeclaration[];
  /** Outbox kinds this area performs after commit: `<area>.<kebab>` -> worker. */
  outbox?: Readonly<Record<string, OutboxWorker>>;
  /** Inbox providers this area consumes. */
  inbox?: Readonly<Record<string, InboxWorker>>;
  /** Endpoints of raw bytes (webhooks, /p/{token}): registered on the server as they are. */
  rawEndpoints?: readonly RawEndpoint[];
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
  /** What a new network needs of this area before its centres can work. */
  setUpSteps?: readonly SetUpStep[];
  /** What a suspension of a centre would stop of this area, and what goes on (network.md 11.5). */
  suspensionEffects?: readonly SuspensionEffect[];
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

/** One step on the way from an empty installation to a working network; stands on the super admin's home until it is done. */
export interface SetUpStep {
  /** `<area>.<what>` */
  readonly key: string;
  /** Its place among the steps of all areas. */
  readonly place: number;
  /** What to do, as a button would say it. */
  readonly title: string;
  readonly help: string;
  /** The screen where it is done; null: on the server. */
  readonly path: string | null;
  /** A network works without it; it is offered while others are open. */
  readonly optional?: true;
  isDone(db: Db, config: Readonly<Record<string, string | undefined>>): Promise<boolean>;
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
  /** Centres it lies at; whoever takes it must work there. Absent: it belongs to no centre. */
  centres?(db: Db, userId: string): Promise<readonly number[]>;
  /** Gives all of it to another person; answers how much it was. */
  handOver(db: Db, move: { from: string; to: string; now: Date }): Promise<number>;
}

export interface CentreCheck {
  readonly at: 'ACTIVATE' | 'CLOSE';
  /** What is missing, in words that fit behind "Still missing:"; null when nothing is. `on` is the opening or closing day. */
  unmet(db: Db, franchiseeId: number, on: string): Promise<string | null>;
}

/** Something that hangs on one ability of a centre; `ability` null = it goes on whatever is blocked. */
export interface SuspensionEffect {
  readonly ability: string | null;
  /** What a suspension until `until` meets, in words with their number ("3 admissions in progress"); null when nothing is. */
  meets(db: Db, franchiseeId: number, days: { today: string; until: string }): Promise<string | null>;
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
  /** Whoever lost its module meanwhile gets no file, and the rows are those of the centres where it is held. */
  readonly endpoint: Endpoint;
  columns(input: Record<string, unknown>): readonly ExportColumn[];
  page(
    db: Db,
    actor: Actor,
    input: Record<string, unknown>,
    after: string | undefined,
  ): Promise<{ rows: readonly Record<string, unknown>[]; next: string | null }>;
  /** For the per cent shown while it runs. */
  count?(db: Db, actor: Actor, input: Record<string, unknown>): Promise<number>;
  /** What was asked for, in words: with the number of rows, the time and the person it is the workbook's second sheet. */
  about?(db: Db, actor: Actor, input: Record<string, unknown>): Promise<readonly AboutLine[]>;
}

export interface AboutLine {
  readonly what: string;
  readonly value: string;
}

export type RecipientKey =
  | 'studentIds'
  | 'guardianIds'
  | 'enquiryId'
  | 'householdId'
  | 'userIds'
  | 'vendorPersonIds';

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
