import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { usePreference } from '@aangan/web/local/preferences.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { brand } from '../brand.record.ts';
import { networkModules } from '../network-modules.ts';
import { TabLinks } from '../tab-links.tsx';
import { zone } from '../zone.record.ts';
import { checklistTemplate } from './checklist-template.record.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchisee } from './franchisee.record.ts';
import { franchiseeImport } from './franchisee-import.contract.ts';
import { franchiseeLook, toneOfDays } from './franchisee-look.tsx';
import { HealthRing } from './health-ring.tsx';
import { SideForm, SideRecord, registerTabs as tabs } from './side-record.tsx';

const ImportDialog = part(() => import('@aangan/web/import/import-screen.tsx'), 'ImportDialog');
const ZoneOverview = part(() => import('../zones.tsx'), 'ZoneOverview');
const MoveZone = part(() => import('./move-zone.tsx'), 'MoveZone');
const RegisterMap = part(() => import('./register-views.tsx'), 'RegisterMap');
const RegisterBoard = part(() => import('./register-views.tsx'), 'RegisterBoard');
const YearsTab = part(() => import('./years-tab.tsx'), 'YearsTab');

type Row = OutputOf<typeof franchiseeContract.register>['rows'][number];

/** The register of the network; zones, brands, years and the checklist are its tabs (network.md N10). */
export const FranchiseeList = () => (
  <Suspense fallback={<TextSkeleton lines={8} />}>
    <ActiveTab />
  </Suspense>
);

function ActiveTab() {
  const [params] = useSearchParams();
  const tab = params.get('tab') ?? 'centres';
  const strip = <TabLinks tabs={tabs} active={tab} />;
  if (params.get('edit') !== null && tab === 'zones') return <SideForm record={zone} tab={tab} />;
  if (tab === 'zones') return <ZoneOverview tabs={strip} />;
  if (tab === 'brands') return <SideRecord record={brand} tab={tab} />;
  if (tab === 'years') return <YearsTab tabs={strip} />;
  if (tab === 'checklist') return <SideRecord record={checklistTemplate} tab={tab} />;
  return <Centres />;
}

function AgreementEnd({ day }: { day: string | null }) {
  if (day === null) return <span className="quiet">–</span>;
  const days = daysBetween(todayIst(serverNow()), day);
  const tone = toneOfDays(days);
  return tone === 'neutral' ? formatDay(day) : <Tag tone={tone}>{formatDay(day)}</Tag>;
}

const columns: Column<Row>[] = [
  {
    id: 'label',
    label: 'Centre',
    minWidth: 180,
    sort: 'companyName',
    cell: (row) => row.label,
    second: (row) => [row.city, row.tier && `tier ${row.tier.slice(1)}`].filter(Boolean).join(' · '),
  },
  stateColumn(franchiseeLook, (row) => row.status),
  {
    id: 'health',
    label: 'Health',
    width: 84,
    cell: (row) =>
      row.model !== 'HO' && ['ACTIVE', 'SUSPENDED'].includes(row.status) ? (
        <HealthRing score={row.health} />
      ) : null,
  },
  textColumn('owner', 'Owner', (row) => row.owner, { minWidth: 150 }),
  textColumn('zone', 'Zone', (row) => row.zone, { width: 110 }),
  textColumn('model', 'Model', (row) => row.model, { width: 90 }),
  textColumn('brand', 'Brand', (row) => row.brand, { width: 120, hidden: true }),
  { id: 'phone', label: 'Phone', width: 150, cell: (row) => <PhoneText phone={row.phone} /> },
  textColumn('seats', 'Seats', (row) => row.seats, { align: 'end', width: 80 }),
  {
    id: 'agreementTo',
    label: 'Agreement ends',
    width: 150,
    cell: (row) => <AgreementEnd day={row.agreementTo} />,
  },
  textColumn('openItems', 'Open items', (row) => row.openItems || null, { align: 'end', width: 100 }),
  dayColumn('openedOn', 'Opened', (row) => row.openedOn, { hidden: true }),
];

const filters = [
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    several: true,
    options: [
      { value: 'LEAD', label: 'Lead' },
      { value: 'SIGNED', label: 'Signed' },
      { value: 'SETUP', label: 'In set-up' },
      { value: 'ACTIVE', label: 'Active' },
      { value: 'SUSPENDED', label: 'Suspended' },
      { value: 'CLOSED', label: 'Closed' },
    ],
  },
  { name: 'zoneId', label: 'Zone', kind: 'reference', to: 'zone' },
  { name: 'cityId', label: 'City', kind: 'reference', to: 'city' },
  {
    name: 'flag',
    label: 'Attention',
    kind: 'choice',
    options: [
      { value: 'ENDING', label: 'Agreement ends within 90 days' },
      { value: 'OPEN_GATES', label: 'Gate items open' },
    ],
  },
  {
    name: 'model',
    label: 'Model',
    kind: 'choice',
    options: [
      { value: 'FOFO', label: 'Franchise owned (FOFO)' },
      { value: 'COCO', label: 'Company owned (COCO)' },
    ],
  },
  {
    name: 'band',
    label: 'Health',
    kind: 'choice',
    options: [
      { value: 'GREEN', label: '80 and more' },
      { value: 'AMBER', label: '60 to 79' },
      { value: 'RED', label: 'Below 60' },
    ],
  },
  { name: 'brandId', label: 'Brand', kind: 'reference', to: 'brand' },
] as const;

const views = [
  { value: 'table', label: 'Table' },
  { value: 'map', label: 'Map' },
  { value: 'board', label: 'Board' },
];

function Centres() {
  const list = useList(franchiseeContract.register, { filters, sort: 'companyName' });
  const mayWrite = useSession().holds(networkModules.Franchisee, true);
  const [view, setView] = usePreference('franchisee:view', 'table');
  const [moving, setMoving] = useState<readonly Row[] | null>(null);
  const [importing, setImporting] = useState(false);
  const asPicture = view === 'map' || view === 'board';
  return (
    <PageFrame
      title="Franchisees"
      count={asPicture ? undefined : (list.total ?? undefined)}
      fill={!asPicture}
      menu={[{ label: 'Import centres', run: () => setImporting(true), hidden: !mayWrite }]}
      {...(mayWrite
        ? { primary: { label: 'New franchisee', to: '/franchisee/create', icon: <IconPlus {...icon} /> } }
        : {})}
    >
      <TabLinks tabs={tabs} active="centres" />
      {asPicture ? (
        <>
          <SegmentedControl
            data={views}
            value={view}
            onChange={setView}
            mb="md"
            style={{ alignSelf: 'start' }}
          />
          <Suspense fallback={<TextSkeleton lines={8} />}>
            {view === 'map' ? <RegisterMap /> : <RegisterBoard />}
          </Suspense>
        </>
      ) : (
        <DataTable
          name="franchisee"
          label="Centres"
          list={list}
          columns={columns}
          fill
          searchable
          searchHint="Number, name, city or owner"
          tools={<SegmentedControl size="xs" data={views} value="table" onChange={setView} />}
          rowLink={(row) => `/franchisee/view/${row.id}`}
          actions={(row) => [
            { label: 'Edit', to: `/franchisee/edit/${row.id}`, hidden: !row.can['update'], edit: true },
            { label: 'Move to another zone', run: () => setMoving([row]), hidden: !row.can['moveZone'] },
          ]}
          bulk={[
            {
              label: (n) => (n === 1 ? 'Move 1 centre to a zone' : `Move ${n} centres to a zone`),
              run: (rows) => setMoving(rows.filter((row) => row.can['moveZone'])),
              hidden: !mayWrite,
            },
          ]}
          newLink={mayWrite ? '/franchisee/create' : undefined}
          exportWith={franchisee.endpoints.export}
          empty={{
            title: 'No centre yet. Create the first one.',
            ...(mayWrite ? { action: { label: 'New franchisee', to: '/franchisee/create' } } : {}),
          }}
        />
      )}
      <Suspense fallback={null}>
        {moving && moving.length > 0 ? <MoveZone centres={moving} onClose={() => setMoving(null)} /> : null}
        {importing ? (
          <ImportDialog of={franchiseeImport} refresh={['franchisee']} onDone={() => setImporting(false)} />
        ) : null}
      </Suspense>
    </PageFrame>
  );
}
