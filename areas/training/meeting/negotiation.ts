// How two browsers agree on a connection (perfect negotiation of WebRTC), without a browser: what to do with what came. Pure.
import * as z from 'zod';
import type { Layout } from './room-rules.ts';

/** One of each pair begins; when both speak at once the other one, which is polite, gives way. */
export const begins = (own: string, other: string): boolean => own < other;

/** A pair has a connection when either has something to show. */
export const connects = (own: { sends: boolean }, other: { sends: boolean }): boolean =>
  own.sends || other.sends;

const message = z.union([
  z.strictObject({ run: z.string(), type: z.enum(['offer', 'answer']), sdp: z.string() }),
  z.strictObject({
    run: z.string(),
    candidate: z.object({
      candidate: z.string(),
      sdpMid: z.string().nullable(),
      sdpMLineIndex: z.number().nullable(),
    }),
  }),
  /** From who does not begin: make the connection anew. */
  z.strictObject({ again: z.literal(true) }),
]);
export type Message = z.output<typeof message>;

/** What another browser sent; null when it is none of ours. */
export function readMessage(body: string): Message | null {
  try {
    return message.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

export interface Standing {
  /** The connection that stands; each rebuilt one is another run. */
  run: string | null;
  begins: boolean;
  makingOffer: boolean;
  /** No offer of the own is open. */
  stable: boolean;
}

/**
 * `open`: a new run, for which a connection is made first. `take`: for the one that stands. `anew`: the other asks for a new
 * run. `drop`: of a run that is over, or an offer that the own one goes before.
 */
export function judge(
  came: Message,
  { run, begins: first, makingOffer, stable }: Standing,
): 'open' | 'take' | 'anew' | 'drop' {
  if ('again' in came) return first ? 'anew' : 'drop';
  if (came.run !== run) return 'type' in came && came.type === 'offer' && !first ? 'open' : 'drop';
  if ('type' in came && came.type === 'offer') return first && (makingOffer || !stable) ? 'drop' : 'take';
  // An answer without an open offer is one to an offer that was given up.
  return 'type' in came && stable ? 'drop' : 'take';
}

export interface Picture {
  width: number;
  height: number;
  frames: number;
  bitrate: number;
}

/** How large a picture goes to each of the others, so that a home's line carries them all. */
export function pictureFor(layout: Layout, people: number): Picture {
  if (layout === 'MEETING' && people <= 2) return { width: 640, height: 360, frames: 24, bitrate: 500_000 };
  if (layout === 'MEETING' && people <= 4) return { width: 480, height: 270, frames: 20, bitrate: 300_000 };
  return { width: 320, height: 180, frames: 15, bitrate: 150_000 };
}
export const SCREEN: Picture = { width: 1280, height: 720, frames: 5, bitrate: 400_000 };
