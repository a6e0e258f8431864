import { useQuery } from '@aangan/web/api/use-query.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { classRecord } from './class.record.ts';
import { subjectContract } from './structure/network-lists.contract.ts';
import { sectionContract } from './structure/section.contract.ts';
import { SectionList } from './structure/section-list.tsx';
import { SubjectList } from './structure/subject-screens.tsx';

const tabs = [
  { value: 'class', label: 'Classes', add: 'Add class', content: <ClassList /> },
  { value: 'section', label: 'Sections', add: 'Add section', content: <SectionList /> },
  { value: 'subject', label: 'Subjects', add: 'Add subject', content: <SubjectList /> },
] as const;

/** Classes and subjects of the network, sections of this centre and year. */
export function ClassDetails() {
  const [wanted] = useParam('tab');
  const open = tabs.find((tab) => tab.value === wanted) ?? tabs[0];
  // Classes and subjects are the network's: a centre reads them (academics.md D28).
  const network = useQuery(subjectContract.overview, {}).data?.can['save'] === true;
  const centre = useQuery(sectionContract.board, {}).data?.can['add'] === true;
  const mayAdd = open.value === 'section' ? centre : network;
  return (
    <PageFrame
      title="Classes"
      context="centre-year"
      primary={mayAdd ? { label: open.add, to: `/class/add?what=${open.value}` } : undefined}
    >
      <PageTabs tabs={tabs} />
    </PageFrame>
  );
}

const columns = columnsOf(classRecord);
const edit = (row: { id: string | number }) => `/class/add?what=class&id=${row.id}`;

function ClassList() {
  const list = useList(classRecord);
  return (
    <DataTable
      name={classRecord.name}
      label={classRecord.plural}
      list={list}
      columns={columns}
      rowLink={(row: Row) => (row.can['update'] ? edit(row) : null)}
      actions={(row: Row) => [{ label: 'Edit', to: edit(row), hidden: !row.can['update'], edit: true }]}
      empty={{ title: 'No classes yet' }}
    />
  );
}
