import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { minutesOf } from '../attendance/attendance.ts';
import { meetingContract as contract } from './meeting.contract.ts';
import { OwnMedia } from './own-media.web.ts';
import { PreJoin } from './pre-join.tsx';
import { RoomInside } from './room-inside.tsx';
import { RoomSession } from './room-session.web.ts';

/** The connection of this tab, so that one that is loaded again takes its own place and not a second one. */
const KEPT = 'meeting-connection';

interface RoomProps {
  referenceID: string;
  sends: boolean;
}

/** A meeting in a room of our own: before it, in it, after it. */
export function Room({ referenceID, sends }: RoomProps) {
  const { me } = useSession();
  const name = me ? `${me.firstName} ${me.lastName}`.trim() : '';
  const [media, setMedia] = useState(() => new OwnMedia());
  const [session, setSession] = useState<RoomSession | null>(null);
  const [over, setOver] = useState<{ error: ApiError | null; there: string | null } | null>(null);
  const open = useRef<{ session: RoomSession | null; media: OwnMedia }>({ session, media });
  open.current = { session, media };
  const enter = useCommand(contract.enter, { refresh: ['teacher-training'], behind: true });

  useEffect(() => {
    // A page that is closed says so if it still can; otherwise its silence does.
    const go = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) void open.current.session?.leave();
    };
    window.addEventListener('pagehide', go);
    return () => {
      window.removeEventListener('pagehide', go);
      void open.current.session?.leave();
      open.current.media.close();
    };
  }, []);

  const finish = (left: RoomSession | null, error: ApiError | null) => {
    const there = left?.snapshot().there ?? null;
    setOver({
      error,
      there: there && `You: ${minutesOf(there.attendedS)} of ${minutesOf(there.heldS)} min`,
    });
    setSession(null);
    open.current.media.close();
    if (error === null || error.code !== 'meeting.gone') sessionStorage.removeItem(KEPT);
  };
  const join = async () => {
    const entered = await enter.run({ referenceID, instead: sessionStorage.getItem(KEPT) });
    if (!entered) return;
    sessionStorage.setItem(KEPT, entered.connectionId);
    const begun: RoomSession = new RoomSession(entered, media, (error) => finish(begun, error));
    setSession(begun);
  };
  const again = () => {
    setMedia(new OwnMedia());
    setOver(null);
    enter.reset();
  };

  if (over) return <Over error={over.error} there={over.there} onAgain={again} />;
  if (session)
    return (
      <RoomInside
        name={name}
        session={session}
        media={media}
        onLeave={() => {
          void session.leave();
          finish(session, null);
        }}
      />
    );
  return (
    <PreJoin
      name={name}
      media={media}
      sends={sends}
      joining={enter.running}
      error={enter.error?.message ?? null}
      onJoin={() => void join()}
    />
  );
}

interface OverProps {
  error: ApiError | null;
  there: string | null;
  onAgain: () => void;
}

/** After the meeting: why, the own minutes, and the way back. */
function Over({ error, there, onAgain }: OverProps) {
  const returns = error === null || error.code === 'meeting.gone';
  return (
    <Section>
      <Stack gap="md" align="flex-start">
        <Text fw={600} role="status">
          {error?.message ?? 'You have left the meeting.'}
        </Text>
        {there ? <Text>{there}</Text> : null}
        <Group gap="sm">
          {returns ? <Button onClick={onAgain}>Join again</Button> : null}
          <Button variant="default" component={Link} to="/trainer-led">
            Back to trainings
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
