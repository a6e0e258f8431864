import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Box } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type KitType, type MappedKitType, mappedTypes } from '../kit-types.ts';
import { KitTypeScreen } from '../mapping/kit-type-screen.tsx';
import { PlaceTabs } from '../place-tabs.tsx';
import './allocation-look.tsx';
import { AllocationDrawer, AllocationStep } from './allocation-drawer.tsx';
import { kitAllocationContract } from './kit-allocation.contract.ts';
import { kitAllocations } from './kit-allocation.listing.ts';

const TABS = mappedTypes.map(({ slug, name }) => ({ to: `/kit-allocation/${slug}`, label: name }));
type Row = ListingRow<typeof kitAllocations.endpoints.list>;

/** /kit-allocation/{kitType}: who has a right to the kit, and what stands in the way. */
export const AllocationList = () => (
  <KitTypeScreen
    title="Kit allocation"
    verb="allocated"
    of={(type) => <Allocations key={type.id} type={type} />}
  />
);

function Allocations({ type }: { type: KitType }) {
  const navigate = useNavigate();
  const { holds } = useSession();
  const writes = holds(kitAllocations.module, true);
  const kitType = type.id as MappedKitType;
  const [filling, setFilling] = useState(false);
  const [asked, setAsked] = useState<{ step: 'revoke' | 'again'; row: Row } | null>(null);
  const summary = useQuery(kitAllocationContract.summary, { kitType });
  const missing = summary.data?.missing ?? null;
  const filters = useMemo(
    () =>
      listingFilters(kitAllocations).filter(({ name }) => name !== 'classId' || type.mappedBy === 'CLASS'),
    [type],
  );
  const list = useList(kitAllocations.endpoints.list, {
    filters,
    sort: kitAllocations.sort,
    input: { kitType: type.id },
  });
  const cells = useMemo(
    () => ({
      whom: { minWidth: 180 },
      admissionNo: type.mappedBy === 'CLASS' ? {} : { hidden: true },
      // A centre's own kits say the centre already.
      centre: type.mappedBy === 'CLASS' ? {} : { hidden: true },
      qty: { hidden: type.mappedBy === 'CLASS' },
      mapping: type.mappedBy === 'PRODUCT' ? { hidden: true } : {},
      reason: { minWidth: 220 },
    }),
    [type],
  );
  const upload = `/kit-allocation/upload-allocated-kit/${type.slug}`;
  return (
    <PageFrame
      title={`Kit allocation: ${type.name}`}
      count={list.total ?? undefined}
      fill
      primary={
        writes && missing !== null && missing > 0
          ? { label: `Allocate ${formatCount(missing)} missing`, run: () => setFilling(true) }
          : undefined
      }
      menu={[{ label: 'Upload allocations', run: () => void navigate(upload), hidden: !writes }]}
    >
      <PlaceTabs label="Kit types" tabs={TABS} at={`/kit-allocation/${type.slug}`} />
      <Figures type={type} summary={summary} />
      <ListingTable
        of={kitAllocations}
        list={list}
        drawer={AllocationDrawer}
        cells={cells}
        searchHint="Child or admission no."
        actions={(row) => [
          {
            label: 'Revoke',
            danger: true,
            hidden: !row.can.revoke,
            run: () => setAsked({ step: 'revoke', row }),
          },
          { label: 'Allocate again', hidden: !row.can.again, run: () => setAsked({ step: 'again', row }) },
        ]}
        empty={emptyOf(type, missing, writes ? upload : null)}
      />
      {asked ? <AllocationStep {...asked} onClose={() => setAsked(null)} /> : null}
      {filling ? (
        <CommandDialog
          of={kitAllocationContract.fill}
          title={`Allocate ${type.name}?`}
          text={
            type.mappedBy === 'CLASS'
              ? `${formatCount(missing ?? 0)} children of this centre have none yet. Each gets one; who was revoked stays so.`
              : `${formatCount(missing ?? 0)} kinds of samples are not allocated yet. The centre gets one of each.`
          }
          confirm="Allocate"
          start={{ kitType }}
          refresh={['kit-allocation']}
          done={({ allocated }) => `${formatCount(allocated)} allocated.`}
          onClose={() => setFilling(false)}
        />
      ) : null}
    </PageFrame>
  );
}

const emptyOf = (type: KitType, missing: number | null, upload: string | null) =>
  type.mappedBy === 'PRODUCT'
    ? {
        title: 'No WOW kit is allocated.',
        help: 'Models are allocated to centres by upload.',
        ...(upload ? { action: { label: 'Upload allocations', to: upload } } : {}),
      }
    : {
        title: `No ${type.name} is allocated.`,
        help:
          missing === null
            ? 'Choose a centre in the top bar to allocate what is missing.'
            : missing > 0
              ? 'Allocate what is missing above; children who are admitted get theirs by themselves.'
              : 'No child of this centre and year is entitled to it.',
      };

/** Tiles that open exactly the rows they count. */
function Figures({
  type,
  summary,
}: {
  type: KitType;
  summary: ReturnType<typeof useQuery<typeof kitAllocationContract.summary>>;
}) {
  const base = `/kit-allocation/${type.slug}`;
  const { entitled = 0, ordered = 0, gap = 0, states = {} } = summary.data ?? {};
  const loading = summary.isPending;
  return (
    <Box mb="md">
      <TileRow>
        <Tile label="Entitled" value={formatCount(entitled)} loading={loading} to={base} />
        <Tile
          label="Blocked"
          value={formatCount(states['BLOCKED'] ?? 0)}
          loading={loading}
          to={listLink(base, { status: 'BLOCKED' })}
        />
        <Tile label="Ordered" value={formatCount(ordered)} loading={loading} />
        <Tile label="Gap" value={formatCount(gap)} loading={loading} />
      </TileRow>
    </Box>
  );
}
