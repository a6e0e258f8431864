import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Text } from '@mantine/core';
import { choiceFilter, optionsOf } from '../enquiry/choice-filter.web.ts';
import { whys } from './allocation-words.ts';
import { type LogRow, leadAllocationContract } from './lead-allocation.contract.ts';

const columns: Column<LogRow>[] = [
  textColumn('lead', 'Lead', (row) => row.childName, { minWidth: 170, second: (row) => row.enquiryCode }),
  instantColumn('at', 'When', (row) => row.at, { width: 150 }),
  textColumn('to', 'Owner', (row) => row.toName ?? 'Nobody', {
    minWidth: 180,
    second: (row) => (row.fromName ? `before ${row.fromName}` : 'new'),
  }),
  stateColumn('allocation', (row) => row.why, {
    label: 'Why',
    width: 220,
    second: (row) => row.ruleName ?? row.note,
  }),
  { id: 'by', label: 'By', width: 140, cell: (row) => row.byName ?? 'The rules' },
  {
    id: 'skipped',
    label: 'Passed over',
    minWidth: 220,
    cell: (row) => (
      <Text fz="sm" lineClamp={2} title={row.skipped.join(', ')}>
        {row.skipped.join(', ') || '–'}
      </Text>
    ),
  },
];

const filters = [
  choiceFilter('why', 'Why', optionsOf(whys)),
  { name: 'at', label: 'When', kind: 'date' as const, range: true },
];

/** Every decision on an owner, newest first. */
export function LogTab() {
  const list = useList(leadAllocationContract.log, { filters });
  return (
    <DataTable
      name="lead-log"
      label="Decisions"
      list={list}
      columns={columns}
      searchable={false}
      rowLink={(row) => `/forms/list/${row.enquiryCode}`}
      empty={{ title: 'No decision yet', help: 'Each new lead leaves a line here: who got it and why.' }}
    />
  );
}
