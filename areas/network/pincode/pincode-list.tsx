import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { RecordList } from '@aangan/web/record/record-list.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import classes from '../network.module.css';
import { PointMap } from '../point-map.tsx';
import { TabLinks } from '../tab-links.tsx';
import { franchiseePincode } from './franchisee-pincode.record.ts';
import { pincodeContract } from './pincode.contract.ts';
import { postOffice } from './post-office.record.ts';

type Row = OutputOf<typeof pincodeContract.territory>['rows'][number];
type Coverage = OutputOf<typeof pincodeContract.coverage>;

const tabs = [
  { value: 'list', label: 'Our pincodes' },
  { value: 'map', label: 'Map, gaps and overlaps' },
];

const columns: Column<Row>[] = [
  {
    id: 'pincode',
    label: 'Pincode',
    width: 120,
    sort: 'pincode',
    cell: (row) => row.pincode,
    second: (row) => row.office,
  },
  textColumn('district', 'District', (row) => row.district, { minWidth: 140 }),
  {
    id: 'km',
    label: 'Distance',
    width: 110,
    align: 'end',
    sort: 'km',
    cell: (row) => (row.km === null ? <span className="quiet">–</span> : `${row.km} km`),
  },
  textColumn('priority', 'Priority', (row) => row.priority, { width: 100, align: 'end', sort: 'priority' }),
  {
    id: 'kind',
    label: 'Serves',
    minWidth: 200,
    cell: (row) => (
      <Group gap={4}>
        {row.leads ? <Tag tone="success">leads</Tag> : <Tag tone="neutral">no leads</Tag>}
        {row.transport ? <Tag tone="info">bus</Tag> : null}
        {row.exclusive === 'OURS' ? <Tag tone="success">exclusive</Tag> : null}
        {row.exclusive === 'OTHER' ? (
          <Tag tone="warning">shadowed: another centre has it exclusively</Tag>
        ) : null}
        {row.to ? <Tag tone="neutral">ended</Tag> : null}
      </Group>
    ),
  },
  dayColumn('from', 'From', (row) => row.from, { hidden: true }),
  dayColumn('to', 'To', (row) => row.to, { hidden: true }),
];

const yesNo = (label: string) => ({ kind: 'boolean', label }) as const;
const filters = [
  { name: 'leads', ...yesNo('Takes leads') },
  { name: 'transport', ...yesNo('Bus goes there') },
  {
    name: 'exclusive',
    label: 'Exclusive',
    kind: 'choice',
    options: [
      { value: 'OURS', label: 'Ours' },
      { value: 'OTHER', label: 'Another centre’s' },
      { value: 'NONE', label: 'Nobody’s' },
    ],
  },
] as const;

/** The chosen centre's territory as a list and as a picture; `?view=directory` looks into India Post's list of all offices. */
export function PincodeList() {
  const [params] = useSearchParams();
  if (params.get('view') === 'directory')
    return (
      <RecordList
        record={postOffice}
        title="Post offices of India"
        menu={[{ label: 'Back to our pincodes', to: '/pincodes/list' }]}
      />
    );
  return params.get('tab') === 'map' ? <TerritoryMap /> : <Territory />;
}

const menu = [
  { label: 'Look into the directory', to: '/pincodes/list?view=directory' },
  { label: 'Who serves a pincode?', to: '/home/pincode-service' },
];

function Territory() {
  const session = useSession();
  const mayWrite = session.holds(franchiseePincode.module, true);
  const list = useList(pincodeContract.territory, { filters });
  const told = {
    refresh: ['pincode'],
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const claim = useCommand(pincodeContract.claim, {
    ...told,
    onDone: ({ pincode }) => notice.ok(`${pincode} is exclusive now.`),
  });
  const release = useCommand(pincodeContract.release, {
    ...told,
    onDone: ({ pincode }) => notice.ok(`${pincode} is free again.`),
  });
  const remove = useCommand(franchiseePincode.endpoints.remove ?? pincodeContract.release, {
    ...told,
    onDone: () => notice.ok('Removed.'),
  });
  const centre = session.franchisee?.id ?? 0;
  return (
    <PageFrame
      title="Our pincodes"
      count={list.total ?? undefined}
      context="centre"
      fill
      menu={menu}
      {...(mayWrite
        ? { primary: { label: 'Add pincode', to: '/pincodes/add', icon: <IconPlus {...icon} /> } }
        : {})}
    >
      <TabLinks tabs={tabs} active="list" />
      <DataTable
        name="franchisee-pincode"
        label="Pincodes"
        list={list}
        columns={columns}
        fill
        searchable
        tools={mayWrite ? <UploadLink /> : null}
        rowLink={(row) => (row.can['update'] ? `/pincodes/edit/${row.id}` : null)}
        actions={(row) => [
          { label: 'Edit', to: `/pincodes/edit/${row.id}`, hidden: !row.can['update'], edit: true },
          {
            label: 'Claim exclusively',
            run: () => void claim.run({ franchiseeId: centre, pincode: row.pincode }),
            hidden: !row.can['claim'],
          },
          {
            label: 'Release',
            run: () => void release.run({ pincode: row.pincode }),
            hidden: !row.can['release'],
          },
          {
            label: 'Remove',
            run: () => void remove.run({ id: row.id } as never, { ifMatch: row.version }),
            hidden: !row.can['remove'],
            danger: true,
          },
        ]}
        newLink={mayWrite ? '/pincodes/add' : undefined}
        exportWith={franchiseePincode.endpoints.export}
        empty={<NoPincode mayWrite={mayWrite} />}
      />
    </PageFrame>
  );
}

const UploadLink = () => (
  <Button
    component={Link}
    to="/pincodes/uploadcsv"
    size="sm"
    variant="default"
    leftSection={<IconUpload {...smallIcon} />}
  >
    Upload a file
  </Button>
);

function NoPincode({ mayWrite }: { mayWrite: boolean }) {
  const query = useQuery(pincodeContract.suggest, {});
  const near = (query.data?.rows ?? []).slice(0, 6).map((row) => row.pincode);
  const add = useAdd();
  if (near.length === 0)
    return (
      <EmptyState
        title="No pincode yet. Add the ones around you."
        {...(mayWrite ? { action: { label: 'Add pincode', to: '/pincodes/add' } } : {})}
      />
    );
  return (
    <EmptyState
      title={`No pincode yet. Add the ones around you: ${near.join(', ')} are near.`}
      {...(mayWrite
        ? { action: { label: `Add these ${near.length}`, run: () => void add.run({ pincodes: near }) } }
        : {})}
    />
  );
}

const useAdd = () =>
  useCommand(pincodeContract.add, {
    refresh: ['pincode', 'franchisee-pincode'],
    onDone: ({ added }) =>
      notice.ok(added === 1 ? '1 pincode added.' : `${formatCount(added)} pincodes added.`),
    onError: (error) => notice.error(error),
  });

function TerritoryMap() {
  const mayWrite = useSession().holds(franchiseePincode.module, true);
  const query = useQuery(pincodeContract.coverage, {});
  return (
    <PageFrame title="Our pincodes" context="centre" menu={menu}>
      <TabLinks tabs={tabs} active="map" />
      <QueryState query={query}>{(found) => <Coverage found={found} mayWrite={mayWrite} />}</QueryState>
    </PageFrame>
  );
}

const dotSize = (enquiries: number): number => 5 + Math.min(13, Math.sqrt(enquiries) * 2);

function Coverage({ found, mayWrite }: { found: Coverage; mayWrite: boolean }) {
  const { centre } = found;
  const here = centre.lat !== null && centre.lng !== null ? { lat: centre.lat, lng: centre.lng } : null;
  const points = [
    ...found.gaps.map((gap) => ({
      key: `gap ${gap.pincode}`,
      name: gap.pincode,
      lat: gap.lat,
      lng: gap.lng,
      label: `${gap.pincode}: nobody serves it`,
      tone: 'neutral' as const,
      size: 4,
    })),
    ...found.points.map((point) => ({
      key: point.pincode,
      name: point.pincode,
      lat: point.lat,
      lng: point.lng,
      label: `${point.pincode}: ${formatCount(point.enquiries)} enquiries in 12 months`,
      tone: point.exclusive ? ('success' as const) : point.leads ? ('info' as const) : ('warning' as const),
      size: dotSize(point.enquiries),
    })),
    ...(here
      ? [{ key: 'centre', ...here, label: centre.label, tone: 'brand' as const, size: 8, name: centre.label }]
      : []),
  ];
  return (
    <div className={classes.mapSplit}>
      <Section
        title="Where we reach"
        help={
          found.withoutPlace > 0
            ? `${formatCount(found.withoutPlace)} of our pincodes have no place in the directory.`
            : undefined
        }
      >
        {points.length === 0 ? (
          <EmptyState
            title="Nothing to draw yet"
            help="The centre and its pincodes need a place: enter latitude and longitude, or upload the post office directory."
          />
        ) : (
          <PointMap
            label="Pincodes of the centre"
            points={points}
            rings={here ? { ...here, km: [2, 5] } : undefined}
            legend={[
              { tone: 'brand', label: 'Centre' },
              { tone: 'info', label: 'Takes leads' },
              { tone: 'success', label: 'Exclusive' },
              { tone: 'warning', label: 'No leads' },
              { tone: 'neutral', label: 'Nobody serves it' },
            ]}
          />
        )}
      </Section>
      <Stack gap="lg">
        <Gaps found={found} mayWrite={mayWrite} />
        <Overlaps found={found} />
      </Stack>
    </div>
  );
}

function Gaps({ found, mayWrite }: { found: Coverage; mayWrite: boolean }) {
  const add = useAdd();
  return (
    <Section title="Gaps" help="Within 5 km, and nobody serves them.">
      {found.gaps.length === 0 ? (
        <Text c="dimmed">None known.</Text>
      ) : (
        <Stack gap="xs">
          {found.gaps.map((gap) => (
            <Group key={gap.pincode} justify="space-between" wrap="nowrap">
              <span>
                {gap.pincode}{' '}
                <span className="quiet">{[gap.office, `${gap.km} km`].filter(Boolean).join(' · ')}</span>
              </span>
              {mayWrite ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={add.running}
                  onClick={() => void add.run({ pincodes: [gap.pincode] })}
                >
                  Add
                </Button>
              ) : null}
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Overlaps({ found }: { found: Coverage }) {
  return (
    <Section title="Shared with neighbours">
      {found.overlaps.length === 0 ? (
        <Text c="dimmed">Nobody else serves our pincodes.</Text>
      ) : (
        <Stack gap="xs">
          {found.overlaps.map((one) => (
            <div key={one.pincode}>
              {one.pincode} {one.exclusive ? <Tag tone="warning">exclusive to another centre</Tag> : null}
              <Text size="sm" c="dimmed">
                {one.names.length > 0
                  ? one.names.join(', ')
                  : one.others === 1
                    ? '1 other centre'
                    : one.others > 1
                      ? `${one.others} other centres`
                      : ''}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Section>
  );
}
