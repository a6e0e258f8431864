// Load of 32 connections in short slices, and what came of it.
import autocannon from 'autocannon';
import type { BenchRequest } from './scenario.ts';

export const CONNECTIONS = 32;

export interface Target {
  readonly base: string;
  next(): BenchRequest;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything measured of one side so far, over its slices. */
export class Measured {
  seconds = 0;
  failed = 0;
  readonly times: number[] = [];

  get perSecond(): number {
    return this.seconds === 0 ? 0 : this.times.length / this.seconds;
  }

  /** Milliseconds; `share` 0.5 is the median. */
  percentile(share: number): number {
    const sorted = Float64Array.from(this.times).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}

/** Loads `target` for some seconds; adds to `into` unless it is only to warm up. Fixed rate when `rate` is given. */
export async function load(
  target: Target,
  seconds: number,
  into?: Measured,
  options: { rate?: number } = {},
): Promise<void> {
  const result = await run(
    {
      url: target.base,
      connections: CONNECTIONS,
      duration: seconds,
      ...(options.rate ? { overallRate: options.rate } : {}),
      requests: [
        {
          setupRequest: (request) => {
            const wanted = target.next();
            return {
              ...request,
              method: wanted.method,
              path: wanted.path,
              headers: { ...target.headers, ...wanted.headers },
              ...(wanted.body ? { body: wanted.body } : {}),
            };
          },
        },
      ],
    },
    into?.times,
  );
  if (!into) return;
  into.seconds += result.duration;
  into.failed += result.non2xx + result.errors;
}

const run = (options: autocannon.Options, times?: number[]): Promise<autocannon.Result> =>
  new Promise((done, failed) => {
    const instance = autocannon(options, (error: Error | null, result) =>
      error ? failed(error) : done(result),
    );
    if (times) instance.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
