import { Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { cls } from '../cls.ts';
import classes from './data-table.module.css';
import { GridHead } from './grid-head.tsx';
import type { GridProps } from './grid-props.ts';
import { GridRow } from './grid-row.tsx';

// Below this many rows all of them are drawn: nothing is gained by leaving some out.
const VIRTUAL_FROM = 60;
const HEIGHT = { comfortable: 40, twoLines: 48, dense: 32 } as const;

/** The table itself: sticky head and first column, rows drawn as they scroll into view. */
export function TableGrid<Row>(props: GridProps<Row>) {
  const { rows, columns, selection, dense, focused } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ before: false, after: false });
  const look = () => {
    const frame = scroller.current;
    if (!frame) return;
    const before = frame.scrollLeft > 0;
    const after = frame.scrollWidth - frame.clientWidth - frame.scrollLeft > 1;
    setEdges((was) => (was.before === before && was.after === after ? was : { before, after }));
  };
  // Rows, columns and the width of the window change what is out of sight.
  useEffect(look);
  const height = dense
    ? HEIGHT.dense
    : columns.some((column) => column.second)
      ? HEIGHT.twoLines
      : HEIGHT.comfortable;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    enabled: rows.length >= VIRTUAL_FROM,
  });
  const items =
    rows.length >= VIRTUAL_FROM ? virtual.getVirtualItems().map((item) => item.index) : rows.map((_, i) => i);
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
    <div
      ref={scroller}
      className={cls(
        classes.scroll,
        props.capped && classes.capped,
        edges.before && classes.scrolled,
        edges.after && classes.goesOn,
        props.refreshing && classes.refreshing,
      )}
      onScroll={look}
      style={{ '--row-height': `${height}px` } as CSSProperties}
    >
      <table className={classes.table} aria-label={props.label} aria-busy={props.loading || props.refreshing}>
        <GridHead {...props} />
        <tbody>
          {props.loading && <SkeletonRows span={span} />}
          {before > 0 && <Gap height={before} span={span} />}
          {items.map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <GridRow key={props.rowKey(row)} {...props} row={row} index={index} />
            );
          })}
          {after > 0 && <Gap height={after} span={span} />}
        </tbody>
      </table>
    </div>
  );
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr>
    <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
  </tr>
);

// `aria-busy` tells that rows come; a reader would count these as rows.
function SkeletonRows({ span }: { span: number }) {
  return Array.from({ length: 8 }, (_, i) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr key={i} aria-hidden="true">
      {Array.from({ length: span }, (_, j) => (
        <td key={j}>
          <Skeleton height={10} width={`${52 + ((i * 7 + j * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}
