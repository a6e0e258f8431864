import { formatPercent } from '@aangan/money/format.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { hsnRate } from '../catalogue/hsn-rate.record.ts';
import { ProductName } from '../catalogue/product-name.tsx';
import '../orders-look.tsx';
import { marginContract } from './margin.contract.ts';
import { marginRequests, productMargins } from './margin.listing.ts';
import { type AskedProduct, AskMargin, DecideMargin, type WaitingRequest } from './margin-dialogs.tsx';

export const PRODUCTS = '/retailer-margin/product/list-of-product-retail-margin';
const pageOf = (id: string) => `/retailer-margin/update-product/${id}`;
type ProductRow = ListingRow<typeof productMargins.endpoints.list>;
type RequestRow = ListingRow<typeof marginRequests.endpoints.list>;
type Asked =
  | { step: 'ask'; products: readonly AskedProduct[] }
  | { step: 'approve' | 'reject'; requests: readonly WaitingRequest[] };

/** /retailer-margin/product/list-of-product-retail-margin: products with their prices, requests, GST rates. */
export function ProductList() {
  const navigate = useNavigate();
  const writes = useSession().holds(productMargins.module, true);
  return (
    <PageFrame
      title="Products and margin"
      fill
      primary={
        writes
          ? { label: 'New product', run: () => void navigate(pageOf('new')), icon: <IconPlus {...icon} /> }
          : undefined
      }
      menu={[
        {
          label: 'Upload products',
          run: () => void navigate('/retailer-margin/upload-product'),
          hidden: !writes,
        },
        {
          label: 'Approved products',
          run: () => void navigate('/retailer-margin/product/approved-product/1'),
        },
      ]}
    >
      <PageTabs
        tabs={[
          { value: 'products', label: 'Products', content: <Products /> },
          { value: 'requests', label: 'Margin requests', content: <Requests /> },
          {
            value: 'rates',
            label: 'HSN rates',
            content: (
              <RecordTab
                record={hsnRate}
                help="The longest beginning of a product's HSN decides its GST. Apparel and footwear also by the value of a piece."
              />
            ),
          },
        ]}
      />
    </PageFrame>
  );
}

const askedOf = (row: ProductRow): AskedProduct => ({
  id: row.id,
  name: row.name,
  mrp: row.mrp ?? row.askedMrp,
  marginBp: row.marginBp ?? row.askedMarginBp,
});
const waitingOf = (row: ProductRow): readonly WaitingRequest[] =>
  row.requestId && row.requestVersion !== null
    ? [{ id: row.requestId, version: row.requestVersion, name: row.name }]
    : [];

function Products() {
  const list = useListing(productMargins);
  const [asked, ask] = useState<Asked | null>(null);
  const writes = useSession().holds(productMargins.module, true);
  return (
    <>
      <ListingTable
        of={productMargins}
        list={list}
        rowLink={(row) => pageOf(row.id)}
        searchHint="Product, SKU or HSN"
        cells={{
          name: {
            minWidth: 240,
            cell: (row: ProductRow) => <ProductName {...row} />,
          },
          sku: { hidden: true },
          request: {
            cell: (row: ProductRow) => <StatusTag area="product-margin" state={row.request} />,
            second: (row: ProductRow) =>
              row.askedPrice !== null &&
              (row.request === 'PENDING' || row.request === 'PARTIALLY APPROVED') ? (
                <>
                  <Money paise={row.askedPrice} /> at {formatPercent(row.askedMarginBp ?? 0)}
                </>
              ) : null,
          },
        }}
        actions={(row) => [
          {
            label: 'Ask for a margin',
            frequent: true,
            hidden: !row.can.ask,
            run: () => ask({ step: 'ask', products: [askedOf(row)] }),
          },
          {
            label: 'Approve',
            frequent: true,
            hidden: !row.can.decide,
            run: () => ask({ step: 'approve', requests: waitingOf(row) }),
          },
          {
            label: 'Reject',
            danger: true,
            hidden: !row.can.decide,
            run: () => ask({ step: 'reject', requests: waitingOf(row) }),
          },
        ]}
        bulk={[
          {
            label: (n) => `Set the margin of ${n}`,
            hidden: !writes,
            run: (rows) => ask({ step: 'ask', products: rows.map(askedOf) }),
          },
          {
            label: (n) => `Approve ${n}`,
            hidden: !writes,
            run: (rows) =>
              ask({ step: 'approve', requests: rows.filter((row) => row.can.decide).flatMap(waitingOf) }),
          },
        ]}
        empty={{
          title: 'No products',
          help: 'Upload the catalogue.',
          ...(writes ? { action: { label: 'Upload products', to: '/retailer-margin/upload-product' } } : {}),
        }}
      />
      <Asked asked={asked} onClose={() => ask(null)} />
    </>
  );
}

function Asked({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  if (!asked) return null;
  if (asked.step === 'ask') return <AskMargin products={asked.products} onClose={onClose} />;
  if (asked.requests.length === 0) return null;
  return <DecideMargin requests={asked.requests} decision={asked.step} onClose={onClose} />;
}

function Requests() {
  const list = useListing(marginRequests);
  const [asked, ask] = useState<Asked | null>(null);
  const one = (row: RequestRow) => [{ id: row.id, version: row.version, name: row.product }];
  return (
    <>
      <ListingTable
        of={marginRequests}
        list={list}
        drawer={RequestDrawer}
        searchHint="Product or SKU"
        cells={{ product: { minWidth: 220, second: (row: RequestRow) => row.sku } }}
        actions={(row) => [
          {
            label: 'Approve',
            frequent: true,
            hidden: !row.can.decide,
            run: () => ask({ step: 'approve', requests: one(row) }),
          },
          {
            label: 'Reject',
            danger: true,
            hidden: !row.can.decide,
            run: () => ask({ step: 'reject', requests: one(row) }),
          },
        ]}
        bulk={[
          {
            label: (n) => `Approve ${n}`,
            run: (rows) =>
              ask({ step: 'approve', requests: rows.filter((row) => row.can.decide).flatMap(one) }),
          },
        ]}
        empty={{ title: 'No margin was asked for yet', help: 'Ask for one on a product.' }}
      />
      <Asked asked={asked} onClose={() => ask(null)} />
    </>
  );
}

function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(marginContract.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<'approve' | 'reject' | null>(null);
  return (
    <Drawer opened onClose={onClose} position="right" title={query.data?.product ?? 'Margin request'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StatusTag area="margin-request" state={row.status} />
              {row.can['decide'] ? (
                <Group gap="xs">
                  <Button onClick={() => setStep('approve')}>Approve</Button>
                  <Button variant="default" onClick={() => setStep('reject')}>
                    Reject
                  </Button>
                </Group>
              ) : null}
            </Group>
            <Facts
              min={150}
              items={[
                { label: 'SKU', value: row.sku },
                { label: 'Price from', value: <DateText day={row.fromOn} /> },
                { label: 'MRP', value: <Change now={row.now?.mrp} then={row.mrp} money /> },
                { label: 'Margin', value: <Change now={row.now?.marginBp} then={row.marginBp} /> },
                { label: 'Price before tax', value: <Change now={row.now?.price} then={row.price} money /> },
                { label: 'GST', value: formatPercent(row.rateBp) },
                { label: 'Centre pays', value: <Money paise={row.centrePays} /> },
                { label: 'Asked by', value: row.madeByName ?? '–' },
                { label: 'Asked', value: <InstantText at={row.askedAt} /> },
                { label: 'Approver 1', value: row.approver1 ?? '–' },
                { label: 'Approver 2', value: row.approver2 ?? '–' },
              ]}
            />
            {row.reason ? <Text>{row.reason}</Text> : null}
            <HistoryPanel kind="margin-request" id={id} />
            {step ? (
              <DecideMargin
                requests={[{ id, version: row.version, name: row.product }]}
                decision={step}
                onClose={() => setStep(null)}
              />
            ) : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

/** The new value, and the present one where it differs. */
function Change({ now, then, money = false }: { now: number | undefined; then: number; money?: boolean }) {
  const shown = (value: number) => (money ? <Money paise={value} /> : formatPercent(value));
  return (
    <>
      {shown(then)}
      {now !== undefined && now !== then ? (
        <Text span size="sm" c="dimmed">
          {' '}
          (now {shown(now)})
        </Text>
      ) : null}
    </>
  );
}
