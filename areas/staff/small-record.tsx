import type { AnyRecord } from '@aangan/contract/record.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordForm } from '@aangan/web/record/record-form.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

interface SmallRecordProps {
  record: AnyRecord;
  tab: string;
  tabs: ReactNode;
}

/** A short record without paths of its own: list and form share the tab, `&edit=` says which. */
export function SmallRecord(props: SmallRecordProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const edit = params.get('edit');
  if (edit === null) return <SmallList {...props} />;
  return (
    <RecordForm
      key={edit}
      record={props.record}
      id={edit === 'new' ? null : edit}
      start={{ active: true }}
      onDone={() => void navigate(homeOf(props.tab))}
    />
  );
}

const homeOf = (tab: string): string => `/staff/details?tab=${tab}`;

function SmallList({ record, tab, tabs }: SmallRecordProps) {
  const mayWrite = useSession().holds(record.module, true);
  const list = useList(record);
  const formOf = (id: string | number) => `${homeOf(tab)}&edit=${id}`;
  const add = { label: `Add ${record.title.toLowerCase()}`, to: formOf('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title={record.plural}
      count={list.total ?? undefined}
      fill
      primary={mayWrite ? add : undefined}
    >
      {tabs}
      <DataTable<Row>
        name={record.name}
        label={record.plural}
        list={list}
        columns={columnsOf(record)}
        fill
        searchable
        shared={record.scope === 'shared'}
        rowLink={(row) => (row.can['update'] ? formOf(row.id) : null)}
        actions={(row) => [{ label: 'Edit', to: formOf(row.id), hidden: !row.can['update'], edit: true }]}
        exportWith={record.endpoints.export}
      />
    </PageFrame>
  );
}
