// The phone of a running trip's driver or attendant tells where the bus is: one piece every twenty seconds, and the screen stays on.
// What the phone did not see (screen off, no signal) is a gap and stays one.
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useEffect, useState } from 'react';
import { trackContract as contract, MOST_POINTS, type TrackPoint } from './track.contract.ts';

const SEND_MS = 20_000;
const LEAST_MS = 5_000;
/** Coarser than a street is no way. */
const MOST_ACCURACY_M = 100;
/** About an hour without a network. */
const MOST_KEPT = 720;

async function keepAwake(): Promise<WakeLockSentinel | null> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return null;
  // A phone that saves power refuses.
  return navigator.wakeLock.request('screen').catch(() => null);
}

/** True when the phone gives no position. */
export function useTrack(tripId: string, runs: boolean): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!runs) return;
    if (!('geolocation' in navigator)) return setSilent(true);
    let points: TrackPoint[] = [];
    let piece: { tripId: string; id: string; points: TrackPoint[] } | null = null;
    let sending = false;
    let last = 0;
    let awake = keepAwake();
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy } }) => {
        setSilent(false);
        const now = serverNow();
        if (accuracy > MOST_ACCURACY_M || now - last < LEAST_MS) return;
        last = now;
        points = [...points, { at: new Date(now).toISOString(), lat, lng }].slice(-MOST_KEPT);
      },
      ({ code, PERMISSION_DENIED }) => setSilent(code === PERMISSION_DENIED),
      { enableHighAccuracy: true, maximumAge: LEAST_MS },
    );
    const send = async () => {
      // A piece whose answer never came goes again as the same one.
      piece ??= points.length === 0 ? null : { tripId, id: newId(), points: points.slice(0, MOST_POINTS) };
      if (piece === null || sending) return;
      sending = true;
      points = points.filter(({ at }) => !piece?.points.some((one) => one.at === at));
      const lost = await call(contract.record, piece, { background: true }).then(
        () => false,
        (error) => toApiError(error).code === 'network.away',
      );
      if (!lost) piece = null;
      sending = false;
    };
    const timer = setInterval(() => void send(), SEND_MS);
    const look = () => {
      if (document.visibilityState === 'visible') awake = keepAwake();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      navigator.geolocation.clearWatch(watch);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      void send();
      void awake.then((lock) => lock?.release());
    };
  }, [tripId, runs]);
  return silent;
}
