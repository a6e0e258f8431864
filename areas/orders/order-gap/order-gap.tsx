import { toApiError } from '@aangan/web/api/api-error.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Checkbox, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ALL, BULK } from '../indent/indent-paths.ts';
import { kitTypeOfId, type MappedKitType, uniformKit } from '../kit-types.ts';
import { ordersModules } from '../modules.ts';
import { fillCart } from './fill-cart.tsx';
import { orderGapContract as contract, type GapRow, gapTypeName } from './order-gap.contract.ts';

const isUniform = (row: GapRow): boolean => row.kitType === uniformKit.id;
const TAKEN = ['ORDERED', 'SHIPPED', 'AT_CENTRE', 'HANDED_OVER'];
const ARRIVED = ['AT_CENTRE', 'HANDED_OVER'];
const HANDED = ['HANDED_OVER'];
const MISSING = ['ALLOCATED', 'BLOCKED'];

/** /indent/order-gap: by class and kit type who has a right to it and for whom nothing is ordered yet. */
export function OrderGap() {
  const { academicYear } = useSession();
  return (
    <PageFrame
      title="Order gap"
      context="centre-year"
      menu={[
        { label: 'Uniform indents', to: ALL },
        { label: 'Place order', to: '/place-order' },
      ]}
    >
      {academicYear === null ? (
        <EmptyState title="Please Select Acadamic Year" help="The gap is of one academic year." />
      ) : (
        <Report />
      )}
    </PageFrame>
  );
}

function Report() {
  const query = useQuery(contract.report, {}, { fresh: 0 });
  return <QueryState query={query}>{({ rows }) => <Rows rows={rows} />}</QueryState>;
}

const sum = (rows: readonly GapRow[], of: (row: GapRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

function Rows({ rows }: { rows: readonly GapRow[] }) {
  const [type, setType] = useParam('type');
  const [of, setOf] = useParam('class');
  const [only, setOnly] = useState(true);
  const columns = useColumns();
  const chosen = rows.filter(
    (row) => (type === null || row.kitType === type) && (of === null || String(row.classId) === of),
  );
  const shown = chosen.filter((row) => !only || row.gap > 0);
  return (
    <Stack gap="md">
      <TileRow>
        <Tile label="Entitled" value={formatCount(sum(chosen, (row) => row.entitled))} />
        <Tile label="Ordered" value={formatCount(sum(chosen, (row) => row.ordered))} />
        <Tile label="Delivered" value={formatCount(sum(chosen, (row) => row.delivered))} />
        <Tile label="Handed over" value={formatCount(sum(chosen, (row) => row.handedOver))} />
        <Tile label="Gap" value={formatCount(sum(chosen, (row) => row.gap))} />
      </TileRow>
      <Group gap="md" align="end">
        <Select
          label="Class"
          placeholder="All"
          clearable
          data={[...new Map(rows.map((row) => [String(row.classId), row.className]))].map(
            ([value, label]) => ({
              value,
              label,
            }),
          )}
          value={of}
          onChange={setOf}
        />
        <Select
          label="Kit type"
          placeholder="All"
          clearable
          data={[...new Set(rows.map((row) => row.kitType))].map((value) => ({
            value,
            label: gapTypeName(value),
          }))}
          value={type}
          onChange={setType}
        />
        <Checkbox
          label="Only where something is missing"
          pb={8}
          checked={only}
          onChange={(event) => setOnly(event.currentTarget.checked)}
        />
      </Group>
      {shown.length === 0 ? (
        <EmptyState
          title={
            rows.length === 0
              ? 'Nobody is entitled to a kit in this year yet.'
              : 'No gap. Every child is served.'
          }
          help={
            rows.length === 0
              ? 'Head office allocates kits to children.'
              : 'What is on its way stands under the orders.'
          }
        />
      ) : (
        <ShortTable
          label="Order gap"
          rows={shown}
          keyOf={(row) => `${row.classId} ${row.kitType}`}
          minWidth={680}
          columns={columns}
        />
      )}
    </Stack>
  );
}

/** The list behind a number: of uniforms the indents, of kits the allocations, or the desk for who may not open those. */
function useLinks() {
  const { holds } = useSession();
  return (row: GapRow, states: readonly string[] | null): string | null => {
    if (isUniform(row))
      return states === null || states === MISSING
        ? listLink(BULK, { class: row.classId })
        : listLink(ALL, {
            classId: row.classId,
            setNo: 1,
            status: states === TAKEN ? ['ORDERED', 'FULFILLED'] : ['FULFILLED'],
            ...(states === HANDED ? { handed: 'YES' } : {}),
          });
    const slug = kitTypeOfId(row.kitType)?.slug;
    if (holds(ordersModules.kitAllocation, false))
      return listLink(`/kit-allocation/${slug}`, {
        classId: row.classId,
        status: [...(states ?? [...MISSING, ...TAKEN])],
      });
    return holds(ordersModules.PlaceOrders, false)
      ? listLink(`/place-order?kit=${slug}`, { of: row.className })
      : null;
  };
}

function useColumns(): Column<GapRow>[] {
  const { holds, franchisee } = useSession();
  const linkOf = useLinks();
  const navigate = useNavigate();
  const orders = holds(ordersModules.PlaceOrders, true) && franchisee !== null;
  const number = (
    id: string,
    label: string,
    of: (row: GapRow) => number,
    states: readonly string[] | null,
  ): Column<GapRow> => ({
    id,
    label,
    align: 'end',
    cell: (row) => {
      const n = of(row);
      const to = linkOf(row, states);
      return n > 0 && to !== null ? (
        <Anchor component={Link} to={to} className="figures">
          {formatCount(n)}
        </Anchor>
      ) : (
        formatCount(n)
      );
    },
  });
  const order = async (row: GapRow) => {
    if (isUniform(row))
      return navigate(
        row.asked > 0
          ? listLink(ALL, { classId: row.classId, status: 'SUBMITTED' })
          : listLink(BULK, { class: row.classId }),
      );
    if (franchisee === null) return;
    const kitType = row.kitType as MappedKitType;
    try {
      const n = await fillCart({ franchiseeId: franchisee.id, kitType, classId: row.classId });
      if (n === 0) return notice.warn('None of them can be ordered yet. The desk says why, child by child.');
      if (n < row.gap)
        notice.warn(`${formatCount(n)} of ${formatCount(row.gap)} are ticked; the others are blocked.`);
      navigate(listLink(`/place-order?kit=${kitTypeOfId(kitType)?.slug}`, { of: row.className }));
    } catch (error) {
      notice.warn(toApiError(error).message);
    }
  };
  return [
    textColumn('type', 'Kit', (row: GapRow) => gapTypeName(row.kitType), {
      second: (row) =>
        [row.className, row.asked > 0 ? `${formatCount(row.asked)} asked for, not ordered` : null]
          .filter(Boolean)
          .join(' · '),
    }),
    number('gap', 'Gap', (row) => row.gap, MISSING),
    buttonColumn<GapRow>('Order the gap', {
      says: (row) => `Order the gap of ${gapTypeName(row.kitType)}, ${row.className}`,
      run: (row) => void order(row),
      when: (row) => row.gap > 0 && orders,
    }),
    number('entitled', 'Entitled', (row) => row.entitled, null),
    number('ordered', 'Ordered', (row) => row.ordered, TAKEN),
    number('delivered', 'Delivered', (row) => row.delivered, ARRIVED),
    number('handed', 'Handed over', (row) => row.handedOver, HANDED),
  ];
}
