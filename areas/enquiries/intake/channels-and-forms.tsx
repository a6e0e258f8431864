import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Sparkline } from '@aangan/web/ui/tile.tsx';
import { CopyText, InstantText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Table, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
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
              <Table.ScrollContainer minWidth={880}>
                <Table horizontalSpacing="md">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Name</Table.Th>
                      <Table.Th>Goes to</Table.Th>
                      <Table.Th>Address</Table.Th>
                      <Table.Th>State</Table.Th>
                      <Table.Th>Last lead</Table.Th>
                      <Table.Th>7 days</Table.Th>
                      <Table.Th />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {rows.map((row) => (
                      <Channel
                        key={row.id}
                        row={row}
                        onMap={setMapped}
                        onRenew={setRenewed}
                        mayMap={can['create'] === true}
                      />
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
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

interface ChannelProps {
  row: ChannelRow;
  mayMap: boolean;
  onMap: (start: MapStart) => void;
  onRenew: (row: ChannelRow) => void;
}

function Channel({ row, mayMap, onMap, onRenew }: ChannelProps) {
  const pause = useCommand(leadChannelContract.pause, {
    onDone: () =>
      notice.ok(row.active ? `${row.name} is paused. What arrives waits.` : `${row.name} takes leads again.`),
    onError: (error) => notice.error(error),
  });
  const sum = row.week.reduce((n, day) => n + day, 0);
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={500}>{row.name}</Text>
        <Text size="sm" className="quiet">
          {[channelProviders[row.provider], row.externalId].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>{row.centreLabel ?? fallbackOf[row.provider] ?? 'By form or pincode'}</Table.Td>
      <Table.Td>
        <CopyText text={row.address} label="Copy the address">
          <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
            {shortAddress(row.address)}
          </Text>
        </CopyText>
      </Table.Td>
      <Table.Td>
        <StatusTag area="lead-channel" state={row.health} />
        {row.health === 'RED' && (
          <Text size="sm" className="quiet" maw={220}>
            {row.error}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <InstantText at={row.lastAt} ago />
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap" title={row.week.join(' · ')}>
          <Text span className="figures" size="sm" ta="end" w={32}>
            {formatCount(sum)}
          </Text>
          <Sparkline values={row.week} />
        </Group>
      </Table.Td>
      <Table.Td ta="end">
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
      </Table.Td>
    </Table.Tr>
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
