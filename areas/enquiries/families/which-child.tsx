import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { openStatuses } from '../enquiry/enquiry.states.ts';
import { useStep } from '../enquiry/use-step.web.ts';
import { joinFamiliesContract } from './join-families.contract.ts';

interface WhichChildProps {
  enquiry: {
    id: string;
    childName: string;
    family: readonly { id: string; childName: string; spancoStatus: string }[];
  };
}

/** The family asked again without a name: a button for each child it could have meant. */
export function WhichChild({ enquiry }: WhichChildProps) {
  const say = useStep(joinFamiliesContract.whichChild, (out) => `Noted with ${out.enquiryCode}.`, [
    'enquiry',
    'follow-up',
  ]);
  const open = enquiry.family.filter((one) => openStatuses.some((status) => status === one.spancoStatus));
  return (
    <Alert color="warning" variant="light" title="Which child?">
      <Stack gap="xs">
        <Text>This family asked again and gave no name. Ask whom they mean when you call.</Text>
        <Group gap="xs">
          {[enquiry, ...open].map((one) => (
            <Button
              key={one.id}
              size="compact-md"
              variant="default"
              loading={say.running}
              onClick={() => void say.run({ id: enquiry.id, meantId: one.id })}
            >
              {one.childName}
            </Button>
          ))}
        </Group>
      </Stack>
    </Alert>
  );
}
