import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatPercent } from '@aangan/money/format.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ProductName } from '../catalogue/product-name.tsx';
import { productGenders } from '../catalogue/product-words.ts';
import { kitTypeOfId } from '../kit-types.ts';
import { kitMappingContract } from './kit-mapping.contract.ts';
import { fulfilments, priceModes } from './kit-mapping.states.ts';

type Mapping = OutputOf<typeof kitMappingContract.get>;
type Line = Mapping['lines'][number];

/** One version: its products, what differs from the one that holds, and the two approvals. */
export function MappingDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(kitMappingContract.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<'approve' | 'reject' | null>(null);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={query.data?.name ?? 'Kit mapping'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Head row={row} onStep={setStep} />
            <About row={row} />
            {row.difference.length > 0 ? <Difference row={row} /> : null}
            <ShortTable
              label="Products"
              minWidth={340}
              rows={row.lines}
              keyOf={(line) => line.productId}
              columns={[
                textColumn('name', 'Product', (line: Line) => <ProductName {...line} />),
                textColumn(
                  'qty',
                  'Pieces',
                  (line: Line) => (line.optional ? `${line.qty} (optional)` : line.qty),
                  {
                    align: 'end',
                  },
                ),
                moneyColumn('price', 'Price each', (line: Line) => line.price, {
                  second: (line) => `GST ${formatPercent(line.rateBp)}`,
                }),
              ]}
            />
            {row.note ? <Text c="dimmed">{row.note}</Text> : null}
            <HistoryPanel kind="kit-mapping" id={id} />
            {step ? <Decide row={row} step={step} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

function Head({ row, onStep }: { row: Mapping; onStep: (step: 'approve' | 'reject') => void }) {
  const slug = kitTypeOfId(row.kitType)?.slug ?? '';
  const navigate = useNavigate();
  const revise = useCommand(kitMappingContract.revise, {
    refresh: ['kit-mapping'],
    onDone: ({ id }) => void navigate(`/kit-mapping/create/${slug}?amend=${id}`),
    onError: (error) => notice.error(error),
  });
  return (
    <Group justify="space-between">
      <StatusTag area="kit-mapping" state={row.status} />
      <Group gap="xs">
        {row.can['decide'] ? (
          <>
            <Button onClick={() => onStep('approve')}>Approve</Button>
            <Button variant="default" onClick={() => onStep('reject')}>
              Reject
            </Button>
          </>
        ) : null}
        {row.can['revise'] ? (
          <Button variant="default" loading={revise.running} onClick={() => void revise.run({ id: row.id })}>
            Revise
          </Button>
        ) : null}
        {row.can['amend'] ? (
          <>
            <Button component={Link} to={`/kit-mapping/create/${slug}?amend=${row.id}`} variant="default">
              Change products
            </Button>
            <Button component={Link} to={`/kit-mapping/upload-mapping/${slug}/${row.id}`} variant="default">
              Upload products
            </Button>
          </>
        ) : null}
      </Group>
    </Group>
  );
}

const About = ({ row }: { row: Mapping }) => (
  <Facts
    min={150}
    items={[
      { label: 'Code', value: `${row.code}, version ${row.versionNo}` },
      { label: 'Year', value: row.academicYear },
      { label: 'For', value: `${row.key}, ${productGenders[row.gender].toLowerCase()}` },
      { label: 'Price', value: priceModes[row.priceMode] },
      {
        label: 'Before tax',
        value: row.price === null ? 'A product has no price yet' : <Money paise={row.price} />,
      },
      ...(row.total !== null ? [{ label: 'With GST', value: <Money paise={row.total} /> }] : []),
      { label: 'Weight', value: `${(row.weightG / 1000).toFixed(2)} kg` },
      { label: 'In the warehouse', value: fulfilments[row.fulfilment] },
      { label: 'Made by', value: row.madeByName ?? '–' },
      { label: 'First approver', value: row.ch1Name ?? '–' },
      { label: 'Second approver', value: row.approvedName ?? '–' },
    ]}
  />
);

const Difference = ({ row }: { row: Mapping }) => (
  <Alert color="info">
    <Title order={3} size="sm">
      Different from the version that holds now
    </Title>
    {row.difference.map(({ name, before, after }) => (
      <Text key={name} size="sm">
        {name}: {before} → {after}
      </Text>
    ))}
  </Alert>
);

function Decide({ row, step, onClose }: { row: Mapping; step: 'approve' | 'reject'; onClose: () => void }) {
  const shared = { start: { id: row.id }, ifMatch: row.version, refresh: ['kit-mapping', 'home'], onClose };
  return step === 'approve' ? (
    <CommandDialog
      {...shared}
      of={kitMappingContract.approve}
      title={`Approve ${row.name}?`}
      text={
        row.status === 'PENDING'
          ? 'A second person approves it after you; then it holds.'
          : 'From now on this version is what is ordered.'
      }
      confirm="Approve mapping"
      done="Approved."
    />
  ) : (
    <CommandDialog
      {...shared}
      of={kitMappingContract.reject}
      title={`Reject ${row.name}?`}
      text="The version that holds now stays. It can be revised."
      confirm="Reject mapping"
      danger
      done="Rejected."
    />
  );
}
