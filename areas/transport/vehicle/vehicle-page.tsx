// /transport/vehicle-details/edit/{vehicleID}: one vehicle with its papers, permits, stickers and history.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { openFile } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { part } from '@aangan/web/part.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { dayColumn, instantColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import './transport-look.tsx';
import { mayOverride, type PaperKindName, paperKinds } from './paper-kinds.ts';
import { vehicleContract as contract } from './vehicle.contract.ts';
import { vehicle } from './vehicle.record.ts';
import { vehicleActions, vehicleStates } from './vehicle.states.ts';
import { PaperCell } from './vehicle-board.tsx';
import { formatPlate } from './vehicle-fields.ts';
import { ChangeVehicle, type VehicleRow } from './vehicle-form.tsx';

const Permits = part(() => import('../paper/permits.tsx'), 'Permits');
const EXPIRED_COUNTS = new Set<string>(['EXPIRED']);
const REFRESH = ['vehicle', 'transport-override'];
type Page = OutputOf<typeof contract.page>;
type Paper = Page['papers'][number];
type Override = Page['overrides'][number];
type VehicleAction = keyof typeof vehicleActions;

export function VehiclePage() {
  const { vehicleID = '' } = useParams();
  const page = useQuery(contract.page, { id: vehicleID }, { fresh: 0 });
  const row = useQuery(vehicle.endpoints.get, { id: vehicleID }, { fresh: 0 });
  const [action, ask] = useState<VehicleAction | null>(null);
  const data = page.data;
  const steps = data?.can.change ? (actionsFrom(vehicleStates, data.status) as VehicleAction[]) : [];
  return (
    <PageFrame
      title={data ? formatPlate(data.regNo) : 'Vehicle'}
      context="centre"
      crumbs={[{ label: 'Vehicles', to: '/transport/vehicle-details' }]}
      menu={steps.map((step) => ({ label: vehicleActions[step], run: () => ask(step) }))}
    >
      <QueryState query={page}>
        {(known) => (
          <Stack gap="md">
            <Head page={known} />
            <PageTabs
              tabs={[
                {
                  value: 'details',
                  label: 'Details',
                  content: (
                    <QueryState query={row}>
                      {(found) => <ChangeVehicle row={found as VehicleRow} />}
                    </QueryState>
                  ),
                },
                { value: 'permits', label: 'Permits', content: <Permits vehicleId={known.id} /> },
                { value: 'papers', label: 'Papers', content: <Papers page={known} /> },
                { value: 'stickers', label: 'Stickers', content: <Stickers page={known} /> },
                {
                  value: 'history',
                  label: 'History',
                  content: <HistoryPanel kind="vehicle" id={known.id} />,
                },
              ]}
            />
          </Stack>
        )}
      </QueryState>
      {action && data && (
        <CommandDialog
          of={contract.setStatus}
          title={`${vehicleActions[action]}: ${formatPlate(data.regNo)}`}
          confirm={vehicleActions[action]}
          danger={action === 'retire'}
          start={{ id: data.id, action }}
          ifMatch={data.version}
          refresh={REFRESH}
          done="Saved."
          onClose={() => ask(null)}
        />
      )}
    </PageFrame>
  );
}

const Head = ({ page }: { page: Page }) => (
  <Group gap="sm">
    <StatusTag area="readiness" state={page.readiness} />
    <StatusTag area="vehicle" state={page.status} />
    <Text size="sm" c="dimmed">
      {page.reasons.length > 0 ? page.reasons.join(' · ') : 'All papers are in order.'}
    </Text>
  </Group>
);

function Papers({ page }: { page: Page }) {
  const [kind, ask] = useState<PaperKindName | null>(null);
  return (
    <Stack gap="md">
      <Section title="Today">
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
          {page.cells.map((cell) => (
            <div key={cell.kind}>
              <Text fw={600} size="sm" mb={4}>
                {paperKinds[cell.kind].title}
              </Text>
              <PaperCell row={page} cell={cell} />
              {page.can.override &&
                mayOverride(cell.kind) &&
                EXPIRED_COUNTS.has(cell.status) &&
                !cell.overriddenUntil && (
                  <Button size="compact-xs" variant="default" mt={6} onClick={() => ask(cell.kind)}>
                    Override
                  </Button>
                )}
            </div>
          ))}
        </SimpleGrid>
      </Section>
      <Section title="All papers by date" flush>
        <ShortTable
          label="Papers"
          rows={page.papers}
          keyOf={({ id }) => id}
          minWidth={640}
          columns={[
            textColumn('kind', 'Paper', (row: Paper) => paperKinds[row.kind].title),
            textColumn('number', 'Number', (row: Paper) => row.number),
            dayColumn('from', 'From', (row: Paper) => row.startsOn),
            dayColumn('to', 'To', (row: Paper) => row.endsOn),
            {
              id: 'status',
              label: 'Status',
              cell: (row: Paper) => row.status && <StatusTag area="vehicle-paper" state={row.status} />,
            },
            moneyColumn('amount', 'Amount', (row: Paper) => row.amount),
          ]}
        />
        {page.papers.length === 0 && (
          <Text p="md" className="quiet">
            Nothing is recorded yet.
          </Text>
        )}
      </Section>
      {page.overrides.length > 0 && (
        <Section title="Overrides" flush>
          <ShortTable
            label="Overrides"
            rows={page.overrides}
            keyOf={({ id }) => id}
            columns={[
              textColumn(
                'kind',
                'Paper',
                (row: Override) => paperKinds[row.kind as PaperKindName]?.title ?? row.kind,
              ),
              textColumn('reason', 'Reason', (row: Override) => row.reason),
              textColumn('by', 'By', (row: Override) => row.by),
              instantColumn('until', 'Until', (row: Override) => row.toAt),
            ]}
          />
        </Section>
      )}
      {kind && (
        <CommandDialog
          of={contract.override}
          title={`Override: ${paperKinds[kind].title}`}
          text="The vehicle may run without this paper for at most 48 hours, twice in 30 days. Head office is told at once."
          confirm="Override"
          danger
          start={{ id: page.id, kind }}
          refresh={REFRESH}
          done="The vehicle may run. Head office is told."
          onClose={() => ask(null)}
        />
      )}
    </Stack>
  );
}

function Stickers({ page }: { page: Page }) {
  const print = useCommand(contract.printStickers, {
    onDone: ({ fileId }) => void openFile(fileId),
    onError: (error) => notice.error(error),
  });
  return (
    <Section
      title="Stickers"
      help="One for the door, one behind the last row. New ones replace those printed before."
    >
      <Button
        variant="default"
        loading={print.running}
        disabled={!page.can.change}
        onClick={() => void print.run({ id: page.id })}
      >
        Print stickers
      </Button>
    </Section>
  );
}
