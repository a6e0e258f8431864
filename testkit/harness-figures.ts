import { appendFileSync } from 'node:fs';

/** What a promise of the house came out at; `failures` must be 0 for the build to be green. */
export type Figure = {
  /** Id of the promise in reliability.md, for instance `M8`. */
  promise: string;
  /** How many cases were tried. */
  n: number;
  failures: number;
  seconds?: number;
  seed?: number;
  /** Anything else worth publishing, with its unit: `p95: '41 ms'`. */
  [more: string]: string | number | undefined;
};

/** Writes one figure for the table that `npm test` prints at its end (`FIGURES` names the file); prints it otherwise. */
export function recordFigure(figure: Figure): void {
  const line = JSON.stringify(figure);
  const file = process.env['FIGURES'];
  if (file) appendFileSync(file, `${line}\n`);
  else console.log(line);
}
