import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { nounOf } from '@aangan/contract/noun.ts';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { cls } from '../cls.ts';
import type { ListModel } from '../list/use-list.ts';
import { usePreference } from '../local/preferences.ts';
import { part } from '../part.ts';
import { ExportButton } from '../record/export-button.tsx';
import { useText } from '../text/text.tsx';
import { MOBILE_QUERY } from '../theme.ts';
import { useAction } from '../ui/action.tsx';
import { BulkBar } from '../ui/bulk-bar.tsx';
import { EmptyState, type EmptyStateProps } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import type { BulkAction, Column, RowAction } from './column.tsx';
import { ColumnChooser, isShown, plainLook, type TableLook } from './column-chooser.tsx';
import classes from './data-table.module.css';
import { FilterBar } from './filter-bar.tsx';
import { SaveViewButton, ViewTabs } from './saved-views.tsx';
import { TableCards } from './table-cards.tsx';
import { TableFooter } from './table-footer.tsx';
import { TableGrid } from './table-grid.tsx';
import { useCentreColumn } from './use-centre-column.ts';
import { useTableKeys } from './use-table-keys.ts';

const KeysHelp = part(() => import('./keys-help.tsx'), 'KeysHelp');

export interface DataTableProps<Row> {
  /** Names this table's column choice and saved views on the device. */
  name: string;
  /** What the rows are, for assistive technology: "Receipts". */
  label: string;
  list: ListModel<Row>;
  columns: readonly Column<Row>[];
  rowKey?: (row: Row) => string;
  rowLink?: (row: Row) => string | null | undefined;
  actions?: (row: Row) => readonly RowAction[];
  bulk?: readonly BulkAction<Row>[];
  /** Where the key `n` leads. */
  newLink?: string | undefined;
  empty?: EmptyStateProps | ReactNode;
  /** The list's export command; gets the list's own search and filters. */
  exportWith?: Endpoint | undefined;
  searchable?: boolean;
  searchHint?: string;
  /** Takes the height that is left (inside `<PageFrame fill>`); else at most 70 % of the window. */
  fill?: boolean;
  /** More controls at the end of the filter bar. */
  tools?: ReactNode;
  /** Shows the screen's own keys instead of those of a list. */
  onHelp?: (() => void) | undefined;
  /** Rows of the head office hold for every centre, and the column of the centre says so. */
  shared?: boolean;
  /** Rows of the network itself: no column says whose each is. */
  network?: boolean;
  /** Small tables inside a page: no search, filters, views, columns and keys. */
  plain?: boolean;
}

const NO_ROWS: readonly never[] = [];
const idOf = (row: unknown): string => String((row as { id?: string | number }).id ?? '');

/** A list with all that users expect of one: see web-kit.md 4. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, list, rowKey = idOf, actions, bulk, plain = false, shared = false, network = false } = props;
  const columns = useCentreColumn(props.columns, network ? NO_ROWS : list.rows, shared);
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const [look, setLook] = usePreference<TableLook>(`table:${name}`, plainLook);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [help, setHelp] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const shown = useMemo(
    () => columns.filter((column, i) => i === 0 || plain || isShown(column, look)),
    [columns, look, plain],
  );
  const chosen = useMemo(
    () => list.rows.filter((row) => selection.has(rowKey(row))),
    [list.rows, selection, rowKey],
  );
  const selectable = (bulk ?? []).some((action) => !action.hidden);
  const focused = useRowKeys(props, {
    enabled: !plain && !mobile,
    rowKey,
    search,
    setSelection,
    selectable,
    showHelp: props.onHelp ?? (() => setHelp(true)),
  });

  const select = (key: string, on: boolean) => setSelection((before) => withKey(before, key, on));
  const grid = {
    rows: list.rows,
    columns: shown,
    rowKey,
    rowLink: props.rowLink,
    actions,
    selection: selectable ? selection : null,
    onSelect: select,
    onSelectAll: (on: boolean) => setSelection(new Set(on ? list.rows.map(rowKey) : [])),
    focused,
    sort: list.sort,
    onSort: list.setSort,
    dense: look.dense,
    loading: list.loading,
    refreshing: list.refreshing,
    capped: !props.fill,
    label: props.label,
  };
  const nothing = !list.loading && !list.error && list.rows.length === 0;
  const anything = list as ListModel<unknown>; // the bar and the views never touch a row
  return (
    <div className={cls(classes.root, props.fill && classes.fill)}>
      {!plain && <ViewTabs name={name} list={anything} />}
      {!plain && (
        <FilterBar
          list={anything}
          searchRef={search}
          searchable={props.searchable ?? true}
          searchHint={props.searchHint}
          mobile={mobile}
          end={
            <>
              {props.tools}
              <SaveViewButton name={name} list={anything} />
              {!mobile && <ColumnChooser columns={columns} look={look} onChange={setLook} />}
            </>
          }
        />
      )}
      {list.error && list.rows.length === 0 ? (
        <div className={classes.frame}>
          <ErrorState error={list.error} retry={list.refetch} />
        </div>
      ) : nothing ? (
        <div className={classes.frame}>
          <NothingHere list={anything} empty={props.empty} label={props.label} />
        </div>
      ) : mobile ? (
        <TableCards {...grid} />
      ) : (
        <div className={classes.frame}>
          <TableGrid {...grid} />
        </div>
      )}
      <TableFooter
        list={anything}
        extra={
          props.exportWith && !nothing && <ExportButton endpoint={props.exportWith} input={list.input} />
        }
      />
      {bulk && <BulkBar rows={chosen} actions={bulk} onClear={() => setSelection(new Set())} />}
      {help && (
        <Suspense fallback={null}>
          <KeysHelp opened onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  );
}

function NothingHere({
  list,
  empty,
  label,
}: {
  list: ListModel<unknown>;
  empty?: EmptyStateProps | ReactNode;
  label: string;
}) {
  const t = useText();
  if (list.q !== '' || Object.keys(list.filters).length > 0)
    return (
      <EmptyState
        title={t('empty.filtered')}
        help={t('empty.filteredHelp')}
        action={{ label: t('empty.clearFilters'), run: list.clearFilters }}
      />
    );
  if (isEmptyProps(empty)) return <EmptyState {...empty} />;
  return empty ?? <EmptyState title={t('empty.none', { noun: nounOf(label) })} />;
}

const isEmptyProps = (empty: unknown): empty is EmptyStateProps =>
  typeof empty === 'object' && empty !== null && 'title' in empty;

const withKey = (before: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> => {
  const next = new Set(before);
  if (on) next.add(key);
  else next.delete(key);
  return next;
};

interface KeyParts<Row> {
  enabled: boolean;
  rowKey: (row: Row) => string;
  search: { current: HTMLInputElement | null };
  setSelection: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  selectable: boolean;
  showHelp: () => void;
}

/** Which row the keyboard stands on, moved by `j` and `k`. */
function useRowKeys<Row>(
  { list, rowLink, actions, newLink }: DataTableProps<Row>,
  parts: KeyParts<Row>,
): number {
  const [focused, setFocused] = useState(-1);
  const navigate = useNavigate();
  const run = useAction();
  const row = list.rows[focused];
  const actionOf = (fits: (action: RowAction) => boolean | undefined) => {
    const action = row === undefined ? undefined : actions?.(row).find((one) => fits(one) && !one.hidden);
    return action && (() => run(action));
  };
  useTableKeys(
    {
      search: () => parts.search.current?.focus(),
      move: (step) => setFocused((now) => Math.min(Math.max(now + step, 0), list.rows.length - 1)),
      toggle: () => {
        if (row === undefined || !parts.selectable) return;
        const key = parts.rowKey(row);
        parts.setSelection((before) => withKey(before, key, !before.has(key)));
      },
      open: () => {
        const link = row === undefined ? null : rowLink?.(row);
        if (link) void navigate(link);
      },
      edit: () => actionOf((one) => one.edit),
      leave: () => (focused < 0 ? undefined : () => setFocused(-1)),
      own: (key) => actionOf((one) => one.key === key),
      create: () => {
        if (newLink) void navigate(newLink);
      },
      help: parts.showHelp,
    },
    parts.enabled,
  );
  return focused < list.rows.length ? focused : -1;
}
