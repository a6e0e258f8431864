import { useWaiting } from '@aangan/web/local/offline-queue.ts';
import { useWaitingAudits, waitingAuditsText } from '@aangan/web/local/waiting-audits.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { List, Stack, Text } from '@mantine/core';
import { waitText } from './note-bars.tsx';

/** What a start without a network means: what works here, what waits, what does not go (shell.md 3.10). */
export function OfflineStart({ online }: { online: boolean }) {
  const waiting = useWaiting();
  const audits = waitingAuditsText(useWaitingAudits());
  const oldest = waiting.reduce<number | null>(
    (first, { createdAt }) => (first === null ? createdAt : Math.min(first, createdAt)),
    null,
  );
  return (
    <div style={{ padding: 'var(--a-gutter)', maxWidth: 720 }}>
      <Section title={online ? 'The server does not answer' : 'You started without a network'}>
        <Stack gap="sm">
          <List spacing="xs">
            <List.Item>
              <b>Works here:</b> forms you open. What you type is kept as a draft, sealed for you on this
              device. Audits that you took along.
            </List.Item>
            <List.Item>
              <b>Waits:</b> {audits !== null && `${audits}; they go out by themselves. `}
              {oldest === null ? (
                audits === null && 'nothing of yours at the moment.'
              ) : (
                <>
                  {waitText(waiting.length)} The oldest is from{' '}
                  <InstantText at={new Date(oldest).toISOString()} ago />; they go out by themselves.
                </>
              )}
            </List.Item>
            <List.Item>
              <b>Needs the network:</b> lists and figures, payments, approvals, and signing in.
            </List.Item>
          </List>
          <Text size="sm" c="dimmed">
            This page goes on by itself when it is back. Do not sign out meanwhile.
          </Text>
        </Stack>
      </Section>
    </div>
  );
}
