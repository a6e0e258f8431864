import type { Ports } from '../ports.ts';
import type { Db } from '../work/unit-of-work.ts';

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
  /**
   * What a delivery is about (an order, say). Deliveries about different things may then be consumed side by side; without
   * it, or where it answers undefined, all of a provider's deliveries to a centre wait for one another.
   */
  subject?(body: Buffer): string | undefined;
  consume(
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
