import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { outcomeLabels, outcomes } from '../enquiry/follow-up.contract.ts';
import { useStep } from '../enquiry/use-step.web.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { useWorkKeys } from './use-work-keys.web.ts';

type Line = OutputOf<typeof followUpWorkContract.queue>['recent'][number];

/** The caller's own lines of the last minutes; each can be taken back, the latest one by its key. */
export function JustLogged({ lines }: { lines: readonly Line[] }) {
  const undo = useStep(followUpWorkContract.void, 'Taken back.', ['enquiry', 'appointment']);
  const [latest] = lines;
  useWorkKeys({ u: latest && !undo.running ? () => void undo.run({ id: latest.id }) : undefined });
  return (
    <Section title="Just logged">
      <Stack gap="xs">
        {lines.map((line, place) => {
          const outcome = outcomes.find((one) => one === line.outcome);
          return (
            <Group key={line.id} justify="space-between" wrap="nowrap" gap="sm">
              <Text fz="sm" truncate>
                {line.childName} <span className="quiet">{outcome ? outcomeLabels[outcome].label : ''}</span>
              </Text>
              <Button
                variant="subtle"
                size="compact-xs"
                loading={undo.running}
                onClick={() => void undo.run({ id: line.id })}
                aria-label={`Undo ${line.childName}`}
                rightSection={place === 0 ? <Kbd size="xs">u</Kbd> : null}
              >
                Undo
              </Button>
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}
