// Specification 9: script chunk load time-out 120 seconds.
const TIMEOUT_MS = 120_000;
const RELOAD_KEY = 'chunk-reloaded-at';
const RELOAD_GAP_MS = 60_000;

function chunkLoadError(cause: unknown): Error {
  const error = new Error('Loading a part of the app failed.', { cause });
  error.name = 'ChunkLoadError';
  return error;
}

/** Loads a part of the app; rejects with a ChunkLoadError after 120 seconds or when it is gone. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(chunkLoadError('time-out')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      load().catch((error: unknown) => Promise.reject(chunkLoadError(error))),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** After a release the old chunks are gone: one reload gets the new ones. False when that was tried within a minute. */
export function reloadOnce(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOAD_KEY) ?? 0);
    if (now - last < RELOAD_GAP_MS) return false;
    sessionStorage.setItem(RELOAD_KEY, String(now));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
