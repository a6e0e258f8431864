import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type MappedType, mappedTypes } from '../kit-types.ts';
import { PlaceTabs } from '../place-tabs.tsx';
import '../orders-look.tsx';
import { kitMappingContract } from './kit-mapping.contract.ts';
import { kitMappings } from './kit-mapping.listing.ts';
import { KitTypeScreen } from './kit-type-screen.tsx';
import { MappingDrawer } from './mapping-drawer.tsx';

const TABS = mappedTypes.map(({ slug, name }) => ({ to: `/kit-mapping/${slug}`, label: name }));
type Row = ListingRow<typeof kitMappings.endpoints.list>;

/** /kit-mapping/{kitType} */
export const MappingList = () => (
  <KitTypeScreen title="Kit mapping" of={(type) => <Mappings key={type.id} type={type} />} />
);

const cells = {
  name: {
    minWidth: 240,
    second: (row: Row) => (row.current ? `${row.code} · In use` : row.code),
  },
};

function Mappings({ type }: { type: MappedType }) {
  const navigate = useNavigate();
  const writes = useSession().holds(kitMappings.module, true);
  const [copying, setCopying] = useState(false);
  const filters = useMemo(
    () => listingFilters(kitMappings).filter(({ name }) => name !== 'classId' || type.mappedBy === 'CLASS'),
    [type],
  );
  const list = useList(kitMappings.endpoints.list, {
    filters,
    sort: kitMappings.sort,
    input: { kitType: type.id },
  });
  const revise = useCommand(kitMappingContract.revise, {
    refresh: ['kit-mapping'],
    onDone: ({ id }) => void navigate(`/kit-mapping/create/${type.slug}?amend=${id}`),
    onError: (error) => notice.error(error),
  });
  const add = { label: 'New mapping', to: `/kit-mapping/create/${type.slug}` };
  return (
    <PageFrame
      title={`Kit mapping: ${type.name}`}
      count={list.total ?? undefined}
      fill
      primary={
        writes
          ? { label: add.label, run: () => void navigate(add.to), icon: <IconPlus {...icon} /> }
          : undefined
      }
      menu={[
        { label: 'Copy from last year', run: () => setCopying(true), hidden: !writes },
        {
          label: 'Upload mappings',
          run: () => void navigate(`/kit-mapping/upload-mapping/${type.slug}`),
          hidden: !writes,
        },
      ]}
    >
      <PlaceTabs label="Kit types" tabs={TABS} at={`/kit-mapping/${type.slug}`} />
      <ListingTable
        of={kitMappings}
        list={list}
        drawer={MappingDrawer}
        cells={cells}
        searchHint="Mapping or code"
        actions={(row, show) => [
          { label: 'Decide', frequent: true, hidden: !row.can.decide, run: () => show(row.id) },
          {
            label: 'Change products',
            frequent: true,
            edit: true,
            hidden: !row.can.amend,
            to: `/kit-mapping/create/${type.slug}?amend=${row.id}`,
          },
          { label: 'Revise', hidden: !row.can.revise, run: () => revise.run({ id: row.id }) },
        ]}
        empty={{
          title: `No ${type.name} is mapped.`,
          help: 'A kit can be ordered once its products are mapped and approved.',
          ...(writes ? { action: add } : {}),
        }}
      />
      {copying ? (
        <CommandDialog
          of={kitMappingContract.copyYear}
          title={`Copy ${type.name} into a year`}
          text="Every mapping that holds in the year before begins there as a new one, where none is yet."
          confirm="Copy mappings"
          start={{ kitType: type.id }}
          refresh={['kit-mapping']}
          done={({ copied }) => `${copied} mappings wait for approval.`}
          onClose={() => setCopying(false)}
        />
      ) : null}
    </PageFrame>
  );
}
