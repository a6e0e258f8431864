import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { useDialogStep } from '../enquiry/use-step.web.ts';

/** Gives one enquiry to another counsellor. */
export function AssignDialog({
  enquiry,
  onClose,
}: {
  enquiry: { id: string; version: number; childName: string; ownerId: string | null };
  onClose: () => void;
}) {
  const { owners = [] } = useEnquiryChoices().data ?? {};
  const [ownerId, setOwnerId] = useState<string | null>(enquiry.ownerId);
  const give = useDialogStep(enquiryContract.update, `${enquiry.childName} has a new owner.`, {
    onClose,
    refresh: ['follow-up', 'lead-allocation'],
  });
  return (
    <Modal opened onClose={onClose} title={`Who looks after ${enquiry.childName}?`}>
      <Stack gap="md">
        <FieldInput
          kind="choice"
          label="Owner"
          autoFocus
          value={ownerId}
          onChange={(value) => setOwnerId(typeof value === 'string' ? value : null)}
          options={optionsOfRows(owners)}
        />
        <DialogFoot error={give.error} onCancel={onClose}>
          <Button
            loading={give.running}
            disabled={!ownerId || ownerId === enquiry.ownerId}
            onClick={() =>
              void give.run({ id: enquiry.id, changes: { ownerId } }, { ifMatch: enquiry.version })
            }
          >
            Give
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
