import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import '../training-look.tsx';
import { gateStandings } from '../gate/gate-standing.listing.ts';
import { trainingGate } from '../gate/training-gate.record.ts';
import { recordPath } from './record-path.web.ts';

/** Tab Gates of the performance board. */
export const GateList = () => (
  <RecordTab
    record={trainingGate}
    help="A certificate that is asked for some work. A gate closes nothing; “Who lacks what” names who has to get it."
    start={{ staffCategories: ['TEACHING'], graceDays: 30 }}
    refresh={['gate-standing']}
  />
);

/** Tab Who lacks what. */
export function StandingList() {
  const list = useListing(gateStandings);
  return (
    <ListingTable
      of={gateStandings}
      list={list}
      cells={{
        staff: { minWidth: 180, second: (row) => row.employeeCode },
        state: { cell: (row) => <StatusTag area="gate-standing" state={row.state} /> },
      }}
      searchHint="Name, employee code or certificate"
      rowLink={(row) => recordPath(row.staffId)}
      empty={{
        title: 'No certificate is asked of anybody here',
        help: 'Head office says under Gates which work asks for which certificate, and from when.',
      }}
    />
  );
}
