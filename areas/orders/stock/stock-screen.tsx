import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import './stock-look.tsx';
import { inboundImport } from './inbound-import.contract.ts';
import { stockContract } from './stock.contract.ts';
import { stockInbounds, stockMovements, stocks } from './stock.listing.ts';
import {
  type InboundAsked,
  InboundDialog,
  ReceiveDialog,
  type StockAsked,
  StockDialog,
} from './stock-dialogs.tsx';
import { StockDrawer } from './stock-drawer.tsx';

const ImportDialog = part(() => import('@aangan/web/import/import-screen.tsx'), 'ImportDialog');
const signed = (n: number) => (n > 0 ? `+${n}` : n === 0 ? '–' : `−${-n}`);

/** /check/stock: what lies in the warehouses, what moved, and what comes. */
export function StockScreen() {
  const summary = useQuery(stockContract.summary, {});
  const [receiving, setReceiving] = useState(false);
  const may = summary.data?.can['change'] === true;
  return (
    <PageFrame
      title="Stock check"
      fill
      primary={
        may
          ? { label: 'Receive goods', run: () => setReceiving(true), icon: <IconPlus {...icon} /> }
          : undefined
      }
    >
      <PageTabs
        tabs={[
          { value: 'stock', label: 'Stock', content: <Stock value={summary.data?.value ?? null} /> },
          { value: 'movements', label: 'Movements', content: <Movements /> },
          { value: 'inbound', label: 'Inbound', content: <Inbound may={may} /> },
        ]}
      />
      {receiving && <ReceiveDialog onClose={() => setReceiving(false)} />}
    </PageFrame>
  );
}

function Stock({ value }: { value: number | null }) {
  const list = useListing(stocks);
  // A centre reads neither counts nor cost: it gets no columns of dashes.
  const cells = useMemo(() => {
    const own = value === null ? { hidden: true } : {};
    return {
      product: { minWidth: 200 },
      onHand: own,
      reserved: own,
      value: own,
      nextOn: {
        second: (row: { nextQty: number | null }) => (row.nextQty === null ? null : `${row.nextQty} pieces`),
      },
    };
  }, [value]);
  const [asked, setAsked] = useState<StockAsked | null>(null);
  return (
    <>
      {value !== null && (
        <Text size="sm" className="quiet" mb="sm">
          {`Worth ${formatRupees(value)} at cost, all warehouses together.`}
        </Text>
      )}
      <ListingTable
        of={stocks}
        list={list}
        drawer={StockDrawer}
        cells={cells}
        actions={(row) => [
          {
            label: 'Count',
            frequent: true,
            hidden: !row.can['count'],
            run: () => setAsked({ step: 'count', row }),
          },
          {
            label: 'Write off',
            danger: true,
            hidden: !row.can['writeOff'],
            run: () => setAsked({ step: 'writeOff', row }),
          },
          { label: 'Set levels', hidden: !row.can['levels'], run: () => setAsked({ step: 'levels', row }) },
        ]}
        searchHint="Product or SKU"
        empty={{
          title: 'No stock is tracked here.',
          help: 'A product stands here from its first receipt on.',
        }}
      />
      {asked && <StockDialog asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Movements() {
  const list = useListing(stockMovements);
  return (
    <ListingTable
      of={stockMovements}
      list={list}
      cells={{
        product: { minWidth: 200, second: (row) => row.sku },
        onHand: { cell: (row) => signed(row.onHand) },
        held: { cell: (row) => signed(row.held) },
        note: { minWidth: 160, second: (row) => row.by },
      }}
      searchHint="Product or SKU"
      empty={{ title: 'Nothing moved yet', help: 'Receipts, counts and what orders hold stand here.' }}
    />
  );
}

function Inbound({ may }: { may: boolean }) {
  const list = useListing(stockInbounds);
  const [asked, setAsked] = useState<InboundAsked | null>(null);
  const [importing, setImporting] = useState(false);
  return (
    <>
      {may && (
        <Group mb="sm" gap="sm">
          <Button leftSection={<IconPlus {...icon} />} onClick={() => setAsked({ step: 'add' })}>
            Add what is expected
          </Button>
          <Button variant="default" leftSection={<IconUpload {...icon} />} onClick={() => setImporting(true)}>
            Import
          </Button>
        </Group>
      )}
      <ListingTable
        of={stockInbounds}
        list={list}
        cells={{ product: { minWidth: 200, second: (row) => row.sku } }}
        actions={(row) => [
          {
            label: 'Receive',
            frequent: true,
            hidden: !row.can['receive'],
            run: () => setAsked({ step: 'receive', row }),
          },
          {
            label: 'Change',
            edit: true,
            hidden: !row.can['change'],
            run: () => setAsked({ step: 'change', row }),
          },
          {
            label: 'Cancel',
            danger: true,
            hidden: !row.can['cancel'],
            run: () => setAsked({ step: 'cancel', row }),
          },
        ]}
        searchHint="Product, SKU or purchase order"
        empty={{ title: 'Nothing is expected', help: 'What suppliers will bring stands here, with its day.' }}
      />
      {asked && <InboundDialog asked={asked} onClose={() => setAsked(null)} />}
      {importing && (
        <ImportDialog
          of={inboundImport}
          refresh={['stock', 'stock-inbound']}
          onDone={() => setImporting(false)}
        />
      )}
    </>
  );
}
