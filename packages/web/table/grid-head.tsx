import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { cls } from '../cls.ts';
import { useText } from '../text/text.tsx';
import { smallIcon } from '../ui/icon.ts';
import type { Column } from './column.tsx';
import classes from './data-table.module.css';
import type { GridProps } from './grid-props.ts';

/** The sticky head: select all, labels, sorting. */
export function GridHead<Row>({
  columns,
  selection,
  onSelectAll,
  rows,
  rowKey,
  actions,
  sort,
  onSort,
}: GridProps<Row>) {
  const t = useText();
  const chosen = selection ? rows.filter((row) => selection.has(rowKey(row))).length : 0;
  return (
    <thead>
      <tr>
        {selection && (
          <th className={cls(classes.check, classes.pinned)} scope="col">
            <Checkbox
              size="xs"
              aria-label={t('list.selectAll')}
              checked={rows.length > 0 && chosen === rows.length}
              indeterminate={chosen > 0 && chosen < rows.length}
              onChange={(event) => onSelectAll(event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.map((column, i) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={sortOf(column, sort)}
            className={cls(
              column.align === 'end' && classes.end,
              i === 0 && classes.pinned,
              i === 0 && classes.edge,
            )}
            style={
              {
                width: column.width,
                minWidth: column.minWidth ?? column.width,
                ...(i === 0 && selection ? { '--pin': '40px' } : {}),
              } as CSSProperties
            }
          >
            {column.sort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.label}
          </th>
        ))}
        {actions && (
          <th className={classes.actions} scope="col">
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

function sortOf<Row>(column: Column<Row>, sort: string | null): 'ascending' | 'descending' | undefined {
  if (!column.sort || !sort) return undefined;
  return sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : undefined;
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | null;
  onSort: (sort: string) => void;
}) {
  const t = useText();
  const now = sortOf(column, sort);
  const Arrow = now === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.sortable}
      title={t('list.sortBy', { name: column.label })}
      {...(now ? { 'data-sorted': true } : {})}
      onClick={() => onSort(now === 'ascending' ? `-${column.sort}` : (column.sort ?? ''))}
    >
      {column.label}
      <Arrow {...smallIcon} size={13} />
    </button>
  );
}
