import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { useText } from '../text/text.tsx';
import { DialogFoot } from './dialog-foot.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  /** The consequence, in the button: "Reject 3 applications". */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** Asks why; the text is handed to `run`. */
  reason?: { label: string; required: boolean; max?: number } | undefined;
  /** The dialog stays with the error when this rejects. */
  run: (reason: string) => unknown;
}

/** A question before an act that cannot be taken back. Focus starts on the way out; Esc answers no. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  text,
  confirm,
  cancel,
  danger = false,
  reason,
  run,
}: ConfirmDialogProps) {
  const t = useText();
  const [why, setWhy] = useState('');
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const missing = reason?.required === true && why.trim() === '';

  const close = () => {
    if (running) return;
    setProblem(null);
    setWhy('');
    onClose();
  };
  const go = async () => {
    setRunning(true);
    setProblem(null);
    try {
      await run(why.trim());
      setWhy('');
      onClose();
    } catch (error) {
      setProblem(toApiError(error).message);
    } finally {
      setRunning(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size="md"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="md">
        {text && <Text component="div">{text}</Text>}
        {reason && (
          <Textarea
            label={reason.required ? reason.label : `${reason.label} (${t('common.optional')})`}
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
            autosize
            minRows={2}
            maxLength={reason.max ?? 500}
            data-autofocus
          />
        )}
        <DialogFoot error={problem} onCancel={close} cancel={cancel} focusCancel={!reason} running={running}>
          <Button
            onClick={() => void go()}
            loading={running}
            disabled={missing}
            {...(danger ? { color: 'danger' } : {})}
          >
            {confirm}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
