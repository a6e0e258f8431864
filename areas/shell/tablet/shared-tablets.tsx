import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { deviceSecret } from '@aangan/web/local/browser-key.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { tabletContract } from '../tablet.contract.ts';
import { markTablet } from './own-tablet.web.ts';

/** The centre's shared tablets; the head makes the one in hand into one (shell.md 11.5). */
export function SharedTablets() {
  const tablets = useQuery(tabletContract.list, {});
  const confirm = useConfirm();
  const [name, setName] = useState('');
  const onError = (error: unknown) => notice.error(error);
  const enrol = useCommand(tabletContract.enrol, { refresh: ['tablet'], onError });
  const remove = useCommand(tabletContract.remove, {
    refresh: ['tablet'],
    onDone: () => notice.ok('Removed. Whoever was signed in on it has left.'),
    onError,
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const sure = await confirm({
      title: 'Make this device a shared tablet?',
      text: 'Its sign-in page will show the faces of your staff. Do this on the centre’s own tablet, not on your phone.',
      confirm: 'Make it a shared tablet',
    });
    const device = sure ? await deviceSecret() : undefined;
    if (!sure) return;
    try {
      await markTablet();
      if (device && (await enrol.run({ name, device }))) {
        setName('');
        notice.ok('Sign out now: your staff then pick their face here.');
      }
    } catch (error) {
      notice.error(error);
    }
  };
  return (
    <Section
      title="Shared tablets"
      help="Staff pick their face and type their PIN; attendance, diary and escort scan only."
    >
      <Stack gap="md">
        <QueryState query={tablets}>
          {({ rows }) => (
            <>
              {rows.length === 0 && <Text c="dimmed">No tablet yet.</Text>}
              {rows.map((row) => (
                <Group key={row.id} justify="space-between">
                  <div>
                    <Text fw={500}>{row.name}</Text>
                    <Text size="sm" c="dimmed">
                      Since <InstantText at={row.since} />
                      {row.lastUsedAt && (
                        <>
                          , last used <InstantText at={row.lastUsedAt} ago />
                        </>
                      )}
                    </Text>
                  </div>
                  <Button
                    variant="default"
                    size="compact-md"
                    disabled={remove.running}
                    onClick={() => void remove.run({ tabletID: row.id })}
                  >
                    Remove
                  </Button>
                </Group>
              ))}
            </>
          )}
        </QueryState>
        <form onSubmit={(event) => void add(event)} noValidate style={{ maxWidth: 640 }}>
          <Group gap="sm" align="flex-end">
            <TextInput
              label="Name of this device"
              placeholder="Nursery tablet"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              style={{ flex: '1 1 220px' }}
            />
            <Button type="submit" variant="default" loading={enrol.running} disabled={name.trim() === ''}>
              Add this device
            </Button>
          </Group>
        </form>
      </Stack>
    </Section>
  );
}
