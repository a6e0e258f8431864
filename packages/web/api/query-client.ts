import {
  focusManager,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const WAITS_MS = [1000, 3000, 9000];

/**
 * Drops first answers that are still on their way, too: what they read may be older than what made us ask again, and
 * TanStack starts a read anew only where an answer is there already.
 */
class ReadingClient extends QueryClient {
  override invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.data === undefined && query.state.fetchStatus !== 'idle' && query.isActive())
        void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** Reads are repeated after 1, 3 and 9 s while the server is away; a refusal is an answer and is not repeated. */
export const queryClient = new ReadingClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < WAITS_MS.length &&
        error instanceof ApiError &&
        (error.status === 503 || error.code === 'network.away'),
      retryDelay: (attempt) => WAITS_MS[attempt] ?? 9000,
    },
    // Left to itself TanStack holds a change back while the device is offline and sends it later: money must never wait
    // (promise B3), and what may wait has a queue of its own.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** While held, nothing polls and nothing is read again, and what was on its way is given up: for the moment of leaving. */
export function holdReads(held: boolean): void {
  focusManager.setFocused(held ? false : undefined);
  if (held) void queryClient.cancelQueries();
}
