import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { roleContract } from './role.contract.ts';

/** Switching a role off asks for the number of people it meets. */
export function useDeactivate(onDone: () => void) {
  return useCommand(roleContract.deactivate, {
    onDone: ({ ended }) => {
      notice.ok(ended === 1 ? 'The role is off; 1 grant ended.' : `The role is off; ${ended} grants ended.`);
      onDone();
    },
    onError: (error) => notice.error(error),
  });
}
