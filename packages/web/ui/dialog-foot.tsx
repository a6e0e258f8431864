import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/text.tsx';

interface DialogFootProps {
  /** What went wrong with the last try: an error of a command, or a sentence. */
  error?: { message: string } | string | null | undefined;
  /** The way out; absent where the dialog has none but its cross. */
  onCancel?: (() => void) | undefined;
  /** Word of the way out, "Keep it open"; else Cancel. */
  cancel?: string | undefined;
  /** The focus starts on the way out: for what cannot be taken back. */
  focusCancel?: boolean | undefined;
  /** The deed is under way: no way out. */
  running?: boolean | undefined;
  /** The deed. */
  children: ReactNode;
}

/** Foot of a dialog: what went wrong, the way out, the deed. Stands in the dialog's stack. */
export function DialogFoot({
  error,
  onCancel,
  cancel,
  focusCancel,
  running = false,
  children,
}: DialogFootProps) {
  const t = useText();
  return (
    <>
      {error && (
        <Alert color="danger" variant="light" role="alert">
          {typeof error === 'string' ? error : error.message}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {onCancel && (
          <Button
            variant="default"
            onClick={onCancel}
            disabled={running}
            {...(focusCancel ? { 'data-autofocus': true } : {})}
          >
            {cancel ?? t('action.cancel')}
          </Button>
        )}
        {children}
      </Group>
    </>
  );
}
