import { formatTime } from '@aangan/web/format.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group } from '@mantine/core';
import type { CareEvent } from './care.contract.ts';
import { useCareWords } from './care-words.tsx';

/** A day's care in one line. */
export function CareLine({ events }: { events: readonly CareEvent[] }) {
  const { word, amount } = useCareWords();
  if (events.length === 0) return null;
  return (
    <Group gap={6}>
      {events.map((event) => (
        <Tag key={event.id} tone={event.kind === 'INCIDENT' ? 'warning' : 'neutral'}>
          {`${formatTime(event.at)} ${word(event.kind)}: ${amount(event)}`}
        </Tag>
      ))}
    </Group>
  );
}
