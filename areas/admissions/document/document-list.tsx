import { useText } from '@aangan/web/text/text.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ShownSlot } from '../form/form.contract.ts';
import { words } from '../form/words.tsx';

const tones = { UPLOADED: 'info', VERIFIED: 'success', REJECTED: 'danger', WAIVED: 'neutral' } as const;

interface DocumentListProps {
  slots: readonly ShownSlot[];
  /** A fresh address of a document's file. */
  addressOf: (id: string) => Promise<string | null | undefined>;
  /** The family's link, on public pages. */
  link?: string;
  add?: (slot: ShownSlot['slot'], fileId: string, fileName: string) => Promise<unknown>;
  remove?: (id: string) => Promise<unknown>;
  /** Shown where something required is missing. */
  error?: string | undefined;
}

/** The list of papers: what is there, what the centre said of it, and what is still to come. */
export function DocumentList({ slots, addressOf, link, add, remove, error }: DocumentListProps) {
  const t = useText(words);
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {t('papersHelp')}
      </Text>
      {slots.map((slot) => (
        <Stack key={slot.slot} gap="xs" role="group" aria-label={slot.label}>
          <Group justify="space-between" wrap="nowrap" align="start">
            <Text fw={500}>{slot.label}</Text>
            {slot.documents.length === 0 ? (
              <Tag tone={slot.required ? 'warning' : 'neutral'}>
                {slot.required ? t('needed') : t('optional')}
              </Tag>
            ) : null}
          </Group>
          {slot.documents.map((one) => (
            <Group key={one.id} gap="sm" justify="space-between">
              <Stack gap={0}>
                <Group gap="xs">
                  {one.url ? (
                    <FileLink name={one.fileName ?? slot.label} address={() => addressOf(one.id)}>
                      {one.fileName ?? t('openFile')}
                    </FileLink>
                  ) : null}
                  <Tag tone={tones[one.status]}>{t(one.status)}</Tag>
                </Group>
                {one.reason ? (
                  <Text size="sm" c={one.status === 'REJECTED' ? 'var(--a-danger-text)' : 'dimmed'}>
                    {one.reason}
                  </Text>
                ) : null}
              </Stack>
              {remove && (one.status === 'UPLOADED' || one.status === 'REJECTED') ? (
                <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void remove(one.id)}>
                  {t('remove')}
                </Button>
              ) : null}
            </Group>
          ))}
          {add && wants(slot) ? (
            <UploadField
              value={null}
              accept={slot.accept}
              maxMb={slot.maxMb}
              {...(link ? { link } : {})}
              onChange={(fileId, name) => {
                if (fileId) void add(slot.slot, fileId, name ?? slot.label);
              }}
            />
          ) : null}
        </Stack>
      ))}
      {error ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}

/** The address of one document's file, of slots that were read just now. */
export const documentAddress = (slots: readonly ShownSlot[], id: string): string | null | undefined =>
  slots.flatMap((slot) => slot.documents).find((one) => one.id === id)?.url;

const wants = (slot: ShownSlot): boolean =>
  slot.documents.filter((one) => one.status !== 'REJECTED' && one.status !== 'WAIVED').length < slot.files;
