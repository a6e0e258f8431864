import { formatCount } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { Button, FileInput, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDialogStep } from '../enquiry/use-step.web.ts';
import type { ChannelRow } from './lead-channel.contract.ts';
import { leadIntakeContract } from './lead-intake.contract.ts';

/** Google's own list of the last weeks: what never arrived is taken in, the rest is known. */
export function ReconcileDialog({
  channels,
  onClose,
}: {
  channels: readonly ChannelRow[];
  onClose: () => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [channelId, setChannelId] = useState(channels[0]?.id ?? '');
  const reconcile = useDialogStep(
    leadIntakeContract.reconcile,
    (out) =>
      `${formatCount(out.fresh)} new, ${formatCount(out.known)} known${out.unreadable > 0 ? `, ${formatCount(out.unreadable)} rows without a lead` : ''}.`,
    { onClose },
  );
  const send = async () => {
    if (file) await reconcile.run({ channelId, csv: await file.text() });
  };
  return (
    <Modal opened onClose={onClose} title="Upload Google’s own list">
      <Stack gap="md">
        <Text>
          Google keeps the leads of the last 30 days. Download them in the ads console and choose the file
          here: leads that never arrived are taken in, known ones are skipped.
        </Text>
        {channels.length === 0 ? (
          <Text>Add a Google form first.</Text>
        ) : (
          <>
            <NativeSelect
              label="Form"
              data={channels.map((row) => ({ value: row.id, label: row.name }))}
              value={channelId}
              onChange={(event) => setChannelId(event.currentTarget.value)}
            />
            <FileInput
              label="File (CSV)"
              placeholder="Choose a file"
              accept=".csv,text/csv"
              value={file}
              onChange={setFile}
              clearable
            />
          </>
        )}
        <DialogFoot error={reconcile.error} onCancel={onClose}>
          <Button disabled={!file} loading={reconcile.running} onClick={() => void send()}>
            Compare
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
