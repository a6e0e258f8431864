import { addDays, type Day } from '@aangan/contract/period.ts';
import { ActionIcon, Box, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { FieldInput } from '../fields/field-input.tsx';
import { icon } from '../ui/icon.ts';

/** A day back, a day on, any day, and today. */
export function DaySteps({ day, today, onChange }: { day: Day; today: Day; onChange: (day: Day) => void }) {
  return (
    <Group gap="xs" wrap="nowrap" className="no-print">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Day before"
        onClick={() => onChange(addDays(day, -1))}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      {/* On a phone it gives way to the buttons. */}
      <Box flex="0 1 180px" miw={0}>
        <FieldInput
          kind="date"
          bare
          label="Day"
          value={day}
          onChange={(value) => typeof value === 'string' && onChange(value)}
        />
      </Box>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Day after"
        onClick={() => onChange(addDays(day, 1))}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
      <Button variant="default" flex="none" disabled={day === today} onClick={() => onChange(today)}>
        Today
      </Button>
    </Group>
  );
}
