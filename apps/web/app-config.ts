import { configRead } from '@aangan/contract/app-config.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';

/** The public configuration, or null until it is known. */
export const useAppConfig = () =>
  useQuery(configRead, {}, { background: true, fresh: 5 * 60_000 }).data ?? null;
