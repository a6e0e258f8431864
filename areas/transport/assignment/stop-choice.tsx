import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatClock, formatDate } from '@aangan/contract/period.ts';
import { type Weekday, weekdayLabels } from '@aangan/contract/weekday.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import type { FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { Group, Progress, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { routeAssignmentContract as contract } from './route-assignment.contract.ts';
import { type Direction, directionLabels } from './route-assignment.states.ts';

type Seats = OutputOf<typeof contract.seats>;
const NOTHING = 'Choose route and first day';
const isDirection = (value: unknown): value is Direction =>
  typeof value === 'string' && value in directionLabels;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The stop, among those of the chosen route, and how full the bus is on each of the chosen days. */
export function StopChoice({ name, without }: FieldProps & { without?: string }) {
  const form = useFormModel();
  const { routeId, direction, fromOn, toOn, days } = form.values;
  const ready = text(routeId) !== '' && isDirection(direction) && text(fromOn) !== '';
  const query = useQuery(
    contract.seats,
    {
      routeId: text(routeId),
      direction: isDirection(direction) ? direction : 'BOTH',
      fromOn: text(fromOn),
      ...(text(toOn) ? { toOn: text(toOn) } : {}),
      ...(without ? { without } : {}),
    },
    { enabled: ready, fresh: 0 },
  );
  const seats = ready ? query.data : undefined;
  const asked = new Set(Array.isArray(days) ? (days as readonly unknown[]) : []);
  return (
    <Stack gap="sm">
      <Select
        label="Stop"
        placeholder={ready ? 'Choose a stop' : NOTHING}
        disabled={!seats}
        searchable
        data={(seats?.stops ?? []).map((stop) => ({ value: stop.id, label: labelOf(stop) }))}
        value={text(form.values[name]) || null}
        onChange={(value) => form.set(name, value)}
        error={form.errors[name]}
        nothingFoundMessage="This route has no such stop"
      />
      {seats && <SeatBars seats={seats} asked={asked} />}
    </Stack>
  );
}

const labelOf = ({ name, pickupAt, dropoffAt, distanceM }: Seats['stops'][number]): string =>
  [
    name,
    pickupAt && `pick-up ${formatClock(pickupAt)}`,
    dropoffAt && `drop-off ${formatClock(dropoffAt)}`,
    `${(distanceM / 1000).toFixed(1)} km`,
  ]
    .filter(Boolean)
    .join(' · ');

function SeatBars({ seats: { code, seats, days }, asked }: { seats: Seats; asked: ReadonlySet<unknown> }) {
  if (seats === null)
    return (
      <Text size="sm" c="var(--a-danger-text)">
        {`${code} has no vehicle yet, so there is no seat to give.`}
      </Text>
    );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {days.map(({ day, at, taken }) => {
        const full = taken >= seats;
        const quiet = !asked.has(day);
        return (
          <Stack key={day} gap={4}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" {...(quiet ? { className: 'quiet' } : {})}>
                {dayName(day)}
              </Text>
              <Text size="sm" className="figures" {...(full && !quiet ? { c: 'var(--a-danger-text)' } : {})}>
                {full ? `Full from ${formatDate(at)}` : `${taken} of ${seats}`}
              </Text>
            </Group>
            <Progress
              value={Math.min((taken / seats) * 100, 100)}
              color={full ? 'danger' : 'brand'}
              size="sm"
              aria-label={`${dayName(day)}: ${taken} of ${seats} seats taken`}
            />
          </Stack>
        );
      })}
    </SimpleGrid>
  );
}

const dayName = (day: Weekday): string => weekdayLabels[day];
