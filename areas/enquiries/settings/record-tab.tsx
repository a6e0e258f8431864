// A tab that keeps one small record: its list, and a dialog to add and to change.
import type { AnyRecord } from '@aangan/contract/record.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Cells, columnsOf, nameOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';

interface RecordTabProps {
  record: AnyRecord;
  help?: string;
  /** Cells that are more than their value. Keep it outside the component. */
  cells?: Cells;
  /** What a new entry begins with. */
  start?: Readonly<Record<string, unknown>>;
  /** Under the fields: how the entry will look. */
  preview?: (values: Readonly<Record<string, unknown>>) => ReactNode;
}

/** List and dialog of one record; rows of the network are read by centres. */
export function RecordTab({ record, help, cells, ...entry }: RecordTabProps) {
  const list = useList(record, { limit: 100 });
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const columns = useMemo(() => columnsOf(record, cells), [record, cells]);
  const mayAdd = useSession().holds(record.module, true) && record.endpoints.create !== undefined;
  const noun = record.title.toLowerCase();
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="quiet">
          {help}
        </Text>
        {mayAdd && (
          <Button leftSection={<IconPlus {...icon} />} onClick={() => setOpen('new')}>
            {`Add ${noun}`}
          </Button>
        )}
      </Group>
      <DataTable<Row>
        name={`settings-${record.name}`}
        label={record.plural}
        list={list}
        columns={columns}
        shared={record.scope === 'shared'}
        actions={(row) => [
          {
            label: 'Change',
            icon: <IconPencil {...smallIcon} />,
            run: () => setOpen(row),
            frequent: true,
            edit: true,
            hidden: row.can['update'] !== true,
          },
        ]}
        exportWith={record.endpoints.export}
        empty={{ title: `No ${noun} yet` }}
      />
      {open && (
        <EntryDialog
          {...entry}
          record={record}
          row={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}

interface EntryDialogProps extends Pick<RecordTabProps, 'record' | 'start' | 'preview'> {
  row: Row | null;
  onClose: () => void;
}

function EntryDialog({ record, row, onClose, start, preview }: EntryDialogProps) {
  const noun = record.title.toLowerCase();
  const form = useForm(record, {
    row,
    start: row ? {} : { active: true, ...start },
    refresh: ['enquiry'],
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={row ? nameOf(record, row) : `Add ${noun}`}>
      <Form form={form}>
        <Stack gap="md">
          {Object.keys(record.fields).map((name, i) => (
            <Field key={name} name={name} autoFocus={i === 0 && row === null} />
          ))}
          {preview?.(form.values)}
        </Stack>
        <SaveBar label={row ? 'Save' : `Add ${noun}`} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
