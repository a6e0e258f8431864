import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useSyncExternalStore } from 'react';
import { toApiError } from '../api/api-error.ts';
import { connection } from '../api/connection.ts';
import { newId } from '../api/new-id.ts';
import { queryClient } from '../api/query-client.ts';
import { send } from '../api/send.ts';
import { onDevice } from './offline.ts';
import type { KeptCommand } from './offline-database.ts';
import { tryAgain } from './try-again.ts';
import { seal, unseal, vaultOwner } from './vault.ts';

/** Server answers to a repeated key are kept so long; later a repetition could act twice. */
const REPEATABLE_MS = 72 * 3_600_000;
const KEPT_MS = 7 * 86_400_000;
const LOCK = 'aangan-queue';
const CHECK = 'Nobody knows whether this was saved. Look, then send it again or discard it.';

let shown: readonly KeptCommand[] = [];
const listeners = new Set<() => void>();
const answers = new Map<string, (answer: { output: unknown } | { error: unknown } | null) => void>();

async function refresh(): Promise<void> {
  const userId = vaultOwner();
  shown =
    userId === null
      ? []
      : await onDevice<readonly KeptCommand[]>([], ({ queue }) =>
          queue.where('userId').equals(userId).sortBy('createdAt'),
        );
  for (const listener of listeners) listener();
}

/** The signed-in user's changes that wait or were refused, oldest first. */
export const useWaiting = (): readonly KeptCommand[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );

export const waitingNow = (): readonly KeptCommand[] => shown;

/** How a change stands among those that wait. It is kept readable: no name and no number may be in it. */
export interface WaitingLabel {
  title: string;
  /** Path of the form that takes a refused change up again, by `?waiting=<id>`. */
  link?: string;
}

/**
 * Runs a command that may wait for the network (`offline: true` in its contract). It is kept, sealed and with its key,
 * before the first try, so that it goes out exactly once whatever happens to the tab. Answers the output, or `waits`.
 * Throws ApiError when the server refuses it.
 */
export async function callOffline<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { title, link }: WaitingLabel,
): Promise<{ waits: false; output: OutputOf<E> } | { waits: true }> {
  if (!endpoint.offline || endpoint.method === 'GET')
    throw new Error(`'${endpoint.name}' may not wait offline`);
  const userId = vaultOwner();
  const sealed = await seal(input);
  const { franchiseeId, academicYearId } = connection.context();
  const id = newId();
  const row =
    userId !== null && sealed
      ? ({
          id,
          userId,
          contract: endpoint.name,
          method: endpoint.method,
          path: endpoint.path,
          title,
          ...(link === undefined ? {} : { link }),
          franchiseeId,
          academicYearId,
          sealed,
          createdAt: Date.now(),
          tries: 0,
          lastError: null,
          state: 'WAITING',
        } satisfies KeptCommand)
      : null;
  const keptOnDevice =
    row !== null && (await onDevice(false, async ({ queue }) => Boolean(await queue.add(row))));
  if (!keptOnDevice) {
    const output = await send({
      method: endpoint.method,
      path: endpoint.path,
      body: input,
      headers: { 'idempotency-key': id },
    });
    return { waits: false, output: output as OutputOf<E> }; // the server shaped it by the same contract
  }
  const answer = new Promise<{ output: unknown } | { error: unknown } | null>((resolve) =>
    answers.set(id, resolve),
  );
  await refresh();
  void sendWaiting();
  const outcome = await answer;
  if (outcome === null) return { waits: true };
  if ('error' in outcome) {
    await discardWaiting(id); // the form that asked shows why; nothing of it stays behind
    throw outcome.error;
  }
  return { waits: false, output: outcome.output as OutputOf<E> };
}

/** The network came back, or more was asked, while this tab was sending: its last try may have been just before. */
let askedAgain = false;

/** Sends what waits, oldest first, one tab at a time; stops at the first sign of a dead network. */
export async function sendWaiting(): Promise<void> {
  if (vaultOwner() === null) return;
  const run = async (lock: Lock | null | undefined) => {
    if (lock === null) {
      // Another tab sends, or this one does: what was asked here waits for it.
      askedAgain = true;
      return settleAll();
    }
    do {
      askedAgain = false;
      await sendAll();
    } while (askedAgain);
  };
  if ('locks' in navigator) await navigator.locks.request(LOCK, { ifAvailable: true }, run);
  else await run(undefined);
  await refresh();
}

function settle(id: string, answer: { output: unknown } | { error: unknown } | null): void {
  answers.get(id)?.(answer);
  answers.delete(id);
}
const settleAll = (): void => {
  for (const id of [...answers.keys()]) settle(id, null);
};

async function sendAll(): Promise<void> {
  for (;;) {
    await refresh();
    const next = shown.find((row) => row.state !== 'REFUSED');
    if (!next || !(await sendOne(next))) break;
  }
  settleAll();
}

/** False when there is no point in trying the next one now. */
async function sendOne(row: KeptCommand): Promise<boolean> {
  const age = Date.now() - row.createdAt;
  if (age > KEPT_MS || (row.tries > 0 && age > REPEATABLE_MS)) {
    await change(row.id, { state: 'REFUSED', lastError: CHECK });
    return true;
  }
  const body = await unseal(row.sealed);
  if (body === null || vaultOwner() !== row.userId) return false;
  await change(row.id, { state: 'SENDING', tries: row.tries + 1 });
  try {
    const output = await send({
      method: row.method,
      path: row.path,
      body,
      background: true,
      headers: {
        'idempotency-key': row.id,
        'x-franchisee-id': String(row.franchiseeId ?? 0),
        ...(row.academicYearId === null ? {} : { 'x-academic-year-id': String(row.academicYearId) }),
      },
    });
    await onDevice(undefined, ({ queue }) => queue.delete(row.id));
    // Whoever asked has gone on long ago, and screens show what was before it.
    if (!answers.has(row.id)) void queryClient.invalidateQueries();
    settle(row.id, { output });
    return true;
  } catch (error) {
    const { status, code, message } = toApiError(error);
    const refused =
      status >= 400 && status < 500 && status !== 401 && status !== 429 && code !== 'idempotency.running';
    await change(
      row.id,
      refused ? { state: 'REFUSED', lastError: message } : { state: 'WAITING', lastError: message },
    );
    settle(row.id, refused ? { error } : null);
    return refused;
  }
}

const change = (id: string, part: Partial<KeptCommand>): Promise<void> =>
  onDevice(undefined, async ({ queue }) => {
    await queue.update(id, part);
  });

/** A refused or stuck change goes out again. */
export async function retryWaiting(id: string): Promise<void> {
  await change(id, { state: 'WAITING', lastError: null, createdAt: Date.now(), tries: 0 });
  await sendWaiting();
}

/** What a change that waits would send, for the form that takes it up again; null when it is not there or not this user's. */
export async function waitingInput(id: string): Promise<unknown> {
  const row = await onDevice(undefined, ({ queue }) => queue.get(id));
  return row && row.userId === vaultOwner() ? unseal(row.sealed) : null;
}

/** The user gives a change up. */
export async function discardWaiting(id: string): Promise<void> {
  await onDevice(undefined, ({ queue }) => queue.delete(id));
  await refresh();
}

/** Starts sending by itself. Returns how to stop. */
export const watchQueue = (): (() => void) => tryAgain(() => void sendWaiting());

/** Forgets the list on the screen; with `forGood` (the user signed out) the user's waiting changes too. */
export async function closeQueue(userId: string | null, forGood: boolean): Promise<void> {
  settleAll();
  if (forGood && userId !== null)
    await onDevice(0, ({ queue }) => queue.where('userId').equals(userId).delete());
  await refresh();
}
