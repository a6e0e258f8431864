import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { BatchProgress } from '@aangan/web/batch/batch-progress.tsx';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { ListTotals } from '@aangan/web/list/list-totals.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, moneyColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSureCommand } from '../use-sure-command.tsx';
import '../finance-look.tsx';
import { approvalBatch, feeAssignmentContract } from './fee-assignment.contract.ts';

export type QueueRow = OutputOf<typeof feeAssignmentContract.queue>['rows'][number];

const columns: Column<QueueRow>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 190,
    sort: 'childLabel',
    cell: (row) => row.childLabel,
    second: (row) => row.className ?? undefined,
  },
  { id: 'centre', label: 'Centre', minWidth: 130, cell: (row) => row.franchiseeName },
  { id: 'plan', label: 'Plan', minWidth: 200, cell: (row) => row.planName, second: (row) => row.optionName },
  moneyColumn('gross', 'Gross', (row) => row.gross, { hidden: true }),
  {
    id: 'deviation',
    label: 'Concession',
    width: 150,
    align: 'end',
    sort: 'deviationBp',
    cell: (row) => (row.deviationAmount === 0 ? 'Standard' : formatRupees(row.deviationAmount)),
    second: (row) => (row.deviationAmount === 0 ? undefined : formatPercent(row.deviationBp)),
  },
  moneyColumn('net', 'Net', (row) => row.net, { sort: 'net' }),
  {
    id: 'level',
    label: 'Level',
    width: 150,
    cell: (row) => (row.approvalCode ? <Tag tone="warning">{row.approvalCode}</Tag> : '–'),
  },
  { id: 'by', label: 'Submitted by', width: 150, cell: (row) => row.submittedByName ?? '–' },
  instantColumn('submittedAt', 'Waiting since', (row) => row.submittedAt, { sort: 'submittedAt' }),
];

export function ApprovePlanList() {
  const list = useList(feeAssignmentContract.queue, {
    filters: [{ name: 'deviation', label: 'With concession', kind: 'boolean' }],
  });
  const [asked, setAsked] = useState<{ row: QueueRow; what: 'approve' | 'reject' } | null>(null);
  const [all, setAll] = useState<readonly QueueRow[]>([]);
  return (
    <PageFrame title="Fee plans to approve" count={list.total ?? undefined} context="centre" fill>
      <ListTotals list={list} sums={{ gross: 'Gross', concession: 'Concession', net: 'Net' }} />
      <DataTable
        name="fee-assignment"
        label="Fee plans that wait for approval"
        list={list}
        columns={columns}
        fill
        searchHint="Child or plan"
        rowLink={(row) => `/approve-plan/plan-details/${row.reference}`}
        actions={(row) => [
          {
            label: 'Approve',
            frequent: true,
            hidden: !row.can['approve'],
            run: () => setAsked({ row, what: 'approve' }),
          },
          {
            label: 'Reject',
            frequent: true,
            danger: true,
            hidden: !row.can['reject'],
            run: () => setAsked({ row, what: 'reject' }),
          },
        ]}
        bulk={[
          {
            label: (n) => `Approve ${n} standard plans`,
            run: (rows) => {
              const standard = rows.filter((row) => row.deviationAmount === 0 && row.can['approve']);
              if (standard.length < rows.length)
                notice.warn('Only plans without a concession, submitted by others, are approved together.');
              setAll(standard);
            },
          },
        ]}
        empty={{
          title: 'Nothing waits for you.',
          help: 'Fee plans appear here when somebody submits them for a child.',
        }}
      />
      {asked ? <DecideAssignment {...asked} onClose={() => setAsked(null)} /> : null}
      {all.length > 0 ? <ApproveAll rows={all} onClose={() => setAll([])} /> : null}
    </PageFrame>
  );
}

type Decided = Pick<QueueRow, 'id' | 'franchiseeId' | 'childLabel' | 'net' | 'version'>;

/** Approve or reject one child's plan; a refusal stays in the dialog. */
export function DecideAssignment({
  row,
  what,
  onClose,
}: {
  row: Decided;
  what: 'approve' | 'reject';
  onClose: () => void;
}) {
  const refresh = { refresh: ['student-ledger', 'finance'] };
  const approve = useSureCommand(feeAssignmentContract.approve, {
    ...refresh,
    onDone: ({ active }) =>
      notice.ok(active ? 'Approved and billed.' : 'Approved. It is billed when the admission is confirmed.'),
  });
  const reject = useSureCommand(feeAssignmentContract.reject, {
    ...refresh,
    onDone: () => notice.ok('The plan went back with your reason.'),
  });
  const which = { id: row.id, franchiseeId: row.franchiseeId };
  return what === 'approve' ? (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Approve ${formatRupees(row.net)} for ${row.childLabel}?`}
      text="The instalments become payable. Enrolled children are billed at once."
      confirm="Approve plan"
      run={() => approve(which, row.version)}
    />
  ) : (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Reject the plan of ${row.childLabel}?`}
      confirm="Reject plan"
      danger
      reason={{ label: 'Reason', required: true, max: 500 }}
      run={(reason) => reject({ ...which, reason }, row.version)}
    />
  );
}

/** Each is its own decision in the books: what fails stays waiting with its reason. */
function ApproveAll({ rows, onClose }: { rows: readonly QueueRow[]; onClose: () => void }) {
  const [batchIds, setBatchIds] = useState<readonly string[] | null>(null);
  const begun = useRef(false);
  const approve = useSureCommand(feeAssignmentContract.approveMany, {
    onDone: (out) => {
      begun.current = true;
      setBatchIds(out.batchIds);
    },
  });
  if (batchIds)
    return (
      <Modal opened onClose={onClose} title="Fee plans to approve">
        <BatchProgress
          of={approvalBatch}
          ids={batchIds}
          refresh={['fee-assignment', 'student-ledger', 'finance']}
          onClose={onClose}
        />
      </Modal>
    );
  return (
    <ConfirmDialog
      opened
      onClose={() => {
        if (!begun.current) onClose();
      }}
      title={`Approve ${rows.length} standard plans?`}
      text={`${formatRupees(rows.reduce((sum, row) => sum + row.net, 0))} in all, without any concession.`}
      confirm={`Approve ${rows.length} plans`}
      run={() => approve({ rows: rows.map(({ id, version }) => ({ id, version })) })}
    />
  );
}
