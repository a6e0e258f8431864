// What a page of the public form does before one more form of a busy address, for tests.
import { createHash } from 'node:crypto';
import { startsWithZeros, tryText } from './proof.ts';

export function solved({ ticket, parts, bits }: { ticket: string; parts: number; bits: number }) {
  const answers = Array.from({ length: parts }, (_, part) => {
    let n = 0;
    while (
      !startsWithZeros(
        createHash('sha256')
          .update(tryText(ticket, part, n))
          .digest(),
        bits,
      )
    )
      n += 1;
    return n;
  });
  return { ticket, answers };
}
