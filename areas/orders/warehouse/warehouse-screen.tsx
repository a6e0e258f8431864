import { todayIst } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { warehouse } from '../catalogue/warehouse.record.ts';
import {
  warehouseMappingContract as contract,
  warehouseMappingImport,
} from './warehouse-mapping.contract.ts';
import { warehouseMappings } from './warehouse-mapping.listing.ts';
import { mappedFor } from './warehouse-words.ts';

type Row = ListingRow<typeof warehouseMappings.endpoints.list>;
interface Unmapped {
  franchiseeId: number;
  centre: string;
  place: string | null;
  warehouseId: string | null;
  warehouse: string | null;
}
const LIST = '/upload/warehouse-mapping';
const REFRESH = ['warehouse-mapping'];

/** /upload/warehouse-mapping: which warehouse serves which centre, the centres without one, and the warehouses. */
export function WarehouseMapping() {
  const navigate = useNavigate();
  const writes = useSession().holds(warehouseMappings.module, true);
  const [adding, setAdding] = useState<Partial<Unmapped> | null>(null);
  return (
    <PageFrame
      title="Warehouse mapping"
      fill
      primary={
        writes ? { label: 'Map a centre', run: () => setAdding({}), icon: <IconPlus {...icon} /> } : undefined
      }
      menu={[{ label: 'Upload mappings', run: () => void navigate(`${LIST}/upload`), hidden: !writes }]}
    >
      <PageTabs
        tabs={[
          { value: 'mappings', label: 'Mappings', content: <Mappings /> },
          { value: 'unmapped', label: 'Unmapped centres', content: <UnmappedCentres onMap={setAdding} /> },
          {
            value: 'warehouses',
            label: 'Warehouses',
            content: (
              <RecordTab
                record={warehouse}
                help="Goods leave from here; the GSTIN is the seller's on their invoices."
              />
            ),
          },
        ]}
      />
      {adding ? (
        <CommandDialog
          of={contract.add}
          title={adding.centre ? `Map ${adding.centre}` : 'Map a centre'}
          text="Orders are filled from priority 1; what it does not have is looked for in 2 and 3."
          confirm="Map centre"
          start={{
            kitType: 'ALL',
            priority: 1,
            fromOn: todayIst(Date.now()),
            ...(adding.franchiseeId ? { franchiseeId: adding.franchiseeId } : {}),
            ...(adding.warehouseId ? { warehouseId: adding.warehouseId } : {}),
          }}
          refresh={REFRESH}
          done="The centre is mapped."
          onClose={() => setAdding(null)}
        />
      ) : null}
    </PageFrame>
  );
}

function Mappings() {
  const list = useListing(warehouseMappings);
  const [changed, setChanged] = useState<Row | null>(null);
  const confirm = useConfirm();
  const remove = useCommand(contract.remove, { refresh: REFRESH, onError: (error) => notice.error(error) });
  const end = async (row: Row) => {
    const sure = await confirm({
      title: `End the mapping of ${row.centre}?`,
      text: 'Without a mapping the nearest warehouse serves the centre. Orders that were placed stay where they are.',
      confirm: 'End mapping',
      danger: true,
    });
    if (sure) await remove.run({ id: row.id }, { ifMatch: row.version });
  };
  return (
    <>
      <ListingTable
        of={warehouseMappings}
        list={list}
        cells={{
          centre: { minWidth: 220 },
          warehouse: { minWidth: 180, second: (row: Row) => row.warehouseCode },
        }}
        searchHint="Centre or warehouse"
        actions={(row) => [
          {
            label: 'Change',
            frequent: true,
            edit: true,
            hidden: !row.can.change,
            run: () => setChanged(row),
          },
          { label: 'End mapping', danger: true, hidden: !row.can.remove, run: () => void end(row) },
        ]}
        empty={{ title: 'No centre is mapped; orders use the nearest warehouse by state.' }}
      />
      {changed ? (
        <CommandDialog
          of={contract.change}
          title={`${changed.centre}, ${mappedFor[changed.kitType].toLowerCase()}`}
          confirm="Save"
          start={{
            id: changed.id,
            warehouseId: changed.warehouseId,
            priority: changed.priority,
            fromOn: changed.fromOn,
          }}
          ifMatch={changed.version}
          refresh={REFRESH}
          done="Saved."
          onClose={() => setChanged(null)}
        />
      ) : null}
    </>
  );
}

function UnmappedCentres({ onMap }: { onMap: (row: Unmapped) => void }) {
  const query = useQuery(contract.unmapped, {});
  return (
    <QueryState query={query}>
      {({ rows, total, can }) =>
        rows.length === 0 ? (
          <EmptyState title="Every centre is mapped." />
        ) : (
          <Stack gap="sm">
            <Text size="sm" className="quiet">
              {total > rows.length
                ? `The first ${rows.length} of ${total} centres. Until they are mapped the nearest warehouse serves them.`
                : 'Until they are mapped the nearest warehouse serves them.'}
            </Text>
            <ShortTable
              label="Unmapped centres"
              rows={rows}
              keyOf={(row) => row.franchiseeId}
              columns={[
                textColumn('centre', 'Centre', (row: Unmapped) => row.centre, { second: (row) => row.place }),
                textColumn(
                  'warehouse',
                  'Served from',
                  (row: Unmapped) => row.warehouse ?? 'No warehouse is in use',
                ),
                buttonColumn<Unmapped>('Map', {
                  says: (row) => `Map ${row.centre}`,
                  run: onMap,
                  when: () => can['add'] === true,
                }),
              ]}
            />
          </Stack>
        )
      }
    </QueryState>
  );
}

/** /upload/warehouse-mapping/upload: many mappings from a file, all or none. */
export function UploadWarehouseMapping() {
  const navigate = useNavigate();
  return (
    <PageFrame title="Upload warehouse mapping" crumbs={[{ label: 'Warehouse mapping', to: LIST }]}>
      <Stack gap="md">
        <Text>A row replaces what the centre has of that kit type and priority; everything else stays.</Text>
        <ImportScreen of={warehouseMappingImport} refresh={REFRESH} onDone={() => void navigate(LIST)} />
      </Stack>
    </PageFrame>
  );
}
