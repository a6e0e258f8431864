import type { AnyRecord } from '@aangan/contract/record.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import type { Row } from '@aangan/web/record/record-columns.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, Stack } from '@mantine/core';

/** A row of a record that has no screen of its own, added or changed over its table. */
export function RecordDialog({
  record,
  row,
  onClose,
}: {
  record: AnyRecord;
  row: Row | null;
  onClose: () => void;
}) {
  const form = useForm(record, {
    row: row as never,
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      centered
      title={row ? `Change ${record.title.toLowerCase()}` : `Add ${record.title.toLowerCase()}`}
    >
      <Form form={form}>
        <Stack gap="sm">
          {Object.keys(record.fields).map((name) => (
            <Field key={name} name={name} />
          ))}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={form.saving}>
              Save
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
