import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatTime } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import '../training-look.tsx';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { MY_CLASSES } from './online-class-paths.ts';

type Room = OutputOf<typeof contract.room>;
const EVERY_MS = 5_000;

/** /online-class/join/{referenceID}: the class for who teaches it: begin, let children in, end. */
export function ClassRoom() {
  const { referenceID = '' } = useParams();
  const query = useQuery(contract.room, { referenceID }, { fresh: 0, every: EVERY_MS });
  return (
    <PageFrame
      title={query.data?.title ?? 'Online class'}
      crumbs={[{ label: 'My online classes', to: MY_CLASSES }]}
    >
      <QueryState query={query}>
        {(room) => (
          <Stack gap="md">
            <Head referenceID={referenceID} room={room} />
            <Children referenceID={referenceID} room={room} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

interface PartProps {
  referenceID: string;
  room: Room;
}
const told = { refresh: ['online-class'], onError: notice.error } as const;

function Head({ referenceID, room }: PartProps) {
  const confirm = useConfirm();
  const open = useCommand(contract.open, told);
  const end = useCommand(contract.end, told);
  const endIt = async () => {
    const sure = await confirm({
      title: `End ${room.title}`,
      text: 'Links no longer lead in, and the minutes of each child are counted.',
      confirm: 'End class',
      danger: true,
    });
    if (sure) await end.run({ referenceID });
  };
  return (
    <Section>
      <Stack gap="md">
        <Facts
          items={[
            { label: 'From', value: formatTime(room.startsAt) },
            { label: 'To', value: formatTime(room.endsAt) },
            { label: 'Sections', value: room.sections },
            { label: 'You are', value: room.part },
            { label: 'Status', value: <StatusTag area="online-class" state={room.status} /> },
            { label: 'Held at', value: new URL(room.url).host },
          ]}
        />
        <Text c="dimmed">
          {room.status === 'COMPLETED'
            ? 'This class has ended.'
            : room.status === 'SCHEDULED'
              ? 'Children come in after the class has begun.'
              : 'The meeting opens in another tab; keep this one to let children in.'}
        </Text>
        <Group gap="sm">
          {room.can.open ? (
            <Button loading={open.running} onClick={() => void open.run({ referenceID })}>
              Begin class
            </Button>
          ) : null}
          {room.status === 'LIVE' ? (
            <Button component="a" href={room.url} target="_blank" rel="noopener noreferrer">
              Open the meeting
            </Button>
          ) : null}
          {room.can.end ? (
            <Button variant="default" color="danger" loading={end.running} onClick={() => void endIt()}>
              End class
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Section>
  );
}

const words = {
  AWAY: 'Not here yet',
  WAITING: 'Waits to come in',
  ADMITTED: 'May come in',
  IN: 'In the class',
} as const;
const first: Readonly<Record<Room['children'][number]['state'], number>> = {
  WAITING: 0,
  ADMITTED: 1,
  IN: 2,
  AWAY: 3,
};

function Children({ referenceID, room }: PartProps) {
  const admit = useCommand(contract.admit, told);
  const waiting = room.children.filter(({ state }) => state === 'WAITING').map(({ id }) => id);
  const sorted = [...room.children].sort((a, b) => first[a.state] - first[b.state]);
  const letIn = (childIds: string[]) => void admit.run({ referenceID, childIds });
  return (
    <Section
      title="Children"
      actions={
        room.can.admit && waiting.length > 1 ? (
          <Button size="xs" loading={admit.running} onClick={() => letIn(waiting)}>
            {`Let all ${waiting.length} in`}
          </Button>
        ) : null
      }
    >
      {sorted.length === 0 ? <Text c="dimmed">No children are invited.</Text> : null}
      {sorted.map((child) => (
        <Line
          key={child.id}
          end={
            room.can.admit && child.state === 'WAITING' ? (
              <Button size="xs" loading={admit.running} onClick={() => letIn([child.id])}>
                Let in
              </Button>
            ) : null
          }
        >
          <Text>{child.name}</Text>
          <Text size="sm" c="dimmed">
            {child.since ? `${words[child.state]} since ${formatTime(child.since)}` : words[child.state]}
          </Text>
        </Line>
      ))}
    </Section>
  );
}
