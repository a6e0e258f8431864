import { useCommand } from '@aangan/web/api/use-command.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Menu, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { useWorkKeys } from './use-work-keys.web.ts';

const MINUTES = [10, 30, 60] as const;

/** Skipped: last in the queue. Snoozed: away for some minutes. */
export function PutOff({ enquiryId, onDone }: { enquiryId: string; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const pause = useCommand(followUpWorkContract.pause, {
    behind: true,
    onDone,
    onError: (error) => (error.code === 'follow-up.skip-reason' ? setAsking(true) : notice.error(error)),
  });
  const skip = () => void pause.run({ enquiryId, kind: 'SKIP' });
  const [choosing, setChoosing] = useState(false);
  const snooze = useRef<HTMLButtonElement>(null);
  // A menu whose button is out of sight is not shown.
  const choose = () => {
    snooze.current?.scrollIntoView({ block: 'nearest' });
    setChoosing(true);
  };
  useWorkKeys({ n: skip, s: choose });
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        onClick={skip}
        loading={pause.running}
        rightSection={
          <Text span fz="xs" className="quiet">
            n
          </Text>
        }
      >
        Skip
      </Button>
      <Menu position="bottom-start" opened={choosing} onChange={setChoosing}>
        <Menu.Target>
          <Button
            ref={snooze}
            variant="default"
            size="compact-md"
            rightSection={
              <Text span fz="xs" className="quiet">
                s
              </Text>
            }
          >
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MINUTES.map((minutes) => (
            <Menu.Item key={minutes} onClick={() => void pause.run({ enquiryId, kind: 'SNOOZE', minutes })}>
              {minutes} minutes
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Skip this family"
        text="You skipped three families today. Say why for this one."
        confirm="Skip"
        reason={{ label: 'Why', required: true, max: 300 }}
        run={(reason) => pause.run({ enquiryId, kind: 'SKIP', reason })}
      />
    </>
  );
}
