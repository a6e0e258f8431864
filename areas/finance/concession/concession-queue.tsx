import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Group, SegmentedControl } from '@mantine/core';
import '../finance-look.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { useState } from 'react';
import { ConcessionDialog, ConcessionDrawer, type ConcessionStep } from './concession-drawer.tsx';
import { studentConcessions } from './student-concession.listing.ts';

type Row = ListingRow<typeof studentConcessions.endpoints.list>;

/** /approve-concession/list: concessions that wait, and those that were decided; of academic plans and of services. */
export function ConcessionQueue() {
  const list = useListing(studentConcessions);
  const [module, setModule] = useParam('module');
  const [asked, setAsked] = useState<{ row: Row; step: ConcessionStep } | null>(null);
  return (
    <PageFrame title="Concessions to approve" count={list.total ?? undefined} context="centre" fill>
      <Group mb="sm">
        <SegmentedControl
          aria-label="For"
          value={module ?? ''}
          onChange={(value) => setModule(value || null)}
          data={[
            { value: '', label: 'All' },
            { value: 'ACADEMIC', label: 'Academic' },
            { value: 'SERVICE', label: 'Services' },
          ]}
        />
      </Group>
      <ListingTable
        of={studentConcessions}
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
    </PageFrame>
  );
}

/** What is missing to decide, where it waits for a level this person does not have. */
export const levelText = (row: Pick<Row, 'status' | 'code' | 'can' | 'onRunningPlan'>): string =>
  row.status === 'PENDING' && row.onRunningPlan && !row.can['approve'] ? `Needs ${row.code}` : row.code;
