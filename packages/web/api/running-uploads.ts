import { useSyncExternalStore } from 'react';

// Uploads that go on while their person works elsewhere: the screen that began them and the top bar show the same ones.
export interface RunningUpload {
  readonly id: string;
  readonly name: string;
  readonly tags: string;
  readonly bytes: number;
  /** 0 to 1; 1 only once the server has confirmed the last byte. */
  readonly share: number;
  /** Bytes in a second, once some have gone. */
  readonly speed: number | null;
  readonly state: 'CHECKING' | 'SENDING' | 'PAUSED' | 'SAVING' | 'DONE' | 'STOPPED';
  /** Why it stopped. */
  readonly note: string | null;
}

let list: readonly RunningUpload[] = [];
const listeners = new Set<() => void>();

function show(next: readonly RunningUpload[]): void {
  list = next;
  for (const listener of listeners) listener();
}

export const addUpload = (upload: RunningUpload): void => show([...list, upload]);
export const changeUpload = (id: string, to: Partial<RunningUpload>): void =>
  show(list.map((one) => (one.id === id ? { ...one, ...to } : one)));
export const removeUpload = (id: string): void => show(list.filter((one) => one.id !== id));
export const runningUpload = (id: string): RunningUpload | undefined => list.find((one) => one.id === id);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRunningUploads = (): readonly RunningUpload[] => useSyncExternalStore(subscribe, () => list);
