import { CopyText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';

export interface SecretShown {
  address: string;
  secret: string | null;
}

/** Address and key of a channel; the key is never shown again. */
export function SecretOnce({
  address,
  secret,
  renewed = false,
  onClose,
}: SecretShown & { renewed?: boolean; onClose: () => void }) {
  return (
    <Stack gap="md">
      <div>
        <Text fw={500}>Address</Text>
        <CopyText text={address} label="Copy the address">
          <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
        </CopyText>
      </div>
      {secret && (
        <>
          <div>
            <Text fw={500}>Key</Text>
            <CopyText text={secret} label="Copy the key">
              <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
            </CopyText>
          </div>
          <Alert color="warning" variant="light">
            Copy the key now: it is shown this once.
            {renewed ? ' The key before holds for 24 hours more.' : ' Enter both in the form’s settings.'}
          </Alert>
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
