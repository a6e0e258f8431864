import { part } from '@aangan/web/part.ts';
// The register (/forms/enquiry/list): every enquiry of centre and year, also lost and admitted ones.

import { useCommand } from '@aangan/web/api/use-command.ts';
import type { FilterValues } from '@aangan/web/list/list-state.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { useShows } from '@aangan/web/table/use-shows.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { SegmentedControl, Stack } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { LiveBar } from '../live/live-bar.tsx';
import { enquiryModules } from '../modules.ts';
import { registerColumns } from '../pipeline/enquiry-columns.tsx';
import { pipelineContract } from '../pipeline/pipeline.contract.ts';
import { askedColumns } from './asked-columns.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { enquiryActions, useEnquiryFilters } from './enquiry-look.tsx';
import type { EnquiryRow } from './enquiry-row.ts';
import { useKeepListAddress } from './last-list.web.ts';
import { MINE, useApplyMine, useOpensOnMine } from './opens-on-mine.web.ts';

const loadMany = () => import('../pipeline/many-dialogs.tsx');
const PlanMany = part(loadMany, 'PlanMany');
const CloseMany = part(loadMany, 'CloseMany');
const SendMany = part(() => import('../messages/send-many.tsx'), 'SendMany');
const Batches = part(() => import('../messages/batches-drawer.tsx'), 'BatchesDrawer');
const AssignPicker = part(() => import('../allocation/assign-picker.tsx'), 'AssignPicker');
const AssignOne = part(() => import('../follow-up/assign-dialog.tsx'), 'AssignDialog');
const MoveCentre = part(() => import('../pipeline/elsewhere-dialog.tsx'), 'MoveCentreDialog');
const ExportProgress = part(() => import('@aangan/web/record/export-progress.tsx'), 'ExportProgress');
const Duplicates = part(() => import('../merge/duplicates-drawer.tsx'), 'DuplicatesDrawer');

type Asked =
  | { what: 'plan' | 'close' | 'give' | 'message'; rows: readonly EnquiryRow[] }
  | { what: 'move-centre'; row: EnquiryRow }
  | { what: 'assign'; row: EnquiryRow }
  | { what: 'duplicates' }
  | { what: 'batches' };

const TABLE = 'enquiry';

export function EnquiryList() {
  const filters = useEnquiryFilters();
  const { holds } = useSession();
  const { mine, known } = useOpensOnMine(filters);
  const input = useAskedColumns();
  const list = useList(enquiryContract.list, { filters, input, enabled: known });
  useKeepListAddress();
  useApplyMine(mine, list);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const make = useCommand(pipelineContract.export, {
    onDone: (out) => setJobId(out.jobId),
    onError: (error) => notice.error(error),
  });
  const mayWrite = holds(enquiryModules.enquiry, true);
  const mayExport = holds(enquiryModules.enquiryExport);
  const askOfOneCentre = (what: 'give' | 'message', rows: readonly EnquiryRow[]) => {
    if (new Set(rows.map((row) => row.franchiseeId)).size > 1) notice.info('Choose enquiries of one centre.');
    else setAsked({ what, rows });
  };
  const idsOf = (rows: readonly EnquiryRow[]) => rows.map((row) => row.id);
  return (
    <PageFrame
      title="Enquiries"
      count={list.total ?? undefined}
      context="centre-year"
      fill
      menu={[
        { label: 'Possibly the same child', run: () => setAsked({ what: 'duplicates' }) },
        ...(holds(enquiryModules.followup)
          ? [{ label: 'Messages to many', run: () => setAsked({ what: 'batches' }) }]
          : []),
      ]}
      primary={mayWrite ? { label: 'Add enquiry', to: '/forms/enquiry-form' } : undefined}
    >
      <Stack gap="sm" h="100%" mih={0}>
        <Views list={list} />
        <LiveBar view="register" list={list} />
        <DataTable
          name={TABLE}
          label="Enquiries"
          list={forTable(list)}
          columns={registerColumns}
          fill
          rowLink={(row) =>
            row.merged ? `/forms/list/${row.enquiryCode}` : `/forms/edit/${row.enquiryCode}`
          }
          actions={(row) =>
            enquiryActions(row, {
              assign: (one) => setAsked({ what: 'assign', row: one }),
              moveCentre: (one) => setAsked({ what: 'move-centre', row: one }),
            })
          }
          bulk={[
            {
              label: (n) => `Give ${n}`,
              run: (rows) => askOfOneCentre('give', rows),
              hidden: !holds(enquiryModules.leadAllocation, true),
            },
            {
              label: (n) => `Next date of ${n}`,
              run: (rows) => setAsked({ what: 'plan', rows }),
              hidden: !mayWrite,
            },
            {
              label: (n) => `Message ${n}`,
              run: (rows) => askOfOneCentre('message', rows),
              hidden: !holds(enquiryModules.followup, true),
            },
            {
              label: (n) => `Close ${n}`,
              run: (rows) => setAsked({ what: 'close', rows }),
              danger: true,
              hidden: !mayWrite,
            },
            {
              label: (n) => `Export ${n}`,
              run: (rows) => make.run({ ids: idsOf(rows), format: 'xlsx' }),
              hidden: !mayExport,
            },
          ]}
          newLink={mayWrite ? '/forms/enquiry-form' : undefined}
          exportWith={mayExport ? pipelineContract.export : undefined}
          searchHint="Child, parent, code or number"
          empty={{
            title: 'No enquiry yet',
            help: 'Add the first family, or print a QR code for the gate.',
            action: { label: 'Add enquiry', to: '/forms/enquiry-form' },
          }}
        />
      </Stack>
      <Suspense fallback={null}>
        {asked && <Dialogs asked={asked} onClose={() => setAsked(null)} />}
        {jobId && <ExportProgress jobId={jobId} onClose={() => setJobId(null)} />}
      </Suspense>
    </PageFrame>
  );
}

/** A file has every column: its command takes the filters alone. */
function forTable(list: ListModel<EnquiryRow>): ListModel<EnquiryRow> {
  const { columns: _columns, ...input } = list.input;
  return { ...list, input };
}

/** Asks for the columns that show, so that the others cost nothing. */
function useAskedColumns() {
  const shows = useShows(TABLE);
  return useMemo(() => {
    const columns = askedColumns.filter((id) => shows({ id, hidden: true }));
    return columns.length > 0 ? { columns } : {};
  }, [shows]);
}

function Dialogs({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  if (asked.what === 'duplicates') return <Duplicates onClose={onClose} />;
  if (asked.what === 'batches') return <Batches onClose={onClose} />;
  if (asked.what === 'move-centre') return <MoveCentre enquiry={asked.row} onClose={onClose} />;
  if (asked.what === 'assign') return <AssignOne enquiry={asked.row} onClose={onClose} />;
  if (asked.what === 'give') return <AssignPicker leads={asked.rows} onClose={onClose} />;
  const ids = asked.rows.map((row) => row.id);
  if (asked.what === 'message') return <SendMany ids={ids} onClose={onClose} />;
  return asked.what === 'plan' ? (
    <PlanMany ids={ids} onClose={onClose} />
  ) : (
    <CloseMany ids={ids} onClose={onClose} />
  );
}

const views: readonly { value: string; label: string; filters: FilterValues }[] = [
  { value: 'all', label: 'All', filters: {} },
  { value: 'mine', label: 'Mine', filters: MINE },
  { value: 'unallocated', label: 'Unallocated', filters: { assignedTo: ['none'], open: true } },
  { value: 'today', label: "Today's", filters: { bucket: ['due'] } },
  { value: 'late', label: 'Late', filters: { bucket: ['overdue'] } },
];
/** One value of several is read from the address without its list. */
const listed = (filters: FilterValues) =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, [value].flat()])
      .toSorted(),
  );
const same = (one: FilterValues, other: FilterValues) => listed(one) === listed(other);

/** The views everybody has; one's own come beside them. */
function Views({ list }: { list: ListModel<EnquiryRow> }) {
  const now = views.find((view) => same(view.filters, list.filters))?.value ?? '';
  return (
    <SegmentedControl
      aria-label="View"
      value={now}
      onChange={(value) => {
        const view = views.find((one) => one.value === value);
        if (view) list.apply({ q: '', filters: view.filters, sort: list.sort });
      }}
      data={views.map(({ value, label }) => ({ value, label }))}
      style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
    />
  );
}
