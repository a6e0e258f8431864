import { formatTime } from '@aangan/web/format.ts';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { minutesOf } from '../attendance/attendance.ts';
import classes from './meeting.module.css';
import { pictureFor, SCREEN } from './negotiation.ts';
import { type OwnMedia, troubleWords } from './own-media.web.ts';
import { RoomBar } from './room-bar.tsx';
import { RoomChat } from './room-chat.tsx';
import { RoomPeople } from './room-people.tsx';
import type { RoomSession, RoomState } from './room-session.web.ts';
import { Tile } from './tile.tsx';
import { useMedia, useRoom, useRoomKeys } from './use-room.web.ts';

interface InsideProps {
  name: string;
  session: RoomSession;
  media: OwnMedia;
  onLeave: () => void;
}

/** In the room: who is seen, what one sends, who is there, the chat. */
export function RoomInside({ name, session, media, onLeave }: InsideProps) {
  const room = useRoom(session);
  const own = useMedia(media);
  const chat = useRef<HTMLInputElement>(null);
  const { me } = session;
  const confirm = useConfirm();
  const leave = async () => {
    const alone = me.leads && !room.peers.some(({ leads }) => leads);
    const sure =
      !alone ||
      room.peers.length === 0 ||
      (await confirm({
        title: 'Leave without ending it',
        text: `The session goes on without you and is counted until ${room.endsAt ? formatTime(room.endsAt) : 'its end'}. To end it choose Host, then End for everybody.`,
        confirm: 'Leave',
      }));
    if (sure) onLeave();
  };
  const picture = pictureFor(me.layout, room.peers.length + 1);
  const acts = {
    m: () => void media.setMic(!own.mic),
    v: () => void media.setCamera(own.camera === null, picture),
    h: () => session.setHand(!room.hand),
    s: () => void media.shareScreen(own.screen === null, SCREEN),
    c: () => chat.current?.focus(),
    l: () => void leave(),
  };
  const mayFilm = room.mayFilm || own.camera !== null;
  const { m, v, s, ...everybody } = acts;
  useRoomKeys({ ...everybody, ...(me.sends ? { m } : {}), ...(me.sends && mayFilm ? { v, s } : {}) });
  // Six cameras are on already: the own one goes off again.
  const full = !room.mayFilm && own.camera !== null;
  useEffect(() => {
    if (full) void media.setCamera(false, pictureFor('MEETING', 6));
  }, [full, media]);
  return (
    <Stack gap="md">
      <Words room={room} own={me.sends ? own : null} />
      <div className={classes.room}>
        <Stack gap="md">
          <Tiles name={name} session={session} room={room} own={own} />
          <RoomBar session={session} room={room} own={own} mayFilm={mayFilm} acts={acts} />
        </Stack>
        <Stack gap="md">
          <RoomPeople name={name} session={session} room={room} mic={own.mic} />
          <RoomChat session={session} lines={room.chat} input={chat} />
        </Stack>
      </div>
    </Stack>
  );
}

type Own = ReturnType<typeof useMedia>;

/** A shared screen first, then trainers; who only watches has no tile. */
function Tiles({
  name,
  session,
  room,
  own,
}: {
  name: string;
  session: RoomSession;
  room: RoomState;
  own: Own;
}) {
  const seen = room.peers
    .filter(({ sends }) => sends)
    .toSorted((a, b) => Number(b.screen) - Number(a.screen) || Number(b.leads) - Number(a.leads));
  return (
    <div className={classes.tiles}>
      {seen.length === 0 && !session.me.sends ? (
        <Text c="dimmed">No trainer is in the meeting yet.</Text>
      ) : null}
      {seen.map((peer) => (
        <Tile
          key={peer.id}
          name={peer.name}
          stream={peer.stream}
          shows={(peer.cam || peer.screen) && peer.link === 'connected'}
          mic={peer.mic}
          hand={peer.hand}
          screen={peer.screen}
          large={peer.screen}
          words={linkWords[peer.link ?? 'connecting']}
        />
      ))}
      {session.me.sends ? (
        <Tile
          name={name}
          stream={own.preview}
          shows={own.preview !== null}
          mic={own.mic}
          hand={room.hand}
          screen={own.screen !== null}
          own
        />
      ) : null}
    </div>
  );
}

const linkWords = {
  connecting: 'Connecting…',
  connected: null,
  lost: 'No way through the network yet',
} as const;

const ENDING_MS = 5 * 60_000;

/** The time, the own minutes, and what is wrong. */
function Words({ room, own }: { room: RoomState; own: Own | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const { endsAt, there } = room;
  const ending = endsAt !== null && Date.parse(endsAt) - now < ENDING_MS;
  return (
    <Stack gap="xs">
      <Group gap="md">
        {endsAt ? <Text size="sm">{`Until ${formatTime(endsAt)}`}</Text> : null}
        {there ? (
          <Text size="sm">{`You: ${minutesOf(there.attendedS)} of ${minutesOf(there.heldS)} min`}</Text>
        ) : null}
        {ending ? (
          <Text size="sm" fw={600} role="status">
            Less than five minutes are left.
          </Text>
        ) : null}
      </Group>
      {room.away ? (
        <Alert color="warning" variant="light" role="status">
          The connection to Aangan is interrupted. Trying again…
        </Alert>
      ) : null}
      {room.muted ? (
        <Alert color="warning" variant="light" role="status">
          A host has switched your microphone off.
        </Alert>
      ) : null}
      {own?.trouble.cam ? (
        <Alert color="warning" variant="light">{`Camera: ${troubleWords[own.trouble.cam]}`}</Alert>
      ) : null}
      {own?.trouble.mic ? (
        <Alert color="warning" variant="light">{`Microphone: ${troubleWords[own.trouble.mic]}`}</Alert>
      ) : null}
    </Stack>
  );
}
