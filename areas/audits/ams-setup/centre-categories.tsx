import { addDays, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { useState } from 'react';
import '../audits-look.tsx';
import { OVERRIDE_MOST } from './ams-words.ts';
import { centreCategoryContract as contract } from './centre-category.contract.ts';
import { centreCategoryList } from './centre-category.listing.ts';

type Row = ListingRow<typeof centreCategoryList.endpoints.list>;

const cells = {
  category: { cell: (row: Row) => <StatusTag area="centre-category" state={row.category} /> },
  overridden: { second: (row: Row) => row.reason },
  expiresOn: { second: (row: Row) => row.overriddenBy },
};

/** /amsv1/centerCategory: which category each centre has; two audits decide it, or an override for a while. */
export function CentreCategories() {
  const list = useListing(centreCategoryList);
  const [changed, change] = useState<Row | null>(null);
  const ask = useConfirm();
  const clear = useCommand(contract.clear, {
    onDone: () => notice.ok('The override is taken back.'),
    onError: (error) => notice.error(error),
  });
  const askClear = async (row: Row) => {
    const sure = await ask({
      title: `Take back the override of ${row.centre}?`,
      text: 'It has the category of its audits again, or is new while it has none.',
      confirm: 'Take back',
    });
    if (sure) await clear.run({ franchiseeId: row.franchiseeId });
  };
  return (
    <PageFrame title={centreCategoryList.title} count={list.total ?? undefined} fill>
      <ListingTable
        of={centreCategoryList}
        list={list}
        cells={cells}
        searchHint="Centre or city"
        actions={(row) => [
          {
            label: 'Override',
            edit: true,
            frequent: true,
            hidden: !row.can.override,
            run: () => change(row),
          },
          { label: 'Take override back', hidden: !row.can.clear, run: () => void askClear(row) },
        ]}
        empty={{
          title: 'No centres here',
          help: 'Every open centre of your zones stands here with its category.',
        }}
      />
      {changed && (
        <CommandDialog
          of={contract.override}
          title={`Category of ${changed.centre}`}
          text="It says how often the centre is visited, from the next cycle on. The override ends by itself."
          confirm="Override category"
          start={{
            franchiseeId: changed.franchiseeId,
            expiresOn: addDays(todayIst(serverNow()), OVERRIDE_MOST / 2),
          }}
          done="The category is overridden."
          onClose={() => change(null)}
        />
      )}
    </PageFrame>
  );
}
