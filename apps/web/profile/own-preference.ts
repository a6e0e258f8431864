import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { profileContract } from '../../../areas/shell/profile.contract.ts';
import { useShell } from '../session-state.ts';

export type OwnPreference = OutputOf<typeof profileContract.get>['preference'];

/** What the user chose for every device; null until it is known. The server keeps it. */
export function useOwnPreference(): OwnPreference | null {
  const { phase } = useShell();
  const profile = useQuery(
    profileContract.get,
    {},
    { enabled: phase === 'in', background: true, fresh: 10 * 60_000 },
  );
  return profile.data?.preference ?? null;
}

/** Keeps a part of it; everything that shows it is drawn anew. */
export function useSavePreference() {
  const save = useCommand(profileContract.savePreference, {
    refresh: ['profile'],
    onError: (error) => notice.error(error),
  });
  return {
    save: (part: InputOf<typeof profileContract.savePreference>) => void save.run(part),
    saving: save.running,
  };
}
