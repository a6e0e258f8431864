import { formatDateTime } from '@aangan/contract/period.ts';
import { useWaitingAudits } from '@aangan/web/local/waiting-audits.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { readOps, readPacks } from './audit-store.web.ts';
import { type KeptOp, unsentText } from './kept-ops.ts';
import { runPath } from './runner-paths.ts';
import { blockOf, sendAudits } from './send-audits.web.ts';

interface Here {
  id: string;
  number: string;
  family: string;
  about: string;
  kept: readonly KeptOp[];
}

async function read(): Promise<Here[]> {
  const [packs, ops] = [await readPacks(), Map.groupBy(await readOps(), ({ auditId }) => auditId)];
  const taken = packs.map(({ audit: { id, number, family, centre, type }, readAt }) => ({
    id,
    number,
    family,
    about: `${type}, ${centre}, read ${formatDateTime(readAt)}`,
    kept: ops.get(id) ?? [],
  }));
  const others = [...ops].flatMap(([id, kept]) => {
    const [first] = kept;
    return !first || taken.some((one) => one.id === id)
      ? []
      : [{ id, number: first.number, family: first.family, about: '', kept }];
  });
  return [...others, ...taken];
}

/** Audits that open without a network on this device, with what is not sent of each. */
export function AuditsHere({ onLeave }: { onLeave?: () => void }) {
  const waiting = useWaitingAudits();
  const [here, setHere] = useState<readonly Here[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each change of what waits
  useEffect(() => {
    void read().then(setHere);
  }, [waiting]);
  if (here.length === 0) return null;
  return (
    <Section title="Audits on this device">
      <Stack gap="sm">
        {here.map(({ id, number, family, about, kept }) => {
          const unsent = unsentText(kept);
          const why = blockOf(id)?.message ?? kept.find(({ refused }) => refused)?.refused?.message;
          return (
            <div key={id}>
              <Anchor
                component={Link}
                to={runPath(family, id)}
                size="sm"
                fw={500}
                onClick={() => onLeave?.()}
              >
                {number}
              </Anchor>
              <Text size="xs" c="dimmed">
                {about}
              </Text>
              {unsent ? <Text size="xs">{`Not sent yet: ${unsent}.${why ? ` ${why}` : ''}`}</Text> : null}
            </div>
          );
        })}
        {waiting.answers + waiting.photos > 0 ? (
          <Group>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => void sendAudits().then(() => read().then(setHere))}
            >
              Send now
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Section>
  );
}
