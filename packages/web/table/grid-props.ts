import type { Column, RowAction } from './column.tsx';

/** What the table and the cards draw. */
export interface GridProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  rowLink?: ((row: Row) => string | null | undefined) | undefined;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
  selection: ReadonlySet<string> | null;
  onSelect: (key: string, on: boolean) => void;
  onSelectAll: (on: boolean) => void;
  focused: number;
  sort: string | null;
  onSort: (sort: string | null) => void;
  dense: boolean;
  loading: boolean;
  refreshing: boolean;
  capped: boolean;
  label: string;
}
