import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { editDay, viewDay, weekGlance, writeWeek } from '../day/day-paths.ts';
import type { MapWeek, Plan } from './plan.contract.ts';
import classes from './plan.module.css';

/** The days of a week below its row of the map. */
export function OpenWeek({ plan, week }: { plan: Plan; week: MapWeek }) {
  const first = week.days[0];
  const write = plan.can['change'] ?? false;
  return (
    <Stack gap="xs" className={classes.week}>
      {week.theme ? <Text fw={600}>{week.theme}</Text> : null}
      {week.summary ? <Text>{week.summary}</Text> : null}
      {week.days.map((day) => (
        <Group key={day.id} gap="sm">
          <Text size="sm" c="dimmed" w={56}>
            Day {day.position}
          </Text>
          <Anchor component={Link} to={write && day.look !== 'PENDING' ? editDay(day.id) : viewDay(day.id)}>
            {day.title ?? 'No title yet'}
          </Anchor>
          <StatusTag area="curriculum-day" state={day.look} />
        </Group>
      ))}
      {first ? (
        <Group gap="md">
          <Anchor component={Link} to={weekGlance(first.id)} size="sm">
            Week at a glance
          </Anchor>
          {write ? (
            <Anchor component={Link} to={writeWeek(plan.folderId, first.id)} size="sm">
              Edit week
            </Anchor>
          ) : null}
        </Group>
      ) : null}
    </Stack>
  );
}
