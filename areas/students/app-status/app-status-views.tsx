import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { ReportTable } from '@aangan/web/report/report-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { studentModules } from '../modules.ts';
import { appCoverage, appStatuses } from './app-status.listing.ts';

stateTable('app-status', {
  ACTIVE: ['success', 'Active'],
  DORMANT: ['warning', 'Dormant'],
  INVITED: ['info', 'Invited'],
  NOT_INVITED: ['neutral', 'Never invited'],
  NO_MOBILE: ['danger', 'No mobile'],
  RESTRICTED: ['neutral', 'Restricted'],
});

type Row = ListingRow<typeof appStatuses.endpoints.list>;

function Guardians() {
  const opens = useSession().holds(studentModules.student, true);
  return (
    <ListingTable
      of={appStatuses}
      list={useListing(appStatuses)}
      // Inviting is done at the child, where its guardians are.
      {...(opens ? { rowLink: (row: Row) => `/students/edit/${row.studentId}` } : {})}
      cells={{
        child: { second: (row: Row) => row.centre },
        status: { cell: (row: Row) => <StatusTag area="app-status" state={row.status} /> },
      }}
      searchHint="Child or guardian"
      empty={{ title: 'No guardians here.', help: 'Choose the year in which children are enrolled.' }}
    />
  );
}

/** /ie-app-status/parentsStatusReport */
export function AppStatusViews() {
  return (
    <PageFrame title="Parents’ app status" context="centre-year">
      <PageTabs
        param="view"
        tabs={[
          { value: 'coverage', label: 'Coverage', content: <ReportTable of={appCoverage} /> },
          { value: 'guardians', label: 'Guardians', content: <Guardians /> },
        ]}
      />
    </PageFrame>
  );
}
