import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, type RowAction } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import {
  channelLabels,
  messageContract,
  messageLabels,
  messageReasons,
} from '../message/message.contract.ts';
import { outboxContract } from './campaign.contract.ts';
import './campaign-look.tsx';

type Row = OutputOf<typeof messageContract.list>['rows'][number];

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
/** `enquiry.no-show` reads No show. */
const kindText = (kind: string): string => capital(kind.replace(/^[a-z]+\./, '').replaceAll('-', ' '));

const columns: Column<Row>[] = [
  { id: 'to', label: 'To', cell: (row) => row.to || '–', second: (row) => row.address },
  instantColumn<Row>('queuedAt', 'Time', (row) => row.queuedAt),
  { id: 'channel', label: 'Way', cell: (row) => channelLabels[row.channel] },
  {
    id: 'text',
    label: 'Text',
    minWidth: 260,
    cell: (row) => row.subject ?? row.text ?? '–',
    second: (row) => kindText(row.kind),
  },
  { id: 'units', label: 'Units', align: 'end', cell: (row) => row.units ?? '–' },
  {
    id: 'status',
    label: 'Status',
    card: 'state',
    cell: (row) => <StatusTag area="message" state={row.status} />,
    second: (row) => row.reason && (reasons[row.reason] ?? capital(row.reason)),
  },
];

const reasons: Readonly<Record<string, string>> = {
  NO_PROVIDER: 'No provider is set up',
  NO_CONSENT: 'Has not agreed to it',
  SUPPRESSED: 'Asked for no more',
  NOT_CONNECTED: 'This way is not connected',
  EXPIRED: 'Its time was over',
  WORKER_LOST: 'Cut off on its way',
  BY_HAND: 'Taken back',
  VALUE_MISSING: 'A value was missing',
  TOO_LONG: 'The text was too long',
};

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The outbox: every message with its state and why. */
export function OutboxTable({ channel }: { channel: 'SMS' | 'EMAIL' | null }) {
  const list = useList(messageContract.list, {
    filters: [
      { name: 'status', label: 'Status', kind: 'choice', options: options(messageLabels) },
      {
        name: 'reason',
        label: 'Reason',
        kind: 'choice',
        options: messageReasons.map((value) => ({ value, label: reasons[value] ?? value })),
      },
      ...(channel
        ? []
        : [
            {
              name: 'channel',
              label: 'Way',
              kind: 'choice' as const,
              options: options(channelLabels),
            },
          ]),
    ],
    ...(channel ? { input: { channel } } : {}),
  });
  const said = (done: string) => ({
    refresh: ['message'],
    onDone: () => notice.ok(done),
    onError: (error: unknown) => notice.error(error),
  });
  const retry = useCommand(outboxContract.retry, said('It is sent again.'));
  const cancel = useCommand(outboxContract.cancel, said('Taken back'));
  const actions = (row: Row): RowAction[] => [
    { label: 'Send again', run: () => retry.run({ id: row.id }), hidden: !row.can['retry'] },
    { label: 'Take back', run: () => cancel.run({ id: row.id }), hidden: !row.can['cancel'] },
  ];
  return (
    <DataTable<Row>
      name="message"
      label="Messages"
      list={list}
      columns={columns}
      actions={actions}
      fill
      searchable={false}
      empty={{
        title: 'Nothing has been sent in this range.',
        help: 'Every message stands here with its state.',
      }}
    />
  );
}
