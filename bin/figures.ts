import { existsSync, readFileSync } from 'node:fs';
import { say, table } from './say.ts';

const FIRST = ['promise', 'n', 'failures', 'seconds', 'seed'];

/** Prints the figures that the tests wrote, one row per promise. */
export function printFigures(file: string): void {
  const rows = existsSync(file)
    ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(parseFigure)
    : [];
  if (rows.length === 0) return;
  const sorted = rows.sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? '', 'en', { numeric: true }));
  say(`\nFigures\n${table([[...FIRST, 'more'], ...sorted])}\n`);
}

function parseFigure(line: string): string[] {
  const parsed: unknown = JSON.parse(line);
  const fields = new Map(parsed instanceof Object ? Object.entries(parsed) : []);
  const more = [...fields]
    .filter(([name]) => !FIRST.includes(name))
    .map(([name, value]) => `${name} ${shown(value)}`);
  return [...FIRST.map((name) => shown(fields.get(name) ?? '')), more.join(' · ')];
}

function shown(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 });
  return typeof value === 'string' ? value : JSON.stringify(value);
}
