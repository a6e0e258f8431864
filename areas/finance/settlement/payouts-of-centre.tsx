import { formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import '../finance-look.tsx';
import { PayoutTree } from './payout-tree.tsx';
import { settlementContract, settlements } from './settlement.contract.ts';
import { settlementLabels } from './settlement.states.ts';
import { WaitingReceipts } from './waiting-receipts.tsx';

/** Tab of /ledger/franchisee/detail: why a payout is what it is, and what is in none. */
export function PayoutsOfCentre({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(settlements.endpoints.list, { franchiseeId, limit: 100 });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Stack gap="md">
      <QueryState query={query}>
        {({ rows }) => {
          const [latest] = rows;
          const id = chosen ?? latest?.id;
          return id === undefined ? (
            <Section title="Payouts">
              <EmptyState
                title="No payout yet"
                help="What head office pays out to the centre is explained here."
              />
            </Section>
          ) : (
            <Section
              title="Payouts"
              help="Each line opens to its documents; together they are the amount paid out."
            >
              <Stack gap="md">
                <FieldInput
                  kind="choice"
                  name="payout"
                  label="Payout"
                  options={rows.map((row) => ({
                    value: row.id,
                    label: `${row.number ?? 'Not numbered yet'} · ${formatRupees(row.net)} · up to ${formatDate(row.cutOff)} · ${settlementLabels[row.status]}`,
                  }))}
                  value={id}
                  onChange={(value) => setChosen(value === null ? null : String(value))}
                />
                <Explained id={id} />
              </Stack>
            </Section>
          );
        }}
      </QueryState>
      <WaitingReceipts franchiseeId={franchiseeId} />
    </Stack>
  );
}

function Explained({ id }: { id: string }) {
  const query = useQuery(settlementContract.get, { id }, { keepPrevious: true });
  return (
    <QueryState query={query}>
      {(payout) => (
        <Stack gap="md">
          <Facts
            min={150}
            items={[
              { label: 'Paid out', value: <Money paise={payout.net} /> },
              { label: 'State', value: <StatusTag area="settlement" state={payout.status} /> },
              { label: 'To', value: payout.account, hidden: payout.account === null },
              { label: 'UTR', value: payout.utr, hidden: payout.utr === null },
              {
                label: 'Paid',
                value: payout.paidOn ? <DateText day={payout.paidOn} /> : null,
                hidden: payout.paidOn === null,
              },
            ]}
          />
          <PayoutTree payout={payout} />
        </Stack>
      )}
    </QueryState>
  );
}
