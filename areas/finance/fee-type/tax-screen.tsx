import type { AnyRecord } from '@aangan/contract/record.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useState } from 'react';
import { useParams } from 'react-router';
import { taxRate, tdsRate } from './tax-rate.record.ts';

const kinds: Readonly<Record<string, AnyRecord>> = { gst: taxRate, tds: tdsRate };

/** /concession/tax/{type}: dated rates, each valid from a day; two may not overlap. */
export function TaxScreen() {
  const { type = '' } = useParams();
  const record = kinds[type.toLowerCase()];
  if (!record)
    return (
      <PageFrame title="Tax">
        <EmptyState
          title="There is no such tax table"
          help="Rates are kept for GST and for TDS."
          action={{ label: 'GST rates', to: '/concession/tax/gst' }}
        />
      </PageFrame>
    );
  return <Rates key={type} record={record} />;
}

function Rates({ record }: { record: AnyRecord }) {
  const list = useList(record);
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  return (
    <PageFrame
      title={record.plural}
      count={list.total ?? undefined}
      fill
      primary={{ label: `Add ${record.title.toLowerCase()}`, run: () => setEdited('new') }}
      menu={[
        { label: 'GST rates', to: '/concession/tax/gst' },
        { label: 'TDS rates', to: '/concession/tax/tds' },
      ]}
    >
      <DataTable
        name={record.name}
        label={record.plural}
        list={list}
        columns={columnsOf(record)}
        fill
        exportWith={record.endpoints.export}
        actions={(row) => [
          {
            label: 'Edit',
            edit: true,
            frequent: true,
            hidden: row.can?.['update'] !== true,
            run: () => setEdited(row),
          },
        ]}
        empty={{ title: 'No rate yet' }}
      />
      {edited ? (
        <RecordDrawer
          record={record}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </PageFrame>
  );
}
