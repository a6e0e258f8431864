import { Alert, Button, Group } from '@mantine/core';
import { Children, isValidElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useText } from '../text/text.tsx';

interface Problem {
  message: string;
  fields?: Readonly<Record<string, string>>;
}

interface DialogFootProps {
  /** What went wrong with the last try: an error of a command, or a sentence. */
  error?: Problem | string | null | undefined;
  /** The fields show what is wrong with them; else the foot says it. */
  fieldsTell?: boolean | undefined;
  /** The way out; absent where the dialog has none but its cross. */
  onCancel?: (() => void) | undefined;
  /** Word of the way out, "Keep it open"; else Cancel. */
  cancel?: string | undefined;
  /** The focus starts on the way out: for what cannot be taken back. Enter in a field then does nothing either. */
  focusCancel?: boolean | undefined;
  /** The action is under way: no way out. By itself true while a button of `children` is loading. */
  running?: boolean | undefined;
  /** The action, last; Enter in a one-line field of the dialog presses it. */
  children: ReactNode;
}

/** Foot of a dialog: what went wrong, the way out, the action. Stands in the dialog's stack. */
export function DialogFoot({
  error,
  fieldsTell = false,
  onCancel,
  cancel,
  focusCancel = false,
  running,
  children,
}: DialogFootProps) {
  const t = useText();
  const actions = useRef<HTMLDivElement>(null);
  useEnter(actions, !focusCancel);
  return (
    <>
      {error && (
        <Alert color="danger" variant="light" role="alert">
          {saidOf(error, fieldsTell).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
      <Group ref={actions} justify="flex-end" gap="sm">
        {onCancel && (
          <Button
            variant="default"
            onClick={onCancel}
            disabled={running ?? isUnderWay(children)}
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

// "Some entries need your attention." helps nobody who does not see which.
const saidOf = (error: Problem | string, fieldsTell: boolean): readonly string[] => {
  if (typeof error === 'string') return [error];
  const lines = fieldsTell ? [] : [...new Set(Object.values(error.fields ?? {}))];
  return lines.length > 0 ? lines : [error.message];
};

const isUnderWay = (actions: ReactNode): boolean =>
  Children.toArray(actions).some(
    (one) => isValidElement<{ loading?: unknown }>(one) && one.props.loading === true,
  );

const ONE_LINE: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'number', 'password']);

/** Enter does in a dialog what it does in a form. Lists and calendars keep it, and so does a form inside the dialog. */
function useEnter(actions: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const press = (event: KeyboardEvent) => {
      const field = event.target;
      if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (!(field instanceof HTMLInputElement) || field.form || !ONE_LINE.has(field.type)) return;
      if (field.hasAttribute('aria-haspopup') || 'datesInput' in field.dataset) return;
      if (!actions.current?.closest('[role="dialog"]')?.contains(field)) return;
      // A shut or loading button takes no press.
      [...actions.current.querySelectorAll('button')].at(-1)?.click();
    };
    // On the document: it is asked last, after every field had its say.
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actions, wanted]);
}
