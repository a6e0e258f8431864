// A short shared record without form paths of its own: its table, and a drawer that adds, changes and removes.
import type { Fields } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import type { ListModel } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { useRemove } from '@aangan/web/record/use-remove.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import type { EmptyStateProps } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Drawer, SimpleGrid, Stack } from '@mantine/core';

export interface EditedRow {
  edited: Row | 'new' | null;
  edit: (row: Row | 'new' | null) => void;
}

/** `list` is `useList(record)`; `start` are the values a new entry begins with. */
export function RecordTab({
  record,
  list,
  start,
  edited,
  edit,
  empty,
}: EditedRow & {
  record: AnyRecord;
  list: ListModel<Row>;
  start: Readonly<Record<string, unknown>>;
  empty: EmptyStateProps;
}) {
  const remove = useRemove(record);
  return (
    <>
      <DataTable<Row>
        name={record.name}
        label={record.plural}
        list={list}
        columns={columnsOf(record)}
        fill
        searchable
        shared
        exportWith={record.endpoints.export}
        actions={(row) => [
          {
            label: 'Edit',
            edit: true,
            frequent: true,
            hidden: row.can?.['update'] !== true,
            run: () => edit(row),
          },
          {
            label: 'Remove',
            danger: true,
            hidden: row.can?.['remove'] !== true,
            run: () => void remove(row),
          },
        ]}
        empty={empty}
      />
      {edited && (
        <EntryDrawer
          record={record}
          row={edited === 'new' ? null : edited}
          start={start}
          onClose={() => edit(null)}
        />
      )}
    </>
  );
}

/** Short answers stand side by side. */
const WIDE = new Set(['longText', 'choices', 'file', 'reference']);

function EntryDrawer({
  record,
  row,
  start,
  onClose,
}: {
  record: AnyRecord;
  row: Row | null;
  start: Readonly<Record<string, unknown>>;
  onClose: () => void;
}) {
  const noun = record.title.toLowerCase();
  const form = useForm(record, {
    row: row as never,
    start,
    refresh: [record.name],
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  const fields = Object.entries(record.fields as Fields);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={row ? `Change ${noun}` : `Add ${noun}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form form={form}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {fields.map(([name, field]) => (
              <div key={name} style={WIDE.has(field.kind) ? { gridColumn: '1 / -1' } : undefined}>
                <Field name={name} />
              </div>
            ))}
          </SimpleGrid>
          <DialogFoot onCancel={onClose} running={form.saving}>
            <Button type="submit" loading={form.saving}>
              {row ? 'Save' : `Add ${noun}`}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Drawer>
  );
}
