// Seeded chance: the same label gives the same values on every machine, whatever runs beside it.
import { createHash } from 'node:crypto';

export interface Rng {
  /** 0 <= n < 1 */
  next(): number;
  /** Whole number, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the keys, in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** A generator of its own for a label, so that adding rows in one place moves nothing in another. */
export function rngOf(label: string): Rng {
  let state = createHash('sha256').update(`aangan-demo|${label}`).digest().readUInt32LE(0);
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('Nothing to pick from');
      return list[int(0, list.length - 1)] as T;
    },
    weighted: <K extends string>(weights: Readonly<Record<K, number>>): K => {
      const entries = Object.entries(weights) as [K, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return (entries.at(-1) as [K, number])[0];
    },
  };
}

/** A fixed UUID (version 8) for a name: `demoUuid('student', 2, 17)`. */
export function demoUuid(...name: readonly (string | number)[]): string {
  const hex = createHash('sha256')
    .update(`aangan-demo|${name.join('|')}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The same in SQL: a fixed UUID for the text that `name` (an SQL expression) gives. A bare md5 is none: it has no version. */
export const demoUuidSql = (name: string): string =>
  `overlay(overlay(md5(${name}) placing '8' from 13 for 1) placing 'a' from 17 for 1)::uuid`;

/** An Indian mobile of the demo: unique per (series, number), never sent to (the demo's messages stay in the house). */
export const demoMobile = (series: number, n: number): string =>
  `+919${String(series).padStart(3, '0')}${String(n).padStart(6, '0')}`;
