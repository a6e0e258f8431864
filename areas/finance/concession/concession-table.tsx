import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable } from '@aangan/web/listing/listing-table.tsx';
import { useState } from 'react';
import '../finance-look.tsx';
import { ConcessionDialog, ConcessionDrawer, type ConcessionStep } from './concession-drawer.tsx';
import { studentConcessions } from './student-concession.listing.ts';

export type ConcessionRow = ListingRow<typeof studentConcessions.endpoints.list>;

/** Concessions asked for, with the steps a person may take. */
export function ConcessionTable({
  list,
  of = studentConcessions,
}: {
  list: ListModel<ConcessionRow>;
  of?: typeof studentConcessions;
}) {
  const [asked, setAsked] = useState<{ row: ConcessionRow; step: ConcessionStep } | null>(null);
  return (
    <>
      <ListingTable
        of={of}
        list={list}
        drawer={ConcessionDrawer}
        cells={{
          childName: { minWidth: 160, second: (row) => row.centre },
          code: { cell: (row) => levelText(row) },
          status: { second: (row) => (row.onRunningPlan ? null : 'with its plan') },
        }}
        actions={(row) => [
          {
            label: 'Approve',
            frequent: true,
            hidden: !row.can.approve,
            run: () => setAsked({ row, step: 'approve' }),
          },
          {
            label: 'Reject',
            danger: true,
            hidden: !row.can.reject,
            run: () => setAsked({ row, step: 'reject' }),
          },
          {
            label: 'Revoke',
            danger: true,
            hidden: !row.can.revoke,
            run: () => setAsked({ row, step: 'revoke' }),
          },
        ]}
        searchHint="Child, centre or plan"
        empty={{
          title: 'Nothing waits for you',
          help: 'Concessions that centres ask for running plans, and those given with a plan, stand here.',
        }}
      />
      {asked ? <ConcessionDialog row={asked.row} step={asked.step} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

// The tiles count concessions of both kinds, so they stand only where both are listed.
const { tiles: _tiles, ...ofServices } = studentConcessions;

/** Those of service plans alone, for a tab of services. */
export function ServiceConcessions() {
  const list = useList(studentConcessions.endpoints.list as Endpoint, {
    sort: studentConcessions.sort,
    input: { module: ['SERVICE'] },
  });
  return (
    <ConcessionTable
      of={ofServices as typeof studentConcessions}
      list={list as ListModel<unknown> as ListModel<ConcessionRow>}
    />
  );
}

/** What is missing to decide, where it waits for a level this person does not have. */
export const levelText = (row: Pick<ConcessionRow, 'status' | 'code' | 'can' | 'onRunningPlan'>): string =>
  row.status === 'PENDING' && row.onRunningPlan && !row.can['approve']
    ? `Needs ${levelName(row.code).toLowerCase()}`
    : levelName(row.code);

/** 'CONCESSION_L2' to 'Level 2', as the settings of concessions count them. */
const levelName = (code: string): string => code.replace(/^[A-Z_]+_L(?=\d+$)/, 'Level ');
