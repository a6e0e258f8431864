import type { RowOf } from '@aangan/contract/record.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { dayOf } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { HistoryDrawer } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { CopyText } from '@aangan/web/ui/values.tsx';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { financeModules } from '../modules.ts';
import { useSureCommand } from '../use-sure-command.tsx';
import '../finance-look.tsx';
import { bankAccountContract } from './bank-account.contract.ts';
import { bankAccount, bankAccountKinds } from './bank-account.record.ts';

type Row = RowOf<typeof bankAccount.fields>;
type Asked = { row: Row; what: 'verify' | 'reject' | 'close' | 'reveal' | 'history' };
const BASE = '/fee-type/transaction';

const columns: Column<Row>[] = [
  {
    id: 'holder',
    label: 'Account holder',
    minWidth: 160,
    sort: 'holder',
    cell: (row) => row.holder,
    second: (row) => `••••${row.last4}`,
  },
  {
    id: 'bank',
    label: 'Bank',
    minWidth: 140,
    sort: 'bank',
    cell: (row) => row.bank,
    second: (row) => row.branch,
  },
  { id: 'ifsc', label: 'IFSC', width: 125, cell: (row) => row.ifsc, second: (row) => row.upiVpa },
  {
    id: 'kind',
    label: 'Used for',
    minWidth: 170,
    cell: (row) => bankAccountKinds[row.kind as keyof typeof bankAccountKinds],
  },
  dayColumn('validFrom', 'In use from', (row) => row.validFrom, { width: 105 }),
  dayColumn('verifiedOn', 'Verified', (row) => row.verifiedAt && dayOf(row.verifiedAt), { width: 105 }),
  stateColumn('bank-account', (row) => row.status, { width: 175 }),
];

export function BankAccountList() {
  const list = useList(bankAccount);
  const { holds } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const writes = holds(financeModules.FeeTypeApproval, true);
  return (
    <PageFrame
      title="Bank details"
      count={list.total ?? undefined}
      context="centre"
      fill
      primary={writes ? { label: 'Add bank account', to: `${BASE}/bank-details-save` } : undefined}
    >
      <DataTable
        name="bank-account"
        label="Bank accounts"
        list={list}
        columns={columns}
        fill
        newLink={writes ? `${BASE}/bank-details-save` : undefined}
        actions={(row) => [
          {
            label: 'Verify',
            frequent: true,
            hidden: !writes || row.status !== 'PENDING',
            run: () => setAsked({ row, what: 'verify' }),
          },
          {
            label: 'Reject',
            danger: true,
            hidden: !writes || row.status !== 'PENDING',
            run: () => setAsked({ row, what: 'reject' }),
          },
          {
            label: 'Change',
            edit: true,
            hidden: !writes || row.status !== 'VERIFIED',
            to: `${BASE}/bank-details-edit/${row.id}`,
          },
          { label: 'Show number', hidden: !writes, run: () => setAsked({ row, what: 'reveal' }) },
          {
            label: 'Close',
            danger: true,
            hidden: !writes || row.status !== 'VERIFIED',
            run: () => setAsked({ row, what: 'close' }),
          },
          { label: 'History', run: () => setAsked({ row, what: 'history' }) },
        ]}
        empty={{
          title: 'No bank account yet',
          help: 'Enter the account fees are paid into; another user verifies it.',
        }}
      />
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}

function Decide({ row, what, onClose }: Asked & { onClose: () => void }) {
  const reject = useSureCommand(bankAccountContract.reject, {
    onDone: () => notice.ok('The account is rejected.'),
  });
  const close = useSureCommand(bankAccountContract.close, {
    onDone: () => notice.ok('The account is closed.'),
  });
  const id = String(row.id);
  const reason = { label: 'Reason', required: true, max: 500 };
  if (what === 'history')
    return <HistoryDrawer kind="bank-account" id={id} title={`Account ••••${row.last4}`} onClose={onClose} />;
  if (what === 'verify') return <Verify row={row} onClose={onClose} />;
  if (what === 'reveal') return <Reveal row={row} onClose={onClose} />;
  if (what === 'reject')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={`Reject the account ••••${row.last4}?`}
        confirm="Reject account"
        danger
        reason={reason}
        run={(why) => reject({ id, reason: why }, row.version)}
      />
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Close the account ••••${row.last4}?`}
      text="Nothing is paid into it any more. It stays in the books."
      confirm="Close account"
      danger
      reason={reason}
      run={(why) => close({ id, reason: why }, row.version)}
    />
  );
}

function Verify({ row, onClose }: { row: Row; onClose: () => void }) {
  const [ref, setRef] = useState('');
  const verify = useSureCommand(bankAccountContract.verify, {
    onDone: () => notice.ok('The account is verified.'),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Verify the account ••••${row.last4}?`}
      confirm="Verify account"
      run={() => verify({ id: String(row.id), pennyDropRef: ref }, row.version)}
      text={
        <Stack gap="sm">
          <Text size="sm">
            Send a small amount and enter its bank reference. A payout account that is in use now is closed.
          </Text>
          <FieldInput
            kind="text"
            name="pennyDropRef"
            label="Penny-drop reference"
            max={40}
            value={ref}
            onChange={(value) => setRef(String(value ?? ''))}
          />
        </Stack>
      }
    />
  );
}

const SHOWN_MS = 30_000;

/** The number stands for 30 seconds; that it was looked at is written down. */
function Reveal({ row, onClose }: { row: Row; onClose: () => void }) {
  const [why, setWhy] = useState('');
  const [number, setNumber] = useState<string | null>(null);
  const reveal = useCommand(bankAccountContract.reveal, { onDone: (out) => setNumber(out.accountNo) });
  useEffect(() => {
    if (number === null) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number, onClose]);
  return (
    <Modal opened onClose={onClose} title={`Account number of ${row.holder}`} centered>
      <Stack gap="md">
        {number === null ? (
          <FieldInput
            kind="text"
            name="reason"
            label="Why do you need it?"
            value={why}
            onChange={(value) => setWhy(String(value ?? ''))}
            error={reveal.error?.fields['reason']}
            autoFocus
          />
        ) : (
          <CopyText text={number} label="Copy the account number" />
        )}
        <DialogFoot
          error={reveal.error}
          fieldsTell
          onCancel={onClose}
          cancel={number === null ? undefined : 'Close'}
        >
          {number === null ? (
            <Button
              disabled={why.trim().length < 3}
              loading={reveal.running}
              onClick={() => void reveal.run({ id: String(row.id), reason: why })}
            >
              Show number
            </Button>
          ) : null}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
