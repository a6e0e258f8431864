import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { productCategories } from '../catalogue/product-words.ts';
import { OrderLink } from '../order-history/order-link.tsx';
import './wow-look.tsx';
import { type WowAsked, WowDialog } from './wow-dialogs.tsx';
import { wowOrderContract as contract, type WowItem } from './wow-order.contract.ts';
import { waitingLabels } from './wow-order.states.ts';
import { confirmPath, LIST, orderPath, revisePath, summaryPath } from './wow-paths.ts';

type View = OutputOf<typeof contract.get>;

/** What is as planned needs no word. */
const difference = ({ qty, baseQty }: WowItem): string | null =>
  qty === baseQty ? null : qty > baseQty ? `${qty - baseQty} more` : `${baseQty - qty} fewer`;
const columns: Column<WowItem>[] = [
  textColumn('product', 'Product', (item) => item.product),
  textColumn('qty', 'Pieces', (item) => String(item.qty), { align: 'end', second: difference }),
  {
    ...moneyColumn('sum', 'Before tax', (item: WowItem) => item.unitPrice * item.qty),
    second: ({ unitPrice }) => `${formatRupees(unitPrice)} each`,
  },
];

/** /place-order/wow-kit-ordering/order-summary/{franchiseeId}/{initiatedOrderID} */
export function WowOrderView() {
  const { franchiseeId, initiatedOrderID } = useParams();
  const query = useQuery(
    contract.get,
    { id: initiatedOrderID ?? '', franchiseeId: Number(franchiseeId) },
    { fresh: 0 },
  );
  return (
    <PageFrame title={query.data?.number ?? 'WOW kit order'} crumbs={[{ label: 'WOW kit orders', to: LIST }]}>
      <QueryState query={query}>{(view) => <Order view={view} />}</QueryState>
    </PageFrame>
  );
}

const kitOrderOf = ({ kitOrderId, orderNo, franchiseeId }: View) =>
  kitOrderId && orderNo ? { id: kitOrderId, orderNo, kitType: 'WOW_KIT', franchiseeId } : null;

function Order({ view }: { view: View }) {
  const [asked, setAsked] = useState<WowAsked['step'] | null>(null);
  const [changed, setChanged] = useState(false);
  const items = changed ? view.items.filter((item) => item.qty !== item.baseQty) : view.items;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm">
          <StatusTag area="wow-order" state={view.status} />
          {view.withdrawn && <Text c="dimmed">Withdrawn</Text>}
        </Group>
        <Group gap="xs">
          {(view.can['approve'] || view.can['reject']) && (
            <Button onClick={() => setAsked('decide')}>Decide</Button>
          )}
          {view.can['confirm'] && (
            <Button component={Link} to={confirmPath(view)}>
              Confirm
            </Button>
          )}
          {view.can['revise'] && (
            <Button component={Link} to={revisePath(view)}>
              Revise
            </Button>
          )}
          {view.can['withdraw'] && (
            <Button variant="default" onClick={() => setAsked('withdraw')}>
              Withdraw
            </Button>
          )}
          <Button variant="default" component={Link} to={summaryPath(view.franchiseeId)}>
            Summary of the centre
          </Button>
        </Group>
      </Group>
      <Section>
        <Facts
          min={180}
          items={[
            { label: 'Centre', value: view.centre },
            { label: 'Model', value: `${view.model}, BOM version ${view.bomVersion}` },
            { label: 'B2B ID', value: view.b2bId },
            { label: 'E-mail', value: view.email },
            { label: 'Initiated', value: <InstantText at={view.madeAt} /> },
            { label: 'Initiated by', value: view.madeBy ?? '–' },
            { label: 'Waits for', value: waitingLabels[view.waitsFor] },
            { label: 'Kit order', value: <OrderLink of={kitOrderOf(view)} /> },
            ...view.chain
              .filter(({ by }) => by !== null)
              .map(({ level, by, at }) => ({
                label: `${level} approved`,
                value: (
                  <>
                    {by}, <InstantText at={at} />
                  </>
                ),
              })),
            { label: 'Price before tax', value: <Money paise={view.total} /> },
            { label: 'GST', value: <Money paise={view.tax} /> },
            { label: 'Total', value: <Money paise={view.total + view.tax} /> },
            { label: 'Planned by the BOM', value: <Money paise={view.bomTotal} /> },
          ]}
        />
      </Section>
      {view.comment && <Text>{view.comment}</Text>}
      {view.reason && <Text c="dimmed">{`Rejected: ${view.reason}`}</Text>}
      {view.revisesId && (
        <Text>
          <Link to={orderPath({ id: view.revisesId, franchiseeId: view.franchiseeId })}>
            The order it revises
          </Link>
        </Text>
      )}
      <Checkbox
        label="Only what differs from the BOM"
        checked={changed}
        onChange={(event) => setChanged(event.currentTarget.checked)}
      />
      {items.length === 0 && <Text c="dimmed">Everything is as planned.</Text>}
      {Object.entries(productCategories).map(([category, label]) => {
        const own = items.filter((item) => item.category === category);
        return own.length === 0 ? null : (
          <Section key={category} title={label} flush>
            <ShortTable
              label={label}
              rows={own}
              keyOf={(item) => item.productId}
              columns={columns}
              minWidth={340}
            />
          </Section>
        );
      })}
      <HistoryPanel kind="wow-order" id={view.id} />
      {asked && <WowDialog asked={{ step: asked, row: view }} onClose={() => setAsked(null)} />}
    </Stack>
  );
}
