import { useQuery } from '@aangan/web/api/use-query.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Card, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { type EnquiryRow, enquiryContract } from './enquiry.contract.ts';
import { openStatuses, type SpancoStatus } from './enquiry.states.ts';
import { searchByOptions } from './enquiry-filters.ts';
import { enquiryActions, enquiryColumns, Flame, NextDate, useEnquiryFilters } from './enquiry-look.tsx';

const PER_COLUMN = 50;

/** The open pipeline as a board or a table; with a code in the address only that family. */
export function SpancoList() {
  const { enquiryCode } = useParams();
  const [params, setParams] = useSearchParams();
  const view = enquiryCode || params.get('view') === 'table' ? 'table' : 'board';
  const show = (next: string) => setParams(next === 'table' ? { view: 'table' } : {});
  return (
    <PageFrame title="Spanco list" context="centre-year" fill={view === 'table'}>
      <Stack gap="md" h={view === 'table' ? '100%' : 'auto'}>
        {!enquiryCode && (
          <Group>
            <SegmentedControl
              aria-label="View"
              value={view}
              onChange={show}
              data={[
                { value: 'board', label: 'Board' },
                { value: 'table', label: 'Table' },
              ]}
            />
          </Group>
        )}
        {view === 'table' ? <PipelineTable /> : <Board />}
      </Stack>
    </PageFrame>
  );
}

function PipelineTable() {
  const { enquiryCode, radio } = useParams();
  const filters = useEnquiryFilters();
  const input = useMemo(
    () =>
      enquiryCode
        ? { code: enquiryCode, searchBy: searchByOptions.find((one) => one === radio) ?? 'code' }
        : { open: true },
    [enquiryCode, radio],
  );
  const list = useList(enquiryContract.list, {
    filters: filters.filter((one) => one.name !== 'open'),
    input,
  });
  return (
    <DataTable
      name="spanco"
      label="Spanco list"
      list={list}
      columns={enquiryColumns}
      fill
      rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
      actions={enquiryActions}
      searchHint="Child, parent, code or number"
      empty={
        enquiryCode
          ? {
              title: 'No enquiry with this code in your centres.',
              action: { label: 'Show all', to: '/forms/list' },
            }
          : { title: 'No open enquiry' }
      }
    />
  );
}

function Board() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 5 }} spacing="md">
      {openStatuses.map((status) => (
        <BoardColumn key={status} status={status} />
      ))}
    </SimpleGrid>
  );
}

function BoardColumn({ status }: { status: SpancoStatus }) {
  const page = useQuery(enquiryContract.list, { spancoStatus: [status], open: true, limit: PER_COLUMN });
  const n = page.data?.total;
  return (
    <Section title={`${status}${n ? ` · ${n.n.toLocaleString('en-IN')}${n.more ? '+' : ''}` : ''}`}>
      <Stack gap="sm">
        {page.error && <ErrorState error={page.error} retry={() => void page.refetch()} />}
        {page.data?.rows.length === 0 && <Text className="quiet">Nothing here</Text>}
        {page.data?.rows.map((row) => (
          <BoardCard key={row.id} row={row} />
        ))}
        {page.data?.next && (
          <Text component={Link} to={`/forms/list?view=table&spancoStatus=${status}`} fz="sm">
            Show all
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function BoardCard({ row }: { row: EnquiryRow }) {
  return (
    <Card component={Link} to={`/forms/edit/${row.enquiryCode}`} withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={600} lineClamp={1}>
            {row.childName}
          </Text>
          <Flame temperature={row.temperature} />
        </Group>
        <Text fz="sm" lineClamp={1}>
          {[row.className, row.stage].filter(Boolean).join(' · ')}
        </Text>
        <Group justify="space-between" gap="xs">
          <NextDate row={row} />
          <Text fz="sm" className="quiet">
            {row.ownerName ?? 'Nobody'}
          </Text>
        </Group>
        <Text fz="xs" className="quiet">
          In this stage since <InstantText at={row.stageSince} ago />
        </Text>
      </Stack>
    </Card>
  );
}
