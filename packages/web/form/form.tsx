import { Alert, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../text/text.tsx';
import { FormContext, type FormModel } from './form-model.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Holds the fields of a form; one column, at most 640 px. Enter saves, the first error gets the focus. */
export function Form({
  form,
  wide = false,
  children,
}: {
  form: FormModel;
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useText();
  const element = useRef<HTMLFormElement>(null);
  const { failures } = form;

  useEffect(() => {
    if (failures === 0) return;
    const wrong = element.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-invalid-field] button, [data-form-problem]',
    );
    wrong?.focus();
    wrong?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [failures]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form inside a dialog of another form must not save both.
    event.stopPropagation();
    void form.submit();
  };
  return (
    <FormContext value={form}>
      <form
        ref={element}
        onSubmit={submit}
        noValidate
        style={wide ? undefined : { maxWidth: 640, width: '100%' }}
      >
        <Stack gap="md">
          {form.restored && form.dirty && (
            <Alert color="info" variant="light" p="sm">
              <Group justify="space-between" gap="sm">
                {t('form.draftRestored')}
                <Button size="compact-sm" variant="default" onClick={form.reset}>
                  {t('form.draftDrop')}
                </Button>
              </Group>
            </Alert>
          )}
          <FormProblem form={form} />
          {children}
        </Stack>
      </form>
      <UnsavedGuard guards={form.guards} onLeave={form.reset} />
    </FormContext>
  );
}

/** What stands in the way of saving and belongs to no field: refusals, a stale version, the count of errors. */
function FormProblem({ form }: { form: FormModel }) {
  const t = useText();
  const named = Object.keys(form.errors).filter((name) => name !== '_' && form.errors[name]);
  const general =
    form.errors._ ??
    (form.error && named.length === 0 && Object.keys(form.error.fields).length === 0
      ? form.error.message
      : null);
  if (form.failures === 0 || (named.length === 0 && !general)) return null;
  const stale = form.error?.status === 412 && form.reload !== null;
  return (
    <Alert
      color="danger"
      variant="light"
      role="alert"
      p="sm"
      tabIndex={-1}
      {...(named.length === 0 ? { 'data-form-problem': true } : {})}
    >
      {general ?? (named.length === 1 ? t('form.fixError') : t('form.fixErrors', { n: named.length }))}
      {stale && (
        <Group mt="sm">
          <Button size="compact-sm" variant="default" onClick={() => form.reload?.()}>
            {t('form.loadLatest')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
