// Close enquiries by the day to try again; one press brings a family back.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { childColumn } from '../enquiry/child-column.tsx';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useStep } from '../enquiry/use-step.web.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

type Row = OutputOf<typeof followUpWorkContract.closed>['rows'][number];

const columns: Column<Row>[] = [
  childColumn(),
  textColumn('class', 'Class', (row) => row.className, { width: 140 }),
  textColumn('parent', 'Parent', (row) => row.guardianName, {
    minWidth: 160,
    second: (row) => row.mobileMasked,
  }),
  textColumn('reason', 'Lost because', (row) => row.lostReason, { width: 180 }),
  dayColumn('revive', 'Try again on', (row) => row.reviveOn, { width: 140 }),
  textColumn('owner', 'Owner', (row) => row.ownerName ?? 'Nobody', { width: 150 }),
  textColumn('note', 'Last note', (row) => row.lastNote, { minWidth: 200 }),
];

export function ClosedList() {
  const list = useList(followUpWorkContract.closed);
  const revive = useStep(enquiryContract.moveStage, 'The family is back in the queue.', ['follow-up']);
  return (
    <DataTable
      name="closed-enquiry"
      label="Close enquiries"
      list={list}
      columns={columns}
      searchable={false}
      rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
      actions={(row) => [
        {
          label: 'Revive',
          frequent: true,
          hidden: row.can['move'] !== true,
          run: () => revive.run({ id: row.id, action: 'revive' }, { ifMatch: row.version }),
        },
        { label: 'Open', to: `/forms/edit/${row.enquiryCode}`, hidden: row.can['move'] !== true },
      ]}
      empty={{
        title: 'No enquiry was closed',
        help: 'Families who said no stand here, by the day to try again.',
      }}
    />
  );
}
