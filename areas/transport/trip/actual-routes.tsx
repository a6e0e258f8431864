// /transport/vehicle-actual-route: how the trips of a day went, planned against actual.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { isDay, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { DaySteps } from '@aangan/web/calendar/day-steps.tsx';
import { formatTime } from '@aangan/web/format.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { NavLink, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { RouteMap } from '../route/route-map.tsx';
import { pathOf } from '../route/route-path.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { type ActualTrip, actualRouteContract as contract } from './actual-route.contract.ts';
import { trackContract } from './track.contract.ts';
import { alarmLabels, runDirections } from './trip.states.ts';
import { delayText } from './trip-look.tsx';

type Stop = ActualTrip['stops'][number];
type Centre = OutputOf<typeof contract.day>['centre'];
const MINUTE_MS = 60_000;
const EVERY_MS = 20_000;
const time = (at: string | null): string | null => (at === null ? null : formatTime(at));

function difference(planned: string | null, actual: string | null): string | null {
  if (planned === null || actual === null) return null;
  return delayText(Math.round((Date.parse(actual) - Date.parse(planned)) / MINUTE_MS)) ?? 'On time';
}

const columns = [
  textColumn<Stop>('seq', 'No.', ({ seq }) => seq, { width: 60 }),
  textColumn<Stop>('name', 'Stop', ({ name }) => name),
  textColumn<Stop>('planned', 'Planned', ({ plannedAt }) => time(plannedAt), { width: 110 }),
  textColumn<Stop>('reached', 'Actual', ({ reachedAt }) => time(reachedAt), { width: 110 }),
  textColumn<Stop>('difference', 'Difference', (row) => difference(row.plannedAt, row.reachedAt), {
    width: 130,
  }),
  textColumn<Stop>('children', 'Children', ({ children }) => children, { align: 'end', width: 100 }),
];

export function ActualRoutes() {
  const today = todayIst(serverNow());
  const [asked, choose] = useParam('day');
  const [chosen, , linkTo] = useParam('trip');
  const date = asked && isDay(asked) ? asked : today;
  const query = useQuery(contract.day, { date }, { fresh: 0, keepPrevious: true });
  return (
    <PageFrame title="Actual routes" count={query.data?.trips.length} context="centre">
      <Stack gap="md">
        <DaySteps day={date} today={today} onChange={choose} />
        <QueryState query={query}>
          {({ trips, centre }) => {
            const trip = trips.find(({ id }) => id === chosen) ?? trips[0];
            if (!trip) return <EmptyState title="No trip on this day." />;
            return (
              <TwoColumns
                main={<TripTimes trip={trip} centre={centre} />}
                rail={<TripChoice trips={trips} chosen={trip.id} linkTo={linkTo} />}
              />
            );
          }}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

interface ChoiceProps {
  trips: readonly ActualTrip[];
  chosen: string;
  linkTo: (id: string) => string;
}

const TripChoice = ({ trips, chosen, linkTo }: ChoiceProps) => (
  <Section title="Trips" flush>
    {trips.map((trip) => (
      <NavLink
        key={trip.id}
        component={Link}
        to={linkTo(trip.id)}
        active={trip.id === chosen}
        label={`${formatTime(trip.plannedStart)} ${trip.route}, ${runDirections[trip.direction].toLowerCase()}`}
        description={trip.regNo ? formatPlate(trip.regNo) : 'No vehicle'}
        rightSection={<StatusTag area="trip" state={trip.status} />}
      />
    ))}
  </Section>
);

/** A start or an end with the plan beside it. */
const against = (planned: string, actual: string | null): string =>
  [time(actual) ?? 'not yet', `planned ${formatTime(planned)}`, difference(planned, actual)]
    .filter(Boolean)
    .join(' · ');

function TripTimes({ trip, centre }: { trip: ActualTrip; centre: Centre }) {
  const running = trip.status === 'IN_PROGRESS';
  const track = useQuery(
    trackContract.read,
    { id: trip.id },
    { enabled: trip.startedAt !== null, fresh: 0, every: running && EVERY_MS },
  );
  return (
    <Stack gap="md">
      <Section title={`${trip.route} ${trip.routeName}`}>
        <Facts
          items={[
            { label: 'State', value: <StatusTag area="trip" state={trip.status} /> },
            { label: 'Started', value: against(trip.plannedStart, trip.startedAt) },
            {
              label: trip.direction === 'PICKUP' ? 'At the centre' : 'Route ended',
              value: against(trip.plannedEnd, trip.arrivedAt),
            },
            { label: 'Completed', value: time(trip.completedAt) },
            { label: 'Driver', value: trip.driver },
            { label: 'Attendant', value: trip.attendant },
          ]}
        />
      </Section>
      <Section title="Stops" flush>
        <ShortTable label="Stops" rows={trip.stops} keyOf={({ id }) => id} columns={columns} />
      </Section>
      {trip.alarms.length > 0 && (
        <Section title="Alarms">
          <Stack gap="sm">
            {trip.alarms.map((alarm) => (
              <div key={alarm.id}>
                <Text fw={500}>{`${alarmLabels[alarm.kind]}, level ${alarm.level}`}</Text>
                <Text size="sm" c="dimmed">
                  {`${formatTime(alarm.raisedAt)} · ${
                    alarm.resolvedAt
                      ? `resolved at ${formatTime(alarm.resolvedAt)}: ${alarm.note ?? ''}`
                      : 'open'
                  }`}
                </Text>
              </div>
            ))}
          </Stack>
        </Section>
      )}
      <Section
        title="Route driven"
        help="Dashed: planned. Tracks are kept for 30 days, the times at the stops for good."
      >
        <RouteMap
          label={`Stops of ${trip.route}`}
          lines={[
            {
              key: trip.id,
              name: `${trip.route} ${trip.routeName}`,
              stops: trip.stops,
              path: pathOf(trip.direction, trip.stops, centre),
            },
          ]}
          centre={centre}
          track={track.data?.parts ?? []}
        />
        {trip.startedAt && track.data?.parts.length === 0 && (
          <Text size="sm" c="dimmed">
            No track of this trip: the phone sent none, or 30 days have passed.
          </Text>
        )}
      </Section>
    </Stack>
  );
}
