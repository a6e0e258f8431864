import type { Batch } from '@aangan/contract/batch.ts';
import type * as z from 'zod';
import type { Ports } from '../ports.ts';
import type { Actor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';

/** Whose batch it is and when: the actor is the system at that centre, in the name of the person who began it. */
export interface BatchAt<D> {
  readonly batchId: string;
  readonly franchiseeId: number;
  readonly actor: Actor;
  readonly data: D;
  readonly now: Date;
  readonly ports: Ports;
}

export interface BatchItemWork<I> {
  readonly id: string;
  readonly data: I;
}

export interface ItemName {
  readonly label: string;
  readonly second?: string | null;
  readonly code?: string | null;
}

/** What a batch does. `P` is what `prepare` reads once for up to 50 rows. */
export interface BatchWork<D, I, P> {
  prepare: (db: Db, items: readonly BatchItemWork<I>[], at: BatchAt<D>) => Promise<P>;
  /**
   * Does one row, in a savepoint of its own. Answers why it is left out, if it is; a refusal it throws takes the row back and
   * stands as the reason. What is done must be safe from a second time only against others: a row of a batch is done once.
   */
  each: (
    db: Db,
    item: BatchItemWork<I>,
    prepared: P,
    at: BatchAt<D>,
  ) => Promise<{ skipped: string } | undefined>;
  /** The rows' names for the list, by id, as the caller may see them. */
  names: (db: Db, franchiseeId: number, ids: readonly string[]) => Promise<ReadonlyMap<string, ItemName>>;
  /** What became of batches since, by id. */
  notes?: (db: Db, batchIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export interface ServedBatch {
  readonly of: Batch;
  readonly work: BatchWork<unknown, unknown, unknown>;
}

const served = new Map<string, ServedBatch>();

/** Makes a batch known to the background job. Two of one name are refused. */
export function registerBatch<D extends z.ZodType, I extends z.ZodType, P>(
  of: Batch<D, I>,
  work: BatchWork<z.output<D>, z.output<I>, P>,
): void {
  const known = served.get(of.name);
  if (known && known.of !== (of as unknown)) throw new Error(`Two batches are called '${of.name}'`);
  // The engine hands on what the declaration's schemas parsed; their types are the declaration's.
  served.set(of.name, { of, work } as unknown as ServedBatch);
}

/** The batch of a name. Throws when no area of this process has it. */
export function servedBatch(name: string): ServedBatch {
  const found = served.get(name);
  if (!found) throw new Error(`No area of this process does the batch '${name}'`);
  return found;
}
