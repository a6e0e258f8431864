import { cls } from '@aangan/web/cls.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Avatar } from '@mantine/core';
import { IconHandStop, IconMicrophoneOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './meeting.module.css';

interface TileProps {
  name: string;
  stream: MediaStream | null;
  shows: boolean;
  mic: boolean;
  hand: boolean;
  screen: boolean;
  own?: boolean;
  large?: boolean;
  /** Instead of a picture that does not come. */
  words?: string | null;
}

const initials = (name: string): string =>
  name
    .split(' ')
    .map(([first = '']) => first)
    .slice(0, 2)
    .join('');

/** One person of the room: the picture, or initials while there is none. Sound plays either way. */
export function Tile({
  name,
  stream,
  shows,
  mic,
  hand,
  screen,
  own = false,
  large = false,
  words,
}: TileProps) {
  const film = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = film.current;
    if (!video || video.srcObject === stream) return;
    video.srcObject = stream;
    // What the browser does not begin by itself it begins with the next press.
    void video.play().catch(() => undefined);
  });
  return (
    <figure className={cls(classes.tile, large && classes.large)} style={{ margin: 0 }} aria-label={name}>
      <video
        ref={film}
        autoPlay
        playsInline
        muted={own}
        className={cls(!shows && classes.hidden, screen && classes.whole, own && !screen && classes.mirror)}
      />
      {shows ? null : (
        <Avatar size="lg" radius="xl" aria-hidden>
          {initials(name)}
        </Avatar>
      )}
      <figcaption className={classes.label}>
        {hand ? <IconHandStop {...smallIcon} aria-hidden={false} aria-label="Hand raised" /> : null}
        {mic ? null : <IconMicrophoneOff {...smallIcon} aria-hidden={false} aria-label="Muted" />}
        <span>{[own ? `${name} (you)` : name, words].filter(Boolean).join(' · ')}</span>
      </figcaption>
    </figure>
  );
}
