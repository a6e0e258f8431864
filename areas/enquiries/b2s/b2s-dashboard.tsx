// /B2SReport/dashboard: how full each centre is against its pace; every number opens the children behind it.
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatInstant } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { FilterBar } from '@aangan/web/table/filter-bar.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, SegmentedControl, Select, SimpleGrid, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import { useBoardFilters } from '../dashboard/use-board-filters.tsx';
import { b2sContract } from './b2s.contract.ts';
import { b2sFilters, type MembersLink, membersLink, paceText } from './b2s-look.tsx';
import { achievedOutcomes } from './b2s-outcome.ts';
import { Centres, Classes, CohortBars, Line, LostReasons } from './b2s-panels.tsx';
import type { B2sBoard, Season } from './b2s-shape.ts';
import { MemberList } from './member-list.tsx';

export function B2sDashboard() {
  const { holds } = useSession();
  const seasons = useQuery(b2sContract.seasons, {});
  return (
    <PageFrame
      title="Back to School"
      context="centre"
      menu={[
        { label: 'Prepare a file', to: '/B2SReport/download-list' },
        { label: 'Configure', to: '/forms/b2sconfiguration', hidden: !holds('b2sConfiguration', true) },
      ]}
    >
      <QueryState query={seasons} skeleton={<TilesSkeleton />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No active season."
              help="A season says how many seats each centre wants to fill, and by when."
              action={{
                label: 'Set one up',
                to: '/forms/b2sconfiguration',
                hidden: !holds('b2sConfiguration', true),
              }}
            />
          ) : (
            <SeasonReport seasons={rows} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function SeasonReport({ seasons }: { seasons: readonly Season[] }) {
  const [wanted, showSeason] = useParam('season');
  const [openTab, showTab] = useParam('tab');
  const { centres, franchisee } = useSession();
  const season = seasons.find((one) => one.id === wanted) ?? seasons[0];
  const tab = openTab === 'members' ? 'members' : 'overview';
  const classes = useQuery(
    b2sContract.dashboard,
    { seasonId: season?.id ?? '' },
    { enabled: season !== undefined, every: 120_000 },
  );
  const known = classes.data;
  const fields = useMemo(
    () => b2sFilters({ centres: franchisee ? [] : centres, classes: known?.classes ?? [] }),
    [centres, franchisee, known?.classes],
  );
  if (!season) return null;
  return (
    <Stack gap="md">
      <Group gap="md" className="no-print">
        <Select
          aria-label="Season"
          w={260}
          allowDeselect={false}
          value={season.id}
          data={seasons.map((one) => ({
            value: one.id,
            label: `${one.title}${one.state === 'CLOSED' ? ' (closed)' : ''}`,
          }))}
          onChange={(id) => showSeason(id)}
        />
        <SegmentedControl
          aria-label="View"
          value={tab}
          onChange={(value) => showTab(value === 'members' ? 'members' : null)}
          data={[
            { value: 'overview', label: 'Overview' },
            { value: 'members', label: 'Children' },
          ]}
        />
      </Group>
      {tab === 'members' ? (
        <MemberList season={season} fields={fields} lostReasons={known?.lostReasons ?? []} />
      ) : (
        <Overview season={season} fields={fields} />
      )}
    </Stack>
  );
}

function Overview({ season, fields }: { season: Season; fields: ReturnType<typeof b2sFilters> }) {
  const filters = useBoardFilters(fields);
  const search = useRef<HTMLInputElement>(null);
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const board = useQuery(
    b2sContract.dashboard,
    { seasonId: season.id, ...filters.values } as InputOf<typeof b2sContract.dashboard>, // the server checks the address
    { keepPrevious: true, every: 120_000 },
  );
  const link: MembersLink = (more) => membersLink({ season: season.id, ...filters.values, ...more });
  return (
    <Stack gap="md">
      <div className="no-print">
        <FilterBar list={filters.bar} searchRef={search} searchable={false} mobile={mobile} />
      </div>
      <QueryState query={board} skeleton={<TilesSkeleton tiles={4} />}>
        {(data) =>
          data.members === 0 && data.target === 0 ? (
            <EmptyState
              title="No child is in this season here yet."
              help="Members are gathered each night."
            />
          ) : (
            <Stack gap="md">
              <Tiles data={data} link={link} />
              <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
                <Line board={data} />
                <CohortBars board={data} link={link} />
              </SimpleGrid>
              <Classes board={data} link={link} />
              {data.centres.length > 1 && <Centres board={data} link={link} />}
              {data.lostReasons.length > 0 && <LostReasons board={data} link={link} />}
            </Stack>
          )
        }
      </QueryState>
    </Stack>
  );
}

function Tiles({ data, link }: { data: B2sBoard; link: MembersLink }) {
  const { pace } = data;
  return (
    <TileRow>
      <Tile
        label="Achieved"
        value={
          data.target
            ? `${formatCount(data.achieved)} of ${formatCount(data.target)}`
            : formatCount(data.achieved)
        }
        to={link({ outcome: achievedOutcomes })}
        period="Committed, confirmed or joined"
      />
      <Tile
        label="Expected today"
        value={pace ? formatCount(pace.expected) : '–'}
        period={pace ? 'By the curve of the season' : 'No target yet'}
      />
      <Tile
        label="Pace"
        value={
          pace
            ? pace.gap > 0
              ? `+${formatCount(pace.gap)}`
              : pace.gap === 0
                ? '0'
                : `−${formatCount(-pace.gap)}`
            : '–'
        }
        change={
          pace
            ? {
                text: paceText(pace.days),
                tone: pace.days < 0 ? 'danger' : 'success',
                direction: pace.days < 0 ? 'down' : pace.days > 0 ? 'up' : 'flat',
              }
            : undefined
        }
      />
      <Tile
        label="Due this week"
        value={formatCount(data.dueThisWeek)}
        to={link({ dueThisWeek: true })}
        period={`of ${formatCount(data.members)} children${data.asOf ? `, as of ${formatInstant(data.asOf)}` : ''}`}
      />
    </TileRow>
  );
}
