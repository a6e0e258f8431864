import { Kbd, Modal, Table } from '@mantine/core';
import { useState } from 'react';
import { outcomeLabels, outcomes } from '../enquiry/follow-up.contract.ts';

const keys: readonly (readonly [string, string])[] = [
  ['/', 'Search'],
  ['j k', 'Next and previous row: the keys below are for it'],
  ['Esc', 'Leave the row, back to the card'],
  ['Enter', 'Open the row · save what is chosen'],
  ['c', 'Call'],
  ['f', 'Write a note'],
  ...outcomes.map((one) => [outcomeLabels[one].key, outcomeLabels[one].label] as const),
  ['← →', 'Another next date'],
  ['n', 'Next family: this one comes last'],
  ['s', 'Snooze'],
  ['u', 'Take the last line back'],
  ['e', 'Edit'],
  ['a', 'Give to somebody'],
  ['m', 'Mark as duplicate'],
  ['?', 'These keys'],
];

/** What each key does for the family on the screen. */
export function WorkKeysHelp({ onClose }: { onClose: () => void }) {
  // Closed before it is gone, so that the focus goes back where it was.
  const [opened, setOpened] = useState(true);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title="Keys"
      size="sm"
    >
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {keys.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td w={96}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
