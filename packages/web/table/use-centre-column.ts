import { useMemo } from 'react';
import { franchiseeLabel } from '../format.ts';
import { type Session, useSession } from '../session/use-session.ts';
import type { Column } from './column.tsx';

/** The network's own place. What it keeps of a shared record holds for every centre. */
const HEAD_OFFICE = 1;

type Placed = Partial<Record<'franchiseeId', unknown>>;

/**
 * Whose each row is, for who works with several centres at once: behind the first column, unless the list says it
 * itself (a column `centre`, or one with that heading).
 */
export function useCentreColumn<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  shared: boolean,
): readonly Column<Row>[] {
  const { franchisee, centres } = useSession();
  const placed = typeof (rows[0] as Placed | undefined)?.franchiseeId === 'number';
  return useMemo(() => {
    const [first, ...rest] = columns;
    const told = columns.some(({ id, label }) => id === 'centre' || label === 'Centre');
    if (!first || !placed || told || franchisee !== null || centres.length < 2) return columns;
    return [first, centreColumn<Row>(centres, shared), ...rest];
  }, [columns, placed, franchisee, centres, shared]);
}

function centreColumn<Row>(centres: Session['centres'], shared: boolean): Column<Row> {
  const names = new Map(centres.map(({ id, companyName }) => [id, franchiseeLabel(id, companyName)]));
  const cell = (row: Row) => {
    const id = Number((row as Placed).franchiseeId);
    return id === 0 || (shared && id === HEAD_OFFICE)
      ? 'All centres'
      : (names.get(id) ?? franchiseeLabel(id, ''));
  };
  return { id: 'centre', label: 'Centre', minWidth: 150, cell };
}
