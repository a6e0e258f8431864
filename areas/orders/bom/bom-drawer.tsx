import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { productCategories } from '../catalogue/product-words.ts';
import { type BomViewLine, bomContract as contract } from './bom.contract.ts';
import { type BomAsked, BomDialog, useCopy } from './bom-dialogs.tsx';

type View = OutputOf<typeof contract.get>;
const kilos = (grams: number): string => `${(grams / 1000).toFixed(1)} kg`;

const lineColumns: Column<BomViewLine>[] = [
  textColumn('product', 'Product', (row) => row.product, { second: (row) => row.room ?? row.sku }),
  textColumn('qty', 'Pieces', (row) => String(row.qty), {
    align: 'end',
    second: (row) => `${row.minQty} to ${row.maxQty}${row.mandatory ? ', mandatory' : ''}`,
  }),
  moneyColumn('price', 'Price', (row) => row.price, { width: undefined }),
];
const difference: Column<BomViewLine> = textColumn('active', 'Active version', (row) =>
  row.activeQty === null ? 'New' : row.activeQty === row.qty ? 'Same' : `${row.activeQty} pieces`,
);

/** Opens over the list for `?wow-bom=<id>`. */
export function BomDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  const bom = query.data;
  return (
    <Drawer opened onClose={onClose} size="lg" title={bom ? `${bom.model}, version ${bom.versionNo}` : 'BOM'}>
      <QueryState query={query}>{(view) => <Bom view={view} />}</QueryState>
    </Drawer>
  );
}

function Bom({ view }: { view: View }) {
  const [asked, setAsked] = useState<BomAsked['step'] | null>(null);
  const [, edit] = useParam('edit');
  const copy = useCopy();
  const compares =
    view.status !== 'ACTIVE' && (view.gone.length > 0 || view.lines.some((line) => line.activeQty !== null));
  const unpriced = view.lines.filter((line) => line.price === null).length;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusTag area="wow-bom" state={view.status} />
        <Group gap="xs">
          {(view.can['approve'] || view.can['reject']) && (
            <Button onClick={() => setAsked('decide')}>Decide</Button>
          )}
          {view.can['amend'] && (
            <Button variant="default" onClick={() => edit(view.id)}>
              Change
            </Button>
          )}
          {view.can['copy'] && (
            <Button variant="default" loading={copy.running} onClick={() => void copy.run({ id: view.id })}>
              Copy to a new version
            </Button>
          )}
          {view.can['deactivate'] && (
            <Button variant="default" onClick={() => setAsked('deactivate')}>
              Deactivate
            </Button>
          )}
          {view.can['activate'] && (
            <Button variant="default" onClick={() => setAsked('activate')}>
              Activate
            </Button>
          )}
        </Group>
      </Group>
      <Facts
        min={150}
        items={[
          { label: 'Made by', value: view.madeBy ?? '–' },
          { label: 'Made', value: <InstantText at={view.madeAt} /> },
          { label: 'Approvers', value: <StatusTag area="wow-bom-approvers" state={view.approvers} /> },
          ...view.chain
            .filter(({ by }) => by !== null)
            .map(({ level, by, at }) => ({
              label: `${level} approved`,
              value: (
                <>
                  {by}, <InstantText at={at} />
                </>
              ),
            })),
          { label: 'Price before tax', value: <Money paise={view.total} /> },
          {
            label: 'Weight',
            value: kilos(view.lines.reduce((sum, line) => sum + line.weightG * line.qty, 0)),
          },
        ]}
      />
      {view.note && <Text>{view.note}</Text>}
      {view.reason && <Text c="dimmed">{`Rejected: ${view.reason}`}</Text>}
      {unpriced > 0 && (
        <Text c="dimmed">{`${unpriced} of its products have no approved price yet: they count as 0.`}</Text>
      )}
      {Object.entries(productCategories).map(([category, label]) => {
        const own = view.lines.filter((line) => line.category === category);
        if (own.length === 0) return null;
        return (
          <Section key={category} title={label} flush>
            <ShortTable
              label={label}
              rows={own}
              keyOf={(line) => line.productId}
              columns={compares ? [...lineColumns, difference] : lineColumns}
              minWidth={380}
            />
          </Section>
        );
      })}
      {view.gone.length > 0 && (
        <Section title="No longer in it" help="Products of the active version that this one leaves out.">
          {view.gone.map((line) => (
            <Text key={line.productId}>{`${line.product}: ${line.qty} pieces`}</Text>
          ))}
        </Section>
      )}
      <HistoryPanel kind="wow-bom" id={view.id} />
      {asked && <BomDialog asked={{ step: asked, row: view }} onClose={() => setAsked(null)} />}
    </Stack>
  );
}
