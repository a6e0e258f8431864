import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import '../finance-look.tsx';
import { modeLabels } from '../payment/payment-look.tsx';
import { useSureCommand } from '../use-sure-command.tsx';
import { refundContract, type refunds } from './refund.contract.ts';
import { refundModes, refundReasons } from './refund.states.ts';

export type RefundRow = ListingRow<typeof refunds.endpoints.list>;
export type RefundStep = 'approve' | 'reject' | 'retry' | 'pay';
type Refund = OutputOf<typeof refundContract.get>;

const postingColumns: Column<Refund['postings'][number]>[] = [
  textColumn('account', 'Account', (one) => one.account, {
    second: (one) => (one.book === 'HEAD_OFFICE' ? 'Head office’s book' : null),
  }),
  dayColumn('on', 'Dated', (one) => one.on),
  moneyColumn('debit', 'Debit', (one) => (one.amount > 0 ? one.amount : null)),
  moneyColumn('credit', 'Credit', (one) => (one.amount < 0 ? -one.amount : null)),
];

export function RefundDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(refundContract.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<RefundStep | 'reveal' | null>(null);
  const [accountNo, setAccountNo] = useState<string | null>(null);
  return (
    <Drawer opened onClose={onClose} title={query.data?.number ?? 'Refund'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StatusTag area="refund" state={row.status} />
              <Steps row={row} onStep={setStep} />
            </Group>
            {row.status === 'FAILED' && row.failureReason ? <Text c="red">{row.failureReason}</Text> : null}
            <About row={row} accountNo={accountNo} />
            {row.postings.length > 0 ? (
              <ShortTable
                label="What was booked"
                rows={row.postings.map((one, at) => ({ ...one, at }))}
                keyOf={(one) => one.at}
                columns={postingColumns}
              />
            ) : null}
            <HistoryPanel kind="refund" id={id} />
            {step === 'reveal' ? (
              <CommandDialog
                of={refundContract.reveal}
                title="Show the account number?"
                text="Your looking is written down."
                confirm="Show"
                start={{ id }}
                done={({ accountNo: shown }) => {
                  setAccountNo(shown);
                  return 'The account number is shown.';
                }}
                onClose={() => setStep(null)}
              />
            ) : step ? (
              <RefundDialog row={row} step={step} onClose={() => setStep(null)} />
            ) : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

function Steps({ row, onStep }: { row: Refund; onStep: (step: RefundStep | 'reveal') => void }) {
  const { approve, reject, retry, pay } = row.can;
  return (
    <Group gap="xs">
      {approve ? <Button onClick={() => onStep('approve')}>Approve</Button> : null}
      {retry ? <Button onClick={() => onStep('retry')}>Send again</Button> : null}
      {pay ? (
        <Button variant={retry ? 'default' : 'filled'} onClick={() => onStep('pay')}>
          Enter the bank’s UTR
        </Button>
      ) : null}
      {pay && row.payee ? (
        <Button variant="default" onClick={() => onStep('reveal')}>
          Show account number
        </Button>
      ) : null}
      {reject ? (
        <Button variant="default" onClick={() => onStep('reject')}>
          Reject
        </Button>
      ) : null}
    </Group>
  );
}

const About = ({ row, accountNo }: { row: Refund; accountNo: string | null }) => (
  <Stack gap="sm">
    <Facts
      min={150}
      items={[
        { label: 'Child', value: row.childLabel },
        { label: 'Amount', value: <Money paise={row.amount} /> },
        ...(row.advance > 0 && row.deposit > 0
          ? [
              { label: 'Out of what was paid ahead', value: <Money paise={row.advance} /> },
              { label: 'Out of the deposit', value: <Money paise={row.deposit} /> },
            ]
          : []),
        { label: 'Reason', value: refundReasons[row.reasonCode] },
        { label: 'Paid back by', value: refundModes[row.mode] },
        ...(row.payee
          ? [
              {
                label: 'To',
                value: `${row.payee.name ?? ''}, ${row.payee.ifsc ?? ''}, ${accountNo ?? `…${row.payee.last4 ?? ''}`}`,
              },
            ]
          : []),
        {
          label: 'Of the payment',
          value: (
            <>
              <Money paise={row.payment.amount} />
              {`, ${modeLabels[row.payment.mode] ?? row.payment.mode}, `}
              <DateText day={row.payment.on} />
            </>
          ),
        },
        ...(row.payment.receiptNumber ? [{ label: 'Receipt', value: row.payment.receiptNumber }] : []),
        { label: 'Asked by', value: row.askedBy ?? 'The product' },
        { label: 'Asked', value: <InstantText at={row.askedAt} /> },
        ...(row.decidedBy ? [{ label: 'Decided by', value: row.decidedBy }] : []),
        ...(row.doneAt ? [{ label: 'Paid back', value: <InstantText at={row.doneAt} /> }] : []),
        ...(row.reference ? [{ label: 'Bank’s reference', value: row.reference }] : []),
      ]}
    />
    <Text>{row.reason}</Text>
    {row.decisionNote ? <Text c="dimmed">{row.decisionNote}</Text> : null}
  </Stack>
);

interface DialogProps {
  row: Pick<RefundRow, 'id' | 'version' | 'childLabel' | 'amount' | 'mode'>;
  step: RefundStep;
  onClose: () => void;
}

export function RefundDialog({ row, step, onClose }: DialogProps) {
  const what = `${formatRupees(row.amount)} for ${row.childLabel}`;
  const shared = {
    start: { id: row.id },
    ifMatch: row.version,
    refresh: ['refund', 'double-payment', 'payment', 'student-ledger', 'home'],
    onClose,
  };
  switch (step) {
    case 'approve':
      return (
        <CommandDialog
          {...shared}
          of={refundContract.approve}
          title={`Approve the refund of ${what}?`}
          text={
            row.mode === 'ORIGINAL'
              ? 'It is numbered and booked, and the gateway sends the money back the way it came.'
              : 'It is numbered and booked; then the centre’s bank pays it and you enter the UTR.'
          }
          confirm="Approve refund"
          done={({ number }) => `Approved as ${number}.`}
        />
      );
    case 'reject':
      return (
        <CommandDialog
          {...shared}
          of={refundContract.reject}
          title={`Reject the refund of ${what}?`}
          text="The money stays with the child’s account."
          confirm="Reject refund"
          danger
          done="Rejected; nothing was booked."
        />
      );
    case 'retry':
      return <Retry row={row} onClose={onClose} refresh={shared.refresh} />;
    case 'pay':
      return (
        <CommandDialog
          {...shared}
          of={refundContract.pay}
          title={`${what} was paid by the bank`}
          text="Enter what the bank gave you; the family is notified."
          start={{ id: row.id, paidOn: todayIst(new Date()) }}
          fields={{ paidOn: { latest: todayIst(new Date()) } }}
          confirm="Paid back"
          done="Recorded; the family is notified."
        />
      );
  }
}

function Retry({
  row,
  refresh,
  onClose,
}: Pick<DialogProps, 'row' | 'onClose'> & { refresh: readonly string[] }) {
  const retry = useSureCommand(refundContract.retry, {
    refresh,
    onDone: () => notice.ok('It is being sent.'),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Send ${formatRupees(row.amount)} for ${row.childLabel} again?`}
      text="The gateway is asked once more."
      confirm="Send again"
      run={() => retry({ id: row.id }, row.version)}
    />
  );
}
