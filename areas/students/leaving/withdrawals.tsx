import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { IssueCertificate } from './certificates.tsx';
import './leaving-look.tsx';
import { withdrawalContract, withdrawals } from './withdrawal.contract.ts';
import { withdrawalReasons } from './withdrawal.states.ts';

type Row = ListingRow<typeof withdrawals.endpoints.list>;
type Withdrawal = OutputOf<typeof withdrawalContract.get>;
type Figures = NonNullable<Withdrawal['figures']>;
type Step = 'change' | 'submit' | 'approve' | 'reject' | 'cancel' | 'certificate';

const REFRESH = ['withdrawal', 'student', 'home'];

/** /students/details/page/{current}, tab Withdrawals. */
export function WithdrawalList() {
  const list = useListing(withdrawals);
  const [asked, setAsked] = useState<{ row: Row; step: Step } | null>(null);
  const action = (row: Row, step: Step, label: string, more: object = {}) => ({
    label,
    hidden: !row.can[step],
    run: () => setAsked({ row, step }),
    ...more,
  });
  return (
    <>
      <ListingTable
        of={withdrawals}
        list={list}
        drawer={WithdrawalDrawer}
        cells={{
          child: { minWidth: 180, second: (row) => row.admissionNo },
          class: { second: (row) => row.centre },
          status: { second: (row) => row.failureReason },
        }}
        actions={(row) => [
          action(row, 'approve', 'Approve', { frequent: true }),
          action(row, 'submit', 'Hand in', { frequent: true }),
          action(row, 'certificate', 'Leaving certificate'),
          action(row, 'reject', 'Reject', { danger: true }),
          action(row, 'cancel', 'Child stays'),
        ]}
        searchHint="Child or admission number"
        empty={{
          title: 'No child leaves',
          help: 'Choose Child leaves in the menu of a child in the tab Students.',
        }}
      />
      {asked ? <WithdrawalStep {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function WithdrawalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(withdrawalContract.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<Step | null>(null);
  const button = (row: Withdrawal, name: Step, label: string, variant = 'default') =>
    row.can[name] ? (
      <Button variant={variant} onClick={() => setStep(name)}>
        {label}
      </Button>
    ) : null;
  return (
    <Drawer opened onClose={onClose} title={query.data ? `${query.data.child} leaves` : 'Withdrawal'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StatusTag area="withdrawal" state={row.status} />
              <Group gap="xs">
                {button(row, 'approve', 'Approve', 'filled')}
                {button(row, 'submit', 'Hand in', 'filled')}
                {button(row, 'certificate', 'Leaving certificate', 'filled')}
                {button(row, 'change', 'Change')}
                {button(row, 'reject', 'Reject')}
                {button(row, 'cancel', 'Child stays')}
              </Group>
            </Group>
            <Facts
              min={150}
              items={[
                { label: 'Class', value: row.class },
                { label: 'Reason', value: withdrawalReasons[row.reasonCode] },
                { label: 'Notice given', value: <DateText day={row.noticeOn} /> },
                { label: 'Last day', value: <DateText day={row.lastOn} /> },
                { label: 'Written by', value: row.askedBy },
                ...(row.status === 'EXECUTED' && row.refund !== null
                  ? [
                      { label: 'Goes back', value: <Money paise={row.refund} /> },
                      { label: 'Still owed', value: <Money paise={row.leftDue ?? 0} /> },
                    ]
                  : []),
              ]}
            />
            <Text>{row.reason}</Text>
            {row.figures ? <FiguresOf figures={row.figures} /> : null}
            <HistoryPanel kind="withdrawal" id={id} />
            {step ? <WithdrawalStep row={row} step={step} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

const partColumns: Column<Figures['parts'][number]>[] = [
  textColumn('label', 'Charge', (part) => part.label, { minWidth: 150 }),
  moneyColumn('net', 'Billed', (part) => part.net),
  moneyColumn('paid', 'Paid', (part) => part.paid),
  textColumn('percent', 'Goes back', (part) => formatPercent(part.percentBp), { align: 'end', width: 100 }),
  moneyColumn('credit', 'Credited', (part) => part.credit),
];

/** What finance does the day after the last one; the refund is then approved by its amount. */
const FiguresOf = ({ figures }: { figures: Figures }) => (
  <Section title="What finance will do">
    <Stack gap="sm">
      <Facts
        min={150}
        items={[
          { label: 'Goes back', value: <Money paise={figures.refund} /> },
          { label: 'Of it deposit', value: <Money paise={figures.deposit} /> },
          { label: 'Credited by the policy', value: <Money paise={figures.credited} /> },
          {
            label: 'Later instalments cancelled',
            value: <Money paise={figures.cancelled.amount} />,
          },
          { label: 'Still owed', value: <Money paise={figures.leftDue} /> },
          { label: 'Notice ends', value: <DateText day={figures.billedUntil} /> },
          { label: 'By days, to compare', value: <Money paise={figures.proRata} /> },
        ]}
      />
      {figures.parts.length > 0 ? (
        <ShortTable
          label="Charges"
          rows={figures.parts}
          keyOf={(part) => part.lineId}
          columns={partColumns}
        />
      ) : null}
    </Stack>
  </Section>
);

interface StepProps {
  row: Pick<
    Row,
    'id' | 'version' | 'child' | 'studentId' | 'enrolmentId' | 'reasonCode' | 'reason' | 'noticeOn' | 'lastOn'
  >;
  step: Step;
  onClose: () => void;
}

function WithdrawalStep({ row, step, onClose }: StepProps) {
  const shared = { start: { id: row.id }, ifMatch: row.version, refresh: REFRESH, onClose };
  switch (step) {
    case 'change':
      return (
        <CommandDialog
          {...shared}
          of={withdrawalContract.change}
          title={`${row.child} leaves`}
          confirm="Save"
          start={{
            id: row.id,
            reasonCode: row.reasonCode,
            reason: row.reason,
            noticeOn: row.noticeOn,
            lastOn: row.lastOn,
          }}
          fields={{ noticeOn: { latest: todayIst(new Date()) } }}
          done="Saved."
        />
      );
    case 'submit':
      return <HandIn row={row} onClose={onClose} />;
    case 'approve':
      return (
        <CommandDialog
          {...shared}
          of={withdrawalContract.approve}
          title={`Approve that ${row.child} leaves?`}
          text="After the last day the seat is free, the plan is closed and the refund stands in finance. The family is told the last day."
          confirm="Approve"
          done="Approved; it is carried out after the last day."
        />
      );
    case 'reject':
      return (
        <CommandDialog
          {...shared}
          of={withdrawalContract.reject}
          title={`Reject that ${row.child} leaves?`}
          confirm="Reject"
          danger
          done="Rejected."
        />
      );
    case 'cancel':
      return (
        <CommandDialog
          {...shared}
          of={withdrawalContract.cancel}
          title={`${row.child} stays?`}
          text="The withdrawal ends; nothing was booked."
          confirm="Child stays"
          done="The child stays."
        />
      );
    case 'certificate':
      return (
        <IssueCertificate child={{ id: row.enrolmentId, name: row.child, state: 'LEFT' }} onClose={onClose} />
      );
  }
}

function HandIn({ row, onClose }: Pick<StepProps, 'row' | 'onClose'>) {
  const refused = useRef<ApiError | null>(null);
  const submit = useCommand(withdrawalContract.submit, {
    refresh: REFRESH,
    onDone: () => notice.ok('Handed in; another person approves it.'),
    onError: (error) => {
      refused.current = error;
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Hand in that ${row.child} leaves?`}
      text="Another person approves it."
      confirm="Hand in"
      run={async () => {
        const done = await submit.run({ id: row.id }, { ifMatch: row.version });
        // The dialog stays with what was refused.
        if (done === null) throw refused.current ?? new Error('This did not work. Try again.');
      }}
    />
  );
}

/** Opened from a child's row. */
export function BeginWithdrawal({
  child,
  onClose,
}: {
  child: { id: string; name: string; studentAdmissionId: string | null };
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const today = todayIst(new Date());
  return (
    <CommandDialog
      of={withdrawalContract.draft}
      title={`${child.name} leaves`}
      text="Nobody is asked yet: you see what finance would do, then hand it in."
      confirm="Save draft"
      start={{ ref: child.studentAdmissionId ?? child.id, noticeOn: today }}
      fields={{ noticeOn: { latest: today } }}
      refresh={REFRESH}
      done={({ id }) => {
        void navigate(`/students/details/page/1?tab=withdrawals&withdrawal=${id}`);
        return 'Saved as a draft.';
      }}
      onClose={onClose}
    />
  );
}
