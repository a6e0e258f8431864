import { todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Text } from '@mantine/core';
import { useStep } from '../enquiry/use-step.web.ts';
import { joinFamiliesContract } from './join-families.contract.ts';

/** Families that were joined with this one, and the way back. */
export function JoinedFamilies({ enquiry }: { enquiry: { id: string; can: Record<string, boolean> } }) {
  const joins = useQuery(joinFamiliesContract.joins, { enquiryId: enquiry.id }, { background: true });
  const ask = useConfirm();
  const undo = useStep(joinFamiliesContract.undo, 'They are two families again.', ['enquiry']);
  const press = async (id: string) => {
    if (
      await ask({
        title: 'Take the families apart?',
        text: 'Children and numbers that came over go back. What was written since stays.',
        confirm: 'Take apart',
      })
    )
      await undo.run({ id });
  };
  return (joins.data?.rows ?? []).map((join) => (
    <Group key={join.id} justify="space-between" gap="sm">
      <Text fz="sm">
        {`Joined with the family of ${join.children.join(', ')} on `}
        <InstantText at={join.at} />
        {join.by ? ` by ${join.by}` : ''}
      </Text>
      {join.canUndo ? (
        enquiry.can['edit'] === true && (
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.running}
            onClick={() => void press(join.id)}
          >
            Take apart
          </Button>
        )
      ) : (
        <Text fz="xs" className="quiet">
          Could be taken apart until <DateText day={todayIst(join.undoUntil)} />
        </Text>
      )}
    </Group>
  ));
}
