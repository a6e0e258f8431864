import { Button, Checkbox, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { cls } from '../cls.ts';
import { useText } from '../text/text.tsx';
import { useAction } from '../ui/action.tsx';
import { ActionMenu } from '../ui/page-frame.tsx';
import { Late } from '../ui/skeletons.tsx';
import type { RowAction } from './column.tsx';
import classes from './data-table.module.css';
import type { GridProps } from './grid-props.ts';
import { Cell } from './grid-row.tsx';

/** Under 700 px a row is a card: primary line, second line, state, the two most used actions (look.md 3). */
export function TableCards<Row>(props: GridProps<Row>) {
  if (props.loading)
    return (
      <Late>
        <div className={classes.cards}>
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} height={96} radius="md" />
          ))}
        </div>
      </Late>
    );
  return (
    <>
      {props.selection && <AllOfThem {...props} selection={props.selection} />}
      <ul className={cls(classes.cards, props.refreshing && classes.refreshing)} aria-label={props.label}>
        {props.rows.map((row) => (
          <RowCard key={props.rowKey(row)} {...props} row={row} />
        ))}
      </ul>
    </>
  );
}

/** What the head of the table offers on a wide screen: all rows of the page at once. */
function AllOfThem<Row>({
  rows,
  rowKey,
  selection,
  onSelectAll,
}: GridProps<Row> & { selection: ReadonlySet<string> }) {
  const t = useText();
  const chosen = rows.filter((row) => selection.has(rowKey(row))).length;
  return (
    <Checkbox
      className={classes.cardsAll}
      size="sm"
      label={t('list.selectAll')}
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={(event) => onSelectAll(event.currentTarget.checked)}
    />
  );
}

function RowCard<Row>({
  row,
  columns,
  rowKey,
  rowLink,
  actions,
  selection,
  onSelect,
}: GridProps<Row> & { row: Row }) {
  const t = useText();
  const key = rowKey(row);
  const [first, ...rest] = columns;
  const state = rest.find((column) => column.card === 'state');
  const lines = rest.filter((column) => column !== state && column.card !== 'hide');
  return (
    <li className={cls(classes.card, selection?.has(key) && classes.selected)}>
      <div className={classes.cardHead}>
        {selection && (
          <Checkbox
            size="sm"
            aria-label={t('list.selectRow')}
            checked={selection.has(key)}
            onChange={(event) => onSelect(key, event.currentTarget.checked)}
          />
        )}
        <div className={classes.cardName}>
          {first && <Cell column={first} row={row} link={rowLink?.(row) ?? null} primary />}
        </div>
        {state?.cell(row)}
      </div>
      {lines.length > 0 && (
        <dl className={classes.cardLines}>
          {lines.map((column) => (
            <CardLine key={column.id} label={column.label} value={column.cell(row)} />
          ))}
        </dl>
      )}
      {actions && <CardActions actions={actions(row)} />}
    </li>
  );
}

/** Nothing to show needs no line. */
const CardLine = ({ label, value }: { label: string; value: ReactNode }) =>
  value === null || value === undefined || value === '' || value === '–' ? null : (
    <div style={{ display: 'contents' }}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );

function CardActions({ actions }: { actions: readonly RowAction[] }) {
  const run = useAction();
  const shown = actions.filter((action) => !action.hidden);
  if (shown.length === 0) return null;
  const wanted = shown.filter((action) => action.frequent);
  // What undoes or ends something is asked for in the menu: nobody's thumb lands on it.
  const two = (wanted.length > 0 ? wanted : shown.filter((action) => !action.danger)).slice(0, 2);
  return (
    <div className={classes.cardActions}>
      <div className={classes.cardButtons}>
        {two.map((action) => (
          <Button
            key={action.label}
            variant="default"
            size="compact-md"
            leftSection={action.icon}
            onClick={() => run(action)}
            {...(action.danger ? { c: 'danger' } : {})}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {shown.length > two.length && <ActionMenu actions={shown} />}
    </div>
  );
}
