import { call } from '@aangan/web/api/call.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { startsWithZeros, tryText } from './proof.ts';
import { publicEnquiryContract } from './public-enquiry.contract.ts';

/** The page breathes after so much work. */
const SLICE_MS = 30;

export interface Solved {
  ticket: string;
  answers: number[];
}

/** Asks for the work of a submission and does it. */
export async function solveProof(
  submission: { fid: number; submissionId: string },
  signal: AbortSignal,
): Promise<Solved> {
  const { ticket, parts, bits } = await call(publicEnquiryContract.proof, submission, { signal });
  const answers: number[] = [];
  for (let part = 0; part < parts; part += 1) answers.push(await answerOf(ticket, { part, bits, signal }));
  return { ticket, answers };
}

// By a library and not the browser's own digest, which answers by a promise: with some twenty microseconds for each of a
// quarter of a million tries a phone would work for half a minute, and it is there on secure pages alone.
async function answerOf(
  ticket: string,
  { part, bits, signal }: { part: number; bits: number; signal: AbortSignal },
): Promise<number> {
  const letters = new TextEncoder();
  let breathe = performance.now() + SLICE_MS;
  for (let n = 0; ; n += 1) {
    if (startsWithZeros(sha256(letters.encode(tryText(ticket, part, n))), bits)) return n;
    if (performance.now() < breathe) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    breathe = performance.now() + SLICE_MS;
  }
}
