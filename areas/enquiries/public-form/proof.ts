// The small work that a page does before it may send one more form from a busy address (enquiries.md 8): for each part, a
// number whose hash begins with enough zero bits. Several small parts take about as long each time; one large one does not.

/** All in all 18 bits of work, 262,144 tries in the mean. */
export const PARTS = 4;
export const BITS = 16;

/** What is hashed by SHA-256 for one try. */
export const tryText = (ticket: string, part: number, n: number): string => `${ticket}.${part}.${n}`;

export function startsWithZeros(digest: Uint8Array, bits: number): boolean {
  for (let i = 0; i < bits; i += 8) {
    const left = bits - i;
    const byte = digest[i >> 3] ?? 255;
    if (left >= 8 ? byte !== 0 : byte >> (8 - left) !== 0) return false;
  }
  return true;
}
