import { CardBoard } from '@aangan/web/board/card-board.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import './wow-look.tsx';
import { wowBoard } from './wow-board.contract.ts';
import { type WowAsked, WowDialog } from './wow-dialogs.tsx';
import { wowOrderContract } from './wow-order.contract.ts';
import { wowOrders } from './wow-order.listing.ts';
import { confirmPath, ORDERING, orderPath, revisePath, summaryPath } from './wow-paths.ts';

/** /place-order/wow-kit/list */
export function WowList() {
  const list = useListing(wowOrders);
  const [asked, setAsked] = useState<WowAsked | null>(null);
  const writes = useSession().holds(wowOrderContract.initiate.module, true);
  const order = { label: 'Order a WOW kit', to: ORDERING, icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="WOW kit orders"
      count={list.total ?? undefined}
      fill
      context="centre"
      primary={writes ? order : undefined}
      menu={[{ label: 'Dashboard', to: '/place-order/wow-kit-dashboard' }]}
    >
      <ListingTable
        of={wowOrders}
        list={list}
        rowLink={orderPath}
        cells={{
          number: { second: (row: ListingRow<typeof wowOrders.endpoints.list>) => row.b2bId },
          madeAt: { second: (row: ListingRow<typeof wowOrders.endpoints.list>) => row.madeBy },
          status: {
            second: (row: ListingRow<typeof wowOrders.endpoints.list>) =>
              row.withdrawn ? 'Withdrawn' : null,
          },
        }}
        actions={(row) => [
          {
            label: 'Decide',
            frequent: true,
            hidden: !row.can['approve'] && !row.can['reject'],
            run: () => setAsked({ step: 'decide', row }),
          },
          { label: 'Confirm', frequent: true, to: confirmPath(row), hidden: !row.can['confirm'] },
          { label: 'Revise', to: revisePath(row), hidden: !row.can['revise'] },
          {
            label: 'Withdraw',
            danger: true,
            hidden: !row.can['withdraw'],
            run: () => setAsked({ step: 'withdraw', row }),
          },
          { label: 'Summary of the centre', to: summaryPath(row.franchiseeId) },
        ]}
        searchHint="Number, centre, model or B2B ID"
        empty={{
          title: 'No WOW kit has been initiated.',
          help: 'What a centre asks for stands here until it is approved.',
          ...(writes ? { action: order } : {}),
        }}
      />
      {asked && <WowDialog asked={asked} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

/** /place-order/wow-kit-dashboard */
export const WowDashboard = () => (
  <PageFrame title="WOW kit dashboard" context="centre">
    <CardBoard of={wowBoard} />
  </PageFrame>
);
