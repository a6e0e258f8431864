import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Checkbox, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import '../allocation/allocation-look.tsx';
import { type KitType, kitTypeOfSlug, type MappedKitType, mappedTypes } from '../kit-types.ts';
import { OrderLink } from '../order-history/order-link.tsx';
import { PlaceTabs } from '../place-tabs.tsx';
import { CreditLine, type DeskFacts } from './credit-line.tsx';
import { kitOrderContract as contract, type DeskRow } from './kit-order.contract.ts';
import { keepTicks, keptTicks } from './order-cart.tsx';
import { OrderPanel } from './order-panel.tsx';
import { PendingPayment } from './pending-payment.tsx';

/** WOW kits have a desk of their own. */
const TYPES = mappedTypes.filter(({ mappedBy }) => mappedBy !== 'PRODUCT');
const deskPath = ({ slug }: { slug: string }) => `/place-order?kit=${slug}`;
const TABS = TYPES.map((type) => ({ to: deskPath(type), label: type.name }));
const KEEP_MS = 400;
/** Figures over the list; each shows its rows, and once more all of them. */
const tiles: readonly { key: string; label: string; states: readonly string[] }[] = [
  { key: 'ready', label: 'Can be ordered', states: ['ALLOCATED'] },
  { key: 'blocked', label: 'Blocked', states: ['BLOCKED'] },
  { key: 'sent', label: 'On the way', states: ['ORDERED', 'SHIPPED'] },
  { key: 'arrived', label: 'Arrived', states: ['AT_CENTRE', 'HANDED_OVER'] },
];

/** /place-order?kit=…: who gets a kit, who not and why, and one order of those who are ticked. */
export function OrderDesk() {
  const { franchisee, academicYear } = useSession();
  const [slug] = useParam('kit');
  const [pays] = useParam('pay');
  const type = TYPES.find((one) => one === kitTypeOfSlug(slug ?? '')) ?? TYPES[0];
  return (
    <PageFrame title="Place order" context="centre-year">
      {franchisee === null ? (
        <EmptyState
          title="Select Franchisee"
          help="Kits are ordered for one centre. Choose it in the top bar."
        />
      ) : academicYear === null ? (
        <EmptyState
          title="Please Select Acadamic Year"
          help="Kits are of one academic year. Choose it in the top bar."
        />
      ) : pays ? (
        <PendingPayment id={pays} />
      ) : type ? (
        <Desk key={`${franchisee.id} ${type.id}`} franchiseeId={franchisee.id} type={type} />
      ) : null}
    </PageFrame>
  );
}

function Desk({ franchiseeId, type }: { franchiseeId: number; type: KitType }) {
  const kitType = type.id as MappedKitType;
  const query = useQuery(contract.desk, { kitType }, { fresh: 0 });
  return (
    <Stack gap="md">
      <PlaceTabs label="Kit types" tabs={TABS} at={deskPath(type)} />
      <QueryState query={query}>
        {(desk) => <Work franchiseeId={franchiseeId} type={type} desk={desk} />}
      </QueryState>
    </Stack>
  );
}

const readyOf = (row: DeskRow): boolean => row.status === 'ALLOCATED' && row.left > 0;
/** Who can be ordered for stands first, then who is blocked and why, then what is on its way or there. */
const rankOf = ({ status }: DeskRow): number => tiles.findIndex(({ states }) => states.includes(status));

function Work({ franchiseeId, type, desk }: { franchiseeId: number; type: KitType; desk: DeskFacts }) {
  const kitType = type.id as MappedKitType;
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const [of, setOf] = useParam('of');
  const [terms, setTerms] = useState(false);
  const place = useMemo(() => ({ franchiseeId, kitType }), [franchiseeId, kitType]);
  // What this device kept; on another one, what the server kept.
  useEffect(() => {
    let gone = false;
    void keptTicks(place).then((kept) => {
      const first = kept.size > 0 ? kept : new Set(desk.cart?.items.map((item) => item.allocationId));
      if (!gone) setTicked((now) => now ?? first);
    });
    return () => {
      gone = true;
    };
  }, [place, desk.cart]);
  const chosen = useMemo(
    () => desk.rows.filter((row) => ticked?.has(row.allocationId) && readyOf(row)),
    [desk.rows, ticked],
  );
  useEffect(() => {
    if (ticked === null) return;
    const timer = setTimeout(() => void keepTicks(place, chosen), KEEP_MS);
    return () => clearTimeout(timer);
  }, [ticked, place, chosen]);
  const [state] = useParam('state');
  const counted = new Map(tiles.map(({ key, states }) => [key, states]));
  const shown = desk.rows
    .filter(
      (row) => (of === null || row.of === of) && (counted.get(state ?? '')?.includes(row.status) ?? true),
    )
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const ready = shown.filter(readyOf);
  const tick = (ids: readonly string[], on: boolean) =>
    setTicked((now) => {
      const next = new Set(now);
      for (const id of ids) on ? next.add(id) : next.delete(id);
      return next;
    });
  return (
    <>
      <TileRow>
        {tiles.map(({ key, label, states }) => (
          <Tile
            key={key}
            label={label}
            value={formatCount(desk.rows.filter(({ status }) => states.includes(status)).length)}
            to={`${deskPath(type)}${state === key ? '' : `&state=${key}`}`}
          />
        ))}
      </TileRow>
      <CreditLine desk={desk} onTerms={() => setTerms(true)} />
      {desk.rows.length === 0 ? (
        <EmptyState
          title={`No ${type.name} is allocated.`}
          help="Head office allocates kits to children and centres."
        />
      ) : (
        <>
          <Group gap="md" align="end">
            <Select
              label={type.mappedBy === 'CLASS' ? 'Class' : 'Sample'}
              placeholder="All"
              clearable
              data={[...new Set(desk.rows.map((row) => row.of))]}
              value={of}
              onChange={setOf}
            />
            {desk.can['place'] ? (
              <Button
                variant="default"
                disabled={ready.length === 0}
                onClick={() =>
                  tick(
                    ready.map((row) => row.allocationId),
                    !ready.every((row) => ticked?.has(row.allocationId)),
                  )
                }
              >
                {ready.length > 0 && ready.every((row) => ticked?.has(row.allocationId))
                  ? 'Untick all'
                  : `Tick all ${formatCount(ready.length)}`}
              </Button>
            ) : null}
          </Group>
          <ShortTable
            label={type.name}
            rows={shown}
            keyOf={(row) => row.allocationId}
            minWidth={640}
            columns={[
              {
                id: 'tick',
                label: '',
                width: 48,
                cell: (row: DeskRow) => (
                  <Checkbox
                    aria-label={`Order for ${row.whom}`}
                    checked={readyOf(row) && (ticked?.has(row.allocationId) ?? false)}
                    disabled={!readyOf(row) || !desk.can['place']}
                    onChange={(event) => tick([row.allocationId], event.currentTarget.checked)}
                  />
                ),
              },
              textColumn('whom', 'For', (row: DeskRow) => row.whom, {
                second: (row) => row.admissionNo ?? '',
              }),
              {
                id: 'state',
                label: 'State',
                cell: (row: DeskRow) => <StatusTag area="kit-allocation" state={row.status} />,
              },
              textColumn('of', type.mappedBy === 'CLASS' ? 'Class' : 'Sample', (row: DeskRow) => row.of),
              textColumn('reasons', 'Order or reason', (row: DeskRow) =>
                row.reasons.length > 0 || row.orderId === null || row.orderNo === null ? (
                  row.reasons.join('; ') || '–'
                ) : (
                  <OrderLink of={{ id: row.orderId, orderNo: row.orderNo, kitType, franchiseeId }} />
                ),
              ),
              moneyColumn('price', 'Kit before tax', (row: DeskRow) => row.unitPrice),
            ]}
          />
          {chosen.length > 0 ? (
            <OrderPanel
              key={chosen.map((row) => row.allocationId).join()}
              place={place}
              kit={type.name}
              chosen={chosen}
            />
          ) : null}
          {chosen.length > 0 ? <CartBar n={chosen.length} /> : null}
        </>
      )}
      {terms ? (
        <CommandDialog
          of={contract.setTerms}
          title="Credit of this centre"
          text="It may order kits up to the limit before it pays; what it owes already counts."
          confirm="Save"
          start={{
            limit: desk.credit?.limit ?? 0,
            overdueDaysMax: desk.credit?.overdueDaysMax ?? 30,
            orderMax: desk.credit?.orderMax ?? null,
          }}
          refresh={['kit-order']}
          done="Saved."
          onClose={() => setTerms(false)}
        />
      ) : null}
    </>
  );
}

/** Stays in reach however long the list is. */
const CartBar = ({ n }: { n: number }) => (
  <Paper withBorder shadow="sm" px="md" py="xs" style={{ position: 'sticky', bottom: 12, zIndex: 2 }}>
    <Group justify="space-between">
      <Text size="sm">{`${formatCount(n)} ticked`}</Text>
      <Button
        variant="light"
        onClick={() => document.getElementById('order')?.scrollIntoView({ block: 'center' })}
      >
        Review and pay
      </Button>
    </Group>
  </Paper>
);
