import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { FileView } from '@aangan/web/ui/file-view.tsx';
import { MoneyMoment } from '@aangan/web/ui/money-moment.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { CopyText, DateText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useSureCommand } from '../use-sure-command.tsx';
import { approvePaymentDetailsContract } from './approve-payment-details.contract.ts';
import { useApproval } from './cleared-field.tsx';
import { paymentContract } from './payment.contract.ts';
import { modeLabels } from './payment-look.tsx';

type Details = OutputOf<typeof approvePaymentDetailsContract.details>;
type Payment = Details['payments'][number];

const happened: Readonly<Record<string, string>> = {
  RECORDED: 'Recorded at the centre',
  CONFIRMED: 'Approved and booked',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
  DEPOSITED: 'Cheque deposited',
  CLEARED: 'Cheque cleared',
  RETURNED: 'Cheque returned',
  HANDED_BACK: 'Cheque handed back',
  REFUND_SENT: 'Refund sent',
  REFUND_FAILED: 'Refund failed',
  REFUNDED: 'Paid back',
};

/** /approve-payment/approve-payment-details/{enquiryID}: proof, where the money goes, and the decision, for one child. */
export function ApprovePaymentDetails() {
  const { enquiryID = '' } = useParams();
  const query = useQuery(
    approvePaymentDetailsContract.details,
    { ref: enquiryID },
    // The receipts' addresses live ten minutes.
    { every: 300_000 },
  );
  return (
    <PageFrame
      title={query.data ? `Payments of ${query.data.child}` : 'Payments of a child'}
      crumbs={[{ label: 'Payments', to: '/approve-payment/list' }]}
    >
      <QueryState query={query}>
        {(details) => (
          <Page
            details={details}
            proofOf={async (id) =>
              (await query.refetch()).data?.payments.find((one) => one.id === id)?.proof?.url
            }
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

type ProofOf = (paymentId: string) => Promise<string | undefined>;

function Page({ details, proofOf }: { details: Details; proofOf: ProofOf }) {
  const [asked, setAsked] = useState<{ payment: Payment; what: 'approve' | 'reject' } | null>(null);
  const waiting = details.payments.filter((one) => one.status === 'APPROVAL_WAITING');
  const decided = details.payments.filter((one) => one.status !== 'APPROVAL_WAITING');
  return (
    <Stack gap="md">
      <PersonHeader
        name={details.child}
        facts={[
          { label: 'Centre', value: details.centre },
          { label: 'Open', value: <Money paise={details.due} /> },
          { label: 'Overdue', value: <Money paise={details.overdue} /> },
          { label: 'Advance', value: <Money paise={details.advance} /> },
        ]}
        actions={
          <Anchor
            component={Link}
            size="sm"
            to={`/ledger/student-ledger/${details.studentAdmissionId ?? details.feeAccountId}`}
          >
            Student ledger
          </Anchor>
        }
      />
      <TwoColumns
        main={
          <Stack gap="md">
            {waiting.map((payment) => (
              <Waiting
                key={payment.id}
                payment={payment}
                centre={details.centre}
                proofOf={proofOf}
                ask={setAsked}
              />
            ))}
            {waiting.length === 0 ? (
              <EmptyState
                title="Nothing waits for approval"
                help="Money taken at the centre for this child stands here until another person approves it."
              />
            ) : null}
            {decided.length > 0 ? <Decided payments={decided} /> : null}
          </Stack>
        }
        rail={<OpenLines details={details} />}
      />
      {asked ? <Decide {...asked} child={details.child} onClose={() => setAsked(null)} /> : null}
    </Stack>
  );
}

interface WaitingProps {
  payment: Payment;
  centre: string;
  proofOf: ProofOf;
  ask: (asked: { payment: Payment; what: 'approve' | 'reject' }) => void;
}

function Waiting({ payment, centre, proofOf, ask }: WaitingProps) {
  const mode = modeLabels[payment.mode] ?? payment.mode;
  return (
    <Section
      title={`${mode}, waits for approval`}
      help={payment.makerName ? `Recorded by ${payment.makerName}` : undefined}
      actions={<StatusTag area="payment" state={payment.status} />}
    >
      <Stack gap="md">
        <MoneyMoment
          label={`Received by ${mode.toLowerCase()}`}
          amount={payment.amount}
          from={payment.payerName ?? 'The family'}
          to={centre}
          next="After approval the money stands in the ledger and the family gets the receipt."
          undo="An approved payment is never changed; a mistake is corrected by another entry."
        >
          {payment.can['approve'] ? (
            <Group gap="xs">
              <Button onClick={() => ask({ payment, what: 'approve' })}>Approve</Button>
              <Button variant="default" onClick={() => ask({ payment, what: 'reject' })}>
                Reject
              </Button>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              Another person who may approve payments decides this one.
            </Text>
          )}
        </MoneyMoment>
        <Facts
          items={[
            { label: 'Received on', value: <DateText day={payment.receivedOn} /> },
            {
              label: 'Reference',
              value: payment.reference ? <CopyText text={payment.reference} label="Reference" /> : null,
            },
            { label: 'Bank', value: payment.bankName, hidden: !payment.bankName },
            {
              label: 'Date on the instrument',
              value: <DateText day={payment.instrumentDate} />,
              hidden: !payment.instrumentDate,
            },
            {
              label: 'Cleared on',
              value: <DateText day={payment.clearedOn} />,
              hidden: !payment.clearedOn,
            },
            { label: 'Receipt book', value: payment.receiptBookNo, hidden: !payment.receiptBookNo },
            { label: 'Note', value: payment.note, hidden: !payment.note },
          ]}
        />
        <Proof payment={payment} proofOf={proofOf} />
        <Table aria-label="Where the money goes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Goes to</Table.Th>
              <Table.Th>Due</Table.Th>
              <Table.Th ta="end">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {payment.planned.map((line, i) => (
              <Table.Tr key={`${line.label}-${i}`}>
                <Table.Td>{line.label}</Table.Td>
                <Table.Td>
                  <DateText day={line.dueOn} />
                </Table.Td>
                <Table.Td ta="end">
                  <Money paise={line.amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Section>
  );
}

function Proof({ payment, proofOf }: Pick<WaitingProps, 'payment' | 'proofOf'>) {
  if (!payment.proof)
    return (
      <Text size="sm" c="dimmed">
        No proof was uploaded with this payment.
      </Text>
    );
  return (
    <FileView
      name={`Proof: ${payment.proof.name}`}
      address={() => proofOf(payment.id)}
      onShown={() => undefined}
    />
  );
}

function Decided({ payments }: { payments: readonly Payment[] }) {
  return (
    <Section title="Decided before" help="Newest first">
      <Stack gap="lg">
        {payments.map((payment) => (
          <Stack key={payment.id} gap="xs">
            <Group justify="space-between">
              <Text fw={500}>
                <Money paise={payment.amount} /> · {modeLabels[payment.mode] ?? payment.mode}
                {payment.reference ? ` · ${payment.reference}` : ''}
              </Text>
              <StatusTag area="payment" state={payment.status} />
            </Group>
            {payment.receiptNumber ? (
              <Text size="sm">
                Receipt{' '}
                {payment.receiptUrl ? (
                  <Anchor href={payment.receiptUrl} size="sm">
                    {payment.receiptNumber}
                  </Anchor>
                ) : (
                  payment.receiptNumber
                )}
              </Text>
            ) : null}
            <TimelineList
              items={payment.timeline.map((event) => ({
                at: event.at,
                who: event.who,
                what: happened[event.kind] ?? event.kind.toLowerCase(),
                ...(event.kind === 'REJECTED' && payment.failureReason
                  ? { note: payment.failureReason }
                  : {}),
              }))}
            />
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

function OpenLines({ details }: { details: Details }) {
  const open = details.lines.filter((line) => line.open > 0);
  return (
    <Section title="Open instalments" help="What this child still owes, oldest first" flush={open.length > 0}>
      {open.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is open.
        </Text>
      ) : (
        <Table horizontalSpacing="md">
          <Table.Tbody>
            {open.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  {line.label}
                  <Text size="xs" c={line.overdue ? 'var(--a-danger-text)' : 'dimmed'}>
                    {line.overdue ? 'Overdue: was due ' : 'Due '}
                    <DateText day={line.dueOn} />
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <Money paise={line.open} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

interface DecideProps {
  payment: Payment;
  what: 'approve' | 'reject';
  child: string;
  onClose: () => void;
}

function Decide({ payment, what, child, onClose }: DecideProps) {
  const approve = useSureCommand(paymentContract.approve, {
    refresh: ['ledger', 'receipt', 'student-ledger'],
    onDone: (out) => notice.ok(`Approved. Receipt ${out.receiptNumber}.`),
  });
  const reject = useSureCommand(paymentContract.reject, {
    onDone: () => notice.ok('The payment is rejected; nothing was booked.'),
  });
  const amount = formatRupees(payment.amount);
  const approval = useApproval(
    payment.mode,
    'The money reaches the ledger and the receipt is issued at once.',
  );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={what === 'approve' ? `Approve ${amount} for ${child}?` : `Reject ${amount} for ${child}?`}
      {...(what === 'approve'
        ? { text: approval.text }
        : { danger: true, reason: { label: 'Reason', required: true, max: 300 } })}
      confirm={what === 'approve' ? `Approve ${amount}` : 'Reject payment'}
      run={(reason) =>
        what === 'approve'
          ? approve({ paymentId: payment.id, ...approval.input })
          : reject({ paymentId: payment.id, reason })
      }
    />
  );
}
