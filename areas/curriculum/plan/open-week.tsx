import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Stack, Text } from '@mantine/core';
import type { MapWeek } from './plan.contract.ts';
import classes from './plan.module.css';

/** The days of a week below its row of the map. */
export const OpenWeek = ({ week }: { week: MapWeek }) => (
  <Stack gap="xs" className={classes.week}>
    {week.theme ? <Text fw={600}>{week.theme}</Text> : null}
    {week.summary ? <Text>{week.summary}</Text> : null}
    {week.days.map((day) => (
      <Group key={day.id} gap="sm">
        <Text size="sm" c="dimmed" w={56}>
          Day {day.position}
        </Text>
        <Text>{day.title ?? 'No title yet'}</Text>
        <StatusTag area="curriculum-day" state={day.look} />
      </Group>
    ))}
  </Stack>
);
