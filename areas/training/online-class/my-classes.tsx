import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf, formatDay, formatTime } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import '../training-look.tsx';
import { trainingModules as m } from '../modules.ts';
import { useEnterClass } from './enter-class.web.ts';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { OPENS_MIN } from './online-class.states.ts';
import { CLASS_HISTORY, SCHEDULE_CLASS } from './online-class-paths.ts';

type Mine = OutputOf<typeof contract.mine>['classes'][number];

/** /online-class/my-classes: today and the days to come, for who teaches and for families. */
export function MyClasses() {
  const query = useQuery(contract.mine, {}, { fresh: 0, every: 60_000 });
  const plans = useSession().holds(m.onlineClass, true);
  return (
    <PageFrame
      title="My online classes"
      primary={{ label: 'Schedule class', to: SCHEDULE_CLASS, hidden: !plans }}
      menu={[{ label: 'Online class history', to: CLASS_HISTORY }]}
    >
      <QueryState query={query}>
        {({ classes }) => {
          const days = [...new Set(classes.map(({ startsAt }) => dayOf(startsAt)))];
          return (
            <Stack gap="md">
              {days.length === 0 ? (
                <Section>
                  <Text c="dimmed">No classes this week or next.</Text>
                </Section>
              ) : (
                <Text size="sm" c="dimmed">
                  {`You can join from ${OPENS_MIN} minutes before the start until the end.`}
                </Text>
              )}
              {days.map((day) => (
                <Section key={day} title={formatDay(day)}>
                  {classes
                    .filter(({ startsAt }) => dayOf(startsAt) === day)
                    .map((one) => (
                      <ClassLine key={`${one.id}:${one.child?.id ?? ''}`} of={one} />
                    ))}
                </Section>
              ))}
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

function ClassLine({ of: one }: { of: Mine }) {
  const { enter, enterAsChild, entering } = useEnterClass();
  const { child } = one;
  const join = () => (child ? enterAsChild(one.id, child.id) : enter(one.id));
  return (
    <Line
      end={
        one.can.join ? (
          <Button size="xs" loading={entering === one.id} onClick={() => void join()}>
            Join
          </Button>
        ) : null
      }
    >
      <Group gap="sm">
        <Text fw={600}>{one.title}</Text>
        <StatusTag area="online-class" state={one.status} />
      </Group>
      <Text size="sm">{`${formatTime(one.startsAt)} to ${formatTime(one.endsAt)} · ${one.sections ?? ''}`}</Text>
      <Text size="sm" c="dimmed">
        {[
          child
            ? `For ${child.name}`
            : one.children === 1
              ? 'One child invited'
              : `${one.children} children invited`,
          one.subject,
          one.host,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Line>
  );
}
