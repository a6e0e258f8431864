/** A device says that it is back before anything gets through: the first try may still be lost. */
const ONCE_MORE_MS = [2_000, 10_000];

/**
 * Calls `run` now and whenever what waits may go: when the network is back (and twice soon after), when the tab is looked at,
 * every minute. Returns how to stop.
 */
export function tryAgain(run: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') run();
  };
  const later = new Set<ReturnType<typeof setTimeout>>();
  const back = () => {
    run();
    for (const ms of ONCE_MORE_MS) {
      const timer = setTimeout(() => {
        later.delete(timer);
        run();
      }, ms);
      later.add(timer);
    }
  };
  const minute = setInterval(run, 60_000);
  window.addEventListener('online', back);
  document.addEventListener('visibilitychange', look);
  run();
  return () => {
    clearInterval(minute);
    for (const timer of later) clearTimeout(timer);
    window.removeEventListener('online', back);
    document.removeEventListener('visibilitychange', look);
  };
}
