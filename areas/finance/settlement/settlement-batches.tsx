import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatRupees, franchiseeLabel } from '@aangan/web/format.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Clipped } from '../clipped.tsx';
import '../finance-look.tsx';
import { type SettlementCentre, settlementContract, settlements } from './settlement.contract.ts';
import {
  isDanger,
  SettlementDialog,
  SettlementDrawer,
  type SettlementRow,
  type SettlementStep,
  stepLabels,
} from './settlement-drawer.tsx';
import { WaitingReceipts } from './waiting-receipts.tsx';

/** /ledger/nodal-payment-transfer: what head office owes the centres becomes payouts, which another person approves. */
export const SettlementBatches = () => (
  <PageFrame title="Nodal payment transfer" context="centre">
    <PageTabs
      tabs={[
        { value: 'prepare', label: 'Prepare', content: <Prepare /> },
        {
          value: 'payouts',
          label: 'Payouts',
          content: <Payouts steps={['submit', 'approve', 'reject', 'discard']} />,
        },
        { value: 'waiting', label: 'In no payout', content: <WaitingReceipts /> },
      ]}
    />
  </PageFrame>
);

/** The payouts with some of their steps on the rows; all of them stand in the drawer. */
export function Payouts({ steps }: { steps: readonly SettlementStep[] }) {
  const list = useListing(settlements);
  const [asked, setAsked] = useState<{ row: SettlementRow; step: SettlementStep } | null>(null);
  return (
    <>
      <ListingTable
        of={settlements}
        list={list}
        drawer={SettlementDrawer}
        cells={{
          centre: { minWidth: 170, second: (row) => receiptsOf(row.receipts) },
          status: { second: (row) => <Clipped text={row.problem} /> },
        }}
        actions={(row) =>
          steps.map((step) => ({
            label: stepLabels[step],
            frequent: !isDanger(step),
            danger: isDanger(step),
            hidden: !row.can[step],
            run: () => setAsked({ row, step }),
          }))
        }
        searchHint="Centre, number or UTR"
        empty={{
          title: 'No payouts yet',
          help: 'What centres are paid out stands here from its draft to the UTR.',
        }}
      />
      {asked ? <SettlementDialog row={asked.row} step={asked.step} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function Prepare() {
  const yesterday = addDays(todayIst(new Date(serverNow())), -1);
  const [cutOff, setCutOff] = useState(yesterday);
  const query = useQuery(settlementContract.preview, { cutOff }, { keepPrevious: true, fresh: 0 });
  return (
    <QueryState query={query}>
      {(seen) => (
        <Stack gap="md">
          <Group align="flex-end" justify="space-between">
            <FieldInput
              kind="date"
              name="cutOff"
              label="Up to"
              latest={yesterday}
              value={cutOff}
              onChange={(value) => setCutOff(typeof value === 'string' ? value : yesterday)}
            />
            <Gateway seen={seen} />
          </Group>
          <Centres key={seen.cutOff} cutOff={seen.cutOff} centres={seen.centres} />
        </Stack>
      )}
    </QueryState>
  );
}

function Gateway({ seen }: { seen: OutputOf<typeof settlementContract.preview> }) {
  const ask = useCommand(settlementContract.importGateway, {
    onDone: ({ queued }) =>
      notice.ok(queued ? 'The gateway is being asked.' : 'It was asked this minute already.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {seen.lastImport ? (
          <>
            Settlements of the gateway read <InstantText at={seen.lastImport} ago />
          </>
        ) : (
          'The gateway has reported no settlement yet'
        )}
      </Text>
      {seen.gateway ? (
        <Button size="xs" variant="default" loading={ask.running} onClick={() => void ask.run({})}>
          Ask the gateway now
        </Button>
      ) : null}
    </Group>
  );
}

function Centres({ cutOff, centres }: { cutOff: string; centres: readonly SettlementCentre[] }) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = centres.filter((centre) => centre.ready && !left.has(centre.id));
  const sum = (of: (centre: SettlementCentre) => number) => chosen.reduce((total, one) => total + of(one), 0);
  const build = useCommand(settlementContract.build, {
    refresh: ['settlement'],
    onDone: ({ built, left: behind }) => {
      if (built > 0) notice.ok(`${built} ${built === 1 ? 'payout is' : 'payouts are'} prepared as drafts.`);
      if (behind.length > 0) notice.error(behind.map(({ centre, why }) => `${centre}: ${why}`).join('. '));
    },
    onError: (error) => notice.error(error),
  });
  const tick = (id: number, on: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      on ? next.delete(id) : next.add(id);
      return next;
    });
  const columns: Column<SettlementCentre>[] = [
    {
      id: 'chosen',
      label: '',
      width: 44,
      cell: (centre) => (
        <Checkbox
          aria-label={`Prepare ${centre.name}`}
          disabled={!centre.ready}
          checked={centre.ready && !left.has(centre.id)}
          onChange={(event) => tick(centre.id, event.currentTarget.checked)}
        />
      ),
    },
    textColumn('name', 'Centre', (centre) => franchiseeLabel(centre.id, centre.name), {
      second: (centre) => <Remarks centre={centre} />,
      width: 260,
    }),
    moneyColumn('gross', 'Received', (centre) => centre.gross),
    moneyColumn('fee', 'Gateway fees', (centre) => centre.gatewayFee),
    moneyColumn('refunds', 'Refunds', (centre) => centre.refunds),
    moneyColumn('adjustments', 'Adjustments', (centre) => centre.adjustments),
    moneyColumn('dues', 'Dues set off', (centre) => centre.dues),
    moneyColumn('net', 'Net', (centre) => centre.net),
    moneyColumn('waiting', 'Stays behind', (centre) => centre.waiting),
  ];
  if (centres.length === 0)
    return (
      <EmptyState
        title="Nothing to pay out"
        help={`No online payment up to ${formatDate(cutOff)} waits. What the gateway settles appears here.`}
      />
    );
  return (
    <Stack gap="md">
      <Facts
        min={140}
        items={[
          { label: 'Chosen', value: `${chosen.length} of ${centres.length} centres` },
          { label: 'Received', value: <Money paise={sum((one) => one.gross)} /> },
          { label: 'Dues set off', value: <Money paise={sum((one) => one.dues)} /> },
          { label: 'Net', value: <Money paise={sum((one) => one.net)} /> },
        ]}
      />
      <Section title="Centres" flush>
        <ShortTable
          label="Centres to pay out"
          rows={centres}
          keyOf={(one) => one.id}
          columns={columns}
          minWidth={1080}
        />
      </Section>
      <Group>
        <Button
          disabled={chosen.length === 0}
          loading={build.running}
          onClick={() => void build.run({ cutOff, centres: chosen.slice(0, 200).map(({ id }) => id) })}
        >
          {chosen.length === 0 ? 'Prepare payouts' : `Prepare ${formatRupees(sum((one) => one.net))}`}
        </Button>
        <Text size="sm" c="dimmed">
          No money moves: each payout is a draft, and another person approves it.
        </Text>
      </Group>
    </Stack>
  );
}

const receiptsOf = (n: number): string => `${n} ${n === 1 ? 'receipt' : 'receipts'}`;

const Remarks = ({ centre }: { centre: SettlementCentre }) => (
  <>
    <span>{`${receiptsOf(centre.receipts)}${centre.last4 ? `, account ends in ${centre.last4}` : ''}`}</span>
    {centre.held > 0 ? <div>{`${formatRupees(centre.held)} held back`}</div> : null}
    {!centre.ready && centre.warnings.length === 0 ? <div>Nothing is settled for it yet</div> : null}
    {centre.warnings.map((text) => (
      <Text key={text} size="sm" c="var(--a-warning-text)">
        {text}
      </Text>
    ))}
  </>
);
