import { Button, Group, Text } from '@mantine/core';
import { type Outcome, outcomeLabels, outcomes } from '../enquiry/follow-up.contract.ts';

interface OutcomeKeysProps {
  chosen: Outcome | null;
  onChoose: (one: Outcome) => void;
}

/** What came of it, each with its key (enquiries.md 3.5). */
export function OutcomeKeys({ chosen, onChoose }: OutcomeKeysProps) {
  return (
    <Group gap="xs" role="group" aria-label="Outcome">
      {outcomes.map((one) => (
        <Button
          key={one}
          size="compact-md"
          variant={chosen === one ? 'filled' : 'default'}
          aria-pressed={chosen === one}
          onClick={() => onChoose(one)}
          rightSection={
            <Text span fz="xs" className={chosen === one ? 'key-hint' : 'key-hint quiet'}>
              {outcomeLabels[one].key}
            </Text>
          }
        >
          {outcomeLabels[one].label}
        </Button>
      ))}
    </Group>
  );
}
