import { Kbd, Modal, Table } from '@mantine/core';
import { useText } from '../text/text.tsx';

/** What the keys of a list do. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const keys = [
    ['/', t('keys.search')],
    ['j', t('keys.down')],
    ['k', t('keys.up')],
    ['x', t('keys.select')],
    ['o', t('keys.open')],
    ['e', t('keys.edit')],
    ['n', t('keys.new')],
    ['Ctrl+K', t('keys.palette')],
    ['Esc', t('keys.escape')],
    ['?', t('keys.help')],
  ] as const;
  return (
    <Modal opened={opened} onClose={onClose} title={t('list.keys')} size="sm">
      <Table>
        <Table.Tbody>
          {keys.map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Td w={96}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
