import { useQuery } from '@aangan/web/api/use-query.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import '../curriculum-look.tsx';
import { themeDaysContract } from './day.contract.ts';
import { curriculumDays } from './day.listing.ts';
import { editDay, viewDay } from './day-paths.ts';

type Row = ListingRow<typeof curriculumDays.endpoints.list>;

/** /learning-cms/day-glance: every day of the year's plans that the reader sees. */
export const DayList = () => <Days title={curriculumDays.title} />;

/** /learning-cms/day-glance/{themeID}: the days of one theme. */
export function ThemeDays() {
  const { themeID = '' } = useParams();
  const { pathname, search } = useLocation();
  const query = useQuery(themeDaysContract.theme, { id: themeID });
  // The list reads its filters from the address.
  if (query.data && !new URLSearchParams(search).has('themeId'))
    return <Navigate replace to={listLink(pathname, { themeId: [themeID] })} />;
  return query.data ? (
    <Days
      title={query.data.name}
      crumbs={[{ label: 'Days at a glance', to: '/learning-cms/day-glance' }]}
      head={
        query.data.description || query.data.vocabulary ? (
          <>
            <Text>{query.data.description}</Text>
            {query.data.vocabulary ? (
              <Text size="sm" c="dimmed" mb="sm">
                Words: {query.data.vocabulary.split('\n').join(', ')}
              </Text>
            ) : null}
          </>
        ) : null
      }
    />
  ) : (
    <PageFrame title="Days at a glance">
      <QueryState query={query}>{() => null}</QueryState>
    </PageFrame>
  );
}

function Days({
  title,
  crumbs,
  head,
}: {
  title: string;
  crumbs?: { label: string; to: string }[];
  head?: ReactNode;
}) {
  const list = useListing(curriculumDays);
  return (
    <PageFrame
      title={title}
      count={list.total ?? undefined}
      context="centre-year"
      fill
      {...(crumbs ? { crumbs } : {})}
    >
      {head}
      <ListingTable
        of={curriculumDays}
        list={list}
        rowLink={(row: Row) => viewDay(row.id)}
        searchHint="Title"
        cells={{
          title: { cell: (row: Row) => row.title ?? 'No title yet', minWidth: 200 },
          look: { cell: (row: Row) => <StatusTag area="curriculum-day" state={row.look} /> },
        }}
        actions={(row: Row) => [{ label: 'Edit', to: editDay(row.id), hidden: !row.can['edit'] }]}
        empty={{ title: 'No days here', help: 'Days appear when weeks of a plan are open for you.' }}
      />
    </PageFrame>
  );
}
