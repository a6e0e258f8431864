import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useNavigate } from 'react-router';
import '../audits-look.tsx';
import { auditsModules as m } from '../modules.ts';
import { firstAudits } from './first-audit.listing.ts';

type Row = ListingRow<typeof firstAudits.endpoints.list>;

/** /amsv1/centerFirstAudit: whose first audit is due, the overdue ones first. */
export function FirstAudits() {
  const list = useListing(firstAudits);
  const navigate = useNavigate();
  const { holds, me } = useSession();
  return (
    <PageFrame title="First audits" count={list.total ?? undefined} fill context="centre">
      <ListingTable
        of={firstAudits}
        list={list}
        cells={{
          centre: { second: (row: Row) => row.city },
          status: { cell: (row: Row) => <StatusTag area="first-audit" state={row.status} /> },
        }}
        searchHint="Centre or city"
        actions={(row: Row) => [
          {
            label: 'Plan the visit',
            hidden: row.amUserId !== me?.id || !holds(m.AMSSchedule, true),
            run: () => void navigate('/amsv1/createViewSchedule'),
          },
          {
            label: 'Allocate the centre',
            hidden: row.manager !== null || !holds(m.AMSAllocation, true),
            run: () => void navigate('/amsv1/allocateCenter'),
          },
        ]}
        empty={{
          title: 'Every new centre has had its first audit.',
          help: 'A centre stands here from its opening until its first audit is published.',
        }}
      />
    </PageFrame>
  );
}
