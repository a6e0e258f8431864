import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf, formatDay, formatTime } from '@aangan/web/format.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import '../training-look.tsx';
import { AttendanceDrawer } from './attendance-drawer.tsx';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { MY_CLASSES } from './online-class-paths.ts';

type Past = OutputOf<typeof contract.past>['classes'][number];

/** /online-class/my-classes/list: classes of the last 90 days, with who was there. */
export function PastClasses() {
  const query = useQuery(contract.past, {}, { fresh: 0 });
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <PageFrame title="Online class history" crumbs={[{ label: 'My online classes', to: MY_CLASSES }]}>
      <QueryState query={query}>
        {({ classes, family }) => (
          <Section title="Last 90 days">
            {classes.length === 0 ? <Text c="dimmed">No classes in the last 90 days.</Text> : null}
            {classes.map((one) => (
              <PastLine
                key={`${one.id}:${one.child ?? ''}`}
                of={one}
                onOpen={family || one.status !== 'COMPLETED' ? null : () => setOpened(one.id)}
              />
            ))}
          </Section>
        )}
      </QueryState>
      {opened ? <AttendanceDrawer id={opened} onClose={() => setOpened(null)} /> : null}
    </PageFrame>
  );
}

/** Part of the class in hundredths, and in words. */
function shareOf(one: Past): { value: number; text: string } {
  const of = (part: number, whole: number) => (whole > 0 ? Math.min(100, (part * 100) / whole) : 0);
  if (one.attendedMinutes !== null)
    return {
      value: of(one.attendedMinutes, one.heldMinutes),
      text:
        one.attendedMinutes > 0 ? `${one.attendedMinutes} of ${one.heldMinutes} minutes` : 'Was not there',
    };
  return {
    value: of(one.attended, one.invited),
    text: `${one.attended} of ${one.invited} children · ${one.heldMinutes} minutes`,
  };
}

function PastLine({ of: one, onOpen }: { of: Past; onOpen: (() => void) | null }) {
  const share = shareOf(one);
  return (
    <Line
      end={
        onOpen ? (
          <Button size="xs" variant="default" onClick={onOpen}>
            Attendance
          </Button>
        ) : null
      }
    >
      <Group gap="sm">
        <Text fw={600}>{one.title}</Text>
        <StatusTag area="online-class" state={one.status} />
      </Group>
      <Text size="sm">{`${formatDay(dayOf(one.startsAt))}, ${formatTime(one.startsAt)} to ${formatTime(one.endsAt)}`}</Text>
      <Text size="sm" c="dimmed">
        {[one.child ? `For ${one.child}` : null, one.sections, one.host].filter(Boolean).join(' · ')}
      </Text>
      {one.status === 'COMPLETED' ? (
        <>
          <Text size="sm">{share.text}</Text>
          <Progress aria-label="Attendance" value={share.value} maw={320} />
        </>
      ) : null}
    </Line>
  );
}
