import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Table, Text } from '@mantine/core';
import { leadMappingContract, type MappingRow } from './lead-channel.contract.ts';
import type { MapStart } from './map-dialog.tsx';

/** Each form, whose it is, and how much came by it. */
export function Mappings({ onMap }: { onMap: (start: MapStart) => void }) {
  const mappings = useQuery(leadMappingContract.list, {});
  return (
    <QueryState query={mappings}>
      {({ rows, can }) => (
        <Section
          title="Forms and whose they are"
          help="A lead of a form without a line here goes by its pincode, or waits for you."
          flush
        >
          {rows.length === 0 ? (
            <EmptyState
              title="No form is mapped yet"
              help="Open a lead that waits and choose “Map this form”, or map all forms of a channel."
            />
          ) : (
            <Table.ScrollContainer minWidth={880}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Form</Table.Th>
                    <Table.Th>Centre</Table.Th>
                    <Table.Th>Source</Table.Th>
                    <Table.Th>Class</Table.Th>
                    <Table.Th ta="end">30 days</Table.Th>
                    <Table.Th ta="end">Waiting</Table.Th>
                    <Table.Th>Last lead</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Mapping key={row.id} row={row} write={can['write'] === true} onMap={onMap} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </Section>
      )}
    </QueryState>
  );
}

function Mapping({
  row,
  write,
  onMap,
}: {
  row: MappingRow;
  write: boolean;
  onMap: (start: MapStart) => void;
}) {
  const remove = useCommand(leadMappingContract.remove, {
    onDone: () => notice.ok('The mapping is taken back.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={500}>{row.form ?? 'Every form'}</Text>
        <Text size="sm" className="quiet">
          {[row.channelName, row.campaignId ? `campaign ${row.campaignId}` : null]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>{row.centreLabel ?? 'By pincode'}</Table.Td>
      <Table.Td>
        {row.sourceName}
        {row.campaign && (
          <Text size="sm" className="quiet">
            {row.campaign}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{row.className ?? '–'}</Table.Td>
      <Table.Td ta="end" className="figures">
        {formatCount(row.leads30)}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {formatCount(row.waiting)}
      </Table.Td>
      <Table.Td>
        <InstantText at={row.lastAt} ago />
      </Table.Td>
      <Table.Td ta="end">
        <ActionMenu
          label={`Actions of form ${row.form ?? 'every form'}`}
          actions={[
            {
              label: 'Change',
              run: () =>
                onMap({
                  channelId: row.channelId,
                  channelName: row.channelName,
                  form: row.form,
                  mapping: row,
                }),
              hidden: !write,
            },
            {
              label: 'Take back',
              danger: true,
              run: () => void remove.run({ id: row.id }, { ifMatch: row.version }),
              hidden: !write,
            },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}
