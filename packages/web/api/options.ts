import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { send } from './send.ts';

export interface Option {
  id: string | number;
  label: string;
}

export type OptionSearch = (q: string) => Promise<readonly Option[]>;

interface OptionsQuery {
  q?: string | undefined;
  ids?: readonly (string | number)[] | undefined;
}

/** Entries of a record by name, for pickers: `GET /api/<record>/options`. */
export async function fetchOptions(
  record: string,
  { q, ids }: OptionsQuery,
  signal?: AbortSignal,
  link?: string,
): Promise<readonly Option[]> {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (ids) params.set('ids', JSON.stringify(ids));
  const text = params.toString();
  const reply = await send({
    method: 'GET',
    path: `/api/${record}/options${text ? `?${text}` : ''}`,
    signal,
    background: true,
    link,
  });
  return (reply as { rows: readonly Option[] }).rows; // shaped by the record's options contract
}

/** The picker's entries for a search text, and the labels of chosen ids; the old entries stay while new ones are read. */
export function useOptions(
  record: string | undefined,
  query: OptionsQuery,
  enabled = true,
): UseQueryResult<readonly Option[], ApiError> {
  return useQuery<readonly Option[], ApiError>({
    queryKey: [`${record}.options`, query.q ?? '', query.ids ?? null, connection.context()],
    queryFn: ({ signal }) => fetchOptions(record ?? '', query, signal),
    enabled: enabled && record !== undefined,
    staleTime: 60_000,
    placeholderData: (before) => (query.ids ? undefined : before),
  });
}
