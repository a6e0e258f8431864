import type { AnyRecord } from '@aangan/contract/record.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { columnsOf, type Row as RecordRow } from '@aangan/web/record/record-columns.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';

import { useNavigate, useSearchParams } from 'react-router';
import { TabLinks } from '../tab-links.tsx';

const RecordForm = part(() => import('@aangan/web/record/record-form.tsx'), 'RecordForm');

/** The register's tabs (network.md N10). */
export const registerTabs = [
  { value: 'centres', label: 'Centres' },
  { value: 'zones', label: 'Zones' },
  { value: 'brands', label: 'Brands' },
  { value: 'years', label: 'Years' },
  { value: 'checklist', label: 'Checklist template' },
];

/** A short register without paths of its own: list and form share the tab, `&edit=` says which. */
export function SideRecord({ record, tab }: { record: AnyRecord; tab: string }) {
  const [params] = useSearchParams();
  const mayWrite = useSession().holds(record.module, true);
  const list = useList(record);
  const home = `/franchisee?tab=${tab}`;
  if (params.get('edit') !== null) return <SideForm record={record} tab={tab} />;
  return (
    <PageFrame
      title={record.plural}
      count={list.total ?? undefined}
      fill
      {...(mayWrite
        ? {
            primary: {
              label: `Add ${record.title.toLowerCase()}`,
              to: `${home}&edit=new`,
              icon: <IconPlus {...icon} />,
            },
          }
        : {})}
    >
      <TabLinks tabs={registerTabs} active={tab} />
      <DataTable<RecordRow>
        name={record.name}
        label={record.plural}
        list={list}
        columns={columnsOf(record)}
        fill
        searchable={Object.values(record.fields as Record<string, { search?: true }>).some(
          (field) => field.search,
        )}
        rowLink={(row) => (row.can['update'] ? `${home}&edit=${row.id}` : null)}
        actions={(row) => [
          { label: 'Edit', to: `${home}&edit=${row.id}`, hidden: !row.can['update'], edit: true },
        ]}
        exportWith={record.endpoints.export}
      />
    </PageFrame>
  );
}

export function SideForm({ record, tab }: { record: AnyRecord; tab: string }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const edit = params.get('edit');
  return (
    <RecordForm
      key={edit}
      record={record}
      id={edit === 'new' ? null : Number(edit)}
      start={{ active: true }}
      onDone={() => void navigate(`/franchisee?tab=${tab}`)}
    />
  );
}
