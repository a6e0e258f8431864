import { FileLink } from '@aangan/web/fields/field-value.tsx';
import { shrinkPicture } from '@aangan/web/ui/shrink-picture.ts';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { Badge, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Question } from '../engine/audit.contract.ts';
import { isFault } from '../engine/score.ts';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'na', label: 'Not applicable' },
];
const SCALE = [
  ...[0, 1, 2, 3, 4, 5].map((n) => ({ value: String(n), label: String(n) })),
  { value: 'na', label: 'Not applicable' },
];

const KEYS: Readonly<Record<string, 'yes' | 'no' | 'na'>> = { y: 'yes', n: 'no', a: 'na' };

interface Props {
  one: Question;
  /** What is missing when it is handed in. */
  fault: string | undefined;
  onAnswer: (part: Partial<Pick<Question, 'response' | 'scale' | 'note'>>) => void;
  onPhoto: (fileId: string, gone: boolean) => void;
}

/** A question with its answer, note and photos. With the focus in it, Y, N and A answer. */
export function QuestionCard({ one, fault, onAnswer, onPhoto }: Props) {
  const scaled = one.responseKind === 'SCALE';
  const value = one.response ?? (one.scale === null ? '' : String(one.scale));
  const bad = isFault(one);
  const asksPhoto = one.photoOn === 'ALWAYS' || (one.photoOn === 'NO' && bad) || one.photos.length > 0;
  const choose = (chosen: string) =>
    onAnswer(
      chosen === 'na' || !scaled
        ? { response: chosen as 'yes' | 'no' | 'na', scale: null }
        : { response: null, scale: Number(chosen) },
    );
  return (
    <Stack
      gap="xs"
      id={`q-${one.id}`}
      onKeyDown={(event) => {
        const typed = event.target instanceof HTMLTextAreaElement;
        const answer = KEYS[event.key.toLowerCase()];
        if (!typed && !scaled && answer && !event.ctrlKey && !event.metaKey) choose(answer);
      }}
    >
      <Group gap="xs" align="baseline" wrap="nowrap">
        <Text size="sm" c="dimmed" miw={64}>
          {one.code}
        </Text>
        <Text fw={500}>{one.question}</Text>
        {one.critical ? (
          <Badge color="danger" variant="light" tt="none" style={{ flexShrink: 0 }}>
            Critical
          </Badge>
        ) : null}
        {one.optional ? (
          <Text size="sm" c="dimmed">
            optional
          </Text>
        ) : null}
      </Group>
      {one.guidance ? (
        <Text size="sm" c="dimmed">
          {one.guidance}
        </Text>
      ) : null}
      <SegmentedControl
        aria-label={`${one.code} ${one.question}`}
        data={scaled ? SCALE : YES_NO}
        value={value}
        onChange={choose}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      {bad || one.response === 'na' || one.note !== null ? <Note one={one} onAnswer={onAnswer} /> : null}
      {asksPhoto ? (
        <UploadField
          key={one.photos.length}
          label="Photo"
          accept={['jpg', 'png']}
          maxMb={10}
          value={null}
          prepare={shrinkPicture}
          onChange={(fileId) => fileId !== null && onPhoto(fileId, false)}
        />
      ) : null}
      {one.photos.map(({ fileId }, n) => (
        <Group key={fileId} gap="xs">
          <FileLink fileId={fileId} label={`Photo ${n + 1}`} />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Remove photo ${n + 1} of ${one.code}`}
            onClick={() => onPhoto(fileId, true)}
          >
            Remove
          </Button>
        </Group>
      ))}
      {fault ? (
        <Text size="sm" c="var(--a-danger-text)" role="alert">
          {fault}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Kept when the focus leaves: a letter at a time would be an operation each. */
function Note({ one, onAnswer }: Pick<Props, 'one' | 'onAnswer'>) {
  const [text, setText] = useState(one.note ?? '');
  useEffect(() => setText(one.note ?? ''), [one.note]);
  return (
    <Textarea
      label="Note"
      aria-label={`Note on ${one.code}`}
      autosize
      minRows={2}
      maxLength={1000}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== (one.note ?? '') && onAnswer({ note: text })}
    />
  );
}
