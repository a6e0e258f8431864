// /transport/assigned-bus-route-student: who rides on which route.
import { todayIst } from '@aangan/contract/period.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { routeAssignmentContract as contract } from './route-assignment.contract.ts';
import { routeAssignments } from './route-assignment.listing.ts';
import { assignmentLabels } from './route-assignment.states.ts';

stateTable('route-assignment', {
  HELD: ['warning', assignmentLabels.HELD],
  ACTIVE: ['success', assignmentLabels.ACTIVE],
  ENDED: ['neutral', assignmentLabels.ENDED],
});

export type AssignmentRow = ListingRow<typeof routeAssignments.endpoints.list>;
export const ASSIGNED = '/transport/assigned-bus-route-student';
const NEW = '/transport/assign-bus-route-to-student';
const editPath = (id: string): string =>
  pathWithId('/transport/edit-assign-bus-route-to-student/{assinedID}', id);
const cells = {
  child: { minWidth: 180, second: (row: AssignmentRow) => row.admissionNo },
  state: stateColumn('route-assignment', (row: AssignmentRow) => row.state, { id: 'state', label: 'Seat' }),
};

export function AssignedStudents() {
  const list = useListing(routeAssignments);
  const navigate = useNavigate();
  const [ending, end] = useState<AssignmentRow | null>(null);
  const mayWrite = useSession().holds(contract.assign.module, true);
  const add = { label: 'Assign bus route', to: NEW, icon: <IconPlus {...icon} />, hidden: !mayWrite };
  return (
    <PageFrame
      title={routeAssignments.title}
      count={list.total ?? undefined}
      context="centre-year"
      primary={add}
      fill
    >
      <ListingTable
        of={routeAssignments}
        list={list}
        cells={cells}
        searchHint="Child, admission number or route"
        rowLink={(row) => (row.can.edit ? editPath(row.id) : null)}
        actions={(row) => [
          { label: 'Change', edit: true, hidden: !row.can.edit, run: () => void navigate(editPath(row.id)) },
          { label: 'End', danger: true, hidden: !row.can.end, run: () => end(row) },
        ]}
        empty={{
          title: 'No child rides yet.',
          help: 'Give a child a seat on a bus route with a vehicle and stops.',
          action: add,
        }}
      />
      {ending && <EndSeat row={ending} onClose={() => end(null)} />}
    </PageFrame>
  );
}

export const EndSeat = ({ row, onClose }: { row: AssignmentRow; onClose: () => void }) => (
  <CommandDialog
    of={contract.end}
    title={`End the seat of ${row.child}`}
    text={
      row.service
        ? `On ${row.route}. The service "${row.service}" and its fare go on until it is stopped in Services.`
        : `On ${row.route}.`
    }
    confirm="End seat"
    danger
    start={{ id: row.id, on: todayIst(Date.now()) }}
    ifMatch={row.version}
    refresh={['route-assignment']}
    done="The seat ends."
    onClose={onClose}
  />
);
