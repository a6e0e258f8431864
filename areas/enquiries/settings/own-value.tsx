import { Button, Group, Text } from '@mantine/core';
import { useStep } from '../enquiry/use-step.web.ts';
import { enquirySettingContract, type SettingPart } from './enquiry-setting.contract.ts';

interface OwnValueProps {
  part: SettingPart;
  own: readonly SettingPart[];
  network: boolean;
  mayChange: boolean;
}

/** Whose value this is, and the way back to head office's. */
export function OwnValue({ part, own, network, mayChange }: OwnValueProps) {
  const follow = useStep(enquirySettingContract.follow, "Head office's values hold again.");
  if (network)
    return (
      <Text fz="sm" className="quiet">
        These values hold for every centre that has none of its own.
      </Text>
    );
  if (!own.includes(part))
    return (
      <Text fz="sm" className="quiet">
        These are head office's values. Saving makes them this centre's own.
      </Text>
    );
  return (
    <Group gap="sm">
      <Text fz="sm" className="quiet">
        These are this centre's own values.
      </Text>
      {mayChange && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={follow.running}
          onClick={() => void follow.run({ part })}
        >
          Use head office's
        </Button>
      )}
    </Group>
  );
}
