import { Button, Popover, Table } from '@mantine/core';
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
        <Table fz="sm" verticalSpacing={4}>
          <Table.Tbody>
            {row.parts.map((part, i) => (
              <Table.Tr key={`${part.points} ${i}`}>
                <Table.Td>{part.reason ?? 'Due, and how warm it is'}</Table.Td>
                <Table.Td ta="right" className="figures">
                  {part.points > 0 ? `+${part.points}` : part.points}
                </Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Td fw={600}>Together</Table.Td>
              <Table.Td ta="right" fw={600} className="figures">
                {row.score}
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}
