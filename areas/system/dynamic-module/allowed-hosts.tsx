import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dynamicModuleContract } from './dynamic-module.contract.ts';

/** Hosts that links may lead to, and one more. */
export function AllowedHosts({ hosts, reload }: { hosts: readonly string[]; reload: () => void }) {
  const [host, setHost] = useState('');
  const allow = useCommand(dynamicModuleContract.allowHost, {
    onDone: () => {
      setHost('');
      reload();
    },
    onError: (error) => notice.error(error),
  });
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {hosts.length > 0 ? `Allowed hosts: ${hosts.join(', ')}` : 'No host is allowed yet.'}
      </Text>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Allow a host"
          placeholder="forms.example.org"
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={host.trim() === ''}
          loading={allow.running}
          onClick={() => void allow.run({ host: host.trim(), allowed: true })}
        >
          Allow
        </Button>
      </Group>
    </Stack>
  );
}
