import type { AnyRecord } from '@aangan/contract/record.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { useMemo } from 'react';
import { classRecord } from './class.record.ts';
import { section } from './section.record.ts';
import { subject } from './subject.record.ts';

const tabs = [
  { value: 'class', label: 'Classes', record: classRecord as AnyRecord },
  { value: 'section', label: 'Sections', record: section as AnyRecord },
  { value: 'subject', label: 'Subjects', record: subject as AnyRecord },
] as const;

/** Classes and subjects of the network, sections of this centre and year. */
export function ClassDetails() {
  const [wanted] = useParam('tab');
  const open = tabs.find((tab) => tab.value === wanted) ?? tabs[0];
  const { holds } = useSession();
  const list = useList(open.record);
  // Classes and subjects are the network's: a centre reads them (academics.md D28).
  const shut =
    open.record.scope === 'network' &&
    (list.rows.length > 0 ? list.rows.every((row) => row.can.update === false) : list.loading);
  const mayAdd = holds(open.record.module, true) && !shut;
  return (
    <PageFrame
      title="Classes"
      context="centre-year"
      primary={
        mayAdd
          ? { label: `Add ${open.record.title.toLowerCase()}`, to: `/class/add?what=${open.value}` }
          : undefined
      }
    >
      <PageTabs
        tabs={tabs.map((tab) => ({
          value: tab.value,
          label: tab.label,
          content: <Rows what={tab.value} record={tab.record} list={list} mayAdd={mayAdd} />,
        }))}
      />
    </PageFrame>
  );
}

interface RowsProps {
  what: string;
  record: AnyRecord;
  list: ListModel<Row>;
  mayAdd: boolean;
}

function Rows({ what, record, list, mayAdd }: RowsProps) {
  const columns = useMemo(() => columnsOf(record), [record]);
  const edit = (row: { id: string | number }) => `/class/add?what=${what}&id=${row.id}`;
  return (
    <DataTable
      name={record.name}
      label={record.plural}
      list={list}
      columns={columns}
      rowLink={(row: Row) => (row.can.update ? edit(row) : null)}
      actions={(row: Row) => [{ label: 'Edit', to: edit(row), hidden: !row.can.update, edit: true }]}
      empty={{
        title: `No ${record.plural.toLowerCase()} yet`,
        ...(mayAdd
          ? { action: { label: `Add ${record.title.toLowerCase()}`, to: `/class/add?what=${what}` } }
          : {}),
      }}
    />
  );
}
