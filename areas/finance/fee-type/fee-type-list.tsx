import type { RowOf } from '@aangan/contract/record.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { HistoryDrawer } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useState } from 'react';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import { accountName } from '../ledger/chart.ts';
import { financeModules } from '../modules.ts';
import { useSureCommand } from '../use-sure-command.tsx';
import '../finance-look.tsx';
import { feeTypeContract } from './fee-type.contract.ts';
import { feeType } from './fee-type.record.ts';

type Row = RowOf<typeof feeType.fields>;
type Asked = { row: Row; what: 'approve' | 'reject' | 'retire' | 'history' };

/** 'DAY_CARE' to 'Day care': the code of a tax rate as people say it. */
const codeWords = (code: string | null | undefined): string | null | undefined =>
  code && code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');

const columns: Column<Row>[] = [
  {
    id: 'name',
    label: 'Name',
    minWidth: 200,
    sort: 'name',
    cell: (row) => row.name,
    second: (row) => row.code,
  },
  {
    id: 'componentKind',
    label: 'Kind',
    width: 130,
    sort: 'componentKind',
    cell: (row) => componentKindTitles[row.componentKind as keyof typeof componentKindTitles],
  },
  {
    id: 'account',
    label: 'Account',
    minWidth: 170,
    cell: (row) => row.incomeAccount,
    second: (row) => accountName(row.incomeAccount ?? ''),
  },
  textColumn('taxCode', 'Tax', (row) => codeWords(row.taxCode), { second: (row) => row.sac }),
  {
    id: 'royaltyBase',
    label: 'Royalty',
    width: 130,
    cell: (row) => ({ NONE: 'None', GROSS: 'Gross', NET: 'Net' })[row.royaltyBase as 'NONE'],
  },
  stateColumn('fee-type', (row) => row.status),
];

export function FeeTypeList() {
  const list = useList(feeType);
  const { holds } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const writes = holds(financeModules.feeStructure, true);
  return (
    <PageFrame
      title="Fee types"
      count={list.total ?? undefined}
      fill
      primary={writes ? { label: 'Add fee type', to: '/fee-types/create-FeeType' } : undefined}
    >
      <DataTable
        name="fee-type"
        label="Fee types"
        list={list}
        columns={columns}
        fill
        newLink={writes ? '/fee-types/create-FeeType' : undefined}
        exportWith={feeType.endpoints.export}
        actions={(row) => [
          {
            label: 'Approve',
            frequent: true,
            hidden: !writes || row.status !== 'PENDING',
            run: () => setAsked({ row, what: 'approve' }),
          },
          {
            label: 'Reject',
            danger: true,
            hidden: !writes || row.status !== 'PENDING',
            run: () => setAsked({ row, what: 'reject' }),
          },
          {
            label: 'Retire',
            danger: true,
            hidden: !writes || row.status !== 'APPROVED',
            run: () => setAsked({ row, what: 'retire' }),
          },
          { label: 'History', frequent: true, run: () => setAsked({ row, what: 'history' }) },
        ]}
        empty={{
          title: 'No fee types',
          help: 'A fee type is a head such as Tuition Fees; plans are made of them.',
        }}
      />
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}

function Decide({ row, what, onClose }: Asked & { onClose: () => void }) {
  const approve = useSureCommand(feeTypeContract.approve, {
    onDone: () => notice.ok('The fee type is approved.'),
  });
  const reject = useSureCommand(feeTypeContract.reject, {
    onDone: () => notice.ok('The fee type is rejected.'),
  });
  const retire = useSureCommand(feeTypeContract.retire, {
    onDone: () => notice.ok('The fee type is retired. Plans that use it keep it.'),
  });
  const id = String(row.id);
  if (what === 'history')
    return <HistoryDrawer kind="fee-type" id={id} title={`History of ${row.name}`} onClose={onClose} />;
  if (what === 'approve')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={`Approve ${row.name}?`}
        text="Plans may use it from now on."
        confirm="Approve fee type"
        run={() => approve({ id }, row.version)}
      />
    );
  if (what === 'retire')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={`Retire ${row.name}?`}
        text="New plans cannot use it any more. Plans and bills that have it stay as they are."
        confirm="Retire fee type"
        danger
        run={() => retire({ id }, row.version)}
      />
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Reject ${row.name}?`}
      confirm="Reject fee type"
      danger
      reason={{ label: 'Reason', required: true, max: 500 }}
      run={(reason) => reject({ id, reason }, row.version)}
    />
  );
}
