import { serverNow } from '@aangan/web/api/server-clock.ts';
import { usePreference } from '@aangan/web/local/preferences.ts';
import { useEffect, useState } from 'react';

// Specification 9: a closed alert reappears after 2 hours.
export const HIDDEN_MS = 7_200_000;
const TICK_MS = 30_000;
const KEPT = 100;

type Closed = Readonly<Record<string, number>>;

/** Now by the server's clock, moving every 30 s and when the tab is looked at again. */
export function useSlowClock(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}

/** Which banners and alerts were closed: for two hours, or for good. Kept on the device, so a reload changes nothing. */
export function useDismissals(now: number) {
  const [closed, setClosed] = usePreference<Closed>('dismissals', {});
  const put = (key: string, until: number) => {
    const live = Object.entries(closed)
      .filter(([, end]) => end > now)
      .slice(-KEPT);
    setClosed({ ...Object.fromEntries(live), [key]: until });
  };
  return {
    isHidden: (key: string) => (closed[key] ?? 0) > now,
    hide: (key: string) => put(key, serverNow() + HIDDEN_MS),
    hideForGood: (key: string) => put(key, Number.MAX_SAFE_INTEGER),
  };
}
