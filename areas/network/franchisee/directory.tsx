import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatPercent } from '@aangan/web/format.ts';
import type { ListModel } from '@aangan/web/list/use-list.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { usePreference } from '@aangan/web/local/preferences.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { FilterBar } from '@aangan/web/table/filter-bar.tsx';
import { TableFooter } from '@aangan/web/table/table-footer.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { SegmentedControl, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import classes from '../network.module.css';
import { networkModules, OWN_CENTRE_LEVEL } from '../network-modules.ts';
import { CentreCard, hoursOf } from './centre-card.tsx';
import { Compare } from './compare-centres.tsx';
import { directoryContract } from './directory.contract.ts';
import { franchiseeLook } from './franchisee-look.tsx';
import { HealthRing } from './health-ring.tsx';

type Card = OutputOf<typeof directoryContract.list>['rows'][number];

const filters = [
  { name: 'zoneId', label: 'Zone', kind: 'reference', to: 'zone' },
  { name: 'cityId', label: 'City', kind: 'reference', to: 'city' },
  {
    name: 'tier',
    label: 'Tier',
    kind: 'choice',
    options: [
      { value: 'T1', label: 'Tier 1' },
      { value: 'T2', label: 'Tier 2' },
      { value: 'T3', label: 'Tier 3' },
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
] as const;

const columns: Column<Card>[] = [
  {
    id: 'label',
    label: 'Centre',
    minWidth: 170,
    cell: (row) => row.label,
    second: (row) => [row.city, row.zone && `zone ${row.zone}`].filter(Boolean).join(' · '),
  },
  stateColumn(franchiseeLook, (row) => row.status),
  { id: 'health', label: 'Health', width: 84, cell: (row) => <HealthRing score={row.health.score} /> },
  textColumn('owner', 'Owner', (row) => row.owner, { minWidth: 140 }),
  { id: 'phone', label: 'Phone', width: 150, cell: (row) => <PhoneText phone={row.phone} /> },
  { id: 'email', label: 'E-mail', minWidth: 180, cell: (row) => <EmailText email={row.email} /> },
  textColumn('hours', 'Open', hoursOf, { width: 170 }),
  textColumn(
    'children',
    'Children / seats',
    (row) => (row.seats > 0 ? `${row.enrolled} / ${row.seats}` : row.enrolled),
    { align: 'end', width: 130 },
  ),
  textColumn(
    'fill',
    'Filled',
    (row) => (row.fill === null ? null : formatPercent(Math.round(row.fill / 100) * 100)),
    {
      align: 'end',
      width: 90,
    },
  ),
];

const MOST_COMPARED = 4;

/** The directory to consult: whom to call, when it is open, where there are seats, what lies near. */
export function FranchiseeDirectory() {
  const list = useList(directoryContract.list, { filters, limit: 25 });
  const [view, setView] = usePreference('directory:view', 'cards');
  const [chosen, setChosen] = useState<readonly Card[]>([]);
  const [comparing, setComparing] = useState(false);
  const toggle = (card: Card) =>
    setChosen((now) =>
      now.some((one) => one.id === card.id)
        ? now.filter((one) => one.id !== card.id)
        : [...now, card].slice(-MOST_COMPARED),
    );
  const views = (
    <SegmentedControl
      size="xs"
      data={[
        { value: 'cards', label: 'Cards' },
        { value: 'table', label: 'Table' },
      ]}
      value={view}
      onChange={setView}
    />
  );
  const may = useSession();
  const opens =
    may.holds(networkModules.Franchisee) ||
    may.holds(OWN_CENTRE_LEVEL) ||
    may.holds(networkModules.FranchiseeData);
  return (
    <PageFrame
      title="Franchisee data"
      count={list.total ?? undefined}
      fill={view === 'table' && !comparing}
      {...(chosen.length >= 2
        ? {
            primary: {
              label: comparing ? 'Back to all centres' : `Compare ${chosen.length} centres`,
              run: () => setComparing(!comparing),
            },
          }
        : {})}
    >
      {comparing && chosen.length >= 2 ? (
        <Compare cards={chosen} />
      ) : view === 'table' ? (
        <DataTable
          name="franchisee-data"
          label="Centres"
          list={list}
          columns={columns}
          fill
          searchable
          tools={views}
          rowLink={(row) => (opens ? `/franchisee/view/${row.id}` : null)}
          empty={{ title: 'No centre to show' }}
        />
      ) : (
        <Cards list={list} tools={views} chosen={chosen} toggle={toggle} opens={opens} />
      )}
    </PageFrame>
  );
}

function Cards({
  list,
  tools,
  chosen,
  toggle,
  opens,
}: {
  list: ListModel<Card>;
  tools: React.ReactNode;
  chosen: readonly Card[];
  toggle: (card: Card) => void;
  opens: boolean;
}) {
  const search = useRef<HTMLInputElement>(null);
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const bar = list as ListModel<unknown>; // the bar never touches a row
  return (
    <Stack gap="md">
      <FilterBar
        list={bar}
        searchRef={search}
        searchable
        searchHint="Number, name, city or pincode"
        mobile={mobile}
        end={tools}
      />
      {list.loading ? <TilesSkeleton /> : null}
      {list.error && list.rows.length === 0 ? <ErrorState error={list.error} retry={list.refetch} /> : null}
      {!list.loading && !list.error && list.rows.length === 0 ? (
        <EmptyState
          title={
            list.q !== '' || Object.keys(list.filters).length > 0 ? 'No centre matches.' : 'No centres yet'
          }
        />
      ) : null}
      <div className={classes.cards}>
        {list.rows.map((card) => (
          <CentreCard
            key={card.id}
            card={card}
            chosen={chosen.some((one) => one.id === card.id)}
            toggle={() => toggle(card)}
            opens={opens}
          />
        ))}
      </div>
      <TableFooter list={bar} />
    </Stack>
  );
}
