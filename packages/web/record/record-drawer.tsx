import type { Fields } from '@aangan/contract/fields.ts';
import { nounOf } from '@aangan/contract/noun.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { Button, Drawer, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Field } from '../form/field.tsx';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { DialogFoot } from '../ui/dialog-foot.tsx';
import { notice } from '../ui/notices.tsx';
import { nameOf, type Row } from './record-columns.tsx';

/** Kinds of field that need the width of the drawer; two others stand side by side. */
const WIDE = new Set(['longText', 'choices', 'file', 'reference']);

interface RecordDrawerProps {
  record: AnyRecord;
  /** The row to change, as the list or a tree read it; null adds one. */
  row: Pick<Row, 'id' | 'version'> | null;
  /** What a new entry begins with. */
  start?: Readonly<Record<string, unknown>>;
  /** The fields to draw, in order; default: all of the record. */
  fields?: readonly string[];
  /** What is asked anew after saving; default: the record. */
  refresh?: readonly string[];
  /** Below the fields: how the entry will look. */
  preview?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  onClose: () => void;
}

/** Adds or changes an entry of a record that has no form path of its own, beside its list. */
export function RecordDrawer({
  record,
  row: opened,
  start,
  fields = Object.keys(record.fields),
  refresh = [record.name],
  preview,
  onClose,
}: RecordDrawerProps) {
  const row = opened as Row | null;
  const noun = nounOf(record.title);
  const form = useForm(record, {
    row,
    ...(start && !row ? { start } : {}),
    refresh,
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  const kinds = record.fields as Fields;
  return (
    <Drawer opened onClose={onClose} title={row ? nameOf(record, row) : `Add ${noun}`}>
      <Form form={form}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {fields.map((name, i) => (
              <div
                key={name}
                style={WIDE.has(kinds[name]?.kind ?? '') ? { gridColumn: '1 / -1' } : undefined}
              >
                <Field name={name} autoFocus={i === 0 && row === null} />
              </div>
            ))}
          </SimpleGrid>
          {preview?.(form.values)}
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
