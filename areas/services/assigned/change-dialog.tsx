import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Form } from '@aangan/web/form/form.tsx';
import type { Values } from '@aangan/web/form/form-values.ts';
import { type CommandFormOptions, useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { formatDay, formatRupees } from '@aangan/web/format.ts';
import { dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { assignedServiceContract as contract, type WantedChange } from './assigned-service.contract.ts';

type Preview = OutputOf<typeof contract.preview>;

interface ChangeDialogProps<E extends Endpoint> extends Omit<CommandFormOptions<E>, 'refresh'> {
  title: string;
  text?: ReactNode;
  confirm: string;
  danger?: boolean;
  assignmentId: string;
  /** What the entries ask for; null while something is missing. */
  wanted: (values: Readonly<Values>) => WantedChange | null;
  onClose: () => void;
}

/** A change of a running service: its entries, what they do to the fees, and the confirmation. */
export function ChangeDialog<E extends Endpoint>(props: ChangeDialogProps<E>) {
  const { title, text, confirm, danger = false, assignmentId, wanted, onClose, ...form } = props;
  const command = useCommandForm<E>(
    { ...form, refresh: ['assigned-service', 'service-enquiry', 'note'] },
    { onDone: onClose },
  );
  const [asked] = useDebouncedValue(command.form.values, 250);
  const change = wanted(asked);
  const query = useQuery(
    contract.preview,
    { id: assignmentId, change: change ?? { kind: 'STOP', on: '2000-01-01' } } as InputOf<
      typeof contract.preview
    >,
    { enabled: change !== null, keepPrevious: true, fresh: 0 },
  );
  const preview = change === null ? undefined : query.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form form={command.form}>
        <Stack gap="md">
          {text ? <Text component="div">{text}</Text> : null}
          {command.names.map((name) => command.draw(name))}
          <Effect preview={preview} />
          <DialogFoot onCancel={onClose} running={command.form.saving}>
            <Button
              type="submit"
              loading={command.form.saving}
              // A rejection changes no fee, so it waits for no preview.
              disabled={change !== null && (preview === undefined || preview.refusal !== null)}
              {...(danger ? { color: 'danger' } : {})}
            >
              {confirm}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}

const ways = {
  CANCEL: 'Falls away',
  CREDIT: 'Credit note',
  DEBIT: 'Debit note',
  NEW: 'Billed new',
} as const;
type Line = Preview['changes'][number];

function Effect({ preview }: { preview: Preview | undefined }) {
  if (!preview)
    return (
      <Text size="sm" c="dimmed">
        What it does to the fees is shown here before you confirm.
      </Text>
    );
  if (preview.refusal)
    return (
      <Alert color="warning" variant="light" role="status">
        {preview.refusal}
      </Alert>
    );
  return (
    <Stack gap="sm" role="status" aria-label="What it does to the fees">
      <Facts
        min={130}
        items={[
          { label: 'Holds from', value: formatDay(preview.day) },
          { label: 'Fare slab', value: preview.slab, hidden: preview.slab === null },
          amount('Falls away', preview.cancelled),
          amount('Credit note', preview.credit),
          amount('Debit note', preview.debit),
          amount('Billed new', preview.added),
          amount('Becomes advance', preview.freed),
        ]}
      />
      {preview.changes.length === 0 && preview.debit === 0 ? (
        <Text size="sm">The fees stay as they are.</Text>
      ) : null}
      {preview.changes.length > 0 ? (
        <ShortTable
          label="Instalments that change"
          rows={preview.changes}
          keyOf={(line) => `${line.way}:${line.dueOn}:${line.label}`}
          minWidth={480}
          columns={[
            textColumn('label', 'Instalment', (line: Line) => line.label, { second: (line) => line.formula }),
            dayColumn('dueOn', 'Due', (line: Line) => line.dueOn),
            moneyColumn('before', 'Before', (line: Line) => line.before),
            moneyColumn('after', 'After', (line: Line) => line.after),
            textColumn('way', 'How', (line: Line) => ways[line.way]),
          ]}
        />
      ) : null}
    </Stack>
  );
}

const amount = (label: string, paise: number) => ({
  label,
  value: <Money paise={paise} />,
  hidden: paise === 0,
});

/** What is said after a change whose note another person still approves. */
export const afterNote = (words: string, { waits }: { waits: boolean }, paise: number): string =>
  waits ? `${words} The note of ${formatRupees(paise)} waits for approval under Ledger.` : words;
