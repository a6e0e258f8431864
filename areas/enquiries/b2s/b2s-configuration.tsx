// /forms/b2sconfiguration: the seasons, and one of them in the editor.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { type Column, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useStep } from '../enquiry/use-step.web.ts';
import { b2sContract } from './b2s.contract.ts';
import type { Season } from './b2s-shape.ts';
import './b2s-look.tsx';
import { SeasonForm } from './season-form.tsx';
import { TargetsGrid } from './targets-grid.tsx';

const RehearsalPanel = part(() => import('./rehearsal-panel.tsx'), 'RehearsalPanel');

const PATH = '/forms/b2sconfiguration';
type Configuration = OutputOf<typeof b2sContract.configuration>;

export function B2sConfiguration() {
  const [wanted] = useParam('season');
  const isNew = wanted === 'new';
  const query = useQuery(b2sContract.configuration, wanted && !isNew ? { seasonId: wanted } : {}, {
    keepPrevious: true,
  });
  return (
    <PageFrame
      title="B2S configuration"
      {...(wanted ? { crumbs: [{ label: 'Enquiries' }, { label: 'All seasons', to: PATH }] } : {})}
      primary={wanted ? undefined : { label: 'New season', to: `${PATH}?season=new` }}
      menu={[{ label: 'Open the report', to: '/B2SReport/dashboard' }]}
    >
      <QueryState query={query}>
        {(data) => {
          if (!wanted) return <Seasons seasons={data.seasons} />;
          const season = data.seasons.find((one) => one.id === wanted) ?? null;
          if (!isNew && !season)
            return (
              <EmptyState title="There is no such season." action={{ label: 'All seasons', to: PATH }} />
            );
          return <Editor key={season?.id ?? 'new'} season={season} data={data} />;
        }}
      </QueryState>
    </PageFrame>
  );
}

const seasonColumns: readonly Column<Season>[] = [
  {
    id: 'title',
    label: 'Season',
    cell: (season) => (
      <Anchor component={Link} to={`${PATH}?season=${season.id}`} fw={500}>
        {season.title}
      </Anchor>
    ),
  },
  textColumn('year', 'Year', (season) => season.academicYear),
  textColumn('days', 'Days', (season) => `${formatDay(season.fromOn)} – ${formatDay(season.toOn)}`),
  stateColumn('b2s-season', (season) => season.state, { label: 'State' }),
];

function Seasons({ seasons }: { seasons: readonly Season[] }) {
  if (seasons.length === 0)
    return (
      <EmptyState
        title="No season yet."
        help="A season says whom to win for next year, how many seats each centre wants to fill, and by when."
        action={{ label: 'New season', to: `${PATH}?season=new` }}
      />
    );
  return (
    <Section flush>
      <ShortTable
        label="Seasons"
        rows={seasons}
        keyOf={(season) => season.id}
        columns={seasonColumns}
        minWidth={640}
      />
    </Section>
  );
}

function Editor({ season, data }: { season: Season | null; data: Configuration }) {
  return (
    <Stack gap="lg">
      {season && <Steps season={season} />}
      <SeasonForm season={season} data={data} />
      {season && (
        <Section title="Targets" help="Seats to fill by the end of the season.">
          <TargetsGrid
            seasonId={season.id}
            centres={data.centres}
            classes={data.classes}
            targets={data.targets}
            seats={data.seats}
            lastYear={data.lastYear}
            disabled={season.state === 'CLOSED'}
          />
        </Section>
      )}
      {season && (
        <Suspense fallback={null}>
          <RehearsalPanel seasonId={season.id} />
        </Suspense>
      )}
    </Stack>
  );
}

/** Draft, active, closed: what can be done next, with its consequence. */
function Steps({ season }: { season: Season }) {
  const confirm = useConfirm();
  const activate = useStep(b2sContract.activate, 'The season is active. Its children are being gathered.', [
    'b2s',
  ]);
  const close = useStep(b2sContract.close, 'The season is closed.', ['b2s']);
  const step = { id: season.id };
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <StatusTag area="b2s-season" state={season.state} />
        <Text fw={500}>{season.title}</Text>
      </Group>
      {season.state === 'DRAFT' && (
        <Button
          loading={activate.running}
          onClick={() =>
            void confirm({
              title: `Activate ${season.title}?`,
              text: 'The children of its cohorts are gathered now and refreshed each night.',
              confirm: 'Activate season',
            }).then((sure) => (sure ? activate.run(step, { ifMatch: season.version }) : null))
          }
        >
          Activate
        </Button>
      )}
      {season.state === 'ACTIVE' && (
        <Button
          variant="default"
          loading={close.running}
          onClick={() =>
            void confirm({
              title: `Close ${season.title}?`,
              text: 'Its figures stay as they are and are refreshed no more.',
              confirm: 'Close season',
              danger: true,
            }).then((sure) => (sure ? close.run(step, { ifMatch: season.version }) : null))
          }
        >
          Close season
        </Button>
      )}
    </Group>
  );
}
