import { addDays, type Day } from '@aangan/contract/period.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { FieldInput } from '../fields/field-input.tsx';
import { icon } from '../ui/icon.ts';

/** A day back, a day on, any day, and today. */
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
