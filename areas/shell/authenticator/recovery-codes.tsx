import { CopyText } from '@aangan/web/ui/values.tsx';
import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';

/** Ten codes, shown this once: on paper they outlive the phone. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text fw={500}>Print these ten recovery codes now. They are not shown again.</Text>
      <Text size="sm" c="dimmed">
        Each signs you in once when you have neither a message nor your phone. Keep the paper where you keep
        keys.
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs">
        {codes.map((code) => (
          <Code key={code} block ta="center" data-recovery-code>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="sm" className="no-print">
        <Button onClick={() => window.print()}>Print</Button>
        <CopyText text={codes.join('\n')} label="recovery codes">
          Copy all
        </CopyText>
        <Button variant="default" onClick={onDone}>
          I have kept them
        </Button>
      </Group>
    </Stack>
  );
}
