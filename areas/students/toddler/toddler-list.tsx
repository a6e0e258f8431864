import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock } from '@aangan/web/format.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { toddlerContract } from './toddler.contract.ts';
import { toddlers } from './toddler.listing.ts';
import { programmeDayNames, programmeDays } from './toddler.states.ts';
import { toddlerPaths } from './toddler-look.tsx';

/** /mother-toddler-program/view-onboarded-student: the children and their places, and who comes when. */
export const ToddlerList = () => (
  <PageFrame title="Mother toddler programme" context="centre-year">
    <PageTabs
      tabs={[
        { value: 'children', label: 'Children', content: <Children /> },
        { value: 'week', label: 'Week', content: <Week /> },
      ]}
    />
  </PageFrame>
);

function Children() {
  const navigate = useNavigate();
  return (
    <ListingTable
      of={toddlers}
      list={useListing(toddlers)}
      rowLink={(row) => toddlerPaths.view(row.studentId)}
      cells={{
        ageMonths: {
          cell: (row) => (
            <Text inherit component="span" {...(row.ageOut ? { c: 'var(--a-warning-text)' } : {})}>
              {`${row.ageMonths} months`}
            </Text>
          ),
        },
        used: { cell: (row) => (row.total === null ? '–' : `${row.used ?? 0} of ${row.total}`) },
      }}
      actions={(row) => [
        {
          label: 'Assign',
          frequent: true,
          hidden: !row.can.assign,
          run: () => void navigate(toddlerPaths.assign(row.studentId, row.id)),
        },
        {
          label: 'Change',
          edit: true,
          hidden: !row.can.change,
          run: () => void navigate(toddlerPaths.edit(row.studentId)),
        },
      ]}
      empty={{
        title: 'No onboarded toddlers',
        help: 'Admissions in Parent Toddler classes appear here.',
      }}
    />
  );
}

type WeekRow = {
  sectionId: string;
  batch: string;
  slotFrom: string;
  capacity: number;
  days: { day: string; children: string[] }[];
};

const weekColumns: Column<WeekRow>[] = [
  textColumn('batch', 'Batch', (row) => row.batch, { second: (row) => formatClock(row.slotFrom) }),
  ...programmeDayNames.map((day) => ({
    id: day,
    label: programmeDays[day],
    cell: (row: WeekRow) => {
      const names = row.days.find((one) => one.day === day)?.children ?? [];
      return names.length === 0 ? '–' : names.join(', ');
    },
    second: (row: WeekRow) =>
      `${row.capacity - (row.days.find((one) => one.day === day)?.children.length ?? 0)} free`,
  })),
];

function Week() {
  const query = useQuery(toddlerContract.week, {});
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title="Nobody comes yet" help="Running places stand here by batch, hour and day." />
        ) : (
          <Section title="Who comes when" flush>
            <ShortTable
              label="Week"
              rows={rows}
              keyOf={(row) => `${row.sectionId} ${row.slotFrom}`}
              columns={weekColumns}
              minWidth={900}
            />
          </Section>
        )
      }
    </QueryState>
  );
}
