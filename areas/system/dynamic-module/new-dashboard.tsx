import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dynamicModuleContract } from './dynamic-module.contract.ts';

/** Makes a dashboard where the item will stand. */
export function NewDashboard({ reload, onMade }: { reload: () => void; onMade: (id: number) => void }) {
  const [name, setName] = useState<string | null>(null);
  const make = useCommand(dynamicModuleContract.createDashboard, {
    onDone: ({ id }) => {
      setName(null);
      reload();
      onMade(id);
    },
    onError: (error) => notice.error(error),
  });
  if (name === null)
    return (
      <Group>
        <Button size="compact-sm" variant="subtle" onClick={() => setName('')}>
          New dashboard
        </Button>
      </Group>
    );
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Name of the dashboard"
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={name.trim().length < 2}
        loading={make.running}
        onClick={() => void make.run({ name: name.trim() })}
      >
        Add
      </Button>
    </Group>
  );
}
