import { useCommand } from '@aangan/web/api/use-command.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Menu } from '@mantine/core';
import {
  IconDoorExit,
  IconHandOff,
  IconHandStop,
  IconMicrophone,
  IconMicrophoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { meetingContract as contract } from './meeting.contract.ts';
import classes from './meeting.module.css';
import type { RoomSession, RoomState } from './room-session.web.ts';
import type { MediaState } from './use-room.web.ts';

interface BarProps {
  session: RoomSession;
  room: RoomState;
  own: MediaState;
  mayFilm: boolean;
  acts: Readonly<Record<'m' | 'v' | 'h' | 's' | 'l', () => void>>;
}

/** What one switches, each with its key. */
export function RoomBar({ session, room, own, mayFilm, acts }: BarProps) {
  const { sends, leads } = session.me;
  const shares = 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Meeting">
      {sends ? (
        <>
          <Switch
            keys="M"
            on={own.mic}
            words={own.mic ? 'Mute' : 'Unmute'}
            sign={own.mic ? <IconMicrophone {...icon} /> : <IconMicrophoneOff {...icon} />}
            onPress={acts.m}
          />
          <Switch
            keys="V"
            on={own.camera !== null}
            words={own.camera ? 'Camera off' : mayFilm ? 'Camera on' : 'Six cameras are on'}
            disabled={!mayFilm}
            sign={own.camera ? <IconVideo {...icon} /> : <IconVideoOff {...icon} />}
            onPress={acts.v}
          />
          {shares ? (
            <Switch
              keys="S"
              on={own.screen !== null}
              words={own.screen ? 'Stop sharing' : 'Share screen'}
              disabled={!mayFilm}
              sign={own.screen ? <IconScreenShareOff {...icon} /> : <IconScreenShare {...icon} />}
              onPress={acts.s}
            />
          ) : null}
        </>
      ) : null}
      <Switch
        keys="H"
        on={room.hand}
        words={room.hand ? 'Lower hand' : 'Raise hand'}
        sign={room.hand ? <IconHandOff {...icon} /> : <IconHandStop {...icon} />}
        onPress={acts.h}
      />
      <Button
        size="xs"
        color="danger"
        variant="light"
        leftSection={<IconDoorExit {...icon} />}
        aria-keyshortcuts="L"
        onClick={acts.l}
      >
        Leave
      </Button>
      {leads ? <HostMenu session={session} /> : null}
    </div>
  );
}

interface SwitchProps {
  keys: string;
  on: boolean;
  words: string;
  sign: ReactNode;
  disabled?: boolean;
  onPress: () => void;
}

const Switch = ({ keys, on, words, sign, disabled = false, onPress }: SwitchProps) => (
  <Button
    size="xs"
    variant={on ? 'light' : 'default'}
    leftSection={sign}
    disabled={disabled}
    aria-keyshortcuts={keys}
    title={`${words} (${keys})`}
    onClick={onPress}
  >
    {words}
  </Button>
);

/** More time, or the end for everybody. */
function HostMenu({ session }: { session: RoomSession }) {
  const { connectionId, title } = session.me;
  const confirm = useConfirm();
  const extend = useCommand(contract.extend, {
    onDone: ({ endsAt }) => {
      session.setEnd(endsAt);
      notice.ok('The meeting goes on longer.');
    },
    onError: notice.error,
  });
  const end = useCommand(contract.end, { onError: notice.error });
  const endIt = async () => {
    const sure = await confirm({
      title: `End ${title}`,
      text: 'Everybody leaves the meeting, and the attendance is counted until now.',
      confirm: 'End for everybody',
      danger: true,
    });
    if (sure) await end.run({ connectionId });
  };
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={extend.running || end.running}>
          Host
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void extend.run({ connectionId, minutes: 15 })}>15 minutes more</Menu.Item>
        <Menu.Item onClick={() => void extend.run({ connectionId, minutes: 30 })}>30 minutes more</Menu.Item>
        <Menu.Item color="danger" onClick={() => void endIt()}>
          End for everybody
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
