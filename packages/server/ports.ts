import type { Live } from './endpoint/live.ts';

/** What the process offers to handlers besides the database; filled by apps/api. */
export interface Ports {
  /** Runs after a successful commit (waking the outbox worker, closing a session in the cache). Never money. */
  afterCommit(work: () => void): void;
  readonly config: Readonly<Record<string, string | undefined>>;
  readonly origin: string;
  /** What open tabs hear at once; absent where nothing is served (jobs). */
  readonly live?: Live;
}
