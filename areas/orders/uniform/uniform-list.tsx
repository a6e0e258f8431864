import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ProductName } from '../catalogue/product-name.tsx';
import { productGenders } from '../catalogue/product-words.ts';
import { uniformSetContract as contract } from './uniform-set.contract.ts';
import { uniformSets } from './uniform-set.listing.ts';

type Row = ListingRow<typeof uniformSets.endpoints.list>;
type Style = OutputOf<typeof contract.styles>['rows'][number];
const REFRESH = ['uniform-kit-mapping'];
export const stylePath = (id: string) => `/uniform/editUnifromProductApparel/${id}`;

/** /uniform/listUniformKitMapping: what a child of a class wears, and the styles there are. */
export function UniformList() {
  const writes = useSession().holds(uniformSets.module, true);
  const [copying, setCopying] = useState(false);
  const [adding, setAdding] = useState(false);
  return (
    <PageFrame
      title="Uniform sets"
      fill
      primary={
        writes && !adding
          ? { label: 'Add styles', run: () => setAdding(true), icon: <IconPlus {...icon} /> }
          : undefined
      }
      menu={[{ label: 'Copy from last year', run: () => setCopying(true), hidden: !writes }]}
    >
      {adding ? <AddStyle onClose={() => setAdding(false)} /> : null}
      <PageTabs
        tabs={[
          { value: 'sets', label: 'Sets', content: <Sets writes={writes} /> },
          { value: 'styles', label: 'Styles and sizes', content: <Styles writes={writes} /> },
        ]}
      />
      {copying ? (
        <CommandDialog
          of={contract.copyYear}
          title="Copy uniform sets into a year"
          text="Classes that have no set in that year yet get the one of the year before."
          confirm="Copy sets"
          refresh={REFRESH}
          done={({ copied }) => (copied === 1 ? '1 style copied.' : `${copied} styles copied.`)}
          onClose={() => setCopying(false)}
        />
      ) : null}
    </PageFrame>
  );
}

function Sets({ writes }: { writes: boolean }) {
  const list = useListing(uniformSets);
  const [changed, setChanged] = useState<Row | null>(null);
  const confirm = useConfirm();
  const remove = useCommand(contract.remove, { refresh: REFRESH, onError: (error) => notice.error(error) });
  const take = async (row: Row) => {
    const sure = await confirm({
      title: `Take ${row.style} out of the set?`,
      text: `${row.className}, ${row.academicYear}. Orders that were placed stay.`,
      confirm: 'Take out',
      danger: true,
    });
    if (sure) await remove.run({ id: row.id }, { ifMatch: row.version });
  };
  return (
    <Stack gap="md" style={{ flex: 1, minHeight: 0 }}>
      <ListingTable
        of={uniformSets}
        list={list}
        rowLink={writes ? (row) => stylePath(row.productId) : () => null}
        cells={{
          style: {
            minWidth: 220,
            cell: (row: Row) => <ProductName name={row.style} sku={row.sku} imageUrl={row.imageUrl} />,
          },
        }}
        searchHint="Style or SKU"
        actions={(row) => [
          {
            label: 'Change pieces',
            frequent: true,
            edit: true,
            hidden: !row.can.change,
            run: () => setChanged(row),
          },
          { label: 'Take out', danger: true, hidden: !row.can.remove, run: () => void take(row) },
        ]}
        empty={{
          title: 'No uniform set yet.',
          help: 'Which styles a child gets, and how many of each, stands here by class.',
        }}
      />
      {changed ? (
        <CommandDialog
          of={contract.change}
          title={`${changed.style}, ${changed.className}`}
          confirm="Save"
          start={{ id: changed.id, qty: changed.qty, optional: changed.optional }}
          ifMatch={changed.version}
          refresh={REFRESH}
          done="Saved."
          onClose={() => setChanged(null)}
        />
      ) : null}
    </Stack>
  );
}

const searchStyles = async (q: string) =>
  (await call(contract.styles, { q })).rows.map(({ id, name, gender }) => ({
    id,
    label: gender === 'BOTH' ? name : `${name} (${productGenders[gender].toLowerCase()})`,
  }));

/** One line over the list: class and year stay for the next style. */
function AddStyle({ onClose }: { onClose: () => void }) {
  const { form, draw } = useCommandForm(
    {
      of: contract.add,
      start: { gender: 'BOTH', qty: 2, optional: false },
      refresh: REFRESH,
      fields: { productId: { search: searchStyles } },
      done: 'Added to the set.',
    },
    { onDone: () => form.set('productId', null) },
  );
  return (
    <Section title="Add styles to a set" help="Class and year stay for the next one.">
      <Form form={form} wide>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 6 }} spacing="md" style={{ alignItems: 'end' }}>
            {(['academicYear', 'classId', 'gender', 'productId', 'qty', 'optional'] as const).map((name) =>
              draw(name),
            )}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" loading={form.saving}>
              Add to set
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}

function Styles({ writes }: { writes: boolean }) {
  const query = useQuery(contract.styles, {});
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No styles yet"
            help="A style of apparel is added under Products and margin; its sizes here."
          />
        ) : (
          <ShortTable
            label="Styles"
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              textColumn(
                'name',
                'Style',
                (row: Style) => (writes ? <Link to={stylePath(row.id)}>{row.name}</Link> : row.name),
                { second: (row) => row.sku },
              ),
              textColumn('gender', 'For', (row: Style) => productGenders[row.gender]),
              textColumn('sizes', 'Active sizes', (row: Style) => row.sizes, { align: 'end' }),
            ]}
          />
        )
      }
    </QueryState>
  );
}
