import { call } from '@aangan/web/api/call.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { userContract } from './user.contract.ts';

/** Asks why and switches a person off; the version is read just before, so a list's old row does not matter. */
export function DisableUser({
  userId,
  name,
  onClose,
}: {
  userId: string;
  name: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const run = async (reason: string) => {
    const { version } = await call(userContract.view, { userId });
    await call(userContract.disable, { userId, reason }, { ifMatch: version });
    notice.ok(`${name} is switched off.`);
    await client.invalidateQueries();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Switch ${name} off?`}
      text="All sessions and roles end at once. The history stays."
      confirm="Switch off"
      danger
      reason={{ label: 'Reason', required: true, max: 200 }}
      run={run}
    />
  );
}
