import { useCommand } from '@aangan/web/api/use-command.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, Text } from '@mantine/core';
import { IconHandStop, IconMicrophoneOff } from '@tabler/icons-react';
import { meetingContract as contract } from './meeting.contract.ts';
import type { Peer, RoomSession, RoomState } from './room-session.web.ts';

interface PeopleProps {
  name: string;
  session: RoomSession;
  room: RoomState;
  mic: boolean;
}

/** Who is in the room; raised hands first. */
export function RoomPeople({ name, session, room, mic }: PeopleProps) {
  const { connectionId, leads, part, sends } = session.me;
  const confirm = useConfirm();
  const mute = useCommand(contract.mute, {
    onDone: () => notice.ok('Their microphone goes off.'),
    onError: notice.error,
  });
  const remove = useCommand(contract.remove, { onError: notice.error });
  const putOut = async (peer: Peer) => {
    const sure = await confirm({
      title: `Remove ${peer.name}`,
      text: 'They cannot come back into this session.',
      confirm: 'Remove',
      danger: true,
    });
    if (sure) await remove.run({ connectionId, peerId: peer.id });
  };
  return (
    <Section title={`In the meeting (${room.peers.length + 1})`}>
      <Line end={<Signs hand={room.hand} muted={sends && !mic} />}>
        <Text size="sm">{`${name} (you)`}</Text>
        <Text size="xs" c="dimmed">
          {part}
        </Text>
      </Line>
      {room.peers
        .toSorted((a, b) => Number(b.hand) - Number(a.hand))
        .map((peer) => (
          <Line
            key={peer.id}
            end={
              <Group gap={4} wrap="nowrap">
                <Signs hand={peer.hand} muted={peer.sends && !peer.mic} />
                {leads && peer.mic ? (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`Mute ${peer.name}`}
                    onClick={() => void mute.run({ connectionId, peerId: peer.id })}
                  >
                    Mute
                  </Button>
                ) : null}
                {leads && !peer.leads ? (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="danger"
                    aria-label={`Remove ${peer.name}`}
                    onClick={() => void putOut(peer)}
                  >
                    Remove
                  </Button>
                ) : null}
              </Group>
            }
          >
            <Text size="sm">{peer.name}</Text>
            <Text size="xs" c="dimmed">
              {peer.part}
            </Text>
          </Line>
        ))}
    </Section>
  );
}

const Signs = ({ hand, muted }: { hand: boolean; muted: boolean }) => (
  <>
    {hand ? <IconHandStop {...smallIcon} aria-hidden={false} aria-label="Hand raised" /> : null}
    {muted ? <IconMicrophoneOff {...smallIcon} aria-hidden={false} aria-label="Muted" /> : null}
  </>
);
