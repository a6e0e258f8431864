import { Checkbox } from '@mantine/core';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { cls } from '../cls.ts';
import { useText } from '../text/text.tsx';
import type { Column } from './column.tsx';
import classes from './data-table.module.css';
import type { GridProps } from './grid-props.ts';
import { RowActions } from './row-actions.tsx';

function PlainGridRow<Row>({
  row,
  index,
  columns,
  rowKey,
  rowLink,
  actions,
  selection,
  onSelect,
  focused,
}: GridProps<Row> & { row: Row; index: number }) {
  const t = useText();
  const navigate = useNavigate();
  const key = rowKey(row);
  const link = rowLink?.(row) ?? null;
  const chosen = selection?.has(key) ?? false;
  const open = (event: MouseEvent) => {
    // Selecting text or pressing a control inside the row is not opening it.
    if (
      !link ||
      (event.target as HTMLElement).closest('a, button, input, label, [role="menu"]') ||
      window.getSelection()?.toString()
    )
      return;
    if (event.metaKey || event.ctrlKey) window.open(link, '_blank');
    else void navigate(link);
  };
  return (
    <tr
      data-index={index}
      className={cls(
        classes.row,
        link !== null && classes.linked,
        chosen && classes.selected,
        index === focused && classes.focused,
      )}
      onClick={open}
      {...(selection ? { 'aria-selected': chosen } : {})}
    >
      {selection && (
        <td className={cls(classes.check, classes.pinned)}>
          <Checkbox
            size="xs"
            aria-label={t('list.selectRow')}
            checked={chosen}
            onChange={(event) => onSelect(key, event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column, i) => (
        <td
          key={column.id}
          className={cls(
            column.align === 'end' && classes.end,
            i === 0 && classes.pinned,
            i === 0 && classes.edge,
          )}
          style={i === 0 && selection ? ({ '--pin': '40px' } as CSSProperties) : undefined}
        >
          <Cell column={column} row={row} link={i === 0 ? link : null} primary={i === 0} />
        </td>
      ))}
      {actions && (
        <td className={classes.actions}>
          <RowActions actions={actions(row)} />
        </td>
      )}
    </tr>
  );
}

/**
 * One row; pressing it anywhere opens it, its first cell's link is the keyboard's way. Kept while its props are the
 * same: scrolling draws the rows that came into sight and no other.
 */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

/** A cell with its quiet second line; the first one is the link to the row. */
export function Cell<Row>({
  column,
  row,
  link,
  primary,
}: {
  column: Column<Row>;
  row: Row;
  link: string | null;
  primary: boolean;
}): ReactNode {
  const content = column.cell(row);
  const first = primary ? (
    link ? (
      <Link to={link} className={classes.primary}>
        {content}
      </Link>
    ) : (
      <span className={classes.primary}>{content}</span>
    )
  ) : (
    content
  );
  const second = column.second?.(row);
  if (second === undefined || second === null || second === '') return first;
  return (
    <span className={classes.stackCell}>
      <span>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  );
}
