import type { Agenda } from '../agenda.ts';
import type { Seeded } from '../seeded.ts';

type Code = { code: string; until: number; used: boolean };
export type OtpReply = { type: 'success' | 'error'; message: string };

const MINUTE_MS = 60_000;

/** The provider's own one-time codes: made, checked, used once. */
export class OtpCodes {
  readonly #codes = new Map<string, Code>();
  readonly #seeded: Seeded;
  readonly #agenda: Agenda;

  constructor(seeded: Seeded, agenda: Agenda) {
    this.#seeded = seeded;
    this.#agenda = agenda;
  }

  /** A new code for the number; `given` is taken as it is. `minutes` is how long it may be used. */
  make(mobile: string, wish: { given?: string; length: number; minutes: number }): string {
    const code = wish.given ?? this.#seeded.digits('otp', wish.length);
    this.#codes.set(mobile, { code, until: this.#agenda.now() + wish.minutes * MINUTE_MS, used: false });
    return code;
  }

  current(mobile: string): string | undefined {
    return this.#codes.get(mobile)?.code;
  }

  verify(mobile: string, code: string): OtpReply {
    const known = this.#codes.get(mobile);
    const error = (message: string): OtpReply => ({ type: 'error', message });
    if (known === undefined) return error('Mobile no. not found');
    if (known.used) return error('Mobile no. already verified');
    if (known.until < this.#agenda.now()) return error('OTP expired');
    if (known.code !== code) return error('OTP not match');
    known.used = true;
    return { type: 'success', message: 'OTP verified success' };
  }
}
