import { appendFileSync } from 'node:fs';

/**
 * Publishes the measured figure of a promise (reliability.md 2): one line of JSON on standard output, and appended to
 * the file named by the environment's FIGURES. `{promise: 'T2', checks: 9840, leaked: 0}`.
 */
export function publishFigure(figure: {
  readonly promise: string;
  readonly [measure: string]: string | number | boolean;
}): void {
  const line = JSON.stringify(figure);
  console.log(line);
  const file = process.env['FIGURES'];
  if (file) appendFileSync(file, `${line}\n`);
}
