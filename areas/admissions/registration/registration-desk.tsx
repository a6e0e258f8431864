import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf } from '@aangan/web/format.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { type Column, dayColumn, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Stack } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { sessionLabels } from '../look.tsx';
import { registrationContract } from './registration.contract.ts';
import { registrationLabels } from './registration.states.ts';

const RegistrationPanel = part(() => import('./registration-panel.tsx'), 'RegistrationPanel');

type Row = OutputOf<typeof registrationContract.list>['rows'][number];
const REQUIRED_PAPERS = 2;

const child: Column<Row> = {
  id: 'child',
  label: 'Child',
  minWidth: 190,
  cell: (row) => row.childName,
  second: (row) => row.registrationNo,
};
const classColumn: Column<Row> = {
  id: 'class',
  label: 'Class',
  width: 140,
  cell: (row) => row.className,
  second: (row) => sessionLabels[row.daySession] ?? null,
};
const parent: Column<Row> = {
  id: 'parent',
  label: 'Parent',
  minWidth: 170,
  cell: (row) => row.parentName,
  second: (row) => row.mobile,
};
const papers: Column<Row> = {
  id: 'papers',
  label: 'Documents',
  width: 110,
  cell: (row) => `${row.documentsVerified}/${Math.max(row.documentsUploaded, REQUIRED_PAPERS)} checked`,
};

const deskColumns: Column<Row>[] = [
  child,
  classColumn,
  parent,
  {
    id: 'filled',
    label: 'Filled',
    width: 90,
    cell: (row) => `${row.pagesDone}/${row.pagesTotal}`,
  },
  papers,
  {
    id: 'hold',
    label: 'Seat until',
    width: 130,
    cell: (row) => (row.holdUntil ? <DateText day={dayOf(row.holdUntil)} /> : '–'),
  },
  {
    id: 'age',
    label: 'Age',
    width: 130,
    cell: (row) =>
      row.shortDays ? (
        <Tag tone="warning">{row.shortDays} days young</Tag>
      ) : row.shortDays === 0 ? (
        'Fits'
      ) : (
        '–'
      ),
  },
  stateColumn('registration', (row) => row.status),
];

const registerColumns: Column<Row>[] = [
  child,
  instantColumn('createdAt', 'Opened', (row) => row.createdAt),
  dayColumn('dateOfBirth', 'Born', (row) => row.dateOfBirth),
  classColumn,
  parent,
  papers,
  {
    id: 'fee',
    label: 'Fee',
    width: 130,
    cell: (row) => <StatusTag area="form-fee" state={row.feeStatus} />,
  },
  {
    id: 'verified',
    label: 'Verified',
    width: 160,
    cell: (row) => (row.verifiedAt ? <DateText day={dayOf(row.verifiedAt)} /> : '–'),
    second: (row) => row.verifiedBy,
  },
  {
    id: 'application',
    label: 'Application',
    width: 170,
    cell: (row) => row.applicationNo ?? '–',
    hidden: true,
  },
  {
    id: 'admission',
    label: 'Admission no.',
    width: 160,
    cell: (row) => row.admissionNo ?? '–',
    hidden: true,
  },
  { id: 'owner', label: 'Counsellor', width: 140, cell: (row) => row.ownerName ?? '–', hidden: true },
  stateColumn('registration', (row) => row.status),
];

const laneLabels = {
  SENT: 'Link not opened',
  FILLING: 'Being filled',
  TO_VERIFY: 'To verify',
  HELD: 'Seat held',
  LAPSING: 'Lapsing in 2 days',
} as const;
const sessions = {
  name: 'daySession',
  label: 'Session',
  kind: 'choice',
  options: Object.entries(sessionLabels).map(([value, label]) => ({ value, label })),
} as const;

/** The work of the day: what was sent, is being filled, waits for a second look, and which seats end soon. */
export function RegistrationDesk() {
  const counts = useQuery(registrationContract.counts, {});
  const list = useList(registrationContract.list, {
    filters: [
      {
        name: 'lane',
        label: 'Lane',
        kind: 'choice',
        options: Object.entries(laneLabels).map(([value, label]) => ({ value, label })),
      },
      sessions,
    ],
    input: { status: ['LINK_SENT', 'IN_PROGRESS', 'RETURNED', 'AWAITING_FEE', 'SUBMITTED', 'VERIFIED'] },
  });
  return (
    <Registrations
      title="Registrations"
      list={list}
      columns={deskColumns}
      tiles={
        <TileRow>
          {(['TO_VERIFY', 'FILLING', 'HELD', 'LAPSING'] as const).map((lane) => (
            <Tile
              key={lane}
              label={laneLabels[lane]}
              value={counts.data?.lanes[lane] ?? 0}
              loading={counts.isPending}
              to={`/forms/registration?lane=${lane}`}
            />
          ))}
        </TileRow>
      }
      empty={{
        title: 'Nothing waits here',
        help: 'An accepted application of the full flow opens a registration, or open one from an enquiry.',
        action: { label: 'Open enquiries', to: '/forms/enquiry/list' },
      }}
    />
  );
}

/** The register: every registration of the year. */
export function RegistrationRegister() {
  const list = useList(registrationContract.list, {
    filters: [
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        several: true,
        options: Object.entries(registrationLabels).map(([value, label]) => ({ value, label })),
      },
      sessions,
      { name: 'verifiedOn', label: 'Verified', kind: 'date', range: true },
    ],
  });
  return (
    <Registrations
      title="Registration list"
      list={list}
      columns={registerColumns}
      empty={{ title: 'No registrations for these filters.' }}
    />
  );
}

interface RegistrationsProps {
  title: string;
  list: ListModel<Row>;
  columns: Column<Row>[];
  tiles?: ReactNode;
  empty: { title: string; help?: string; action?: { label: string; to: string } };
}

function Registrations({ title, list, columns, tiles, empty }: RegistrationsProps) {
  const resend = useCommand(registrationContract.resend, {
    onDone: (out) => notice.ok(`A fresh link was sent to ${out.sentTo}.`),
    onError: (error) => notice.error(error),
  });
  const [open, show, linkTo] = useParam('registration');
  return (
    <PageFrame title={title} count={list.total ?? undefined} context="centre-year" fill>
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        {tiles}
        <DataTable
          name={title === 'Registrations' ? 'registration-desk' : 'registration'}
          label={title}
          list={list}
          columns={columns}
          fill
          rowLink={(row) => linkTo(row.id)}
          actions={(row) => [
            { label: 'Open', run: () => show(row.id), frequent: true },
            {
              label: 'Fill the form',
              to: `/forms/registration/edit/${row.enquiryCode ?? ''}`,
              hidden: !row.enquiryCode || !row.can['fill'],
            },
            {
              label: 'Send the link again',
              run: async () => void (await resend.run({ id: row.id })),
              hidden: !row.can['resend'],
            },
          ]}
          exportWith={registrationContract.export}
          searchHint="Child, parent, mobile or number"
          empty={empty}
        />
      </Stack>
      <Suspense fallback={null}>
        {open ? <RegistrationPanel id={open} onClose={() => show(null)} /> : null}
      </Suspense>
    </PageFrame>
  );
}
