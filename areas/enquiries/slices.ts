const ROWS = 1000;

/** A large write in pieces that each stay far below the limit of a statement (5 s), also on a busy machine. */
export const slices = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS) }, (_, n) => all.slice(n * ROWS, (n + 1) * ROWS));
