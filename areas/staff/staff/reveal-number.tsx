import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { CopyText } from '@aangan/web/ui/values.tsx';
import { Button, Modal, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { staffContract } from './staff.contract.ts';
import { type SealedName, sealedFields } from './staff-fields.ts';

const SHOWN_MS = 30_000;

/** One sealed number for 30 seconds; that it was looked at is written down. */
export function RevealNumber({
  person,
  field,
  onClose,
}: {
  person: { id: string; name: string };
  field: SealedName;
  onClose: () => void;
}) {
  const [why, setWhy] = useState('');
  const [number, setNumber] = useState<string | null>(null);
  const reveal = useCommand(staffContract.reveal, { onDone: (out) => setNumber(out.value) });
  useEffect(() => {
    if (number === null) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number, onClose]);
  const { label } = sealedFields[field];
  return (
    <Modal opened onClose={onClose} title={`${label} of ${person.name}`} centered>
      <Stack gap="md">
        {number === null ? (
          <FieldInput
            kind="text"
            name="reason"
            label="Why do you need it?"
            value={why}
            onChange={(value) => setWhy(String(value ?? ''))}
            error={reveal.error?.fields['reason']}
            autoFocus
          />
        ) : (
          <CopyText text={number} label={`Copy ${label}`} />
        )}
        <DialogFoot
          error={reveal.error}
          fieldsTell
          onCancel={onClose}
          cancel={number === null ? undefined : 'Close'}
        >
          {number === null ? (
            <Button
              disabled={why.trim().length < 3}
              loading={reveal.running}
              onClick={() => void reveal.run({ id: person.id, field, reason: why })}
            >
              Show
            </Button>
          ) : null}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
