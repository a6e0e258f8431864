import { formatDate } from '@aangan/contract/period.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import '../audits-look.tsx';
import { viewPath } from '../view/audit-paths.ts';
import { amsVisits } from './ams-visit.listing.ts';
import { movedTo, useVisitSteps, type VisitOfList } from './visit-steps.tsx';

/** The list of visits with its steps, as both screens show it. */
export function VisitTable({ list }: { list: ReturnType<typeof useVisits> }) {
  const { actions, dialog } = useVisitSteps();
  const [told, tell] = useState<VisitOfList | null>(null);
  return (
    <>
      <ListingTable
        of={amsVisits}
        list={list}
        cells={{
          centre: { minWidth: 180, second: (row: VisitOfList) => row.reason },
          status: {
            cell: (row: VisitOfList) => <StatusTag area="ams-visit" state={row.status} />,
            second: (row: VisitOfList) => movedTo(row),
          },
        }}
        rowLink={(row: VisitOfList) => (row.auditId === null ? null : viewPath('AMS', row.auditId))}
        actions={(row: VisitOfList) => [...actions(row), { label: 'History', run: () => tell(row) }]}
        searchHint="Centre, academic manager or audit number"
        empty={{
          title: 'No visits here.',
          help: 'Visits stand here once an academic manager plans them.',
        }}
      />
      {dialog}
      {told && (
        <Modal
          opened
          onClose={() => tell(null)}
          size="lg"
          title={`${told.centre}, ${formatDate(told.plannedOn)}`}
        >
          <HistoryPanel kind="ams-visit" id={told.id} />
        </Modal>
      )}
    </>
  );
}

export const useVisits = () => useListing(amsVisits);
