import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import type { Field } from '@aangan/contract/fields.ts';
import type { AnyListing } from '@aangan/contract/listing.ts';
import { Stack, Text } from '@mantine/core';
import { type ComponentType, Suspense, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useQuery } from '../api/use-query.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { type ListFilter, listLink } from '../list/list-state.ts';
import { type ListModel, useList } from '../list/use-list.ts';
import { columnShape } from '../record/record-columns.tsx';
import { useSession } from '../session/use-session.ts';
import type { BulkAction, Column, RowAction } from '../table/column.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { EmptyStateProps } from '../ui/empty-state.tsx';
import { hasLooks } from '../ui/state-look.ts';
import { StatusTag } from '../ui/status-tag.tsx';
import { SumsLine } from '../ui/sums-line.tsx';
import { Tile, TileRow } from '../ui/tile.tsx';
import { useParam } from '../use-param.ts';

/** A declared list as `listing()` gives it; the row's type comes from its endpoint. */
export type ListingWith<E extends Endpoint> = Omit<AnyListing, 'endpoints'> & {
  readonly endpoints: Omit<AnyListing['endpoints'], 'list'> & { readonly list: E };
};
export type ListingRow<E extends Endpoint> =
  OutputOf<E> extends { rows: readonly (infer Row extends { id: string })[] } ? Row : never;

export interface ListingTableProps<E extends Endpoint> {
  of: ListingWith<E>;
  /** What differs from the column a field gives: another cell, a second line, a width. */
  cells?: Readonly<Record<string, Partial<Column<ListingRow<E>>>>> | undefined;
  /** Opens over the list for the row whose id stands in the address under the listing's name. */
  drawer?: ComponentType<{ id: string; onClose: () => void }>;
  /** The page of a row, where no drawer opens for it. */
  rowLink?: (row: ListingRow<E>) => string | null;
  actions?: (row: ListingRow<E>, show: (id: string) => void) => readonly RowAction[];
  bulk?: readonly BulkAction<ListingRow<E>>[];
  searchHint?: string;
  empty?: EmptyStateProps;
}

/** The filters of a listing that a person can choose; one of text is for links. */
export const listingFilters = (of: Pick<AnyListing, 'filters'>): ListFilter[] =>
  Object.entries(of.filters)
    .filter(([, field]) => field.kind !== 'text')
    .map(([name, { label, kind, filter, options, to }]) => ({
      name,
      label,
      kind,
      range: filter === 'range',
      options,
      to,
    }));

/** State, address and rows of a listing: `ListingTable` shows it, and a frame around it has the total. */
export function useListing<E extends Endpoint>(of: ListingWith<E>): ListModel<ListingRow<E>> {
  const filters = useMemo(() => listingFilters(of), [of]);
  const model = useList(of.endpoints.list as Endpoint, { filters, sort: of.sort });
  return model as ListModel<unknown> as ListModel<ListingRow<E>>;
}

/** The tiles, table and drawer of a listing without a page's frame: for a tab or a part of a screen. */
export function ListingTable<E extends Endpoint>({
  of,
  list,
  cells,
  drawer: Drawer,
  rowLink,
  actions,
  bulk,
  searchHint,
  empty,
}: ListingTableProps<E> & { list: ListModel<ListingRow<E>> }) {
  const [open, show, linkTo] = useParam(of.name);
  const { holds } = useSession();
  const columns = useMemo(() => columnsOf<ListingRow<E>>(of, cells), [of, cells]);
  const searchable = Object.values(of.row).some((field) => field.search);
  return (
    <>
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        {of.tiles ? <Tiles of={of} tiles={of.tiles} /> : null}
        {of.endpoints.sums && !list.error ? <Sums of={of} sums={of.endpoints.sums} list={list} /> : null}
        <DataTable<ListingRow<E>>
          name={of.name}
          label={of.title}
          list={list}
          columns={columns}
          network={of.scope === 'network'}
          fill
          {...(Drawer ? { rowLink: (row: ListingRow<E>) => linkTo(row.id) } : rowLink ? { rowLink } : {})}
          {...(bulk ? { bulk } : {})}
          {...(actions ? { actions: (row: ListingRow<E>) => actions(row, show) } : {})}
          exportWith={holds(of.endpoints.export.module, false) ? of.endpoints.export : undefined}
          searchable={searchable}
          {...(searchHint ? { searchHint } : {})}
          empty={empty}
        />
      </Stack>
      <Suspense fallback={null}>
        {Drawer && open ? <Drawer id={open} onClose={() => show(null)} /> : null}
      </Suspense>
    </>
  );
}

function Tiles({ of, tiles }: { of: ListingWith<Endpoint>; tiles: Readonly<Record<string, string>> }) {
  const { pathname, search } = useLocation();
  // In a tab of a page the links stay in the tab.
  const tab = new URLSearchParams(search).get('tab');
  const base = tab === null ? pathname : `${pathname}?tab=${tab}`;
  const counts = useQuery(of.endpoints.counts, {});
  const byStatus = (counts.data as { byStatus: Record<string, number> } | undefined)?.byStatus;
  return (
    <TileRow>
      {Object.entries(tiles).map(([state, label]) => (
        <Tile
          key={state}
          label={label}
          value={byStatus?.[state] ?? 0}
          loading={counts.isPending}
          to={listLink(base, { [of.state]: state })}
        />
      ))}
    </TileRow>
  );
}

/** What the money of all rows of the filter comes to, not of the page alone. */
function Sums({
  of,
  sums,
  list: { input, total },
}: {
  of: ListingWith<Endpoint>;
  sums: Endpoint;
  list: Pick<ListModel<unknown>, 'input' | 'total'>;
}) {
  const { sort: _sort, ...filter } = input;
  const query = useQuery(sums, filter, { keepPrevious: true, enabled: total?.more === false });
  const found = query.data as { sums: Record<string, number> | null } | undefined;
  if (total?.more)
    return (
      <Text size="sm" c="dimmed">
        These are more rows than are added up. Filter them to see what they come to.
      </Text>
    );
  if (query.error || found?.sums === null) return null;
  return (
    <SumsLine
      of="Together"
      sums={(of.sums ?? []).map((name) => [of.row[name]?.label ?? name, found?.sums?.[name] ?? null])}
      mb={0}
    />
  );
}

/** The shown columns first, in their order; every other one to choose. */
export function columnsOf<Row>(
  of: Pick<AnyListing, 'name' | 'row' | 'shown' | 'sorts' | 'state'>,
  cells: Readonly<Record<string, Partial<Column<Row>>>> = {},
): Column<Row>[] {
  const names = [...of.shown, ...Object.keys(of.row).filter((name) => !of.shown.includes(name))];
  return names.map((name) => {
    const field = of.row[name] as Field; // the declaration's type names columns only
    return {
      ...columnShape(field),
      id: name,
      label: field.label,
      cell: (row) => {
        const values = row as Readonly<Record<string, unknown>>;
        // Nothing is plain text: a card leaves such a line out.
        const value = values[name];
        if (value == null) return '–';
        // What has looks is a tag, whatever its column is called.
        return name === of.state && field.kind === 'choice' && hasLooks(of.name) ? (
          <StatusTag
            area={of.name}
            state={String(value)}
            label={field.options?.find((option) => option.value === value)?.label ?? String(value)}
          />
        ) : (
          <FieldValue field={field} name={name} row={values} record={of.name} />
        );
      },
      sort: of.sorts.includes(name) ? name : undefined,
      hidden: !of.shown.includes(name),
      card: name === of.state ? 'state' : undefined,
      ...cells[name],
    };
  });
}
