import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { type Column, dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useState } from 'react';
import { useSureCommand } from '../use-sure-command.tsx';
import { settlementContract } from './settlement.contract.ts';
import { waitReasons } from './settlement.states.ts';

type Row = OutputOf<typeof settlementContract.waiting>['rows'][number];

const columns: Column<Row>[] = [
  textColumn('label', 'Receipt', (row) => row.label),
  dayColumn('paidOn', 'Paid', (row) => row.paidOn),
  moneyColumn('amount', 'Amount', (row) => row.amount),
  textColumn('reason', 'Why', (row) => waitReasons[row.reason], { second: (row) => row.note }),
];

/** What is in no payout yet, and why; head office holds a receipt back or releases it here. */
export function WaitingReceipts({ franchiseeId }: { franchiseeId?: number }) {
  const query = useQuery(settlementContract.waiting, franchiseeId === undefined ? {} : { franchiseeId });
  const [asked, setAsked] = useState<Row | null>(null);
  return (
    <QueryState query={query}>
      {({ rows, total, more, canHold }) => (
        <Section
          title="In no payout yet"
          help={`${formatRupees(total)} of families’ online payments${more ? '; the latest 200 are shown' : ''}.`}
          flush
        >
          {rows.length === 0 ? (
            <EmptyState title="Nothing waits" help="Every online payment is in a payout." />
          ) : (
            <ShortTable
              label="Receipts in no payout"
              rows={rows}
              keyOf={(row) => row.id}
              minWidth={620}
              columns={[
                ...columns,
                ...(canHold
                  ? [
                      buttonColumn<Row>('Hold back', {
                        says: (row) => `Hold back ${row.label}`,
                        run: setAsked,
                        when: (row) => row.holdId === null,
                      }),
                      buttonColumn<Row>('Release', {
                        says: (row) => `Release ${row.label}`,
                        run: setAsked,
                        when: (row) => row.holdId !== null,
                      }),
                    ]
                  : []),
              ]}
            />
          )}
          {asked && asked.holdId === null ? (
            <CommandDialog
              of={settlementContract.hold}
              title={`Hold back ${formatRupees(asked.amount)}?`}
              text="No payout has it until it is released."
              confirm="Hold back"
              start={{ paymentId: asked.id }}
              refresh={['settlement']}
              done="Held back."
              onClose={() => setAsked(null)}
            />
          ) : null}
          {asked?.holdId ? (
            <Release row={asked} holdId={asked.holdId} onClose={() => setAsked(null)} />
          ) : null}
        </Section>
      )}
    </QueryState>
  );
}

function Release({ row, holdId, onClose }: { row: Row; holdId: string; onClose: () => void }) {
  const run = useSureCommand(settlementContract.release, {
    refresh: ['settlement'],
    onDone: () => notice.ok('The next payout has it.'),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Release ${formatRupees(row.amount)}?`}
      text={row.note}
      confirm="Release"
      run={() => run({ id: holdId })}
    />
  );
}
