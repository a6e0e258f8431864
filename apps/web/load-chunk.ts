// Specification 9: script chunk load time-out 120 seconds.
const TIMEOUT_MS = 120_000;
const RELOAD_KEY = 'chunk-reloaded-at';
const RELOAD_GAP_MS = 60_000;

/** `name` is the specification's (8). `since`: when the loading began, epoch ms. */
class ChunkLoadError extends Error {
  readonly since: number;
  constructor(since: number, cause: unknown) {
    super('Loading a part of the app failed.', { cause });
    this.name = 'ChunkLoadError';
    this.since = since;
  }
}

/** Loads a part of the app; rejects with a ChunkLoadError after 120 seconds or when it is gone. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  const since = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(since, 'time-out')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      load().catch((error: unknown) => Promise.reject(new ChunkLoadError(since, error))),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

export const isChunkLoadError = (error: unknown): error is ChunkLoadError => error instanceof ChunkLoadError;

/**
 * After a release the old chunks are gone: one reload gets the new ones. False when this loading began within a minute
 * of the last reload: how long it took to fail (up to two minutes) must not make a loop of it.
 */
export function reloadOnce({ since }: ChunkLoadError): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOAD_KEY) ?? 0);
    if (since - last < RELOAD_GAP_MS) return false;
    sessionStorage.setItem(RELOAD_KEY, String(Date.now()));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
