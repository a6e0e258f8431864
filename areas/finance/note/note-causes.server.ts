// Whoever proposed a note hears what finance decided on it, inside the transaction of the decision; finance imports no caller.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

export interface DecidedNote {
  readonly franchiseeId: number;
  readonly noteId: string;
  readonly sourceId: string;
  readonly approved: boolean;
  /** Why it was rejected. */
  readonly reason: string | null;
  /** Paise before tax, as issued. */
  readonly taxable: number;
  readonly on: Day;
  readonly at: Date;
}

/** Of a note to a centre: inside `withCentres` of it and head office when it is approved. */
type Listener = (db: Db, decided: DecidedNote) => Promise<void>;

const listeners = new Map<string, Listener>();

/** Called once a cause when the owning area is loaded. */
export function registerNoteCause(source: string, listener: Listener): void {
  if (listeners.has(source)) throw new Error(`The cause ${source} of notes is registered twice`);
  listeners.set(source, listener);
}

export async function tellCause(
  db: Db,
  { source, ...decided }: Omit<DecidedNote, 'sourceId'> & { source: string | null; sourceId: string | null },
): Promise<void> {
  const listener = source === null ? undefined : listeners.get(source);
  if (listener && decided.sourceId !== null) await listener(db, { ...decided, sourceId: decided.sourceId });
}
