import { Button, Grid, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogFoot } from './dialog-foot.tsx';
import { FileView } from './file-view.tsx';

interface FileVerdictProps {
  title: string;
  name: string;
  address: () => Promise<string | null | undefined>;
  /** What is still to be typed from the document. */
  incomplete?: boolean;
  error?: { message: string } | null;
  running: boolean;
  onRight: () => void;
  onReject: () => void;
  onClose: () => void;
  /** What the document is compared with. */
  children?: ReactNode;
}

/** A document beside what it proves; a verdict waits until it stands on the screen. */
export function FileVerdict({
  title,
  name,
  address,
  incomplete = false,
  error = null,
  running,
  onRight,
  onReject,
  onClose,
  children,
}: FileVerdictProps) {
  const [shown, setShown] = useState(false);
  return (
    <Modal opened onClose={onClose} title={title} size="75rem">
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <FileView name={name} address={address} onShown={() => setShown(true)} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            {children}
            <DialogFoot error={error} onCancel={onClose} cancel="Decide later">
              <Button variant="default" c="danger" disabled={!shown || running} onClick={onReject}>
                Reject
              </Button>
              <Button loading={running} disabled={!shown || incomplete} onClick={onRight}>
                It is right
              </Button>
            </DialogFoot>
          </Stack>
        </Grid.Col>
      </Grid>
    </Modal>
  );
}
