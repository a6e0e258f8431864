import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, moneyColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import '../finance-look.tsx';
import { financeModules } from '../modules.ts';
import { modeLabels } from '../payment/payment-look.tsx';
import { refundContract } from './refund.contract.ts';
import { refundModes } from './refund.states.ts';

type Payment = OutputOf<typeof refundContract.preview>['payments'][number];
type Sent = OutputOf<typeof refundContract.ofChild>['rows'][number];

const sentColumns: Column<Sent>[] = [
  dayColumn('on', 'Day', (row) => row.on),
  textColumn('number', 'Number', (row) => row.number, { second: (row) => row.reference }),
  textColumn('mode', 'Paid back by', (row) => refundModes[row.mode]),
  moneyColumn('amount', 'Amount', (row) => row.amount),
  stateColumn('refund', (row) => row.status),
];

/** Tab Refunds of a child's ledger: what went back, and what of its payments could. */
export function ChildRefunds({ reference }: { reference: string }) {
  const sent = useQuery(refundContract.ofChild, { ref: reference }, { fresh: 0 });
  const asks = useSession().holds(financeModules.ledger, true);
  return (
    <Stack gap="md">
      <QueryState query={sent}>
        {({ rows }) => (
          <Section title="Refunds" flush={rows.length > 0}>
            {rows.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nothing was paid back.
              </Text>
            ) : (
              <ShortTable label="Refunds" rows={rows} keyOf={(row) => row.id} columns={sentColumns} />
            )}
          </Section>
        )}
      </QueryState>
      {asks ? <Refundable reference={reference} /> : null}
    </Stack>
  );
}

function Refundable({ reference }: { reference: string }) {
  const query = useQuery(refundContract.preview, { ref: reference }, { fresh: 0 });
  const [asked, setAsked] = useState<Payment | null>(null);
  const columns: Column<Payment>[] = [
    dayColumn('on', 'Paid', (row) => row.on, {
      second: (row) => [modeLabels[row.mode] ?? row.mode, row.receiptNumber].filter(Boolean).join(' · '),
    }),
    moneyColumn('left', 'Could go back', (row) => row.advance + row.deposit, {
      width: 130,
      second: (row) => (row.deposit > 0 ? `${formatRupees(row.deposit)} of it deposit` : null),
    }),
    {
      id: 'ask',
      label: '',
      cell: (row: Payment) => (
        <Button size="xs" variant="default" onClick={() => setAsked(row)}>
          Ask a refund
        </Button>
      ),
    },
  ];
  return (
    <QueryState query={query}>
      {({ payments, child }) => (
        <Section title="What could go back" flush={payments.length > 0}>
          {payments.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing is paid ahead and no deposit is held. A fee comes back by a credit note first.
            </Text>
          ) : (
            <ShortTable
              label="What could go back"
              rows={payments}
              keyOf={(row) => row.paymentId}
              columns={columns}
            />
          )}
          {asked ? <Ask payment={asked} child={child} onClose={() => setAsked(null)} /> : null}
        </Section>
      )}
    </QueryState>
  );
}

function Ask({ payment, child, onClose }: { payment: Payment; child: string; onClose: () => void }) {
  const byBank = (values: Readonly<Record<string, unknown>>) => values['mode'] === 'BANK';
  return (
    <CommandDialog
      of={refundContract.request}
      title={`Refund to the family of ${child}`}
      text="Another person approves it; then the money goes back."
      confirm="Ask for the refund"
      start={{
        paymentId: payment.paymentId,
        from: payment.advance > 0 ? 'ADVANCE' : 'DEPOSIT',
        amount: payment.advance > 0 ? payment.advance : payment.deposit,
        mode: payment.original ? 'ORIGINAL' : 'BANK',
      }}
      fields={{
        payeeName: { when: byBank },
        payeeAccount: { when: byBank },
        payeeIfsc: { when: byBank },
      }}
      refresh={['refund', 'double-payment', 'home']}
      done="Asked; another person approves it."
      onClose={onClose}
    />
  );
}
