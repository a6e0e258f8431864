// Visitors of the public form in tests that are not about busy addresses; the app of the test trusts its proxy.
let networks = 0;

/** A request from a network that has sent nothing yet. */
export function fromNewNetwork(): { headers: { 'x-forwarded-for': string } } {
  networks += 1;
  return { headers: { 'x-forwarded-for': `10.1.${networks >> 8}.${networks % 256}` } };
}
