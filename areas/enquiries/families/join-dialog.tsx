import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, List, Modal, Stack, Text } from '@mantine/core';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { stageLabel } from '../enquiry/stage-label.ts';
import { joinFamiliesContract } from './join-families.contract.ts';

interface JoinDialogProps {
  enquiry: { id: string; guardianName: string };
  mobile: string;
  onClose: () => void;
  onJoined: () => void;
}

/** The number that was typed is another family's here: whether both are one is decided by a person. */
export function JoinDialog({ enquiry, mobile, onClose, onJoined }: JoinDialogProps) {
  const known = useQuery(enquiryContract.familyAt, { mobile });
  const join = useCommand(joinFamiliesContract.join, { refresh: ['enquiry'], onDone: onJoined });
  return (
    <Modal opened onClose={onClose} title="This number belongs to another family here: join families?">
      <QueryState query={known}>
        {({ rows }) => (
          <Stack gap="md">
            {rows[0] && <Text>{`It is the number of ${rows[0].guardianName}, who asked about:`}</Text>}
            <List>
              {rows.map((row) => (
                <List.Item key={row.id}>
                  {[row.childName, row.className, stageLabel(row.stage)].filter(Boolean).join(' · ')}
                </List.Item>
              ))}
            </List>
            <Text>
              Joined, they are one family with {enquiry.guardianName}: all its numbers and all its children
              stand together, each child with its own enquiry. A no to messages holds for all. It can be taken
              apart for seven days.
            </Text>
            <DialogFoot error={join.error} onCancel={onClose} cancel="Keep them apart" focusCancel>
              <Button loading={join.running} onClick={() => void join.run({ enquiryId: enquiry.id, mobile })}>
                Join families
              </Button>
            </DialogFoot>
          </Stack>
        )}
      </QueryState>
    </Modal>
  );
}
