import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { numericOnly } from '@aangan/web/fields/numeric-only.ts';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, PasswordInput } from '@mantine/core';
import { tabletContract } from '../tablet.contract.ts';

/** Six digits for the centre's shared tablet (shell.md 11.5). */
export function TabletPin() {
  const kept = useQuery(tabletContract.pin, {});
  const remove = useCommand(tabletContract.removePin, {
    refresh: ['tablet'],
    onDone: () => notice.ok('PIN removed. Your face is not offered on tablets.'),
    onError: (error) => notice.error(error),
  });
  const form = useForm(tabletContract.setPin, {
    start: { pin: '', again: '' },
    toInput: ({ pin }) => ({ pin: String(pin ?? '') }),
    check: (values) => (values.again === values.pin ? {} : { again: 'The two PINs differ.' }),
    refresh: ['tablet'],
    onDone: () => {
      form.reset();
      notice.ok('PIN set');
    },
  });
  const field = (name: 'pin' | 'again', label: string) => (
    <PasswordInput
      label={label}
      {...numericOnly()}
      autoComplete="off"
      maxLength={6}
      value={String(form.values[name] ?? '')}
      onChange={(event) => form.set(name, event.currentTarget.value.replace(/\D/g, ''))}
      error={form.errors[name]}
    />
  );
  const since = kept.data?.since;
  return (
    <Section
      title="PIN for shared tablets"
      help={
        since ? (
          <>
            Set <InstantText at={since} ago />. It works only on tablets of your centre.
          </>
        ) : (
          'On your centre’s tablet you pick your face and type it. It works nowhere else.'
        )
      }
    >
      <Form form={form}>
        {field('pin', since ? 'New PIN of 6 digits' : 'PIN of 6 digits')}
        {field('again', 'The same again')}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={form.saving} disabled={!form.dirty}>
            Set PIN
          </Button>
          {since && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => void remove.run({})}
              loading={remove.running}
            >
              Remove
            </Button>
          )}
        </Group>
      </Form>
    </Section>
  );
}
