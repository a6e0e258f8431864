// Day and half-hour by touch: 360 px first.
import { formatPhone, formatTime } from '@aangan/web/format.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { PublicButton } from '@aangan/web/ui/public-frame.tsx';
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { dayText } from './day-text.ts';
import { visitWords } from './visit-words.web.ts';

interface SlotDay {
  day: string;
  times: string[];
}

const DAYS_SHOWN = 6;

export function useDayText(): (instant: string) => string {
  const { language } = useLanguage();
  return (instant) => dayText(instant, language);
}

interface ChooseTimeProps {
  days: readonly SlotDay[];
  running: boolean;
  problem: string | null;
  onChoose: (at: string) => void;
}

export function ChooseTime({ days, running, problem, onChoose }: ChooseTimeProps) {
  const t = useText(visitWords);
  const text = useDayText();
  const [wantedDay, setDay] = useState<string | null>(null);
  const [wantedTime, setTime] = useState<string | null>(null);
  const shown = days.slice(0, DAYS_SHOWN);
  const day = shown.find((one) => one.day === wantedDay) ?? shown[0];
  if (!day) return <Text>{t('noTimes')}</Text>;
  const time = day.times.find((one) => one === wantedTime) ?? null;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" role="group" aria-label={t('day')}>
        {shown.map((one) => (
          <Button
            key={one.day}
            size="md"
            px={4}
            variant={one === day ? 'light' : 'default'}
            aria-pressed={one === day}
            onClick={() => setDay(one.day)}
          >
            {text(one.times[0] ?? one.day)}
          </Button>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={3} spacing="xs" role="group" aria-label={text(day.times[0] ?? day.day)}>
        {day.times.map((one) => (
          <Button
            key={one}
            size="md"
            px={4}
            className="figures"
            variant={one === time ? 'filled' : 'default'}
            aria-pressed={one === time}
            onClick={() => setTime(one)}
          >
            {formatTime(one)}
          </Button>
        ))}
      </SimpleGrid>
      {problem && (
        <Alert color="danger" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      {time && (
        <PublicButton loading={running} onClick={() => onChoose(time)}>
          {t('book', { time: `${text(time)}, ${formatTime(time)}` })}
        </PublicButton>
      )}
    </Stack>
  );
}

interface PlaceFacts {
  phone: string | null;
  mapUrl: string | null;
  hours: { from: string; to: string } | null;
}

const clock = (time: string): string => formatTime(`2026-01-01T${time}:00+05:30`);

/** Where it is, when it is open, whom to call. */
export function PlaceLines({ place }: { place: PlaceFacts }) {
  const t = useText(visitWords);
  return (
    <Stack gap={4}>
      {place.hours && (
        <Text className="quiet">
          {t('hours', { from: clock(place.hours.from), to: clock(place.hours.to) })}
        </Text>
      )}
      <Group gap="md">
        {place.mapUrl && (
          <Anchor href={place.mapUrl} target="_blank" rel="noreferrer">
            {t('map')}
          </Anchor>
        )}
        {place.phone && (
          <Anchor href={`tel:${place.phone}`}>{t('call', { phone: formatPhone(place.phone) })}</Anchor>
        )}
      </Group>
    </Stack>
  );
}
