import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatTime } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { texts, useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { type ChildRide, childBusContract as contract } from './child-bus.contract.ts';

const words = texts(
  {
    title: 'Bus',
    PICKUP: 'To the centre',
    DROPOFF: 'On the way home',
    SCHEDULED: 'Planned',
    RUNNING: 'On its way',
    EXPECTED: 'Not on this bus',
    BOARDED: 'On the bus',
    ALIGHTED: 'At the centre',
    HANDED_OVER: 'Handed over',
    NO_SHOW: 'Was not there',
    EXCUSED: 'Does not come',
    CANCELLED: 'Cancelled',
    returned: 'Back at the centre. Please call.',
    planned: 'Planned at',
    expected: 'Expected at',
    since: 'since',
    excuse: 'Not coming this day',
    come: 'Comes after all',
    excused: 'The bus does not wait that day.',
    comes: 'The bus stops again that day.',
  },
  {
    title: 'बस',
    PICKUP: 'केंद्र की ओर',
    DROPOFF: 'घर की ओर',
    SCHEDULED: 'तय',
    RUNNING: 'रास्ते में',
    EXPECTED: 'इस बस में नहीं',
    BOARDED: 'बस में',
    ALIGHTED: 'केंद्र में',
    HANDED_OVER: 'सौंप दिया गया',
    NO_SHOW: 'नहीं मिले',
    EXCUSED: 'नहीं आ रहे',
    CANCELLED: 'रद्द',
    returned: 'केंद्र में वापस। कृपया फ़ोन करें।',
    planned: 'तय समय',
    expected: 'अनुमानित समय',
    since: 'समय',
    excuse: 'इस दिन नहीं आएँगे',
    come: 'आएँगे',
    excused: 'उस दिन बस नहीं रुकेगी।',
    comes: 'उस दिन बस फिर रुकेगी।',
  },
);

const BusMap = part(() => import('./bus-map.tsx'), 'BusMap');

type Word = keyof typeof words.en;

/** The state of a ride in one word: of the trip before the child is on it, of the child afterwards. */
function wordOf({ trip, state }: ChildRide): Word {
  if (trip === 'CANCELLED') return 'CANCELLED';
  if (state !== 'EXPECTED') return state;
  if (trip === 'SCHEDULED') return 'SCHEDULED';
  return trip === 'IN_PROGRESS' ? 'RUNNING' : 'EXPECTED';
}

/** The bus of the parent's own child today and on the next day; nothing where it takes none. */
export function ChildBusCard({ student }: { student: string }) {
  const t = useText(words);
  const { holds } = useSession();
  const query = useQuery(
    contract.mine,
    { student },
    { fresh: 0, every: 15_000, enabled: holds(contract.mine.module, false) },
  );
  const excuse = useCommand(contract.excuse, {
    refresh: ['child-bus'],
    onDone: (_, { excused }) => notice.ok(t(excused ? 'excused' : 'comes')),
    onError: (error) => notice.error(error),
  });
  const days = query.data?.days ?? [];
  if (days.length === 0) return null;
  return (
    <Section title={t('title')}>
      <Stack gap="lg">
        {days.map(({ date, rides, can }) => (
          <Stack key={date} gap="xs">
            <Text fw={600}>
              <DateText day={date} />
            </Text>
            {rides.map((ride) => (
              <Ride key={ride.id} ride={ride} />
            ))}
            {(can.excuse || can.come) && (
              <Group>
                <Button
                  variant="default"
                  loading={excuse.running}
                  onClick={() => void excuse.run({ student, on: date, excused: can.excuse })}
                >
                  {t(can.excuse ? 'excuse' : 'come')}
                </Button>
              </Group>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

function Ride({ ride }: { ride: ChildRide }) {
  const t = useText(words);
  const when = ride.expectedAt ?? (ride.state === 'EXPECTED' ? ride.plannedAt : null);
  const known = ride.offAt ?? ride.onAt;
  return (
    <div>
      <Group gap="xs">
        <Text>{t(ride.direction)}</Text>
        <Tag tone={ride.returned || ride.state === 'NO_SHOW' ? 'warning' : 'info'}>
          {ride.returned ? t('returned') : t(wordOf(ride))}
        </Tag>
      </Group>
      <Text size="sm" c="dimmed">
        {[
          ride.route,
          ride.place,
          when && `${t(ride.expectedAt ? 'expected' : 'planned')} ${formatTime(when)}`,
          known && `${t('since')} ${formatTime(known)}`,
          ride.receivedBy,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {ride.bus && (
        <Suspense>
          <BusMap bus={ride.bus} />
        </Suspense>
      )}
    </div>
  );
}
