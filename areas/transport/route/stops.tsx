// /transport/vehicle-bus-stop/{busRouteID}: the stops of a route in their order, beside their plan.

import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { ActionIcon, Anchor, Grid, Group, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { Link, useParams } from 'react-router';
import { type BusRoute, type BusStop, busRouteContract as contract } from './bus-route.contract.ts';
import { distanceText, impossibleGaps, type Point } from './geometry.ts';
import { lineOf, REFRESH, ROUTES, routePath, stopsPath } from './route-look.tsx';
import { RouteMap } from './route-map.tsx';

export function BusStops() {
  const { busRouteID = '' } = useParams();
  const query = useQuery(contract.plan, { id: busRouteID }, { fresh: 0 });
  const route = query.data?.route;
  const add = {
    label: 'Add stop',
    to: `${stopsPath(busRouteID)}/add`,
    icon: <IconPlus {...icon} />,
    hidden: !query.data?.can.change,
  };
  return (
    <PageFrame
      title={route ? `Stops of ${route.code}` : 'Bus stops'}
      count={route?.stops.length}
      context="centre"
      crumbs={[
        { label: 'Bus routes', to: ROUTES },
        ...(route && query.data?.can.change
          ? [{ label: `${route.code} · ${route.name}`, to: routePath(route.id) }]
          : []),
      ]}
      primary={add}
    >
      <QueryState query={query}>
        {(known) =>
          known.route.stops.length === 0 ? (
            <EmptyState
              title="No stops yet."
              help="Stand at the first stop with a phone, or paste its place from a map."
              action={add}
            />
          ) : (
            <Plan route={known.route} centre={known.centre} mayChange={known.can.change} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

interface PlanProps {
  route: BusRoute;
  centre: Point | null;
  mayChange: boolean;
}

function Plan({ route, centre, mayChange }: PlanProps) {
  const ask = useConfirm();
  const options = { refresh: REFRESH, onError: (error: ApiError) => notice.error(error) };
  const order = useCommand(contract.orderStops, options);
  const remove = useCommand(contract.removeStop, {
    ...options,
    onDone: () => notice.ok('The stop is gone.'),
  });
  const ids = route.stops.map(({ id }) => id);
  const gaps = impossibleGaps(route.stops);
  const put = (next: string[]) => void order.run({ routeId: route.id, ids: next });
  const byKey = (event: KeyboardEvent, id: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const at = ids.indexOf(id);
    const other = ids[at + by];
    if (!event.altKey || by === 0 || other === undefined || order.running || !mayChange) return;
    event.preventDefault();
    const next = [...ids];
    [next[at], next[at + by]] = [other, id];
    put(next);
  };
  const drop = async (stop: BusStop) => {
    const sure = await ask({
      title: `Remove ${stop.name}?`,
      text: 'The stops after it move up.',
      confirm: 'Remove stop',
      danger: true,
    });
    if (sure) await remove.run({ id: stop.id }, { ifMatch: stop.version });
  };
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Section
          title="In their order"
          {...(mayChange && { help: 'Alt with the arrow keys moves the stop whose name has the focus.' })}
          flush
        >
          <ShortTable<BusStop>
            label="Bus stops"
            rows={route.stops}
            keyOf={({ id }) => id}
            minWidth={560}
            columns={[
              { id: 'seq', label: 'No.', width: 56, align: 'end', cell: ({ seq }) => seq },
              {
                id: 'name',
                label: 'Stop',
                cell: (stop) => (
                  <StopName
                    stop={stop}
                    routeId={route.id}
                    mayChange={mayChange}
                    onKey={byKey}
                    gap={gaps.get(stop.id)}
                  />
                ),
              },
              ...(route.runs === 'DROPOFF'
                ? []
                : [{ id: 'pickup', label: 'Pick-up', width: 90, cell: (s: BusStop) => s.pickupAt ?? '–' }]),
              ...(route.runs === 'PICKUP'
                ? []
                : [
                    { id: 'dropoff', label: 'Drop-off', width: 90, cell: (s: BusStop) => s.dropoffAt ?? '–' },
                  ]),
              {
                id: 'distance',
                label: 'To the centre',
                align: 'end',
                width: 120,
                cell: ({ distanceM }) => distanceText(distanceM),
              },
              {
                id: 'do',
                label: '',
                align: 'end',
                width: 130,
                cell: (stop) =>
                  mayChange && (
                    <Group gap={2} wrap="nowrap" justify="flex-end">
                      <OrderButtons
                        name={stop.name}
                        ids={ids}
                        id={stop.id}
                        disabled={order.running}
                        onOrder={put}
                      />
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove: ${stop.name}`}
                        onClick={() => void drop(stop)}
                      >
                        <IconTrash {...smallIcon} />
                      </ActionIcon>
                    </Group>
                  ),
              },
            ]}
          />
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Section
          title="Plan"
          help={`${distanceText(route.lengthM)} along all stops, measured as roads usually go.`}
        >
          <RouteMap label={`Stops of ${route.code}`} lines={[lineOf(route, centre)]} centre={centre} />
        </Section>
      </Grid.Col>
    </Grid>
  );
}

interface NameProps {
  stop: BusStop;
  routeId: string;
  mayChange: boolean;
  onKey: (event: KeyboardEvent, id: string) => void;
  gap: string | undefined;
}

const StopName = ({ stop, routeId, mayChange, onKey, gap }: NameProps) => (
  <>
    {mayChange ? (
      <Anchor
        component={Link}
        to={`${stopsPath(routeId)}/edit/${stop.id}`}
        fw={500}
        onKeyDown={(event) => onKey(event, stop.id)}
      >
        {stop.name}
      </Anchor>
    ) : (
      <Text fw={500}>{stop.name}</Text>
    )}
    {stop.landmark && (
      <Text size="sm" c="dimmed">
        {stop.landmark}
      </Text>
    )}
    {gap && (
      <Text size="sm" c="var(--mantine-color-error)">
        {gap}
      </Text>
    )}
  </>
);
