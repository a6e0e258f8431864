import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { keepPreviousData, type UseQueryResult, useQuery as useTanStackQuery } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { connection } from './connection.ts';

export interface QueryOptions {
  /** False = wait (an input is not known yet). */
  enabled?: boolean | undefined;
  /** Milliseconds between polls; polls run in the background. */
  every?: number | false | undefined;
  /** Shows the last answer while a new input is read (lists, pickers). */
  keepPrevious?: boolean | undefined;
  /** Milliseconds an answer counts as fresh; 15 s when not given. */
  fresh?: number | undefined;
  background?: boolean | undefined;
  link?: string | undefined;
}

/** Key of a query's cached answer; the tab's context is part of it, so no centre sees another's rows. */
export const queryKeyOf = (endpoint: Endpoint, input: unknown, link?: string): readonly unknown[] => [
  endpoint.name,
  input ?? {},
  link ?? connection.context(),
];

/** Reads one query of a contract: `useQuery(feePlanContract.get, {feePlanId})`; answers TanStack's result. */
export function useQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: QueryOptions = {},
): UseQueryResult<OutputOf<E>, ApiError> {
  const polls = options.every ?? false;
  return useTanStackQuery<OutputOf<E>, ApiError>({
    queryKey: queryKeyOf(endpoint, input, options.link),
    queryFn: ({ signal }) =>
      call(endpoint, input, {
        signal,
        link: options.link,
        background: options.background ?? polls !== false,
      }),
    enabled: options.enabled ?? true,
    // What is refused or not there is not asked for again and again.
    refetchInterval: polls === false ? false : ({ state }) => (isRefusal(state.error) ? false : polls),
    ...(options.fresh === undefined ? {} : { staleTime: options.fresh }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/**
 * True when there is no network for a read: TanStack pauses it where the browser knows that, else it fails, and is tried again.
 * What was read before still stands in `data`.
 */
export const isAway = ({
  fetchStatus,
  error,
  failureReason,
}: Pick<UseQueryResult<unknown, ApiError>, 'fetchStatus' | 'error' | 'failureReason'>): boolean =>
  fetchStatus === 'paused' || (error ?? failureReason)?.code === 'network.away';

const isRefusal = (error: ApiError | null): boolean => error?.status === 403 || error?.status === 404;
