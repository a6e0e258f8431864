// Without a network: the trips of today that this phone opened and that are not over.
import type { Day } from '@aangan/contract/period.ts';
import { formatTime } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { keptRuns } from './kept-run.web.ts';
import type { Run } from './trip.contract.ts';
import { runDirections } from './trip.states.ts';
import { runPath } from './trip-look.tsx';

export function KeptTrips({ today }: { today: Day }) {
  const [kept, setKept] = useState<readonly Run[] | null>(null);
  useEffect(() => {
    void keptRuns(today).then(setKept);
  }, [today]);
  if (!kept) return null;
  if (kept.length === 0)
    return (
      <EmptyState
        title="No network"
        help="Open your trip once with a network: then it opens without one until it is over."
      />
    );
  return (
    <Section title="On this phone">
      {kept.map((run) => (
        <Line
          key={run.id}
          end={
            <Button component={Link} to={runPath(run.id)} size="xs" variant="default">
              Open
            </Button>
          }
        >
          <Text fw={500}>{`${formatTime(run.plannedStart)} ${run.route} ${run.routeName}`}</Text>
          <Text size="sm" c="dimmed">
            {runDirections[run.direction]}
          </Text>
        </Line>
      ))}
    </Section>
  );
}
