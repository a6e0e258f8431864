import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DayView } from './day.contract.ts';
import { reviewContract as contract, previewContract } from './review.contract.ts';

export const DAY_REFRESH = ['curriculum-day', 'curriculum-week', 'curriculum-plan'];

/** What the author handed in, for the reviewer: to approve or to return; for the author, what came back. */
export function ReviewBar({ day }: { day: DayView }) {
  const [asked, setAsked] = useState<'approve' | 'return' | null>(null);
  const shared = {
    start: { id: day.id },
    ifMatch: day.version,
    refresh: DAY_REFRESH,
    onClose: () => setAsked(null),
  };
  if (day.look !== 'PENDING')
    return day.note ? (
      <Alert color="warning" variant="light" title="It came back">
        {day.note}
      </Alert>
    ) : null;
  return (
    <Alert color="warning" variant="light" title="This change waits for its review">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {day.draftBy ? `Handed in by ${day.draftBy}. ` : ''}Readers see the published day until it is
          approved.
        </Text>
        {day.can['approve'] ? (
          <Group gap="xs">
            <Button size="xs" onClick={() => setAsked('approve')}>
              Approve
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsked('return')}>
              Return
            </Button>
          </Group>
        ) : null}
      </Stack>
      {asked === 'approve' ? (
        <CommandDialog
          {...shared}
          of={contract.approve}
          title="Approve this change"
          text="Readers get it at once, as the next revision."
          confirm="Approve"
          done="The change is published."
        />
      ) : null}
      {asked === 'return' ? (
        <CommandDialog
          {...shared}
          of={contract.sendBack}
          title="Return this change"
          confirm="Return change"
          done="The author is told."
        />
      ) : null}
    </Alert>
  );
}

/** Makes a preview and goes to it. */
export function NewPreview({ dayId, onClose }: { dayId: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <CommandDialog
      of={previewContract.create}
      title="Preview"
      text="As it stands now, kept for seven days."
      confirm="Show preview"
      start={{ dayId, what: 'DAY', shownAs: 'TEACHER' }}
      done={({ id }) => {
        void navigate(`/learning-cms/preview/${id}`);
        return 'The preview is made.';
      }}
      onClose={onClose}
    />
  );
}

/** Takes an earlier revision as the draft. */
export function RestoreButton({ day, rev }: { day: DayView; rev: number }) {
  const confirm = useConfirm();
  const restore = useCommand(contract.restore, {
    refresh: DAY_REFRESH,
    onDone: () => notice.ok('The revision is the draft now.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={restore.running}
      aria-label={`Take revision ${rev} as draft`}
      onClick={async () => {
        const sure = await confirm({
          title: `Take revision ${rev} as draft?`,
          text: 'It replaces the draft of this day. Readers see it once it is approved.',
          confirm: 'Take as draft',
        });
        if (sure) await restore.run({ id: day.id, rev }, { ifMatch: day.version });
      }}
    >
      Take as draft
    </Button>
  );
}
