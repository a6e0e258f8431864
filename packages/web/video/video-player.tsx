import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

export interface Playing {
  readonly name: string;
  readonly url: string;
  readonly posterUrl: string | null;
  readonly captions: readonly { lang: string; label: string; url: string }[];
}

type Seen = readonly [from: number, to: number];

export interface VideoPlayerProps {
  source: Playing;
  /** Asks for fresh addresses: those of `source` live ten minutes. */
  renew: () => Promise<Playing>;
  /** Second to begin at. */
  startAt?: number;
  /** Hears now and then which seconds were played, and where the film stands. */
  onSeen?: (spans: readonly Seen[], position: number) => void;
}

const RENEW_MS = 8 * 60_000;
const REPORT_MS = 15_000;
/** A longer step between two moments of playing is a jump, at twice the speed too. */
const STEP_S = 3;
const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'] as const;

/** A film with captions, speed and the browser's own controls; goes on where it was when its addresses are renewed. */
export function VideoPlayer({ source, renew, startAt = 0, onSeen }: VideoPlayerProps) {
  const film = useRef<HTMLVideoElement>(null);
  const [now, setNow] = useState(source);
  const [speed, setSpeed] = useState('1');
  const [failed, setFailed] = useState(false);
  const at = useRef({ time: startAt, playing: false });
  const latest = useRef({ renew, onSeen });
  latest.current = { renew, onSeen };
  const seen = useSeen(latest);

  useEffect(() => {
    const timer = setInterval(() => {
      latest.current.renew().then(setNow, () => undefined);
    }, RENEW_MS);
    return () => clearInterval(timer);
  }, []);

  const onLoaded = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => {
    setFailed(false);
    currentTarget.playbackRate = Number(speed);
    if (at.current.time > 0) currentTarget.currentTime = at.current.time;
    if (at.current.playing) void currentTarget.play().catch(() => undefined);
  };
  return (
    <Stack gap="xs">
      {/* The captions are the tracks; a film without any has none to show. */}
      <video
        ref={film}
        src={now.url}
        {...(now.posterUrl ? { poster: now.posterUrl } : {})}
        controls
        controlsList="nodownload"
        preload="metadata"
        playsInline
        aria-label={now.name}
        style={{ width: '100%', aspectRatio: '16 / 9', background: '#000', borderRadius: 8 }}
        onLoadedMetadata={onLoaded}
        onPlay={() => {
          at.current.playing = true;
        }}
        onPause={({ currentTarget }) => {
          at.current.playing = false;
          seen.report(currentTarget.currentTime);
        }}
        onTimeUpdate={({ currentTarget }) => {
          const { currentTime, seeking } = currentTarget;
          if (!seeking) seen.note(at.current.time, currentTime);
          at.current.time = currentTime;
        }}
        onError={() => setFailed(true)}
      >
        {now.captions.map(({ lang, label, url }) => (
          <track key={lang} kind="captions" srcLang={lang} label={label} src={url} />
        ))}
      </video>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          Speed
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Speed"
          data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          value={speed}
          onChange={(value) => {
            setSpeed(value);
            if (film.current) film.current.playbackRate = Number(value);
          }}
        />
      </Group>
      {failed ? (
        <Text role="alert" c="var(--a-danger-text)">
          This video cannot be played now. Open it again.
        </Text>
      ) : null}
    </Stack>
  );
}

/** Gathers what was played and hands it on every quarter of a minute, at a pause and at the end. */
function useSeen(latest: { readonly current: { readonly onSeen: VideoPlayerProps['onSeen'] | undefined } }) {
  const spans = useRef<[number, number][]>([]);
  const last = useRef({ position: 0, at: Date.now() });
  const report = (position: number) => {
    last.current = { position, at: Date.now() };
    if (spans.current.length === 0) return;
    const sent = spans.current;
    spans.current = [];
    latest.current.onSeen?.(sent, position);
  };
  const note = (from: number, to: number) => {
    last.current.position = to;
    if (to <= from || to - from > STEP_S) return;
    const end = spans.current.at(-1);
    if (end && Math.abs(end[1] - from) < 0.01) end[1] = to;
    else if (spans.current.length < 200) spans.current.push([from, to]);
    if (Date.now() - last.current.at > REPORT_MS) report(to);
  };
  const leave = useRef(report);
  leave.current = report;
  useEffect(() => () => leave.current(last.current.position), []);
  return { note, report };
}
