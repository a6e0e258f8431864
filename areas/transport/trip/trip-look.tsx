import { addDays, type Day } from '@aangan/contract/period.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { childLabels, tripLabels } from './trip.states.ts';

stateTable('trip', {
  SCHEDULED: ['neutral', tripLabels.SCHEDULED],
  IN_PROGRESS: ['info', tripLabels.IN_PROGRESS],
  CHECK_DUE: ['danger', tripLabels.CHECK_DUE],
  COMPLETED: ['success', tripLabels.COMPLETED],
  CANCELLED: ['neutral', tripLabels.CANCELLED],
});
stateTable('trip-child', {
  EXPECTED: ['neutral', childLabels.EXPECTED],
  BOARDED: ['info', childLabels.BOARDED],
  ALIGHTED: ['success', childLabels.ALIGHTED],
  HANDED_OVER: ['success', childLabels.HANDED_OVER],
  NO_SHOW: ['warning', childLabels.NO_SHOW],
  EXCUSED: ['neutral', childLabels.EXCUSED],
});

export const TRIPS = '/transport/routes';
export const runPath = (id: string): string => `${TRIPS}?trip=${id}`;
/** Names whose answers are read again after a step. */
export const REFRESH = ['trip', 'scan', 'safety-alarm', 'destination-log', 'actual-route'];

/** "7 min late", "3 min early"; nothing within a minute. */
export function delayText(minutes: number | null): string | null {
  if (minutes === null || Math.abs(minutes) < 1) return null;
  return minutes > 0 ? `${minutes} min late` : `${-minutes} min early`;
}

export function DaySteps({ day, today, onChange }: { day: Day; today: Day; onChange: (day: Day) => void }) {
  return (
    <Group gap="xs" className="no-print">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Day before"
        onClick={() => onChange(addDays(day, -1))}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <FieldInput
        kind="date"
        bare
        label="Day"
        value={day}
        onChange={(value) => typeof value === 'string' && onChange(value)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Day after"
        onClick={() => onChange(addDays(day, 1))}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
      <Button variant="default" disabled={day === today} onClick={() => onChange(today)}>
        Today
      </Button>
    </Group>
  );
}
