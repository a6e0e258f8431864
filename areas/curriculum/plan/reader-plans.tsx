import { useQuery } from '@aangan/web/api/use-query.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { weekGlance } from '../day/day-paths.ts';
import { planContract as contract } from './plan.contract.ts';

/** Plans of the own sections with the weeks that are open now. */
export function ReaderPlans() {
  const { data } = useQuery(contract.open, {}, { fresh: 0 });
  if (!data || data.plans.length === 0) return null;
  return (
    <Section title="Plans">
      <Stack gap="md">
        {data.plans.map((plan) => (
          <div key={plan.id}>
            <Text fw={600}>{plan.title}</Text>
            <Text size="sm" c="dimmed">
              {plan.classGroup}
            </Text>
            <Group gap="sm" mt={4}>
              {plan.weeks.map((week) => (
                <Anchor key={week.id} component={Link} to={weekGlance(week.dayId)} size="sm">
                  {week.title ? `${week.weekNo}. ${week.title}` : `Week ${week.weekNo}`}
                </Anchor>
              ))}
            </Group>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
