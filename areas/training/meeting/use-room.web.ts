import { useEffect, useMemo, useReducer, useSyncExternalStore } from 'react';
import type { OwnMedia, Trouble } from './own-media.web.ts';
import type { RoomSession, RoomState } from './room-session.web.ts';

export interface MediaState {
  mic: boolean;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
  trouble: { mic?: Trouble; cam?: Trouble };
  /** How the others see the caller. */
  preview: MediaStream | null;
}

/** The own devices as they are now. */
export function useMedia(media: OwnMedia): MediaState {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => media.listen(redraw), [media]);
  const { video } = media;
  const preview = useMemo(() => (video ? new MediaStream([video]) : null), [video]);
  return { mic: media.mic, camera: media.camera, screen: media.screen, trouble: media.trouble, preview };
}

export const useRoom = (session: RoomSession): RoomState =>
  useSyncExternalStore(session.subscribe, session.snapshot);

/** Single keys, where nobody is writing. */
export function useRoomKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const writes =
        target instanceof HTMLElement &&
        target.closest('input, textarea, select, [contenteditable], [role="dialog"]');
      if (writes || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const run = keys[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [keys]);
}
