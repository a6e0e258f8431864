// The pipeline (/forms/list): board or table of the open ones, or with a code in the address one family in the side panel.
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { FilterBar } from '@aangan/web/table/filter-bar.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Board } from '../pipeline/board.tsx';
import { pipelineColumns } from '../pipeline/enquiry-columns.tsx';
import { FindBox, isSearchBy, useResolvedMobile } from '../pipeline/find-box.tsx';
import { enquiryContract } from './enquiry.contract.ts';
import { enquiryActions, useEnquiryFilters } from './enquiry-look.tsx';
import type { EnquiryRow } from './enquiry-row.ts';

const AssignOne = part(() => import('../follow-up/assign-dialog.tsx'), 'AssignDialog');
const EnquiryDrawer = part(() => import('../pipeline/enquiry-drawer.tsx'), 'EnquiryDrawer');

export function SpancoList() {
  const { enquiryCode, radio } = useParams();
  const [wanted, show] = useParam('view');
  const searchBy = isSearchBy(radio) ? radio : 'code';
  const number = useResolvedMobile(enquiryCode, searchBy);
  const view = enquiryCode || number || wanted === 'table' ? 'table' : 'board';
  return (
    <PageFrame title="Spanco list" context="centre-year" fill>
      <Stack gap="md" h="100%" mih={0}>
        <Group gap="md" justify="space-between">
          {enquiryCode || number ? (
            <span />
          ) : (
            <SegmentedControl
              aria-label="View"
              value={view}
              onChange={(next) => show(next === 'table' ? next : null)}
              data={[
                { value: 'board', label: 'Board' },
                { value: 'table', label: 'Table' },
              ]}
            />
          )}
          <FindBox start={searchBy} />
        </Group>
        {view === 'board' ? (
          <BoardView />
        ) : number ? (
          <PipelineTable key={number} code={number} searchBy="mobile" />
        ) : enquiryCode && searchBy !== 'mobile' ? (
          <PipelineTable key={enquiryCode} code={enquiryCode} searchBy={searchBy} />
        ) : enquiryCode ? null : (
          <PipelineTable />
        )}
      </Stack>
      {enquiryCode && searchBy === 'code' && <Peek code={enquiryCode} />}
    </PageFrame>
  );
}

function Peek({ code }: { code: string }) {
  const navigate = useNavigate();
  const asTable = new URLSearchParams(useSearchParams()[0]);
  asTable.set('view', 'table');
  return (
    <Suspense fallback={null}>
      <EnquiryDrawer enquiryCode={code} onClose={() => void navigate(`/forms/list?${asTable}`)} />
    </Suspense>
  );
}

// The board keeps its search and filters in the address as every list does; the rows come by its own query.
function BoardView() {
  const filters = useEnquiryFilters();
  const list = useList(enquiryContract.list, {
    filters: useMemo(() => filters.filter((one) => !['open', 'spancoStatus'].includes(one.name)), [filters]),
    enabled: false,
  });
  const search = useRef<HTMLInputElement>(null);
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  return (
    <>
      <FilterBar
        list={list}
        searchRef={search}
        searchable
        searchHint="Child, parent, code or number"
        mobile={mobile}
      />
      <Board filters={list.input} />
    </>
  );
}

function PipelineTable({ code, searchBy }: { code?: string; searchBy?: 'code' | 'mobile' | 'name' }) {
  const filters = useEnquiryFilters();
  const input = useMemo(() => (code && searchBy ? { code, searchBy } : { open: true }), [code, searchBy]);
  const list = useList(enquiryContract.list, {
    filters: useMemo(() => filters.filter((one) => one.name !== 'open'), [filters]),
    input,
  });
  const [giving, setGiving] = useState<EnquiryRow | null>(null);
  return (
    <>
      <DataTable
        name="spanco"
        label="Spanco list"
        list={list}
        columns={pipelineColumns}
        fill
        rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
        actions={(row) => enquiryActions(row, { assign: setGiving })}
        searchHint="Child, parent, code or number"
        empty={
          code
            ? {
                title:
                  searchBy === 'code'
                    ? 'No enquiry with this code in your centres.'
                    : 'No enquiry of this name or number in your centres.',
                action: { label: 'Show all', to: '/forms/list' },
              }
            : { title: 'No open enquiry' }
        }
      />
      <Suspense fallback={null}>
        {giving && <AssignOne enquiry={giving} onClose={() => setGiving(null)} />}
      </Suspense>
    </>
  );
}
