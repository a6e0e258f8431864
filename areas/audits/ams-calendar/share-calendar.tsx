import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { CopyText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { amsCalendarContract as contract } from './ams-calendar.contract.ts';

/** Makes and ends links to one's own announced visits. A new link is shown once: it is kept as a hash. */
export function ShareCalendar({ onClose }: { onClose: () => void }) {
  const [path, setPath] = useState<string | null>(null);
  const query = useQuery(contract.links, {});
  const share = useCommand(contract.share, { onDone: (made) => setPath(made.path) });
  const end = useCommand(contract.endLinks, { onDone: () => setPath(null) });
  const error = share.error ?? end.error;
  const address = `${window.location.origin}${path}`;
  return (
    <Modal opened onClose={onClose} title="Link to my calendar">
      <Stack gap="sm">
        <Text>
          Whoever has the link sees the days and centres of your announced visits without sign-in, for 400
          days. Surprise visits are never shown.
        </Text>
        {error && <Alert color="red">{error.message}</Alert>}
        {path !== null && (
          <>
            <Alert color="info">Copy it now: it cannot be shown again.</Alert>
            <CopyText text={address} label="Copy link">
              <Text style={{ overflowWrap: 'anywhere' }}>{address}</Text>
            </CopyText>
          </>
        )}
        <QueryState query={query}>
          {({ links }) => (
            <>
              {links.map(({ issuedAt, expiresAt }) => (
                <Text size="sm" key={issuedAt}>
                  Made <InstantText at={issuedAt} />, ends <InstantText at={expiresAt} />
                </Text>
              ))}
              <Group gap="xs">
                <Button loading={share.running} onClick={() => void share.run({})}>
                  Make link
                </Button>
                {links.length > 0 && (
                  <Button variant="default" loading={end.running} onClick={() => void end.run({})}>
                    End all links
                  </Button>
                )}
              </Group>
            </>
          )}
        </QueryState>
      </Stack>
    </Modal>
  );
}
