import type { Day } from '@aangan/contract/period.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { calendarContract } from './calendar.contract.ts';

/** The centre stays closed for a day: rain, water, a death in the street. */
export function CloseDay({ today, last, onClose }: { today: Day; last: Day; onClose: () => void }) {
  const form = useForm(calendarContract.closeDay, {
    start: { onDate: today },
    refresh: ['calendar'],
    onDone: ({ children }) => {
      notice.ok(`Closed. The families of ${formatCount(children)} children are told.`);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Close a day" centered>
      <Form form={form}>
        <Stack gap="sm">
          <Text>The families of all enrolled children get a message at once.</Text>
          <Field name="onDate" kind="date" label="Day" earliest={today} latest={last} />
          <Field name="title" kind="text" label="Reason that families read" max={80} autoFocus />
          <DialogFoot onCancel={onClose}>
            <Button type="submit" color="danger" loading={form.saving}>
              Close and tell families
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
