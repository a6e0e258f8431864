import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tripContract as contract, type Run } from './trip.contract.ts';
import { type StartCheck, startCheckNames, startChecks } from './trip.states.ts';
import { REFRESH } from './trip-look.tsx';

const none = Object.fromEntries(startCheckNames.map((name) => [name, false])) as Record<StartCheck, boolean>;

/** The ten checks, the sticker at the front, and off it goes. */
export function RunStart({ run }: { run: Run }) {
  const [checks, setChecks] = useState(none);
  const [code, setCode] = useState('');
  const start = useCommand(contract.start, {
    refresh: REFRESH,
    onDone: () => notice.ok('The trip has started.'),
  });
  const needed = (name: StartCheck) =>
    startChecks[name].critical && (name !== 'attendant' || run.attendantNeeded);
  return (
    <Section title="Before the start" help="What is marked * must be in order.">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {startCheckNames.map((name) => (
            <Checkbox
              key={name}
              size="md"
              label={`${startChecks[name].label}${needed(name) ? ' *' : ''}`}
              checked={checks[name]}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setChecks((now) => ({ ...now, [name]: checked }));
              }}
            />
          ))}
        </SimpleGrid>
        <TextInput
          label="Code of the front sticker"
          description="The six characters below the picture, or read by a scanner"
          value={code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => setCode(event.currentTarget.value)}
          error={start.error?.fields?.['code']}
        />
        {start.error && (
          <Alert color="danger" variant="light" role="alert">
            {start.error.message}
          </Alert>
        )}
        <Group>
          <Button
            size="md"
            disabled={code.trim() === ''}
            loading={start.running}
            onClick={() => void start.run({ id: run.id, code: code.trim(), checks })}
          >
            Start trip
          </Button>
          {code.trim() === '' && <Text className="quiet">Enter the code of the front sticker first.</Text>}
        </Group>
      </Stack>
    </Section>
  );
}
