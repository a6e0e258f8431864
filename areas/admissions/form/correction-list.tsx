import { useText } from '@aangan/web/text/text.tsx';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CorrectionItem } from './correction.ts';
import { usePartLabel } from './return-dialog.tsx';
import { words } from './words.tsx';

interface CorrectionListProps {
  items: readonly CorrectionItem[];
  /** Says that a point is done, with a word about it; absent where it is only read. */
  answer?: (itemId: string, note: string) => Promise<unknown>;
  /** On the family's page, where everything is larger. */
  large?: boolean;
}

/** The points the centre asks to correct, and which of them are answered. */
export function CorrectionList({ items, answer, large = false }: CorrectionListProps) {
  const t = useText(words);
  const open = items.filter((item) => !item.answered).length;
  if (items.length === 0) return null;
  return (
    <Alert
      color={open ? 'warning' : 'success'}
      title={open ? t('correctPoints', { n: open }) : t('correctDone')}
    >
      <Stack component="ul" gap="md" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {items.map((item) => (
          <Point key={item.id} item={item} large={large} {...(answer ? { answer } : {})} />
        ))}
      </Stack>
    </Alert>
  );
}

function Point({
  item,
  answer,
  large,
}: {
  item: CorrectionItem;
  large: boolean;
  answer?: NonNullable<CorrectionListProps['answer']>;
}) {
  const t = useText(words);
  const label = usePartLabel();
  const [note, setNote] = useState('');
  const [running, setRunning] = useState(false);
  const done = async () => {
    setRunning(true);
    await answer?.(item.id, note.trim());
    setRunning(false);
  };
  return (
    <Stack component="li" gap={4}>
      <Text fw={600} size="sm">
        {item.answered ? '✓ ' : ''}
        {label(item.part)}
      </Text>
      <Text>{item.message}</Text>
      {item.note ? (
        <Text size="sm" c="dimmed">
          {item.note}
        </Text>
      ) : null}
      {answer && !item.answered ? (
        <Group align="end" gap="xs">
          <TextInput
            style={{ flex: 1, minWidth: 180 }}
            label={t('correctNote')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={300}
          />
          <Button variant="default" size={large ? 'lg' : 'sm'} loading={running} onClick={() => void done()}>
            {t('correctAnswer')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
