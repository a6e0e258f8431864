import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Stack } from '@mantine/core';
import '../curriculum-look.tsx';
import { curriculumModules as m } from '../modules.ts';
import { sectionPlanContract as contract } from './delivery.contract.ts';
import { CURRICULUM } from './delivery-paths.ts';
import { sectionPlans } from './section-plan.listing.ts';

const SectionPanel = part(() => import('./section-panel.tsx'), 'SectionPanel');

/** /learning/curriculum: a teacher's own sections; for heads and the network the list of sections, and one of them with `?section=`. */
export function CurriculumScreen() {
  const [sectionId] = useParam('section');
  const mine = useQuery(contract.mine, {});
  const reads = useSession().holds(m.Curriculum, false);
  const menu = [
    { label: 'Learning material', to: '/learning/folder/all', hidden: !reads },
    { label: 'Days at a glance', to: '/learning-cms/day-glance', hidden: !reads },
  ];
  if (sectionId) return <OneSection sectionId={sectionId} menu={menu} />;
  if (mine.data?.all) return <AllSections menu={menu} />;
  return (
    <PageFrame title="Curriculum" context="centre" menu={menu}>
      <QueryState query={mine}>
        {({ sections }) =>
          sections.length === 0 ? (
            <EmptyState
              title="No section is yours today"
              help="The centre head names the teachers of a section under Classes."
            />
          ) : (
            <PageTabs
              tabs={sections.map(({ id, label }) => ({
                value: id,
                label,
                content: <SectionPanel key={id} sectionId={id} />,
              }))}
            />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

type Menu = Parameters<typeof PageFrame>[0]['menu'];

function OneSection({ sectionId, menu = [] }: { sectionId: string; menu?: Menu }) {
  const query = useQuery(contract.get, { sectionId });
  return (
    <PageFrame
      title={query.data?.section.label ?? 'Section'}
      crumbs={[{ label: 'Curriculum', to: CURRICULUM }]}
      context="centre"
      menu={menu}
    >
      <SectionPanel sectionId={sectionId} />
    </PageFrame>
  );
}

type Row = ListingRow<typeof sectionPlans.endpoints.list>;
// A section without a plan has no days to count.
const counted = (name: 'due' | 'done' | 'partly' | 'behind') => ({
  cell: (row: Row) => (row.status === 'NONE' ? '–' : row[name]),
});
const cells = {
  section: { minWidth: 180, second: (row: Row) => row.centre },
  due: counted('due'),
  done: counted('done'),
  partly: counted('partly'),
  behind: counted('behind'),
};

function AllSections({ menu = [] }: { menu?: Menu }) {
  const list = useListing(sectionPlans);
  const sums = useQuery(contract.sums, {});
  const { sections = 0, due = 0, behind = 0, adherenceBp = null } = sums.data ?? {};
  return (
    <PageFrame
      title={sectionPlans.title}
      count={list.total ?? undefined}
      context="centre-year"
      fill
      menu={menu}
    >
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        <TileRow>
          <Tile label="Sections with a plan" value={sections} loading={sums.isPending} />
          <Tile label="Days due" value={due} loading={sums.isPending} />
          <Tile
            label="Adherence"
            value={adherenceBp === null ? null : formatPercent(adherenceBp)}
            loading={sums.isPending}
          />
          <Tile label="Days behind" value={behind} loading={sums.isPending} />
        </TileRow>
        <ListingTable
          of={sectionPlans}
          list={list}
          cells={cells}
          rowLink={(row) => `${CURRICULUM}?section=${row.id}`}
          searchHint="Section or plan"
          empty={{ title: 'No sections in this year', help: 'Sections are made under Classes.' }}
        />
      </Stack>
    </PageFrame>
  );
}
