// What areas declare for each other (registries of areas/README §3), collected once at start: message kinds, recipients,
// export sources, settings. An area that is not installed is simply absent here.

import type { MessageKind } from '@aangan/contract/area.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import type { InboxWorker, JobDeclaration, OutboxWorker } from '../background/background.ts';
import { servedListings } from '../listing/listing-registry.ts';
import { exportColumns, exportPage, type RecordQuery } from '../record/record-list.ts';
import { registerRecords } from '../record/record-plan.ts';
import { servedReports } from '../report/report-registry.ts';
import type { Db } from '../work/unit-of-work.ts';
import type {
  AreaExtras,
  CentreCheck,
  ExportSource,
  HealthMeasure,
  OpenWork,
  RecipientKey,
  SearchSource,
  SetUpStep,
  SuspensionEffect,
} from './area-extras.ts';
import type { AreaServer } from './handle.ts';
import type { HomeCards } from './home-card.ts';

type RecipientsOf = NonNullable<NonNullable<AreaExtras['recipients']>[RecipientKey]>;

interface Registry {
  messages: Map<string, MessageKind>;
  recipients: Map<string, RecipientsOf>;
  exports: Map<string, ExportSource>;
  search: readonly SearchSource[];
  homeCards: readonly HomeCards[];
  openWork: Map<string, OpenWork>;
  centreChecks: readonly CentreCheck[];
  centreFacts: readonly NonNullable<AreaExtras['centreFacts']>[];
  healthMeasures: Map<string, HealthMeasure>;
  describe: Map<string, NonNullable<AreaExtras['describe']>[string]>;
  suspensionEffects: readonly SuspensionEffect[];
  setUpSteps: readonly SetUpStep[];
}

let registry: Registry = {
  messages: new Map(),
  recipients: new Map(),
  exports: new Map(),
  search: [],
  homeCards: [],
  openWork: new Map(),
  centreChecks: [],
  centreFacts: [],
  healthMeasures: new Map(),
  describe: new Map(),
  suspensionEffects: [],
  setUpSteps: [],
};

/** Takes the areas of this process. Refuses what two areas declare under one name. */
export function useAreas(areas: readonly AreaServer[]): void {
  const fresh: Registry = {
    messages: new Map(),
    recipients: new Map(),
    exports: new Map(),
    search: areas.flatMap(({ extras }) => extras.search ?? []),
    homeCards: areas.flatMap(({ extras }) => extras.homeCards ?? []),
    openWork: new Map(),
    centreChecks: areas.flatMap(({ extras }) => extras.centreChecks ?? []),
    centreFacts: areas.flatMap(({ extras }) => extras.centreFacts ?? []),
    healthMeasures: new Map(),
    describe: new Map(),
    suspensionEffects: areas.flatMap(({ extras }) => extras.suspensionEffects ?? []),
    setUpSteps: areas.flatMap(({ extras }) => extras.setUpSteps ?? []).sort((a, b) => a.place - b.place),
  };
  for (const { area, extras } of areas) {
    for (const kind of area.messages) addOnce(fresh.messages, kind.key, kind, 'Message kind');
    for (const [key, find] of Object.entries(extras.recipients ?? {}))
      addOnce(fresh.recipients, key, find, 'Recipients');
    for (const [kind, describe] of Object.entries(extras.describe ?? {}))
      addOnce(fresh.describe, kind, describe, 'Description');
    for (const work of extras.openWork ?? []) addOnce(fresh.openWork, work.key, work, 'Open work');
    for (const measure of extras.healthMeasures ?? [])
      addOnce(fresh.healthMeasures, measure.key, measure, 'Health measure');
    for (const [name, source] of Object.entries(extras.exports ?? {}))
      addOnce(fresh.exports, name, source, 'Export');
  }
  const records = areas.flatMap((a) => a.area.records);
  registerRecords(records);
  for (const record of records)
    if (!fresh.exports.has(record.endpoints.export.name))
      fresh.exports.set(record.endpoints.export.name, recordExport(record));
  for (const { source } of [...servedListings(), ...servedReports()])
    addOnce(fresh.exports, source.endpoint.name, source, 'Export');
  registry = fresh;
}

/** A record's rows are those of its list. */
const recordExport = (record: AnyRecord): ExportSource => ({
  endpoint: record.endpoints.export,
  columns: (input) => exportColumns(record, input['columns'] as readonly string[] | undefined),
  page: (db, actor, input, after) => exportPage(db, record, input as RecordQuery, actor, after),
});

function addOnce<T>(map: Map<string, T>, key: string, value: T, what: string): void {
  if (map.has(key)) throw new Error(`${what} '${key}' is declared by two areas`);
  map.set(key, value);
}

/** What a subject is called, and where it stands; null: there is none, or not for this reader. */
export const describeSubject = async (
  db: Db,
  kind: string,
  id: string,
): Promise<{ label: string; link: string } | null> => (await registry.describe.get(kind)?.(db, id)) ?? null;

export const messageKind = (key: string): MessageKind | undefined => registry.messages.get(key);
export const messageKinds = (): ReadonlyMap<string, MessageKind> => registry.messages;
export const recipientsOf = (key: string): RecipientsOf | undefined => registry.recipients.get(key);
export const exportSource = (contract: string): ExportSource | undefined => registry.exports.get(contract);

/** Everything that Ctrl+K may look through, in the order of the areas. */
export const searchSources = (): readonly SearchSource[] => registry.search;

/** The home cards of every area. */
export const homeCardGroups = (): readonly HomeCards[] => registry.homeCards;

/** Every kind of work that may stand in a person's name, in the order of the areas. */
export const openWorkKinds = (): readonly OpenWork[] => [...registry.openWork.values()];
/** What the areas ask of a centre before it opens or closes. */
export const centreChecks = (at: CentreCheck['at']): readonly CentreCheck[] =>
  registry.centreChecks.filter((check) => check.at === at);
/** What hangs on the abilities of a centre. */
export const suspensionEffects = (): readonly SuspensionEffect[] => registry.suspensionEffects;
/** What a new network needs, in the order it is done. */
export const setUpSteps = (): readonly SetUpStep[] => registry.setUpSteps;
/** The parts of a centre's health that the areas of this process measure. */
export const healthMeasures = (): readonly HealthMeasure[] => [...registry.healthMeasures.values()];
/** What the areas say about a centre on its page. */
export const centreFacts = (): readonly NonNullable<AreaExtras['centreFacts']>[] => registry.centreFacts;

/** All workers of a kind, by name. Refuses two of one name. */
export function outboxWorkers(areas: readonly AreaServer[]): Record<string, OutboxWorker> {
  return merged(
    areas.map((a) => a.extras.outbox ?? {}),
    'Outbox kind',
  );
}

export const inboxWorkers = (areas: readonly AreaServer[]): Record<string, InboxWorker> =>
  merged(
    areas.map((a) => a.extras.inbox ?? {}),
    'Inbox provider',
  );
export const jobsOf = (areas: readonly AreaServer[]): JobDeclaration[] =>
  areas.flatMap((a) => a.extras.jobs ?? []);

function merged<T>(parts: readonly Readonly<Record<string, T>>[], what: string): Record<string, T> {
  const all = new Map<string, T>();
  for (const part of parts) for (const [key, value] of Object.entries(part)) addOnce(all, key, value, what);
  return Object.fromEntries(all);
}
