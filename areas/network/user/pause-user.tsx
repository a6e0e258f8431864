import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Modal } from '@mantine/core';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';

/** A pause for leave or an open question: sessions end, roles stay, and it ends by itself. */
export function PauseUser({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const query = useQuery(userContract.view, { userId });
  const title = `Pause ${name}?`;
  if (!query.data)
    return (
      <Modal opened onClose={onClose} title={title}>
        <QueryState query={query}>{() => null}</QueryState>
      </Modal>
    );
  return (
    <CommandDialog
      of={userAccountContract.suspend}
      title={title}
      text="All sessions end at once. Roles stay and work again after the last day."
      confirm="Pause"
      start={{ userId }}
      ifMatch={query.data.version}
      fields={{ until: { earliest: todayIst(serverNow()) } }}
      done={`${name} is paused.`}
      onClose={onClose}
    />
  );
}
