import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatClock, formatCount, formatPercent } from '@aangan/web/format.ts';
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
import { Section } from '@aangan/web/ui/section.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Checkbox, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import classes from '../network.module.css';
import { networkModules, OWN_CENTRE_LEVEL } from '../network-modules.ts';
import { SeatMeter } from '../seat-meter.tsx';
import { directoryContract } from './directory.contract.ts';
import { franchiseeLook } from './franchisee-look.tsx';

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

const hoursOf = (card: Card): string =>
  card.opensAt && card.closesAt ? `${formatClock(card.opensAt)} – ${formatClock(card.closesAt)}` : '–';

const columns: Column<Card>[] = [
  {
    id: 'label',
    label: 'Centre',
    minWidth: 170,
    cell: (row) => row.label,
    second: (row) => [row.city, row.zone && `zone ${row.zone}`].filter(Boolean).join(' · '),
  },
  stateColumn(franchiseeLook, (row) => row.status),
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
  textColumn('fill', 'Filled', (row) => (row.fill === null ? null : formatPercent(row.fill)), {
    align: 'end',
    width: 90,
  }),
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
        <EmptyState title="No centre matches." />
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

function CentreCard({
  card,
  chosen,
  toggle,
  opens,
}: {
  card: Card;
  chosen: boolean;
  toggle: () => void;
  opens: boolean;
}) {
  return (
    <article className={classes.card} data-chosen={chosen}>
      {card.photoUrl ? <img className={classes.photo} src={card.photoUrl} alt="" /> : null}
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          {opens ? (
            <Anchor component={Link} to={`/franchisee/view/${card.id}`} fw={600}>
              {card.label}
            </Anchor>
          ) : (
            <Text fw={600}>{card.label}</Text>
          )}
          <Text size="sm" c="dimmed">
            {[card.city, card.zone && `zone ${card.zone}`, card.model].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {card.status === 'ACTIVE' ? null : <StatusTag area={franchiseeLook} state={card.status} />}
      </Group>
      <Text size="sm">{card.address ?? 'No address yet'}</Text>
      <Group gap="md">
        {card.phone ? <PhoneText phone={card.phone} /> : null}
        {card.email ? <EmailText email={card.email} /> : null}
      </Group>
      <Text size="sm" c="dimmed">
        {[card.owner && `Owner ${card.owner}`, card.opensAt && hoursOf(card)].filter(Boolean).join(' · ') ||
          'No timings yet'}
      </Text>
      {card.classes.length > 0 ? (
        <Stack gap={6}>
          {card.classes.map((one) => (
            <SeatMeter key={one.code} name={one.name} seats={one.seats} enrolled={one.enrolled} />
          ))}
          <Text size="sm" c="dimmed">
            {card.fill === null
              ? `${formatCount(card.enrolled)} children`
              : `${formatPercent(card.fill)} filled`}
            {card.peerFill === null ? '' : ` · centres like it ${formatPercent(card.peerFill)}`}
          </Text>
        </Stack>
      ) : null}
      {card.near.length > 0 ? (
        <Text size="sm">Near: {card.near.map((one) => `${one.label} ${one.km} km`).join(', ')}</Text>
      ) : null}
      <Group justify="space-between" mt="auto">
        <Checkbox size="xs" label="Compare" checked={chosen} onChange={toggle} />
        {card.lat !== null && card.lng !== null ? (
          <Anchor size="sm" href={`geo:${card.lat},${card.lng}`}>
            Open in maps
          </Anchor>
        ) : null}
      </Group>
    </article>
  );
}

/** Two to four centres side by side. */
function Compare({ cards }: { cards: readonly Card[] }) {
  const lines: { label: string; of: (card: Card) => string }[] = [
    { label: 'City', of: (card) => card.city ?? '–' },
    { label: 'Zone', of: (card) => card.zone ?? '–' },
    { label: 'Tier', of: (card) => card.tier?.slice(1) ?? '–' },
    { label: 'Model', of: (card) => card.model },
    { label: 'Owner', of: (card) => card.owner ?? '–' },
    { label: 'Open', of: hoursOf },
    { label: 'Children', of: (card) => formatCount(card.enrolled) },
    { label: 'Seats', of: (card) => (card.seats > 0 ? formatCount(card.seats) : '–') },
    {
      label: 'Seats left',
      of: (card) => (card.seats > 0 ? formatCount(Math.max(0, card.seats - card.enrolled)) : '–'),
    },
    { label: 'Filled', of: (card) => (card.fill === null ? '–' : formatPercent(card.fill)) },
    { label: 'Centres like it', of: (card) => (card.peerFill === null ? '–' : formatPercent(card.peerFill)) },
  ];
  return (
    <Section title="Side by side" flush>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              {cards.map((card) => (
                <Table.Th key={card.id}>{card.label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.label}>
                <Table.Td>
                  <span className="quiet">{line.label}</span>
                </Table.Td>
                {cards.map((card) => (
                  <Table.Td key={card.id} className="figures">
                    {line.of(card)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
