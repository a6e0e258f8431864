import { Button, Popover } from '@mantine/core';
import { PairTable } from '../enquiry/pair-table.tsx';
import type { QueueRow } from './follow-up-work.contract.ts';

/** The parts of the score: the order is a sum anybody can check. */
export function WhyFirst({ row }: { row: QueueRow }) {
  return (
    <Popover width={300} position="bottom-start" withinPortal>
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" color="gray">
          Why now
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <PairTable
          rows={[
            ...row.parts.map(
              ({ points, reason }) =>
                [reason ?? 'Due, and how warm it is', points > 0 ? `+${points}` : points] as const,
            ),
            [<b>Together</b>, <b>{row.score}</b>],
          ]}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
