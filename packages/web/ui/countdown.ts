import { useEffect, useState } from 'react';
import { serverNow } from '../api/server-clock.ts';

/** Seconds until an instant by the server's clock, never below zero. Null instant = null. */
export function useSecondsUntil(instant: string | null): number | null {
  const read = () =>
    instant === null ? null : Math.max(0, Math.ceil((Date.parse(instant) - serverNow()) / 1000));
  const [left, setLeft] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is only a function of the instant
  useEffect(() => {
    setLeft(read());
    const timer = setInterval(() => setLeft(read()), 500);
    return () => clearInterval(timer);
  }, [instant]);
  return left;
}

/** 290 to `04:50`. */
export const clockText = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
