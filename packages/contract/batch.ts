// Work over many rows that one person begins and the background carries out: one declaration, from which its operations, its
// progress and its list come (docs/recipes/add-a-batch.md).
import * as z from 'zod';
import { can, command, type Endpoint, type ModuleGate, pageOf, paging, query } from './endpoint.ts';
import { uuidSchema } from './fields.ts';

export const batchStates = ['QUEUED', 'RUNNING', 'DONE', 'CANCELLED'] as const;

export interface BatchOptions<D extends z.ZodType, I extends z.ZodType> {
  /** The noun of its operations: `enquiry-message` makes `enquiry-message.batch-list`. */
  name: string;
  /** What was begun, in the plural: 'Messages to many'. */
  title: string;
  /** One row of it, in the plural: 'Families'. */
  rows: string;
  module: ModuleGate;
  /** What became of rows, behind their number: 'written', 'left out', 'not written'. */
  words: { readonly ok: string; readonly skipped: string; readonly failed: string };
  /** What the whole batch needs: ids and plain values, no names. */
  data: D;
  /** What one row needs beside its id. */
  item: I;
}

const batchRow = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  label: z.string(),
  at: z.string(),
  byName: z.string().nullable(),
  state: z.enum(batchStates),
  cancelAsked: z.boolean(),
  total: z.int(),
  /** Rows that are through; of these done, left out on purpose, and failed. */
  done: z.int(),
  ok: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** What became of it since: '110 sent'. */
  note: z.string().nullable(),
  can,
});
export type BatchRow = z.output<typeof batchRow>;

const batchItem = z.object({
  /** The row's own id, and its place in the batch. */
  id: uuidSchema,
  n: z.int(),
  label: z.string(),
  second: z.string().nullable(),
  /** What its screen is found by, where that is not its id. */
  code: z.string().nullable(),
  state: z.enum(['WAITING', 'DONE', 'SKIPPED', 'FAILED']),
  reason: z.string().nullable(),
});
export type BatchItem = z.output<typeof batchItem>;

const which = z.strictObject({ id: uuidSchema });

function endpointsOf({ name, title, rows, module }: BatchOptions<z.ZodType, z.ZodType>) {
  const base = { module, scope: 'centre' } as const;
  const words = title.toLowerCase();
  return {
    list: query({
      ...base,
      name: `${name}.batch-list`,
      summary: `${title}, newest first, with their progress.`,
      input: z.strictObject({ ids: z.array(uuidSchema).max(200).optional(), ...paging }),
      output: pageOf(batchRow),
    }),
    items: query({
      ...base,
      name: `${name}.batch-items`,
      summary: `${rows} of one of the ${words}, failed ones first, and why one was left out or failed.`,
      input: z.strictObject({ id: uuidSchema, ...paging }),
      output: pageOf(batchItem),
    }),
    cancel: command({
      ...base,
      write: true,
      name: `${name}.batch-cancel`,
      summary: `Stop one of the ${words}: what was not done yet stays undone.`,
      input: which,
      output: which,
    }),
    again: command({
      ...base,
      write: true,
      name: `${name}.batch-again`,
      summary: `Try the failed rows of one of the ${words} again, and go on with one that was stopped.`,
      input: which,
      output: which,
    }),
  } satisfies Record<string, Endpoint>;
}

export type BatchEndpoints = ReturnType<typeof endpointsOf>;

export interface Batch<D extends z.ZodType = z.ZodType, I extends z.ZodType = z.ZodType>
  extends BatchOptions<D, I> {
  readonly endpoints: BatchEndpoints;
}

/** Declares a batch: its endpoints, and with serveBatch, startBatch and BatchProgress its working. */
export const batchJob = <D extends z.ZodType, I extends z.ZodType>(
  options: BatchOptions<D, I>,
): Batch<D, I> => ({ ...options, endpoints: endpointsOf(options) });
