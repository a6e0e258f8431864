import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { bomContract as contract } from './bom.contract.ts';
import type { boms } from './bom.listing.ts';

type Row = Pick<ListingRow<typeof boms.endpoints.list>, 'id' | 'version' | 'model' | 'versionNo' | 'status'>;
export interface BomAsked {
  step: 'decide' | 'deactivate' | 'activate';
  row: Row;
}

/** Copies a version and opens the new one to be changed. */
export function useCopy() {
  const [, edit] = useParam('edit');
  return useCommand(contract.copy, {
    onDone: ({ id }) => {
      notice.ok('Copied. Change it before somebody decides.');
      edit(id);
    },
    onError: (error) => notice.error(error),
  });
}

export function BomDialog({ asked: { step, row }, onClose }: { asked: BomAsked; onClose: () => void }) {
  const title = `${row.model}, version ${row.versionNo}`;
  const shared = { start: { id: row.id }, ifMatch: row.version, refresh: ['wow-bom', 'wow-order'], onClose };
  if (step === 'decide')
    return (
      <CommandDialog
        {...shared}
        of={contract.decide}
        title={title}
        text={
          row.status === 'C2 APPROVED'
            ? 'This is the last approval: the version becomes the active one, and the one before inactive.'
            : 'Approving passes it to the next approver.'
        }
        confirm="Decide"
        done="Decided."
      />
    );
  if (step === 'deactivate')
    return (
      <CommandDialog
        {...shared}
        of={contract.deactivate}
        title={`Deactivate ${title}?`}
        text="No WOW kit of this model can be ordered until another version is active."
        confirm="Deactivate"
        danger
        done="Deactivated."
      />
    );
  return (
    <CommandDialog
      {...shared}
      of={contract.activate}
      title={`Make ${title} active?`}
      text="WOW kits are ordered by it from now on."
      confirm="Activate"
      done="Active again."
    />
  );
}
