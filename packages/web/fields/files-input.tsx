import { ActionIcon, Group, Stack } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../text/text.tsx';
import { icon } from '../ui/icon.ts';
import { shrinkPicture } from '../ui/shrink-picture.ts';
import { UploadField } from '../ui/upload-field.tsx';
import type { FieldInputProps } from './field-props.ts';
import { sharedProps } from './shared-props.tsx';

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

// A phone's picture of 8 MB is a page of 400 kB.
const smaller = async (file: File): Promise<File> =>
  /^image\/(jpeg|png|webp)$/.test(file.type) ? shrinkPicture(file) : file;

/** Several uploaded files in their order: each named and removable, and a place for the next until there are enough. */
export function FilesField(props: FieldInputProps) {
  const t = useText();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const ids = idsOf(props.value);
  const nameOf = (id: string, index: number) =>
    names[id] ?? props.chosenNames?.[id] ?? `${t('upload.done')} ${index + 1}`;
  const shared = sharedProps(props);
  return (
    <Stack gap={6}>
      {ids.length < (props.most ?? 10) ? (
        <UploadField
          // A fresh place for each file: the one before keeps the name of what it took.
          key={ids.length}
          label={shared.label}
          help={props.help}
          error={props.error}
          value={null}
          onChange={(id, name) => {
            if (id === null) return;
            if (name) setNames((now) => ({ ...now, [id]: name }));
            props.onChange([...ids, id]);
          }}
          required={!props.optional}
          prepare={smaller}
          accept={props.accept ?? []}
          maxMb={props.max ? props.max / 1024 / 1024 : 10}
          disabled={props.disabled ?? false}
          {...(props.name ? { inputProps: { name: props.name, id: `field-${props.name}` } } : {})}
        />
      ) : (
        <span>{shared.label}</span>
      )}
      {ids.map((id, index) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <IconFile {...icon} />
          <span style={{ minWidth: 0 }}>{nameOf(id, index)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={props.disabled ?? false}
            aria-label={`${t('action.remove')}: ${nameOf(id, index)}`}
            onClick={() => props.onChange(ids.filter((one) => one !== id))}
          >
            <IconX {...icon} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
