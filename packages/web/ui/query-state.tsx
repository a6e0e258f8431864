import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { ErrorState } from './error-state.tsx';
import { TextSkeleton } from './skeletons.tsx';

/**
 * Draws a query: skeleton, error with retry, or its data. Data once shown stays while it is read again, but not when the
 * right to it was taken.
 */
export function QueryState<T>({
  query,
  skeleton,
  children,
}: {
  query: UseQueryResult<T, ApiError>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined && query.error?.status !== 403) return children(query.data);
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return skeleton ?? <TextSkeleton />;
}
