import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group } from '@mantine/core';
import { IconFileSearch, IconRefresh } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { choiceFilter, optionsOf } from '../enquiry/choice-filter.web.ts';
import { useStep } from '../enquiry/use-step.web.ts';
import { type LeadRow, leadIntakeContract } from './lead-intake.contract.ts';
import { outcomeText } from './lead-look.tsx';
import { type LeadProvider, leadResults, leadStates, quarantineReasons, verdicts } from './lead-words.ts';

const AssignDialog = part(() => import('./assign-dialog.tsx'), 'AssignDialog');
const MapDialog = part(() => import('./map-dialog.tsx'), 'MapDialog');
const RawLead = part(() => import('./raw-lead.tsx'), 'RawLead');

const who: Column<LeadRow> = {
  id: 'name',
  label: 'Parent',
  minWidth: 190,
  cell: (row) => (
    <Group gap="xs" wrap="nowrap">
      <span>{row.name ?? 'No name'}</span>
      {row.isTest && <Tag tone="neutral">Test</Tag>}
    </Group>
  ),
  second: (row) => row.mobile ?? 'no number',
};
const form: Column<LeadRow> = {
  id: 'form',
  label: 'Form',
  minWidth: 180,
  cell: (row) => row.channelName ?? 'Unknown',
  second: (row) =>
    [row.form ? `form ${row.form}` : null, row.campaign ? `campaign ${row.campaign}` : null]
      .filter(Boolean)
      .join(' · ') || null,
};

const columns: Column<LeadRow>[] = [
  who,
  instantColumn('receivedAt', 'Received', (row) => row.receivedAt, { width: 150 }),
  form,
  stateColumn('lead', (row) => row.state, {
    label: 'State',
    width: 220,
    second: (row) =>
      row.reason
        ? quarantineReasons[row.reason]
        : row.result && row.state === 'DONE'
          ? leadResults[row.result]
          : row.error,
  }),
  textColumn('centre', 'Centre', (row) => row.centreLabel ?? '–', {
    minWidth: 160,
    second: (row) => row.enquiryCode,
  }),
  { id: 'pincode', label: 'Pincode', width: 100, cell: (row) => row.pincode ?? '–' },
  { id: 'ad', label: 'Ad', width: 180, cell: (row) => row.ad ?? '–', hidden: true },
  { id: 'attempts', label: 'Tries', width: 80, align: 'end', cell: (row) => row.attempts, hidden: true },
];

const rejectedColumns: Column<LeadRow>[] = [
  {
    id: 'verdict',
    label: 'Why',
    minWidth: 180,
    cell: (row) => verdicts[row.verdict],
    second: () => 'Only the time and a fingerprint are kept, for 30 days',
  },
  instantColumn('receivedAt', 'Received', (row) => row.receivedAt),
  { ...form, cell: (row) => row.channelName ?? 'No channel of this address' },
];

const filters: readonly ListFilter[] = [
  choiceFilter(
    'state',
    'State',
    optionsOf(leadStates).filter((o) => o.value !== 'REJECTED'),
  ),
  choiceFilter('reason', 'Waits because', optionsOf(quarantineReasons)),
  { name: 'franchiseeId', label: 'Centre', kind: 'reference', to: 'franchisee', several: false },
  { name: 'receivedOn', label: 'Received', kind: 'date', range: true },
  { name: 'isTest', label: 'Test leads', kind: 'boolean' },
];

type Asked = { what: 'raw' | 'assign' | 'map' | 'ignore'; rows: readonly LeadRow[] };

interface LeadTableProps {
  providers: readonly LeadProvider[];
  rejected?: boolean;
  onAdd?: () => void;
  empty?: { title: string; help: string };
}

const NO_LEAD = {
  title: 'No lead yet',
  help: 'Add a form, copy its address and key, and press “Send test data” in the ads console.',
};

export function LeadTable({ providers, rejected = false, onAdd, empty = NO_LEAD }: LeadTableProps) {
  const list = useList(leadIntakeContract.list, {
    filters: rejected ? filters.slice(3, 4) : filters,
    input: rejected ? { state: ['REJECTED'] } : { provider: [...providers] },
    every: 30_000,
  });
  const mayWrite = useSession().holds(leadIntakeContract.replay.module, true);
  const [asked, setAsked] = useState<Asked | null>(null);
  const replay = useStep(leadIntakeContract.replay, (out) => outcomeText(out), ['enquiry', 'lead-mapping']);
  const ids = (rows: readonly LeadRow[]) => rows.map((row) => row.id);
  return (
    <>
      <DataTable
        name={rejected ? 'lead-rejected' : `lead-${providers.join('-').toLowerCase()}`}
        label={rejected ? 'Rejected deliveries' : 'Leads'}
        list={list}
        columns={rejected ? rejectedColumns : columns}
        searchable={!rejected}
        searchHint="Parent, mobile or lead id"
        rowLink={(row) => (row.enquiryCode ? `/forms/list/${row.enquiryCode}` : null)}
        actions={(row) => [
          {
            label: 'Replay',
            icon: <IconRefresh {...smallIcon} />,
            run: () => void replay.run({ ids: [row.id] }),
            frequent: true,
            hidden: !row.can['replay'],
          },
          {
            label: 'See what came',
            icon: <IconFileSearch {...smallIcon} />,
            run: () => setAsked({ what: 'raw', rows: [row] }),
            frequent: true,
            hidden: !row.can['raw'],
          },
          {
            label: 'Assign a centre',
            run: () => setAsked({ what: 'assign', rows: [row] }),
            hidden: !row.can['assign'],
          },
          {
            label: 'Map this form',
            run: () => setAsked({ what: 'map', rows: [row] }),
            hidden: !row.can['map'],
          },
          {
            label: 'Ignore',
            danger: true,
            run: () => setAsked({ what: 'ignore', rows: [row] }),
            hidden: !row.can['ignore'],
          },
        ]}
        {...(mayWrite && !rejected
          ? {
              bulk: [
                {
                  label: (n: number) => `Replay ${n}`,
                  run: (rows: readonly LeadRow[]) => replay.run({ ids: ids(rows) }),
                },
                {
                  label: (n: number) => `Assign ${n}`,
                  run: (rows: readonly LeadRow[]) => setAsked({ what: 'assign', rows }),
                },
                {
                  label: (n: number) => `Ignore ${n}`,
                  danger: true,
                  run: (rows: readonly LeadRow[]) => setAsked({ what: 'ignore', rows }),
                },
              ],
            }
          : {})}
        empty={
          rejected
            ? {
                title: 'Nothing was refused',
                help: 'Deliveries with a wrong key or signature are noted here for 30 days.',
              }
            : {
                ...empty,
                ...(mayWrite && onAdd ? { action: { label: 'Add a form or page', run: onAdd } } : {}),
              }
        }
      />
      <Suspense fallback={null}>{asked && <Dialog asked={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

function Dialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const [row] = asked.rows;
  if (!row) return null;
  if (asked.what === 'raw') return <RawLead lead={row} onClose={onClose} />;
  if (asked.what === 'assign') return <AssignDialog leads={asked.rows} onClose={onClose} />;
  if (asked.what === 'map')
    return row.channelId ? (
      <MapDialog
        start={{ channelId: row.channelId, channelName: row.channelName ?? '', form: row.form }}
        onClose={onClose}
      />
    ) : null;
  return <IgnoreDialog leads={asked.rows} onClose={onClose} />;
}

function IgnoreDialog({ leads, onClose }: { leads: readonly LeadRow[]; onClose: () => void }) {
  const [first] = leads;
  const one = leads.length === 1;
  return (
    <CommandDialog
      of={leadIntakeContract.ignore}
      start={{ ids: leads.map((lead) => lead.id) }}
      title={one ? `Ignore the lead of ${first?.name ?? 'no name'}?` : `Ignore ${leads.length} leads?`}
      text="No enquiry is made. What came stays stored for 400 days."
      confirm={one ? 'Ignore lead' : `Ignore ${leads.length} leads`}
      danger
      done={(out) => (out.ignored === 1 ? 'One lead is ignored.' : `${out.ignored} leads are ignored.`)}
      onClose={onClose}
    />
  );
}
