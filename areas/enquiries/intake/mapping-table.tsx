import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Text } from '@mantine/core';
import { useStep } from '../enquiry/use-step.web.ts';
import { leadMappingContract, type MappingRow } from './lead-channel.contract.ts';
import type { MapStart } from './map-dialog.tsx';

const columns: readonly Column<MappingRow>[] = [
  {
    id: 'form',
    label: 'Form',
    cell: (row) => <Text fw={500}>{row.form ?? 'Every form'}</Text>,
    second: (row) =>
      [row.channelName, row.campaignId ? `campaign ${row.campaignId}` : null].filter(Boolean).join(' · '),
  },
  textColumn('centre', 'Centre', (row) => row.centreLabel ?? 'By pincode'),
  textColumn('source', 'Source', (row) => row.sourceName, { second: (row) => row.campaign }),
  textColumn('class', 'Class', (row) => row.className ?? '–'),
  textColumn('leads30', '30 days', (row) => formatCount(row.leads30), { align: 'end' }),
  textColumn('waiting', 'Waiting', (row) => formatCount(row.waiting), { align: 'end' }),
  instantColumn('lastAt', 'Last lead', (row) => row.lastAt),
];

/** Each form, whose it is, and how much came by it. */
export function Mappings({ onMap }: { onMap: (start: MapStart) => void }) {
  const mappings = useQuery(leadMappingContract.list, {});
  const remove = useStep(leadMappingContract.remove, 'The mapping is taken back.');
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
            <ShortTable
              label="Forms"
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
                          hidden: !can['write'],
                        },
                        {
                          label: 'Take back',
                          danger: true,
                          run: () => remove.run({ id: row.id }, { ifMatch: row.version }),
                          hidden: !can['write'],
                        },
                      ]}
                    />
                  ),
                },
              ]}
            />
          )}
        </Section>
      )}
    </QueryState>
  );
}
