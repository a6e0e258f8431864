import { useQuery } from '@aangan/web/api/use-query.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import '../curriculum-look.tsx';
import { planContract as contract } from './plan.contract.ts';
import { planPath, useNewPlan } from './plan-dialogs.tsx';

/** The plans that stand in a folder, newest year first. */
export function FolderPlans({ folderId }: { folderId: string }) {
  const { data } = useQuery(contract.page, { folderId }, { fresh: 0 });
  const { action, dialog } = useNewPlan(
    data && { can: data.can, folders: data.folders.filter(({ id }) => id === folderId) },
  );
  if (!data) return null;
  return (
    <Section
      title="Plans"
      actions={
        action.hidden ? null : (
          <Button size="xs" variant="default" onClick={() => void action.run?.()}>
            {action.label}
          </Button>
        )
      }
    >
      {data.rows.length === 0 ? <Text c="dimmed">No plan yet.</Text> : null}
      <Stack gap="xs">
        {data.rows.map((plan) => (
          <Group key={plan.id} gap="sm">
            <Anchor component={Link} to={planPath(plan.id)}>
              {plan.title}
            </Anchor>
            <StatusTag area="curriculum-plan" state={plan.status} />
            <Text size="sm" c="dimmed">
              {plan.year} · {plan.ready} of {plan.days} days ready
            </Text>
          </Group>
        ))}
      </Stack>
      {dialog}
    </Section>
  );
}
