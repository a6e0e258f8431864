import { call } from '@aangan/web/api/call.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { videos } from '../video/video.listing.ts';
import type { Known } from './day.contract.ts';
import { nameIn } from './day-blocks.tsx';
import { bases, blockKinds, type DayBlock, type Material, sources } from './day-content.ts';

const optionsOf = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).map(([value, label]) => ({ value, label }));
const KINDS = optionsOf(blockKinds);

interface BlockCardProps {
  block: DayBlock;
  known: Known;
  first: boolean;
  last: boolean;
  onChange: (block: DayBlock) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One block of a day in the editor: what everybody fills in, and behind a button what some blocks have. */
export function BlockCard({ block, known, first, last, onChange, onMove, onRemove }: BlockCardProps) {
  const has =
    block.files.length + block.skillIds.length + block.materials.length > 0 || block.videoId !== null;
  const [more, setMore] = useState(has);
  const name = block.title || blockKinds[block.kind];
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group gap="sm" align="end" wrap="wrap">
          <Select
            label="Kind"
            data={KINDS}
            value={block.kind}
            allowDeselect={false}
            w={150}
            onChange={(kind) => kind && onChange({ ...block, kind: kind as DayBlock['kind'] })}
          />
          <TextInput
            label="Title"
            value={block.title}
            maxLength={120}
            style={{ flex: '1 1 200px' }}
            onChange={(event) => onChange({ ...block, title: event.currentTarget.value })}
          />
          <NumberInput
            label="Minutes"
            value={block.minutes}
            min={0}
            max={120}
            allowDecimal={false}
            clampBehavior="strict"
            w={90}
            onChange={(value) => onChange({ ...block, minutes: Number(value) || 0 })}
          />
          <Group gap={2}>
            <Tool label={`Move up: ${name}`} off={first} run={() => onMove(-1)} of={IconArrowUp} />
            <Tool label={`Move down: ${name}`} off={last} run={() => onMove(1)} of={IconArrowDown} />
            <Tool label={`Remove: ${name}`} run={onRemove} of={IconTrash} />
          </Group>
        </Group>
        <Textarea
          label="What happens"
          value={block.body}
          maxLength={6000}
          autosize
          minRows={2}
          maxRows={16}
          onChange={(event) => onChange({ ...block, body: event.currentTarget.value })}
        />
        <Group gap="lg">
          <Switch
            label="Optional"
            checked={block.optional}
            onChange={(event) => onChange({ ...block, optional: event.currentTarget.checked })}
          />
          <Switch
            label="Families see it"
            checked={block.share}
            onChange={(event) => onChange({ ...block, share: event.currentTarget.checked })}
          />
          <Button size="compact-sm" variant="subtle" aria-expanded={more} onClick={() => setMore(!more)}>
            {more ? 'Less' : 'Skills, files, video, materials'}
          </Button>
        </Group>
        {more ? <More block={block} known={known} onChange={onChange} /> : null}
      </Stack>
    </Paper>
  );
}

const Tool = ({
  label,
  off = false,
  run,
  of: Mark,
}: {
  label: string;
  off?: boolean;
  run: () => void;
  of: typeof IconTrash;
}) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={off} onClick={run}>
    <Mark {...smallIcon} />
  </ActionIcon>
);

const findVideos = async (q: string) =>
  (await call(videos.endpoints.list, { status: ['READY'], limit: 20, ...(q ? { q } : {}) })).rows.map(
    (row) => ({
      id: row.id,
      label: row.name,
    }),
  );

function More({ block, known, onChange }: Pick<BlockCardProps, 'block' | 'known' | 'onChange'>) {
  return (
    <Stack gap="sm">
      <FieldInput
        kind="references"
        to="skill-parameter"
        label="Skills"
        optional
        most={12}
        value={block.skillIds}
        chosenNames={Object.fromEntries(known.skills.map(({ id, name }) => [id, name]))}
        onChange={(ids) => onChange({ ...block, skillIds: (ids as (string | number)[]).map(String) })}
      />
      <FieldInput
        kind="reference"
        label="Video"
        optional
        search={findVideos}
        value={block.videoId}
        chosenLabel={block.videoId ? nameIn(known.videos, block.videoId) : null}
        onChange={(id) => onChange({ ...block, videoId: typeof id === 'string' && id ? id : null })}
      />
      {block.files.map((file) => (
        <Group key={file.fileId} gap="xs" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>{file.name}</Text>
          <Tool
            label={`Remove: ${file.name}`}
            of={IconTrash}
            run={() => onChange({ ...block, files: block.files.filter((one) => one !== file) })}
          />
        </Group>
      ))}
      {block.files.length < 6 ? (
        <UploadField
          key={block.files.length}
          label="Add a file"
          value={null}
          accept={['pdf', 'jpg', 'png', 'docx', 'xlsx']}
          maxMb={25}
          onChange={(fileId, name) => {
            if (fileId)
              onChange({
                ...block,
                files: [...block.files, { fileId, name: (name ?? 'File').slice(0, 120) }],
              });
          }}
        />
      ) : null}
      <Materials rows={block.materials} onChange={(materials) => onChange({ ...block, materials })} />
    </Stack>
  );
}

function Materials({ rows, onChange }: { rows: readonly Material[]; onChange: (rows: Material[]) => void }) {
  const put = (at: number, change: Partial<Material>) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, ...change } : row)));
  return (
    <Stack gap="xs">
      {rows.length > 0 ? <Text size="sm">Materials</Text> : null}
      {rows.map((row, at) => (
        <Group key={at} gap="xs" wrap="wrap">
          <TextInput
            aria-label="Material"
            placeholder="Material"
            value={row.name}
            maxLength={80}
            style={{ flex: '1 1 160px' }}
            onChange={(event) => put(at, { name: event.currentTarget.value })}
          />
          <NumberInput
            aria-label="Quantity"
            value={row.qty}
            min={1}
            max={99}
            allowDecimal={false}
            clampBehavior="strict"
            w={72}
            onChange={(value) => put(at, { qty: Number(value) || 1 })}
          />
          <Select
            aria-label="Counted"
            data={optionsOf(bases)}
            value={row.basis}
            allowDeselect={false}
            w={130}
            onChange={(basis) => basis && put(at, { basis: basis as Material['basis'] })}
          />
          <Select
            aria-label="Where from"
            data={optionsOf(sources)}
            value={row.source}
            allowDeselect={false}
            w={160}
            onChange={(source) => source && put(at, { source: source as Material['source'] })}
          />
          <Tool
            label={`Remove: ${row.name || 'material'}`}
            of={IconTrash}
            run={() => onChange(rows.filter((_, i) => i !== at))}
          />
        </Group>
      ))}
      {rows.length < 20 ? (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => onChange([...rows, { name: '', qty: 1, basis: 'CLASS', source: 'CENTRE' }])}
        >
          Add material
        </Button>
      ) : null}
    </Stack>
  );
}
