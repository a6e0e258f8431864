import { createHash, randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Chance and identifiers out of one seed. Every stream ('drop', 'pay_'…) counts for itself, so that
 * a roll of one kind never shifts the rolls of another: the same calls give the same answers.
 * Without a seed a random one is taken, as ids must never repeat after a restart.
 */
export class Seeded {
  readonly seed: string;
  readonly #counts = new Map<string, number>();

  constructor(seed?: string | number) {
    this.seed = seed === undefined ? randomBytes(16).toString('hex') : String(seed);
  }

  /** A number from 0 up to, not including, 1. */
  roll(stream: string): number {
    return this.#bytes(stream).readUIntBE(0, 6) / 2 ** 48;
  }

  /** True in `percent` of 100 cases. */
  chance(stream: string, percent: number): boolean {
    if (percent <= 0) return false;
    return this.roll(stream) * 100 < percent;
  }

  /** A whole number from min to max, both included. */
  between(stream: string, min: number, max: number): number {
    return min + Math.floor(this.roll(stream) * (max - min + 1));
  }

  /** `prefix` followed by `length` letters and digits, as the providers' ids are built. */
  id(prefix: string, length = 14): string {
    const bytes = this.#bytes(prefix);
    let id = prefix;
    for (let at = 0; at < length; at += 1) id += LETTERS.charAt((bytes[at] ?? 0) % LETTERS.length);
    return id;
  }

  digits(stream: string, length: number): string {
    const bytes = this.#bytes(stream);
    let digits = '';
    for (let at = 0; at < length; at += 1) digits += String((bytes[at] ?? 0) % 10);
    return digits;
  }

  hex(stream: string, length: number): string {
    return this.#bytes(stream).toString('hex').slice(0, length);
  }

  #bytes(stream: string): Buffer {
    const count = (this.#counts.get(stream) ?? 0) + 1;
    this.#counts.set(stream, count);
    return createHash('sha256').update(`${this.seed}|${stream}|${count}`).digest();
  }
}
