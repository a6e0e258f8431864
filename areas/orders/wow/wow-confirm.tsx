import { newId } from '@aangan/web/api/new-id.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Checkbox, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHeadOfficeCheckout } from '../../finance/public.web.tsx';
import { PayOrder } from '../kit-order/pay-order.tsx';
import './wow-look.tsx';
import { wowOrderContract as contract, type WowQuote } from './wow-order.contract.ts';
import { wowOrders } from './wow-order.listing.ts';
import { confirmPath, LIST, orderPath } from './wow-paths.ts';

/** /place-order/wow-kit/confirm?order=…: the approved WOW kit of a centre becomes its kit order. */
export function WowConfirm() {
  const { franchisee } = useSession();
  const [order] = useParam('order');
  return (
    <PageFrame title="Confirm a WOW kit" context="centre" crumbs={[{ label: 'WOW kit orders', to: LIST }]}>
      {franchisee === null ? (
        <EmptyState
          title="Select Franchisee"
          help="A centre confirms its own WOW kit. Choose it in the top bar."
        />
      ) : order ? (
        <Chosen key={`${franchisee.id} ${order}`} franchiseeId={franchisee.id} id={order} />
      ) : (
        <Picker />
      )}
    </PageFrame>
  );
}

type Waiting = { id: string; number: string; model: string; b2bId: string; pieces: number; total: number };

/** What waits for the centre, where the address names none. */
function Picker() {
  const query = useQuery(wowOrders.endpoints.list, { waitsFor: 'CONFIRM', limit: 50 }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No WOW kit waits to be confirmed"
            help="An order stands here when the zone manager and the final approver have approved it."
            action={{ label: 'WOW kit orders', to: LIST }}
          />
        ) : (
          <Section title="Approved, and not confirmed yet" flush>
            <ShortTable
              label="WOW kits to confirm"
              rows={rows}
              keyOf={(row) => row.id}
              columns={[
                {
                  id: 'number',
                  label: 'Number',
                  cell: (row: Waiting) => <Link to={confirmPath(row)}>{row.number}</Link>,
                  second: (row: Waiting) => row.b2bId,
                },
                textColumn('model', 'Model', (row: Waiting) => row.model),
                textColumn('pieces', 'Pieces', (row: Waiting) => formatCount(row.pieces), { align: 'end' }),
                moneyColumn('total', 'Before tax, as approved', (row: Waiting) => row.total),
              ]}
            />
          </Section>
        )
      }
    </QueryState>
  );
}

function Chosen({ franchiseeId, id }: { franchiseeId: number; id: string }) {
  const order = useQuery(contract.get, { id, franchiseeId }, { fresh: 0 });
  const quote = useQuery(contract.quote, { id }, { fresh: 0 });
  return (
    <QueryState query={order}>
      {(view) => (
        <Stack gap="md">
          <Section title={view.number}>
            <Facts
              min={180}
              items={[
                { label: 'Model', value: `${view.model}, BOM version ${view.bomVersion}` },
                { label: 'B2B ID', value: view.b2bId },
                { label: 'Pieces', value: formatCount(view.pieces) },
                { label: 'Before tax, as approved', value: <Money paise={view.total} /> },
                { label: 'Items', value: <Link to={orderPath(view)}>See every item</Link> },
              ]}
            />
          </Section>
          <QueryState query={quote}>
            {(now) => (
              <Confirm
                id={id}
                version={view.version}
                back={orderPath(view)}
                quote={now}
                again={() => void quote.refetch()}
              />
            )}
          </QueryState>
        </Stack>
      )}
    </QueryState>
  );
}

const changes: Column<WowQuote['changed'][number]>[] = [
  textColumn('product', 'Product', (row) => row.product),
  textColumn('qty', 'Pieces', (row) => formatCount(row.qty), { align: 'end' }),
  moneyColumn('then', 'When approved', (row) => row.before),
  moneyColumn('now', 'Now', (row) => row.now),
];

function Confirm({
  id,
  version,
  back,
  quote,
  again,
}: {
  id: string;
  version: number;
  back: string;
  quote: WowQuote;
  again: () => void;
}) {
  const navigate = useNavigate();
  const [clientOrderId] = useState(newId);
  const [accepted, accept] = useState(false);
  const checkout = useHeadOfficeCheckout();
  const paid = checkout.state === 'paid';
  useEffect(() => {
    if (paid) void navigate(back);
  }, [paid, navigate, back]);
  const confirm = useCommand(contract.confirm, {
    refresh: ['wow-order', 'kit-order'],
    onDone: ({ orderNo, status, paymentId }) => {
      if (paymentId !== null) return void checkout.pay(paymentId);
      notice.ok(
        status === 'CONFIRMED' ? `Kit order ${orderNo} is confirmed.` : `Kit order ${orderNo} is placed.`,
      );
      void navigate(back);
    },
    onError: again,
  });
  const changed = quote.changed.length > 0;
  return (
    <Section title="Confirm the order">
      <Stack gap="md">
        {changed ? (
          <Alert color="warning" title="Prices have changed since it was approved">
            <ShortTable
              label="Changed prices"
              rows={quote.changed}
              keyOf={(row) => row.productId}
              columns={changes}
            />
            <Checkbox
              mt="xs"
              label="The centre accepts the new prices"
              checked={accepted}
              onChange={(event) => accept(event.currentTarget.checked)}
            />
          </Alert>
        ) : null}
        <PayOrder
          quote={quote}
          running={confirm.running}
          error={confirm.error}
          paying={checkout.state}
          blocked={changed && !accepted}
          onOrder={(choice) =>
            void confirm.run(
              { id, clientOrderId, quote: quote.quote, acceptPrices: changed && accepted, ...choice },
              { ifMatch: version },
            )
          }
        />
      </Stack>
    </Section>
  );
}
