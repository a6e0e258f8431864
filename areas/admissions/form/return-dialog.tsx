import { ApiError } from '@aangan/web/api/api-error.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { ActionIcon, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { readable } from './answer-label.ts';
import { type CorrectionPart, correctionParts, type NewCorrection } from './correction.ts';
import { documentSlots, slotNames } from './document-slots.ts';
import { type Word, words } from './words.tsx';

interface ReturnDialogProps {
  opened: boolean;
  onClose: () => void;
  /** "Return application" */
  confirm: string;
  run: (items: NewCorrection[]) => Promise<void>;
}

interface Point {
  key: number;
  part: CorrectionPart;
  message: string;
}

/** Asks what the family is to correct, point by point, and gives the form back. */
export function ReturnDialog({ opened, onClose, confirm, run }: ReturnDialogProps) {
  const [points, setPoints] = useState<readonly Point[]>([{ key: 1, part: 'OTHER', message: '' }]);
  const change = (key: number, to: Partial<Point>) =>
    setPoints((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const items = points.map(({ part, message }) => ({ part, message: message.trim() }));
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Return to the parent"
      confirm={confirm}
      text={
        <Stack gap="md">
          <Text size="sm">
            The family gets a message with the link. Each point has to be answered before the form can be
            handed in again.
          </Text>
          {points.map((point, at) => (
            <PointFields
              key={point.key}
              n={at + 1}
              point={point}
              change={(to) => change(point.key, to)}
              {...(points.length > 1
                ? { remove: () => setPoints((now) => now.filter((one) => one.key !== point.key)) }
                : {})}
            />
          ))}
          <Group>
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={points.length >= 20}
              onClick={() =>
                setPoints((now) => [
                  ...now,
                  { key: Math.max(...now.map((one) => one.key)) + 1, part: 'OTHER', message: '' },
                ])
              }
            >
              Add another point
            </Button>
          </Group>
        </Stack>
      }
      run={async () => {
        if (items.some((item) => item.message.length < 3))
          throw new ApiError({
            status: 422,
            code: 'input.invalid',
            message: 'Say at each point what to correct.',
          });
        await run(items);
        setPoints([{ key: 1, part: 'OTHER', message: '' }]);
      }}
    />
  );
}

interface PointFieldsProps {
  n: number;
  point: Point;
  change: (to: Partial<Point>) => void;
  remove?: () => void;
}

function PointFields({ n, point, change, remove }: PointFieldsProps) {
  const label = usePartLabel();
  return (
    <Stack gap="xs" role="group" aria-label={`Point ${n}`}>
      <Group wrap="nowrap" align="end" gap="xs">
        <Select
          style={{ flex: 1 }}
          label={`Point ${n}: about`}
          searchable
          allowDeselect={false}
          data={correctionParts.map((part) => ({ value: part, label: label(part) }))}
          value={point.part}
          onChange={(value) => change({ part: correctionParts.find((one) => one === value) ?? 'OTHER' })}
        />
        {remove ? (
          <ActionIcon variant="subtle" size="lg" aria-label={`Remove point ${n}`} onClick={remove}>
            <IconTrash size={18} />
          </ActionIcon>
        ) : null}
      </Group>
      <Textarea
        label="What should the parent correct?"
        value={point.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
        maxLength={300}
        autosize
        minRows={2}
      />
    </Stack>
  );
}

/** What a point is about, as the form calls it. */
export function usePartLabel(): (part: CorrectionPart) => string {
  const t = useText(words);
  return (part) => {
    if (part === 'OTHER') return t('otherPoint');
    const slot = slotNames.find((one) => one === part);
    if (slot) return documentSlots[slot].label;
    const word = part === 'address' ? 'street' : part;
    return word in words.en ? t(word as Word) : readable(part);
  };
}
