let offsetMs = 0;

/** Learns the server's clock from a reply's `Date` header (whole seconds). */
export function learnServerClock(dateHeader: string | null): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (Number.isNaN(server)) return;
  const offset = server - Date.now();
  // The header has no milliseconds: a difference under 1.5 s is rounding, not a wrong clock.
  offsetMs = Math.abs(offset) < 1500 ? 0 : offset;
}

/** Now, by the server's clock, in milliseconds; the phone's clock may be hours wrong. */
export const serverNow = (): number => Date.now() + offsetMs;
