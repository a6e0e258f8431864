import { newId } from '@aangan/web/api/new-id.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { shrinkPicture } from '@aangan/web/ui/shrink-picture.ts';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { ActionIcon, Button, Group, Menu, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type Block, type BlockKind, blockKinds } from './blocks.ts';

const MOST = 120;

const emptyBlock = (kind: BlockKind): Block => {
  const id = newId();
  switch (kind) {
    case 'HEADING':
    case 'TEXT':
      return { id, kind, text: '' };
    case 'CHECKLIST':
      return { id, kind, title: '', items: [''] };
    case 'CONTACTS':
      return { id, kind, rows: [{ name: '', role: '', phone: '' }] };
    case 'IMAGE':
    case 'FILE':
      return { id, kind, fileId: '', name: '', caption: '' };
  }
};

/** Blocks one below the other: add, write, move, remove. A file counts once it is uploaded. */
export function BlockEditor({
  body,
  onChange,
}: {
  body: readonly Block[];
  onChange: (body: Block[]) => void;
}) {
  const put = (at: number, block: Block) => onChange(body.map((one, i) => (i === at ? block : one)));
  const move = (at: number, by: -1 | 1) => {
    const next = [...body];
    const [block] = next.splice(at, 1);
    if (block) next.splice(at + by, 0, block);
    onChange(next);
  };
  return (
    <Stack gap="md">
      {body.map((block, at) => (
        <Paper key={block.id} withBorder p="sm">
          <Group justify="space-between" mb="xs">
            <Text size="sm" fw={600}>
              {blockKinds[block.kind]}
            </Text>
            <Group gap={4}>
              <Tool label="Move up" off={at === 0} onClick={() => move(at, -1)} of={IconArrowUp} />
              <Tool
                label="Move down"
                off={at === body.length - 1}
                onClick={() => move(at, 1)}
                of={IconArrowDown}
              />
              <Tool
                label={`Remove ${blockKinds[block.kind].toLowerCase()}`}
                onClick={() => onChange(body.filter((_, i) => i !== at))}
                of={IconTrash}
              />
            </Group>
          </Group>
          <Fields block={block} onChange={(changed) => put(at, changed)} />
        </Paper>
      ))}
      {body.length < MOST ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconPlus {...smallIcon} />}
              style={{ alignSelf: 'start' }}
            >
              Add block
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(blockKinds).map(([kind, label]) => (
              <Menu.Item key={kind} onClick={() => onChange([...body, emptyBlock(kind as BlockKind)])}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Stack>
  );
}

const Tool = ({
  label,
  off = false,
  onClick,
  of: Mark,
}: {
  label: string;
  off?: boolean;
  onClick: () => void;
  of: typeof IconTrash;
}) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={off} onClick={onClick}>
    <Mark {...smallIcon} />
  </ActionIcon>
);

function Fields({ block, onChange }: { block: Block; onChange: (block: Block) => void }) {
  switch (block.kind) {
    case 'HEADING':
      return (
        <TextInput
          aria-label="Heading"
          value={block.text}
          maxLength={150}
          onChange={(event) => onChange({ ...block, text: event.currentTarget.value })}
        />
      );
    case 'TEXT':
      return (
        <Textarea
          aria-label="Text"
          description="An empty line between paragraphs; lines that begin with - or 1. become lists"
          value={block.text}
          maxLength={10_000}
          autosize
          minRows={3}
          maxRows={20}
          onChange={(event) => onChange({ ...block, text: event.currentTarget.value })}
        />
      );
    case 'CHECKLIST':
      return (
        <Stack gap="xs">
          <TextInput
            label="Title"
            value={block.title}
            maxLength={150}
            onChange={(event) => onChange({ ...block, title: event.currentTarget.value })}
          />
          <Textarea
            label="Steps"
            description="One a line"
            value={block.items.join('\n')}
            autosize
            minRows={3}
            onChange={(event) =>
              onChange({ ...block, items: event.currentTarget.value.split('\n').slice(0, 60) })
            }
          />
        </Stack>
      );
    case 'CONTACTS':
      return <Contacts block={block} onChange={onChange} />;
    case 'IMAGE':
    case 'FILE':
      return (
        <Stack gap="xs">
          <UploadField
            label={block.kind === 'IMAGE' ? 'Picture' : 'File'}
            value={block.fileId || null}
            fileName={block.name || null}
            accept={block.kind === 'IMAGE' ? ['jpg', 'png'] : ['pdf', 'docx', 'xlsx', 'jpg', 'png']}
            maxMb={50}
            {...(block.kind === 'IMAGE' ? { prepare: shrinkPicture } : {})}
            onChange={(fileId, name) =>
              onChange({ ...block, fileId: fileId ?? '', name: (name ?? block.name).slice(0, 120) })
            }
          />
          <TextInput
            label="Caption"
            value={block.caption}
            maxLength={200}
            onChange={(event) => onChange({ ...block, caption: event.currentTarget.value })}
          />
        </Stack>
      );
  }
}

type ContactBlock = Extract<Block, { kind: 'CONTACTS' }>;

function Contacts({ block, onChange }: { block: ContactBlock; onChange: (block: Block) => void }) {
  const put = (at: number, name: 'name' | 'role' | 'phone', value: string) =>
    onChange({ ...block, rows: block.rows.map((row, i) => (i === at ? { ...row, [name]: value } : row)) });
  return (
    <Stack gap="xs">
      {block.rows.map((row, at) => (
        <Group key={at} gap="xs" wrap="wrap">
          <TextInput
            aria-label="Name"
            placeholder="Name"
            value={row.name}
            maxLength={100}
            onChange={(event) => put(at, 'name', event.currentTarget.value)}
          />
          <TextInput
            aria-label="Role"
            placeholder="Role"
            value={row.role}
            maxLength={100}
            onChange={(event) => put(at, 'role', event.currentTarget.value)}
          />
          <TextInput
            aria-label="Phone"
            placeholder="Phone"
            value={row.phone}
            maxLength={30}
            onChange={(event) => put(at, 'phone', event.currentTarget.value)}
          />
          <Tool
            label="Remove contact"
            onClick={() => onChange({ ...block, rows: block.rows.filter((_, i) => i !== at) })}
            of={IconTrash}
          />
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        style={{ alignSelf: 'start' }}
        onClick={() => onChange({ ...block, rows: [...block.rows, { name: '', role: '', phone: '' }] })}
      >
        Add contact
      </Button>
    </Stack>
  );
}
