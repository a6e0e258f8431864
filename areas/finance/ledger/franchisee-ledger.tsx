import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { franchiseeLabel } from '@aangan/web/format.ts';
import { ListTotals } from '@aangan/web/list/list-totals.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, moneyColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { DuesOfCentre } from '../franchisee-due/dues-of-centre.tsx';
import { financeModules } from '../modules.ts';
import { AccrualTable } from '../royalty/accrual-table.tsx';
import { PayoutsOfCentre } from '../settlement/payouts-of-centre.tsx';
import { type FranchiseeLedgerRow, ledgerContract } from './ledger.contract.ts';
import { LedgerTable } from './ledger-table.tsx';
import { TrialBalance } from './trial-balance.tsx';

const columns: Column<FranchiseeLedgerRow>[] = [
  {
    id: 'name',
    label: 'Centre',
    minWidth: 220,
    sort: 'name',
    cell: (row) => franchiseeLabel(row.id, row.name),
    second: (row) => row.zone,
  },
  moneyColumn('payable', 'Head office owes', (row) => row.payable, { sort: 'payable' }),
  moneyColumn('receivable', 'Centre owes', (row) => row.receivable, { sort: 'receivable' }),
  moneyColumn('advance', 'Paid ahead', (row) => row.advance),
  moneyColumn('inTransit', 'Payout on its way', (row) => row.inTransit),
  moneyColumn('royaltyOpen', 'Royalty, not invoiced', (row) => row.royaltyOpen),
  moneyColumn('net', 'Net for the centre', (row) => row.net, { sort: 'net' }),
];

/** /ledger/franchisee */
export function FranchiseeLedgerList() {
  const list = useList(ledgerContract.franchisees);
  return (
    <PageFrame title="Franchisee ledger" count={list.total ?? undefined} fill>
      <ListTotals
        list={list}
        sums={{
          payable: 'Head office owes',
          receivable: 'Centres owe',
          advance: 'Paid ahead',
          inTransit: 'Payouts on their way',
          net: 'Net for the centres',
        }}
      />
      <DataTable
        name="franchisee-ledger"
        label="Centres and head office"
        list={list}
        columns={columns}
        fill
        searchHint="Centre"
        rowLink={(row) => `/ledger/franchisee/detail/${row.id}`}
        empty={{ title: 'No centre here' }}
      />
    </PageFrame>
  );
}

/** /ledger/franchisee/detail/{franchiseeID?} */
export function FranchiseeLedgerDetail() {
  const { franchiseeID } = useParams();
  const { franchisee } = useSession();
  const id = franchiseeID ? Number(franchiseeID) : franchisee?.id;
  if (!id || id === 1 || !Number.isInteger(id))
    return (
      <PageFrame title="Franchisee ledger">
        <EmptyState
          title="Which centre?"
          help="Choose a centre from the list."
          action={{ label: 'Open the list', to: '/ledger/franchisee' }}
        />
      </PageFrame>
    );
  return <Detail key={id} franchiseeId={id} />;
}

function Detail({ franchiseeId }: { franchiseeId: number }) {
  const [range, setRange] = useState<{ from?: string; to?: string }>({});
  const [after, setAfter] = useState<string | undefined>(undefined);
  const query = useQuery(
    ledgerContract.franchisee,
    { franchiseeId, ...range, ...(after ? { after } : {}) },
    { keepPrevious: true },
  );
  const { holds } = useSession();
  const day = (name: 'from' | 'to', label: string) => (
    <FieldInput
      kind="date"
      name={name}
      label={label}
      optional
      value={range[name] ?? null}
      onChange={(value) => {
        setAfter(undefined);
        setRange(
          typeof value === 'string'
            ? { ...range, [name]: value }
            : Object.fromEntries(Object.entries(range).filter(([key]) => key !== name)),
        );
      }}
    />
  );
  return (
    <PageFrame
      title={query.data ? franchiseeLabel(query.data.centre.id, query.data.centre.name) : 'Franchisee ledger'}
      crumbs={[{ label: 'Franchisee ledger', to: '/ledger/franchisee' }]}
    >
      <QueryState query={query}>
        {({ centre, statement }) => (
          <Stack gap="md">
            <Figures centre={centre} />
            <PageTabs
              tabs={[
                {
                  value: 'statement',
                  label: 'Statement',
                  content: (
                    <Section
                      title="Between the centre and head office"
                      help="Debit: head office owes the centre. Credit: the centre owes head office."
                      flush
                    >
                      <Group gap="sm" align="flex-end" px="md" pb="sm">
                        {day('from', 'From')}
                        {day('to', 'To')}
                      </Group>
                      <LedgerTable
                        statement={statement}
                        onNext={statement.next ? () => setAfter(statement.next ?? undefined) : undefined}
                        onFirst={after ? () => setAfter(undefined) : undefined}
                      />
                    </Section>
                  ),
                },
                {
                  value: 'dues',
                  label: 'Dues',
                  content: <DuesOfCentre franchiseeId={franchiseeId} />,
                },
                {
                  value: 'payouts',
                  label: 'Payouts',
                  content: <PayoutsOfCentre franchiseeId={franchiseeId} />,
                },
                {
                  value: 'royalty',
                  label: 'Royalty',
                  hidden: !holds(financeModules.royalty),
                  content: <AccrualTable franchiseeId={franchiseeId} />,
                },
                {
                  value: 'trial',
                  label: 'Trial balance',
                  content: <TrialBalance franchiseeId={franchiseeId} />,
                },
              ]}
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Figures({ centre }: { centre: OutputOf<typeof ledgerContract.franchisee>['centre'] }) {
  return (
    <Section title="Position">
      <Facts
        min={150}
        items={[
          { label: 'Head office owes', value: <Money paise={centre.payable} /> },
          { label: 'Centre owes', value: <Money paise={centre.receivable} /> },
          { label: 'Paid ahead', value: <Money paise={centre.advance} /> },
          { label: 'Payout on its way', value: <Money paise={centre.inTransit} /> },
          { label: 'Royalty, not invoiced yet', value: <Money paise={centre.royaltyOpen} /> },
          { label: 'Net for the centre', value: <Money paise={centre.net} /> },
        ]}
      />
    </Section>
  );
}

type NodalRow = OutputOf<typeof ledgerContract.nodalCentres>['rows'][number];
const nodalColumns: Column<NodalRow>[] = [
  {
    id: 'name',
    label: 'Centre',
    minWidth: 220,
    sort: 'name',
    cell: (row) => franchiseeLabel(row.id, row.name),
  },
  moneyColumn('collected', 'Collected for the centre', (row) => row.collected, {
    sort: 'collected',
    width: 190,
  }),
  moneyColumn('refunded', 'Refunded', (row) => row.refunded),
  moneyColumn('paidOut', 'Paid out', (row) => row.paidOut),
  moneyColumn('inTransit', 'On its way', (row) => row.inTransit),
  moneyColumn('payable', 'Still owed', (row) => row.payable, { sort: 'payable' }),
];

/** /ledger/franchisee-nodal */
export function FranchiseeNodal() {
  const list = useList(ledgerContract.nodalCentres);
  return (
    <PageFrame title="Collections per centre" count={list.total ?? undefined} fill>
      <ListTotals list={list} sums={{ collected: 'Collected for the centres', payable: 'Still owed' }} />
      <DataTable
        name="nodal-ledger"
        label="Money head office holds for centres"
        list={list}
        columns={nodalColumns}
        fill
        searchHint="Centre"
        rowLink={(row) => `/ledger/franchisee/detail/${row.id}`}
        empty={{ title: 'No centre here' }}
      />
    </PageFrame>
  );
}
