import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { List, Stack, Table, Text, Title } from '@mantine/core';
import '../sop-look.tsx';
import type { ShownBlock } from './sop-version.contract.ts';

export type BlockMark = 'ADDED' | 'CHANGED' | 'MOVED' | 'REMOVED';

/** One block of a section, as readers, authors and approvers see it. */
export function BlockView({ shown, mark }: { shown: ShownBlock; mark?: BlockMark | undefined }) {
  return (
    <div
      id={`block-${shown.block.id}`}
      style={
        mark ? { borderInlineStart: '3px solid var(--a-warning-text)', paddingInlineStart: 12 } : undefined
      }
    >
      {mark ? <StatusTag area="sop-mark" state={mark} /> : null}
      <Content shown={shown} />
    </div>
  );
}

function Content({ shown: { block, url } }: { shown: ShownBlock }) {
  switch (block.kind) {
    case 'HEADING':
      return (
        <Title order={3} size="h4">
          {block.text}
        </Title>
      );
    case 'TEXT':
      return <PlainText text={block.text} />;
    case 'IMAGE':
      return (
        <Stack gap={4}>
          {url ? (
            <img
              src={url}
              alt={block.caption || block.name}
              style={{ maxWidth: '100%', maxHeight: 480, borderRadius: 8, objectFit: 'contain' }}
            />
          ) : (
            <Text c="dimmed">{block.name}</Text>
          )}
          {block.caption ? (
            <Text size="sm" c="dimmed">
              {block.caption}
            </Text>
          ) : null}
        </Stack>
      );
    case 'FILE':
      return url ? (
        <FileLink name={block.name} address={async () => url}>
          {block.caption || block.name}
        </FileLink>
      ) : (
        <Text c="dimmed">{block.caption || block.name}</Text>
      );
    case 'CHECKLIST':
      return (
        <Stack gap={4}>
          {block.title ? <Text fw={600}>{block.title}</Text> : null}
          <List spacing={4} icon={<span aria-hidden="true">☐</span>}>
            {block.items.map((item, at) => (
              <List.Item key={at}>{item}</List.Item>
            ))}
          </List>
        </Stack>
      );
    case 'CONTACTS':
      return (
        <Table withRowBorders>
          <Table.Tbody>
            {block.rows.map((row) => (
              <Table.Tr key={`${row.name}${row.phone}`}>
                <Table.Td>{row.name}</Table.Td>
                <Table.Td>{row.role}</Table.Td>
                <Table.Td>
                  <a href={`tel:${row.phone.replace(/[^\d+]/g, '')}`}>{row.phone}</a>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      );
  }
}
