import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, dayColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { useMemo } from 'react';
import { b2sContract } from './b2s.contract.ts';
import { memberFilters } from './b2s-look.tsx';
import { cohorts } from './b2s-outcome.ts';
import type { Season } from './b2s-shape.ts';

type Member = OutputOf<typeof b2sContract.members>['rows'][number];

const columns: Column<Member>[] = [
  textColumn('child', 'Child', (row) => row.childName, {
    minWidth: 190,
    second: (row) => row.enquiryCode ?? 'Studies here',
  }),
  textColumn('class', 'Class', (row) => row.className ?? '–', { width: 140 }),
  textColumn('cohort', 'Cohort', (row) => cohorts[row.kind], { width: 110 }),
  stateColumn('b2s', (row) => row.outcome, { label: 'Outcome' }),
  dayColumn('outcomeOn', 'Since', (row) => row.outcomeOn),
  textColumn('owner', 'Owner', (row) => row.ownerName, { width: 140 }),
  dayColumn('next', 'Next follow-up', (row) => row.nextFollowUpOn, { width: 140 }),
  textColumn('lost', 'Lost because', (row) => row.lostReason, { width: 150 }),
];

/** The children behind a number. */
export function MemberList({
  season,
  fields,
  lostReasons,
}: {
  season: Season;
  fields: readonly ListFilter[];
  lostReasons: readonly { key: string; label: string }[];
}) {
  const filters = useMemo(() => [...memberFilters(lostReasons), ...fields], [fields, lostReasons]);
  const input = useMemo(() => ({ seasonId: season.id }), [season.id]);
  const list = useList(b2sContract.members, { filters, input });
  return (
    <DataTable
      name="b2s-member"
      label="Children of the season"
      list={list}
      columns={columns}
      searchable={false}
      rowLink={(row) => (row.enquiryCode ? `/forms/edit/${row.enquiryCode}` : null)}
      empty={{ title: 'No child matches.', help: 'Take a filter away.' }}
    />
  );
}
