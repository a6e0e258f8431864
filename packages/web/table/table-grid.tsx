import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { cls } from '../cls.ts';
import { useText } from '../text/text.tsx';
import { smallIcon } from '../ui/icon.ts';
import type { Column, RowAction } from './column.tsx';
import classes from './data-table.module.css';
import { RowDeeds } from './row-deeds.tsx';

// Below this many rows all of them are drawn: nothing is gained by leaving some out.
const VIRTUAL_FROM = 60;
const HEIGHT = { comfortable: 40, twoLines: 48, dense: 32 } as const;

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

/** The table itself: sticky head and first column, rows drawn as they scroll into view. */
export function TableGrid<Row>(props: GridProps<Row>) {
  const { rows, columns, selection, dense, focused } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const height = dense ? HEIGHT.dense : columns.some((column) => column.second) ? HEIGHT.twoLines : HEIGHT.comfortable;
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => height, overscan: 12, enabled: rows.length >= VIRTUAL_FROM });
  const items = rows.length >= VIRTUAL_FROM ? virtual.getVirtualItems().map((item) => item.index) : rows.map((_, i) => i);
  const before = (items[0] ?? 0) * height;
  const after = (rows.length - 1 - (items.at(-1) ?? rows.length - 1)) * height;
  const span = columns.length + (selection ? 1 : 0) + (props.actions ? 1 : 0);

  useEffect(() => {
    if (focused < 0) return;
    const drawn = scroller.current?.querySelector(`[data-index="${focused}"]`);
    if (drawn) drawn.scrollIntoView({ block: 'nearest' });
    else virtual.scrollToIndex(focused);
  }, [focused, virtual]);

  return (
    <div ref={scroller} className={cls(classes.scroll, props.capped && classes.capped, scrolled && classes.scrolled, props.refreshing && classes.refreshing)} onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 0)} style={{ '--row-height': `${height}px` } as CSSProperties}>
      <table className={classes.table} aria-label={props.label} aria-busy={props.loading || props.refreshing}>
        <GridHead {...props} />
        <tbody>
          {props.loading && <SkeletonRows span={span} />}
          {before > 0 && <Gap height={before} span={span} />}
          {items.map((index) => {
            const row = rows[index];
            return row === undefined ? null : <GridRow key={props.rowKey(row)} {...props} row={row} index={index} />;
          })}
          {after > 0 && <Gap height={after} span={span} />}
        </tbody>
      </table>
    </div>
  );
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true">
    <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
  </tr>
);

function SkeletonRows({ span }: { span: number }) {
  return Array.from({ length: 8 }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
    <tr key={i} className={classes.skeletonRow} aria-hidden="true">
      {Array.from({ length: span }, (_, j) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
        <td key={j}><Skeleton height={10} width={`${52 + ((i * 7 + j * 13) % 40)}%`} /></td>
      ))}
    </tr>
  ));
}

function GridHead<Row>({ columns, selection, onSelectAll, rows, rowKey, actions, sort, onSort }: GridProps<Row>) {
  const t = useText();
  const chosen = selection ? rows.filter((row) => selection.has(rowKey(row))).length : 0;
  return (
    <thead>
      <tr>
        {selection && (
          <th className={cls(classes.check, classes.pinned)} scope="col">
            <Checkbox size="xs" aria-label={t('list.selectAll')} checked={rows.length > 0 && chosen === rows.length} indeterminate={chosen > 0 && chosen < rows.length} onChange={(event) => onSelectAll(event.currentTarget.checked)} />
          </th>
        )}
        {columns.map((column, i) => (
          <th key={column.id} scope="col" aria-sort={sortOf(column, sort)} className={cls(column.align === 'end' && classes.end, i === 0 && classes.pinned, i === 0 && classes.edge)} style={{ width: column.width, minWidth: column.minWidth ?? column.width, ...(i === 0 && selection ? { '--pin': '40px' } : {}) } as CSSProperties}>
            {column.sort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.label}
          </th>
        ))}
        {actions && <th className={classes.deeds} aria-label={t('common.actions')} />}
      </tr>
    </thead>
  );
}

function sortOf<Row>(column: Column<Row>, sort: string | null): 'ascending' | 'descending' | undefined {
  if (!column.sort || !sort) return undefined;
  return sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : undefined;
}

function SortButton<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string | null; onSort: (sort: string) => void }) {
  const t = useText();
  const now = sortOf(column, sort);
  const Arrow = now === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" className={classes.sortable} title={t('list.sortBy', { name: column.label })} {...(now ? { 'data-sorted': true } : {})} onClick={() => onSort(now === 'ascending' ? `-${column.sort}` : (column.sort ?? ''))}>
      {column.label}
      <Arrow {...smallIcon} size={13} />
    </button>
  );
}

function GridRow<Row>({ row, index, columns, rowKey, rowLink, actions, selection, onSelect, focused }: GridProps<Row> & { row: Row; index: number }) {
  const t = useText();
  const navigate = useNavigate();
  const key = rowKey(row);
  const link = rowLink?.(row) ?? null;
  const chosen = selection?.has(key) ?? false;
  const open = (event: MouseEvent) => {
    // Selecting text or pressing a control inside the row is not opening it.
    if (!link || (event.target as HTMLElement).closest('a, button, input, label, [role="menu"]') || window.getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(link, '_blank');
    else void navigate(link);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the first cell's link is the keyboard's way; the row is its larger target
    <tr data-index={index} className={cls(classes.row, link !== null && classes.linked, chosen && classes.selected, index === focused && classes.focused)} onClick={open} {...(selection ? { 'aria-selected': chosen } : {})}>
      {selection && (
        <td className={cls(classes.check, classes.pinned)}>
          <Checkbox size="xs" aria-label={t('list.selectRow')} checked={chosen} onChange={(event) => onSelect(key, event.currentTarget.checked)} />
        </td>
      )}
      {columns.map((column, i) => (
        <td key={column.id} className={cls(column.align === 'end' && classes.end, i === 0 && classes.pinned, i === 0 && classes.edge)} style={i === 0 && selection ? ({ '--pin': '40px' } as CSSProperties) : undefined}>
          <Cell column={column} row={row} link={i === 0 ? link : null} primary={i === 0} />
        </td>
      ))}
      {actions && (
        <td className={classes.deeds}>
          <RowDeeds actions={actions(row)} />
        </td>
      )}
    </tr>
  );
}

/** A cell with its quiet second line; the first one is the link to the row. */
export function Cell<Row>({ column, row, link, primary }: { column: Column<Row>; row: Row; link: string | null; primary: boolean }): ReactNode {
  const content = column.cell(row);
  const first = primary ? link ? <Link to={link} className={classes.primary}>{content}</Link> : <span className={classes.primary}>{content}</span> : content;
  const second = column.second?.(row);
  if (second === undefined || second === null || second === '') return first;
  return (
    <span className={classes.stackCell}>
      <span>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  );
}
