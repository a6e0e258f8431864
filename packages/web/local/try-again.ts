/** Calls `run` now and whenever what waits may go: when the network is back, when the tab is looked at, every minute. Returns how to stop. */
export function tryAgain(run: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') run();
  };
  const timer = setInterval(run, 60_000);
  window.addEventListener('online', run);
  document.addEventListener('visibilitychange', look);
  run();
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', run);
    document.removeEventListener('visibilitychange', look);
  };
}
