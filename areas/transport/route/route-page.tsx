// /transport/vehicle-bus-route/edit/{busRouteID}: one route, its plan, its copies and its history.
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import '../vehicle/transport-look.tsx';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { type BusRoute, busRouteContract as contract } from './bus-route.contract.ts';
import { distanceText } from './geometry.ts';
import { ChangeBusRoute } from './route-form.tsx';
import { lineOf, REFRESH, ROUTES, stopsPath } from './route-look.tsx';
import { RouteMap } from './route-map.tsx';

export function BusRoutePage() {
  const { busRouteID = '' } = useParams();
  const query = useQuery(contract.plan, { id: busRouteID }, { fresh: 0 });
  const [turning, turn] = useState(false);
  const copy = useCommand(contract.copyYear, {
    refresh: REFRESH,
    onDone: ({ year }) => notice.ok(`Copied to ${year}. It has no vehicle there yet.`),
    onError: (error) => notice.error(error),
  });
  const route = query.data?.route;
  const locked = !query.data?.can.change;
  return (
    <PageFrame
      title={route ? `${route.code} · ${route.name}` : 'Bus route'}
      context="centre"
      crumbs={[{ label: 'Bus routes', to: ROUTES }]}
      primary={{ label: 'Stops', to: stopsPath(busRouteID) }}
      menu={[
        {
          label: 'Copy to next year',
          hidden: locked,
          run: () => void copy.run({ id: busRouteID }),
        },
        {
          label: 'Turn round for drop-off',
          hidden: locked || route?.runs !== 'PICKUP',
          run: () => turn(true),
        },
      ]}
    >
      <QueryState query={query}>
        {(known) => (
          <Stack gap="md">
            <Head route={known.route} />
            <PageTabs
              tabs={[
                { value: 'details', label: 'Details', content: <ChangeBusRoute route={known.route} /> },
                {
                  value: 'map',
                  label: 'Map',
                  content:
                    known.route.stops.length > 0 ? (
                      <RouteMap
                        label={`Stops of ${known.route.code}`}
                        lines={[lineOf(known.route, known.centre)]}
                        centre={known.centre}
                      />
                    ) : (
                      <Text className="quiet">The route has no stops yet.</Text>
                    ),
                },
                {
                  value: 'history',
                  label: 'History',
                  content: <HistoryPanel kind="bus-route" id={known.route.id} />,
                },
              ]}
            />
          </Stack>
        )}
      </QueryState>
      {turning && route && (
        <CommandDialog
          of={contract.reverse}
          title={`Turn round: ${route.code}`}
          text="A new drop-off route with the same stops from the last to the first. Check its times afterwards."
          confirm="Make drop-off route"
          start={{ id: route.id }}
          refresh={REFRESH}
          done="The drop-off route is there."
          onClose={() => turn(false)}
        />
      )}
    </PageFrame>
  );
}

const Head = ({ route }: { route: BusRoute }) => (
  <Group gap="sm">
    <StatusTag area="bus-route" state={route.status} />
    {route.vehicle && <StatusTag area="readiness" state={route.vehicle.readiness} />}
    <Text size="sm" c="dimmed">
      {[
        route.vehicle
          ? `${formatPlate(route.vehicle.regNo)} with ${route.vehicle.childSeats} seats for children`
          : 'No vehicle yet',
        `${route.stops.length} ${route.stops.length === 1 ? 'stop' : 'stops'}`,
        distanceText(route.lengthM),
        ...(route.vehicle?.reasons ?? []),
      ].join(' · ')}
    </Text>
  </Group>
);
