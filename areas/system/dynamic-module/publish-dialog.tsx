import { useCommand } from '@aangan/web/api/use-command.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { type DynamicModule, dynamicModuleContract } from './dynamic-module.contract.ts';

interface Props {
  row: DynamicModule;
  /** Null = closed. */
  asked: 'publish' | 'retire' | null;
  onClose: () => void;
}

/** Asks before an item enters or leaves people's menus, and does it. */
export function PublishDialog({ row, asked, onClose }: Props) {
  const told = { refresh: ['menu', 'dashboard'] };
  const publish = useCommand(dynamicModuleContract.publish, {
    ...told,
    onDone: () => notice.ok('It is in the menu within a second.'),
    onError: (e) => notice.error(e),
  });
  const retire = useCommand(dynamicModuleContract.retire, {
    ...told,
    onDone: () => notice.ok('It is out of every menu.'),
    onError: (e) => notice.error(e),
  });
  return (
    <ConfirmDialog
      opened={asked !== null}
      onClose={onClose}
      title={asked === 'retire' ? `Retire ${row.label}?` : `Publish ${row.label}?`}
      text={
        asked === 'retire'
          ? 'It leaves every menu within a second. It can be published again.'
          : `${row.roles.join(', ')} see it within a second.`
      }
      confirm={asked === 'retire' ? 'Retire item' : 'Publish item'}
      danger={asked === 'retire'}
      run={() =>
        (asked === 'retire' ? retire : publish).run({ uniqueId: row.uniqueId }, { ifMatch: row.version })
      }
    />
  );
}
