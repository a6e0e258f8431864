import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useState } from 'react';
import { ruleOf, type Slot } from '../form/document-slots.ts';
import '../look.tsx';
import { exceptionContract } from './exception.contract.ts';

type Row = OutputOf<typeof exceptionContract.list>['rows'][number];

const whatText = (row: Row): string =>
  row.what === 'AGE'
    ? `${String(row.detail['shortDays'] ?? '')} days too young for ${row.className}`
    : `Without: ${ruleOf(row.detail['slot'] as Slot).label}`;

const columns: Column<Row>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 180,
    cell: (row) => row.childName,
    second: (row) => row.className,
  },
  { id: 'what', label: 'Exception', minWidth: 220, cell: whatText, second: (row) => row.reason },
  { id: 'asked', label: 'Asked by', width: 150, cell: (row) => row.askedBy ?? '–' },
  instantColumn('askedAt', 'Asked', (row) => row.askedAt),
  {
    id: 'decided',
    label: 'Decided by',
    width: 150,
    cell: (row) => row.decidedBy ?? '–',
    second: (row) => row.decideReason,
  },
  stateColumn('exception', (row) => row.status),
];

/** Who asked for what, why, and the decision of somebody else. */
export function ExceptionList() {
  const list = useList(exceptionContract.list, {
    filters: [
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        options: [
          { value: 'PENDING', label: 'To decide' },
          { value: 'APPROVED', label: 'Approved' },
          { value: 'REJECTED', label: 'Rejected' },
        ],
      },
    ],
  });
  const [asked, setAsked] = useState<{ row: Row; approve: boolean } | null>(null);
  const decide = useCommand(exceptionContract.decide, {
    refresh: ['application', 'registration', 'admission'],
    onDone: (out) => notice.ok(out.status === 'APPROVED' ? 'Approved.' : 'Rejected.'),
  });
  return (
    <>
      <DataTable
        name="exception"
        label="Exceptions"
        list={list}
        columns={columns}
        actions={(row) => [
          {
            label: 'Approve',
            run: () => setAsked({ row, approve: true }),
            frequent: true,
            hidden: !row.can['decide'],
          },
          {
            label: 'Reject',
            run: () => setAsked({ row, approve: false }),
            danger: true,
            hidden: !row.can['decide'],
          },
        ]}
        empty={{
          title: 'No exceptions',
          help: 'A child some days too young, or a document that will not come, can be asked for on the form.',
        }}
      />
      {asked ? (
        <ConfirmDialog
          opened
          onClose={() => setAsked(null)}
          title={`${asked.approve ? 'Approve' : 'Reject'}: ${whatText(asked.row)}`}
          text={asked.row.reason}
          confirm={asked.approve ? 'Approve exception' : 'Reject exception'}
          danger={!asked.approve}
          reason={{ label: 'Your note', required: !asked.approve, max: 300 }}
          run={async (reason) => {
            const done = await decide.run(
              { id: asked.row.id, approve: asked.approve, ...(reason ? { reason } : {}) },
              { ifMatch: asked.row.version },
            );
            if (done === null) throw decide.error ?? new Error('This did not work. Try again.');
          }}
        />
      ) : null}
    </>
  );
}
