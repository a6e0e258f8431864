// /transport/vehicle-bus-stop/{busRouteID}/add and /edit/{busStopID}: where a stop is and when the bus comes.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { Field, type FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type BusRoute, busRouteContract as contract } from './bus-route.contract.ts';
import { distanceText, type Point, pointText, readPoint, straightM, TOO_NEAR_M } from './geometry.ts';
import { lineOf, REFRESH, ROUTES, stopsPath } from './route-look.tsx';
import { RouteMap } from './route-map.tsx';

type Values = Readonly<Record<string, unknown>>;
interface Known {
  route: BusRoute;
  centre: Point | null;
}

const groups = [
  { title: 'Stop', names: ['name', 'landmark'], columns: 2 },
  { title: 'Place', names: ['point', 'radiusM', 'distanceM'] },
  { title: 'Times', names: ['pickupAt', 'dropoffAt'], columns: 2 },
] as const;

export function BusStopForm() {
  const { busRouteID = '', busStopID } = useParams();
  const query = useQuery(contract.plan, { id: busRouteID }, { fresh: 0 });
  const route = query.data?.route;
  return (
    <PageFrame
      title={busStopID ? 'Bus stop' : 'Add bus stop'}
      context="centre"
      crumbs={[
        { label: 'Bus routes', to: ROUTES },
        ...(route ? [{ label: `Stops of ${route.code}`, to: stopsPath(route.id) }] : []),
      ]}
    >
      <QueryState query={query}>
        {(known) => (
          <StopFields key={busStopID ?? known.route.stops.length} known={known} id={busStopID ?? null} />
        )}
      </QueryState>
    </PageFrame>
  );
}

function StopFields({ known, id }: { known: Known; id: string | null }) {
  const { route, centre } = known;
  const navigate = useNavigate();
  const stop = route.stops.find((one) => one.id === id);
  // One component for as long as the form stands: a new one would lose what is typed.
  const Place = useMemo(
    () => (props: FieldProps) => <PlaceField {...props} known={{ route, centre }} own={id} />,
    [route, centre, id],
  );
  const shared = {
    groups,
    fields: {
      point: { as: Place },
      pickupAt: { when: (_: Values) => route.runs !== 'DROPOFF' },
      dropoffAt: { when: (_: Values) => route.runs !== 'PICKUP' },
    },
    refresh: REFRESH,
    onDone: () => void navigate(stopsPath(route.id)),
  };
  if (id === null)
    return (
      <CommandForm
        of={contract.addStop}
        {...shared}
        start={{ routeId: route.id, radiusM: 100 }}
        confirm="Add stop"
        will="It becomes the last stop"
        done="The stop is there."
      />
    );
  if (!stop) return <EmptyState title="This stop is not on the route any more." />;
  return (
    <CommandForm
      of={contract.changeStop}
      {...shared}
      start={{
        id,
        name: stop.name,
        landmark: stop.landmark,
        point: pointText(stop),
        radiusM: stop.radiusM,
        pickupAt: stop.pickupAt,
        dropoffAt: stop.dropoffAt,
        distanceM: stop.distanceM,
      }}
      ifMatch={stop.version}
      confirm="Save stop"
      done="Saved."
    />
  );
}

const WAIT_MS = 10_000;

/** The coordinates, the device's own position, and the plan to click on. */
function PlaceField({ known, own, ...props }: FieldProps & { known: Known; own: string | null }) {
  const form = useFormModel();
  const [looking, setLooking] = useState(false);
  const read = readPoint(String(form.values['point'] ?? ''));
  const point = typeof read === 'string' ? null : read;
  const others = known.route.stops.filter(({ id }) => id !== own);
  const near = point && others.find((one) => straightM(one, point) < TOO_NEAR_M);
  // A distance that was measured for another place would be wrong here.
  const set = (to: Point) => form.setMany({ point: pointText(to), distanceM: null });
  const locate = () => {
    setLooking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false);
        set({ lat: coords.latitude, lng: coords.longitude });
        notice.ok(`Your place, within ${distanceText(Math.round(coords.accuracy))}.`);
      },
      () => {
        setLooking(false);
        notice.warn('This device does not say where it is. Paste the place from a map.');
      },
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 0 },
    );
  };
  return (
    <Stack gap="xs">
      <Field {...props} />
      {near && (
        <Text size="sm" c="var(--mantine-color-warning-text, var(--mantine-color-dimmed))">
          {`Less than ${TOO_NEAR_M} m from ${near.name}. Is it another stop?`}
        </Text>
      )}
      {'geolocation' in navigator && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconCurrentLocation {...smallIcon} />}
          loading={looking}
          onClick={locate}
        >
          Where I stand
        </Button>
      )}
      <RouteMap
        label="Plan of the route: click where the stop is"
        lines={[lineOf({ ...known.route, stops: others }, known.centre)]}
        centre={known.centre}
        chosen={point ? { ...point, radiusM: Number(form.values['radiusM']) || 100 } : undefined}
        onPick={set}
      />
    </Stack>
  );
}
