/** Of the process under load, and of whoever signs something for it. */
export const BENCH_KEYS = { sealKey: '07'.repeat(32), signKey: '09'.repeat(32) };

/** One statement with its values. */
export interface BareQuery {
  text: string;
  values: unknown[];
}

/** A process under load: the product, or the floor. */
export interface Part {
  readonly url: string;
  /** Processor time so far (ms) and resident memory (MB) of this process. */
  usage(): Promise<{ cpuMs: number; rssMb: number }>;
  /** Of the product: notes what its readers ask of the database, until `notedQueries` gives it. */
  noteQueries(): Promise<void>;
  notedQueries(): Promise<BareQuery[]>;
  stop(): void;
}
