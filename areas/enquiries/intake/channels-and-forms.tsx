import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatCount } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Sparkline } from '@aangan/web/ui/tile.tsx';
import { CopyText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useStep } from '../enquiry/use-step.web.ts';
import { type ChannelRow, leadChannelContract } from './lead-channel.contract.ts';
import { channelProviders } from './lead-words.ts';
import type { MapStart } from './map-dialog.tsx';
import { Mappings } from './mapping-table.tsx';

const MapDialog = part(() => import('./map-dialog.tsx'), 'MapDialog');
const RenewChannel = part(() => import('./renew-channel.tsx'), 'RenewChannel');

type Channels = OutputOf<typeof leadChannelContract.list>;

interface ChannelsAndFormsProps {
  channels: Parameters<typeof QueryState<Channels>>[0]['query'];
  onAdd: () => void;
}

const columns: readonly Column<ChannelRow>[] = [
  {
    id: 'name',
    label: 'Name',
    cell: (row) => <Text fw={500}>{row.name}</Text>,
    second: (row) => [channelProviders[row.provider], row.externalId].filter(Boolean).join(' · '),
  },
  textColumn(
    'centre',
    'Goes to',
    (row) => row.centreLabel ?? fallbackOf[row.provider] ?? 'By form or pincode',
  ),
  {
    id: 'address',
    label: 'Address',
    cell: (row) => (
      <CopyText text={row.address} label="Copy the address">
        <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
          {shortAddress(row.address)}
        </Text>
      </CopyText>
    ),
  },
  stateColumn('lead-channel', (row) => row.health, {
    label: 'State',
    width: 220,
    second: (row) => row.health === 'RED' && row.error,
  }),
  instantColumn('lastAt', 'Last lead', (row) => row.lastAt),
  {
    id: 'week',
    label: '7 days',
    cell: (row) => (
      <Group gap="sm" wrap="nowrap" title={row.week.join(' · ')}>
        <Text span className="figures" size="sm" ta="end" w={32}>
          {formatCount(row.week.reduce((n, day) => n + day, 0))}
        </Text>
        <Sparkline values={row.week} />
      </Group>
    ),
  },
];

/** Where leads come from and whose each form is. */
export function ChannelsAndForms({ channels, onAdd }: ChannelsAndFormsProps) {
  const [mapped, setMapped] = useState<MapStart | null>(null);
  const [renewed, setRenewed] = useState<ChannelRow | null>(null);
  return (
    <QueryState query={channels}>
      {({ rows, can }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No form or page yet"
            help="Each Google form, Meta page, website and WhatsApp number is a channel with an address of its own."
            {...(can['create'] ? { action: { label: 'Add a form or page', run: onAdd } } : {})}
          />
        ) : (
          <Stack gap="lg">
            <Section title="Channels" flush>
              <ShortTable
                label="Channels"
                rows={rows}
                keyOf={(row) => row.id}
                minWidth={880}
                columns={[
                  ...columns,
                  {
                    id: 'do',
                    label: '',
                    align: 'end',
                    cell: (row) => (
                      <ChannelSteps
                        row={row}
                        onMap={setMapped}
                        onRenew={setRenewed}
                        mayMap={can['create'] === true}
                      />
                    ),
                  },
                ]}
              />
            </Section>
            <Mappings onMap={setMapped} />
            <Suspense fallback={null}>
              {mapped && <MapDialog start={mapped} onClose={() => setMapped(null)} />}
              {renewed && <RenewChannel channel={renewed} onClose={() => setRenewed(null)} />}
            </Suspense>
          </Stack>
        )
      }
    </QueryState>
  );
}

interface ChannelStepsProps {
  row: ChannelRow;
  mayMap: boolean;
  onMap: (start: MapStart) => void;
  onRenew: (row: ChannelRow) => void;
}

function ChannelSteps({ row, mayMap, onMap, onRenew }: ChannelStepsProps) {
  const pause = useStep(leadChannelContract.pause, () =>
    row.active ? `${row.name} is paused. What arrives waits.` : `${row.name} takes leads again.`,
  );
  return (
    <ActionMenu
      label={`Actions of ${row.name}`}
      actions={[
        {
          label: 'Map all its forms',
          run: () => onMap({ channelId: row.id, channelName: row.name, form: null }),
          hidden: !mayMap || row.provider === 'WHATSAPP' || row.provider === 'TELEPHONY',
        },
        {
          label: row.provider === 'META' ? 'New token' : 'New key',
          run: () => onRenew(row),
          hidden: !row.can['rotate'],
        },
        {
          label: row.active ? 'Pause' : 'Resume',
          run: () => void pause.run({ id: row.id, active: !row.active }, { ifMatch: row.version }),
          hidden: !row.can['pause'],
        },
      ]}
    />
  );
}

/** Where leads of a channel without a centre go. */
const fallbackOf: Partial<Record<ChannelRow['provider'], string>> = {
  WHATSAPP: 'Head office',
  TELEPHONY: 'Waits for a person',
};

/** The path alone, with the middle of its key left out. */
const shortAddress = (address: string): string =>
  address.replace(/^https?:\/\/[^/]+/, '').replace(/(\/[\w-]{4})[\w-]{14}([\w-]{4})$/, '$1…$2');
