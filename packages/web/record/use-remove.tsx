import { nounOf } from '@aangan/contract/noun.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { useCommand } from '../api/use-command.ts';
import { useText } from '../text/text.tsx';
import { notice } from '../ui/notices.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { nameOf, type Row } from './record-columns.tsx';

/** Asks and removes a row; answers whether it is gone. */
export function useRemove(record: AnyRecord): (row: Row) => Promise<boolean> {
  const t = useText();
  const confirm = useConfirm();
  const noun = nounOf(record.title);
  // A record that keeps its rows never offers this; the hook still needs some command to stand on.
  const remove = useCommand(record.endpoints.remove ?? record.endpoints.export, {
    onError: (error) => notice.error(error),
  });
  return async (row) => {
    const sure = await confirm({
      title: t('remove.title', { noun }),
      text: t('remove.text', { name: nameOf(record, row) }),
      confirm: t('remove.confirm', { noun }),
      danger: true,
    });
    if (!sure) return false;
    const output = await remove.run({ id: row.id }, { ifMatch: row.version });
    if (output !== null) notice.ok(t('remove.done'));
    return output !== null;
  };
}
