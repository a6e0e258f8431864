import { useQuery } from '@aangan/web/api/use-query.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { homeContract } from './home.contract.ts';
import classes from './set-up.module.css';

/** The way from an empty installation to a working network; nothing once it works. For super admins. */
export function SetUp() {
  const { data } = useQuery(homeContract.setUp, {});
  const steps = data?.steps ?? [];
  if (steps.length === 0) return null;
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done && step.path !== null);
  return (
    <Section
      title="Set up your network"
      help={`${done} of ${steps.length} steps done. This goes away once your centres can work.`}
    >
      <ol className={classes.steps}>
        {steps.map(({ key, title, help, path, optional, done: isDone }) => (
          <li key={key} className={isDone ? classes.done : undefined}>
            <span className={classes.mark}>
              {isDone ? (
                <IconCircleCheck {...smallIcon} aria-label="Done" role="img" />
              ) : (
                <IconCircle {...smallIcon} aria-label="Open" role="img" />
              )}
            </span>
            <Group className={classes.what} justify="space-between" gap="sm" wrap="nowrap">
              <div>
                <Text fw={500}>
                  {title}
                  {optional ? ' (optional)' : ''}
                </Text>
                {isDone ? null : (
                  <Text size="sm" c="dimmed">
                    {help}
                  </Text>
                )}
              </div>
              {isDone || path === null ? null : (
                <Button
                  component={Link}
                  to={path}
                  variant={key === next?.key ? 'filled' : 'default'}
                  flex="none"
                  aria-label={`Open: ${title}`}
                >
                  Open
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ol>
    </Section>
  );
}
