import assert from 'node:assert/strict';
import type { Opens } from '@aangan/contract/board.ts';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import type { Caller } from './app.ts';

interface Page {
  rows: Record<string, unknown>[];
  next: string | null;
  total: { n: number; more: boolean };
  totals?: Record<string, number>;
}

const shapeOf = (list: Endpoint): Record<string, unknown> =>
  list.input instanceof z.ZodObject ? list.input.shape : {};

/** What a list says behind the filters of a figure: read off its answer as the figure's card declares. */
export async function readFigure(
  caller: Caller,
  of: { of: string; list: Endpoint; measures: Opens['measures']; filters: Readonly<Record<string, unknown>> },
): Promise<number> {
  const { list, measures, filters } = of;
  // Records take their filters in one member, other lists flat: as useList does.
  const input = 'filters' in shapeOf(list) ? { filters } : { ...filters };
  const page = async (after?: string): Promise<Page> => {
    const { status, body } = await caller.raw(list, { ...input, limit: 200, ...(after ? { after } : {}) });
    assert.equal(
      status,
      200,
      `${of.of} opens ${list.name} ${JSON.stringify(input)}: ${JSON.stringify(body)}`,
    );
    return body as Page;
  };
  const first = await page();
  if (measures === 'rows') return first.total.n;
  if ('total' in measures) return first.totals?.[measures.total] ?? Number.NaN;
  let sum = 0;
  for (let one: Page | null = first; one; one = one.next ? await page(one.next) : null)
    sum += one.rows.reduce((n, row) => n + Number(row[measures.sum]), 0);
  return sum;
}
