/**
 * The size of a test: `short` in `npm test`, `whole` in `npm run prove`, which runs the test files that ask this, with
 * AANGAN_PROVE=on.
 */
export const sized = <T>(short: T, whole: T): T => (isProving ? whole : short);

export const isProving = process.env['AANGAN_PROVE'] === 'on';
