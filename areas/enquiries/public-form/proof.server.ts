// A ticket is for one submission from one address and ends after ten minutes; nothing of it is stored. Used again it is the
// same submission, which the inbox keeps once: a proof lets one form in, however often it is sent.
import { createHash } from 'node:crypto';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { isSigned, sign } from '@aangan/server/work/seal.ts';
import { BITS, PARTS, startsWithZeros, tryText } from './proof.ts';
import { publicEnquiryContract } from './public-enquiry.contract.ts';
import { visitorOf } from './visitor.ts';

const LIFE_MS = 600_000;

interface TicketFor {
  fid: number;
  submissionId: string;
  ip: string;
}

const textOf = ({ fid, submissionId, ip }: TicketFor, until: number): string =>
  `enquiry-proof|${fid}|${submissionId}|${visitorOf(ip)}|${until}`;

export const askProof = handle(publicEnquiryContract.proof, async ({ input, now, request }) => {
  const until = now.getTime() + LIFE_MS;
  return {
    ticket: `${until}.${sign(textOf({ ...input, ip: request.ip }, until))}`,
    parts: PARTS,
    bits: BITS,
  };
});

export interface Proof {
  ticket: string;
  answers: readonly number[];
}

/** Whether the work was done for this submission, from this address, and lately. */
export function isProven(proof: Proof | undefined, given: TicketFor & { now: Date }): boolean {
  if (!proof || proof.answers.length !== PARTS) return false;
  const [until = '', signature = ''] = proof.ticket.split('.');
  if (!isSigned(textOf(given, Number(until)), signature) || Number(until) < given.now.getTime()) return false;
  return proof.answers.every((n, part) =>
    startsWithZeros(
      createHash('sha256')
        .update(tryText(proof.ticket, part, n))
        .digest(),
      BITS,
    ),
  );
}
