import type { Endpoint } from '@aangan/contract/endpoint.ts';
import type { FieldKind } from '@aangan/contract/fields.ts';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../text/text.tsx';
import { DialogFoot } from '../ui/dialog-foot.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { Form } from './form.tsx';
import type { FormModel } from './form-model.ts';
import { type CommandFormOptions, useCommandForm } from './use-command-form.tsx';

export interface CommandDialogProps<E extends Endpoint> extends CommandFormOptions<E> {
  title: string;
  /** What will happen, above the fields. */
  text?: ReactNode;
  /** The verb in the button: "Close and tell families". */
  confirm: string;
  danger?: boolean;
  onClose: () => void;
}

/**
 * A command in a dialog: draws its fields, checks, sends once, names each fault at its field, keeps what was typed when
 * it is refused, and asks before typed entries are closed away.
 */
export function CommandDialog<E extends Endpoint>(props: CommandDialogProps<E>) {
  const { of, title, text, confirm, danger = false, onClose } = props;
  const { form, names, draw } = useCommandForm(props, { onDone: onClose });
  const leaving = useLeaving(form, onClose);
  const t = useText();
  const [first = ''] = names;
  const typedFirst = typed.has(of.fields?.[first]?.kind ?? 'file');
  return (
    <Modal
      opened
      onClose={leaving.close}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Form form={form}>
        <Stack gap="md">
          {text && <Text component="div">{text}</Text>}
          {names.map((name) => draw(name, { autoFocus: typedFirst && name === first }))}
          <DialogFoot
            onCancel={leaving.close}
            running={form.saving}
            focusCancel={danger && names.length === 0}
          >
            <Button type="submit" loading={form.saving} {...(danger ? { color: 'danger' } : {})}>
              {confirm}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}

// The focus starts in the first field when it is typed into; a list or a calendar would open by itself.
const typed: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'text',
  'longText',
  'integer',
  'decimal',
  'money',
  'percent',
  'email',
  'phone',
]);

/** Escape, the cross and Cancel close at once while nothing is typed; else they ask, and not twice. */
function useLeaving(form: FormModel, onClose: () => void) {
  const t = useText();
  const ask = useConfirm();
  const [asking, setAsking] = useState(false);
  const close = async () => {
    if (asking || form.saving) return;
    if (!form.guards()) return onClose();
    setAsking(true);
    const leave = await ask({
      title: t('form.unsavedTitle'),
      text: t('form.unsavedDialogText'),
      confirm: t('action.discard'),
      cancel: t('action.stay'),
    });
    setAsking(false);
    if (leave) onClose();
  };
  return { close: () => void close() };
}
