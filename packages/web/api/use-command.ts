import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { callOffline, type WaitingLabel } from '../local/offline-queue.ts';
import { type ApiError, toApiError } from './api-error.ts';
import { call } from './call.ts';
import { newId } from './new-id.ts';

export interface CommandHookOptions<E extends Endpoint> {
  onDone?: (output: OutputOf<E>, input: InputOf<E>) => void;
  onError?: (error: ApiError) => void;
  /** Names or nouns whose cached answers are dropped afterwards (`fee-plan`, `receipt.list`); the command's own noun always is. */
  refresh?: readonly string[];
  /** What is refreshed is read again behind the screen: `onDone` does not wait for it, because the next work is on the page already. */
  behind?: boolean;
  link?: string | undefined;
  /** Sends the command another way than `call` does. */
  send?: ((input: InputOf<E>) => Promise<OutputOf<E>>) | undefined;
  /** A command that may wait for the network (`offline` in its contract): how it stands in the list, and what follows when it waits. */
  waits?: WaitingLabel & { onKept: () => void };
}

export interface CommandState<E extends Endpoint> {
  /** Runs the command; answers null when it failed (the error is in `error`) or waits. `ifMatch` = the row's version. */
  run: (input: InputOf<E>, options?: { ifMatch?: number | string }) => Promise<OutputOf<E> | null>;
  running: boolean;
  error: ApiError | null;
  reset: () => void;
}

/**
 * Runs one command of a contract. A second press with the same input after a dead network keeps the same
 * `Idempotency-Key`, so money is never moved twice.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  options: CommandHookOptions<E> = {},
): CommandState<E> {
  const client = useQueryClient();
  const attempt = useRef<{ key: string; input: string } | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const failed = useRef<ApiError | null>(null);

  // null = it waits for the network
  const mutation = useMutation<
    OutputOf<E> | null,
    unknown,
    { input: InputOf<E>; ifMatch?: number | string | undefined }
  >({
    mutationFn: async ({ input, ifMatch }) => {
      if (latest.current.waits) {
        const done = await callOffline(endpoint, input, latest.current.waits);
        return done.waits ? null : done.output;
      }
      if (latest.current.send) return latest.current.send(input);
      const text = JSON.stringify(input ?? {});
      if (attempt.current?.input !== text) attempt.current = { key: newId(), input: text };
      const idempotencyKey = endpoint.idempotent ? attempt.current.key : undefined;
      return call(endpoint, input, { idempotencyKey, ifMatch, link: latest.current.link });
    },
    onSuccess: async (output) => {
      attempt.current = null;
      if (output === null) return;
      const refreshed = refreshCached(client, [
        endpoint.name.split('.')[0] ?? endpoint.name,
        ...(latest.current.refresh ?? []),
      ]);
      if (!latest.current.behind) await refreshed;
    },
    onError: (error) => {
      // The outcome of a call without an answer is unknown: only then does the next press belong to the same attempt.
      const { code, status } = toApiError(error);
      if (code !== 'network.away' && status !== 503 && code !== 'idempotency.running') attempt.current = null;
    },
  });

  const { mutateAsync, reset } = mutation;
  const run = useCallback<CommandState<E>['run']>(
    async (input, { ifMatch } = {}) => {
      failed.current = null;
      try {
        const output = await mutateAsync({ input, ifMatch });
        if (output === null) latest.current.waits?.onKept();
        else latest.current.onDone?.(output, input);
        return output;
      } catch (error) {
        failed.current = toApiError(error);
        latest.current.onError?.(failed.current);
        return null;
      }
    },
    [mutateAsync],
  );
  const shown = mutation.error ? toApiError(mutation.error) : null;
  return {
    run,
    running: mutation.isPending,
    // Whoever waited for `run` holds the state of an older render: it must see this failure all the same.
    get error() {
      return failed.current ?? shown;
    },
    reset: useCallback(() => {
      failed.current = null;
      reset();
    }, [reset]),
  };
}

/** Drops cached answers by contract name or noun: `['fee-plan', 'receipt.list']`. */
export async function refreshCached(
  client: ReturnType<typeof useQueryClient>,
  names: readonly string[],
): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) =>
      names.some((name) => queryKey[0] === name || String(queryKey[0]).startsWith(`${name}.`)),
  });
}
