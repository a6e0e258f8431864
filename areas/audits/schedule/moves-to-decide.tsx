import { formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { amsVisits } from './ams-visit.listing.ts';
import { slots } from './visit.states.ts';
import { movedTo, useVisitSteps, type VisitOfList } from './visit-steps.tsx';

/** Moves that academic managers asked for. */
export function MovesToDecide() {
  const query = useQuery(amsVisits.endpoints.list, {
    status: ['MOVE_REQUESTED'],
    sort: 'plannedOn',
    limit: 100,
  });
  const { ask, dialog } = useVisitSteps();
  return (
    <>
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No move waits."
              help="A third move of a visit, or one into another month, is decided here."
            />
          ) : (
            <ShortTable<VisitOfList>
              label="Moves to decide"
              rows={rows}
              keyOf={(row) => row.id}
              columns={[
                textColumn('centre', 'Centre', (row) => row.centre),
                textColumn('person', 'Academic manager', (row) => row.person),
                textColumn(
                  'from',
                  'Planned',
                  (row) => `${formatDate(row.plannedOn)}, ${slots[row.slot].toLowerCase()}`,
                ),
                textColumn('to', 'Asked for', (row) => movedTo(row)),
                textColumn('reason', 'Reason', (row) => row.reason),
                textColumn('moves', 'Moves so far', (row) => String(row.moves)),
                buttonColumn<VisitOfList>('Decide', {
                  says: (row) => `Decide on the move of ${row.centre}`,
                  run: (row) => ask('decide', row),
                  when: (row) => row.can.decide,
                }),
              ]}
            />
          )
        }
      </QueryState>
      {dialog}
    </>
  );
}
