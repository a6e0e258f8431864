import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { franchiseeContract } from './franchisee.contract.ts';

/** Centres to another zone: its managers reach them at once, the way stays in the history. */
export function MoveZone({
  centres,
  onClose,
}: {
  centres: readonly { id: number; label: string }[];
  onClose: () => void;
}) {
  const form = useForm(franchiseeContract.moveZone, {
    start: { franchiseeIds: centres.map((one) => one.id), zoneId: null },
    refresh: ['franchisee', 'zone'],
    onDone: ({ moved }) => {
      notice.ok(moved === 1 ? '1 centre moved.' : `${moved} centres moved.`);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={centres.length === 1 ? `Move ${centres[0]?.label}` : `Move ${centres.length} centres`}
    >
      <Form form={form}>
        <Stack>
          <Text>
            The managers of the new zone reach these centres at once, those of the old one no longer.
          </Text>
          <Field name="zoneId" kind="reference" to="zone" label="New zone" />
          <Field name="reason" kind="text" label="Reason" optional max={500} />
        </Stack>
        <SaveBar label="Move" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
