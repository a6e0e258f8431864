import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { studentModules } from '../modules.ts';
import { runPath } from './promotion-look.tsx';
import { promotionPolicy } from './promotion-policy.record.ts';
import { promotionChildren, promotionRuns } from './promotion-run.listing.ts';

/** /student-promotion/all: runs of the year, every child with its decision, and the policies. */
export const PromotionAll = () => (
  <PageFrame title="All promotions" context="centre-year">
    <PageTabs
      tabs={[
        { value: 'runs', label: 'Runs', content: <Runs /> },
        { value: 'children', label: 'Children', content: <Children /> },
        {
          value: 'policies',
          label: 'Policies',
          content: (
            <RecordTab
              record={promotionPolicy}
              help="How children of a class move up. A centre’s own rule goes before the network’s; without one the next class of the class holds, with no limits."
              start={{ ageCheck: true, sectionRule: 'SAME_NAME', planRule: 'STANDARD' }}
            />
          ),
        },
      ]}
    />
  </PageFrame>
);

const Runs = () => (
  <ListingTable
    of={promotionRuns}
    list={useListing(promotionRuns)}
    rowLink={(row) => runPath(row.id)}
    empty={{ title: 'No promotion runs yet', help: 'Evaluate a class under Promotion.' }}
  />
);

function Children() {
  const writes = useSession().holds(studentModules.student, true);
  return (
    <ListingTable
      of={promotionChildren}
      list={useListing(promotionChildren)}
      rowLink={(row) => (writes ? `/students/edit/${row.studentId}` : null)}
      searchHint="Child, admission no., class or centre"
      empty={{ title: 'No children in this year' }}
    />
  );
}
