import { formatWeekdays } from '@aangan/contract/weekday.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import '../audits-look.tsx';
import { editPath, zonePath } from './allocation-paths.ts';
import { amAllocationContract as contract } from './am-allocation.contract.ts';
import { amAllocations } from './am-allocation.listing.ts';

type Row = ListingRow<typeof amAllocations.endpoints.list>;
const cells = {
  status: { cell: (row: Row) => <StatusTag area="ams-allocation" state={row.status} /> },
  visitsPerDay: { second: (row: Row) => `Off: ${formatWeekdays(row.weeklyOff)}` },
};
const ADD = { label: 'Add AM', to: '/ams/addAM', icon: <IconPlus {...icon} /> };

/** /ams/am-allocation: academic managers with zone, base city and load. */
export function AmList() {
  const list = useListing(amAllocations);
  const navigate = useNavigate();
  const mayWrite = useSession().holds(contract.add.module, true);
  return (
    <PageFrame
      title={amAllocations.title}
      count={list.total ?? undefined}
      primary={mayWrite ? ADD : undefined}
      fill
    >
      <ListingTable
        of={amAllocations}
        list={list}
        cells={cells}
        searchHint="Person, zone or city"
        rowLink={(row) => editPath(row.id)}
        actions={(row) => [
          {
            label: 'Change',
            edit: true,
            frequent: true,
            hidden: !row.can.change,
            run: () => void navigate(editPath(row.id)),
          },
          { label: 'Centres of the zone', run: () => void navigate(zonePath(row.zoneId)) },
        ]}
        empty={{
          title: 'No academic managers yet',
          help: 'An academic manager has a zone and visits the centres allocated there.',
          ...(mayWrite ? { action: ADD } : {}),
        }}
      />
    </PageFrame>
  );
}
