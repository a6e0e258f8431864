import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { franchiseeContract } from './franchisee.contract.ts';

/** Centres to another zone: its managers reach them at once, the way stays in the history. */
export function MoveZone({
  centres,
  onClose,
}: {
  centres: readonly { id: number; label: string }[];
  onClose: () => void;
}) {
  return (
    <CommandDialog
      of={franchiseeContract.moveZone}
      title={centres.length === 1 ? `Move ${centres[0]?.label}` : `Move ${centres.length} centres`}
      text="The managers of the new zone reach these centres at once, those of the old one no longer."
      confirm="Move"
      start={{ franchiseeIds: centres.map((one) => one.id) }}
      refresh={['franchisee', 'zone']}
      done={({ moved }) => (moved === 1 ? '1 centre moved.' : `${moved} centres moved.`)}
      onClose={onClose}
    />
  );
}
