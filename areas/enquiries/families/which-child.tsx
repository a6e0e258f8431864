import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { openStatuses } from '../enquiry/enquiry.states.ts';
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
  const say = useCommand(joinFamiliesContract.whichChild, {
    refresh: ['enquiry', 'follow-up'],
    onDone: (out) => notice.ok(`Noted with ${out.enquiryCode}.`),
    onError: (error) => notice.error(error),
  });
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
