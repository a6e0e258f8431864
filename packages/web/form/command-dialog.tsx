import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import type { FieldKind } from '@aangan/contract/fields.ts';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../text/text.tsx';
import { DialogFoot } from '../ui/dialog-foot.tsx';
import { notice } from '../ui/notices.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { Field, type FieldProps } from './field.tsx';
import { Form } from './form.tsx';
import type { FormModel } from './form-model.ts';
import { cleanValues, type Values } from './form-values.ts';
import { useForm } from './use-form.ts';

/** What a dialog knows of one field beyond its declaration. */
export type DialogField = Partial<Omit<FieldProps, 'name'>> & {
  /** Drawn and sent only while this holds. */
  when?: (values: Readonly<Values>) => boolean;
  /** Drawn another way; takes its value from the form around it. */
  as?: (props: FieldProps) => ReactNode;
};

export interface CommandDialogProps<E extends Endpoint> {
  /** A command declared with `fields`, drawn in their order; one without asks only for the confirmation. */
  of: E;
  title: string;
  /** What will happen, above the fields. */
  text?: ReactNode;
  /** The verb in the button: "Close and tell families". */
  confirm: string;
  danger?: boolean;
  /** What goes along beside the fields (`id`), and what fields start with. */
  start?: Partial<InputOf<E>>;
  /** The row's version, where the command is versioned. */
  ifMatch?: number;
  /** As of useCommand. */
  refresh?: readonly string[];
  /** By name: what the declaration cannot know (`latest`, `when`, `as`). */
  fields?: Readonly<Partial<Record<keyof InputOf<E> & string, DialogField>>>;
  /** Said when it is done. */
  done: string | ((output: OutputOf<E>) => string);
  onClose: () => void;
}

/**
 * A command in a dialog: draws its fields, checks, sends once, names each fault at its field, keeps what was typed when
 * it is refused, and asks before typed entries are closed away.
 */
export function CommandDialog<E extends Endpoint>(props: CommandDialogProps<E>) {
  const { of, title, text, confirm, danger = false, start, ifMatch, refresh = [], done, onClose } = props;
  const asks: Readonly<Record<string, DialogField | undefined>> = props.fields ?? {};
  const namesOf = (values: Readonly<Values>) =>
    Object.keys(of.fields ?? {}).filter((name) => asks[name]?.when?.(values) ?? true);
  const form = useForm<E>(of, {
    ...(start && { start }),
    ...(ifMatch !== undefined && { ifMatch }),
    refresh,
    toInput: (values) => {
      const shown = namesOf(values);
      const sent = Object.entries(values).filter(([name]) => !of.fields?.[name] || shown.includes(name));
      return cleanValues(of.input, Object.fromEntries(sent));
    },
    onDone: (output) => {
      notice.ok(typeof done === 'string' ? done : done(output));
      onClose();
    },
  });
  const leaving = useLeaving(form, onClose);
  const t = useText();
  const names = namesOf(form.values);
  const [first = ''] = names;
  const typedFirst = typed.has(of.fields?.[first]?.kind ?? 'file');
  return (
    <Modal
      opened
      onClose={leaving.close}
      closeOnEscape={!leaving.asking}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Form form={form}>
        <Stack gap="md">
          {text && <Text component="div">{text}</Text>}
          {names.map((name) => {
            const { when: _, as: Own = Field, ...known } = asks[name] ?? {};
            return <Own key={name} name={name} autoFocus={typedFirst && name === first} {...known} />;
          })}
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
  return { asking, close: () => void close() };
}
