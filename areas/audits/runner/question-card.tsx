import { FileLink } from '@aangan/web/fields/field-value.tsx';
import { shrinkPicture } from '@aangan/web/ui/shrink-picture.ts';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Badge, Button, FileButton, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Question } from '../engine/audit.contract.ts';
import { isFault } from '../engine/score.ts';
import { findingLabels } from '../finding/finding.states.ts';
import type { KeptOp } from './kept-ops.ts';
import { Shot } from './shot.tsx';

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

const stateWords: Readonly<Record<string, string>> = findingLabels;

interface Props {
  one: Question;
  /** What is missing when it is handed in. */
  fault: string | undefined;
  /** Its operations that are not with the server. */
  kept: readonly KeptOp[];
  onAnswer: (part: Partial<Pick<Question, 'response' | 'scale' | 'note'>>) => void;
  onPhoto: (file: File) => void;
  onRemove: (fileId: string) => void;
  onTakeBack: (op: KeptOp) => void;
}

/** A question with its answer, note and photos. With the focus in it, Y, N and A answer. */
export function QuestionCard({ one, fault, kept, onAnswer, onPhoto, onRemove, onTakeBack }: Props) {
  const scaled = one.responseKind === 'SCALE';
  const value = one.response ?? (one.scale === null ? '' : String(one.scale));
  const bad = isFault(one);
  const asksPhoto = one.photoOn === 'ALWAYS' || (one.photoOn === 'NO' && bad) || one.photos.length > 0;
  const shots = kept.filter(({ op }) => op.kind === 'photo');
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
      {one.before ? (
        <Text size="sm" c="dimmed">
          <DateText day={one.before.auditOn} />: {one.before.text} (
          {stateWords[one.before.status] ?? one.before.status})
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
      {asksPhoto ? <TakePhoto code={one.code} onPhoto={onPhoto} /> : null}
      {one.photos.map(({ fileId }, n) => (
        <Group key={fileId} gap="xs">
          <FileLink fileId={fileId} label={`Photo ${n + 1}`} />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Remove photo ${n + 1} of ${one.code}`}
            onClick={() => onRemove(fileId)}
          >
            Remove
          </Button>
        </Group>
      ))}
      {shots.map((shot, n) => (
        <Group key={shot.op.opId} gap="xs">
          <Shot kept={shot} label={`Photo ${one.photos.length + n + 1}`} />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Remove photo ${one.photos.length + n + 1} of ${one.code}`}
            onClick={() => onTakeBack(shot)}
          >
            Remove
          </Button>
        </Group>
      ))}
      {kept.map((each) =>
        each.refused ? (
          <Group key={each.op.opId} gap="xs">
            <Text size="sm" c="var(--a-danger-text)" role="alert">
              {`Not saved: ${each.refused.message}`}
            </Text>
            {each.op.kind === 'photo' ? null : (
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onTakeBack(each)}>
                Leave it
              </Button>
            )}
          </Group>
        ) : null,
      )}
      {fault ? (
        <Text size="sm" c="var(--a-danger-text)" role="alert">
          {fault}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Drawn smaller on the device, then kept there; sent when there is a network. */
function TakePhoto({ code, onPhoto }: { code: string; onPhoto: (file: File) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const take = async (chosen: File | null) => {
    reset.current?.();
    if (!chosen) return;
    setProblem(null);
    try {
      onPhoto(await shrinkPicture(chosen));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This picture could not be read.');
    }
  };
  return (
    <Group gap="xs">
      <FileButton
        accept="image/jpeg,image/png"
        resetRef={reset}
        onChange={(chosen) => void take(chosen)}
        inputProps={{ 'aria-label': `Photo of ${code}` }}
      >
        {(props) => (
          <Button {...props} variant="default" size="compact-sm">
            Add a photo
          </Button>
        )}
      </FileButton>
      {problem ? (
        <Text size="sm" c="var(--a-danger-text)" role="alert">
          {problem}
        </Text>
      ) : null}
    </Group>
  );
}

const PAUSE_MS = 1_000;

/** Kept at a pause and when the focus leaves: a letter at a time would be an operation each. */
function Note({ one, onAnswer }: Pick<Props, 'one' | 'onAnswer'>) {
  const [text, setText] = useState(one.note ?? '');
  const known = useRef(text.trim());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    // What comes from elsewhere; the own words come back while more is typed.
    if ((one.note ?? '') === known.current) return;
    known.current = one.note ?? '';
    setText(one.note ?? '');
  }, [one.note]);
  const keep = (value: string) => {
    clearTimeout(timer.current);
    if (value.trim() === known.current) return;
    known.current = value.trim();
    onAnswer({ note: value });
  };
  return (
    <Textarea
      label="Note"
      aria-label={`Note on ${one.code}`}
      autosize
      minRows={2}
      maxLength={1000}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => keep(value), PAUSE_MS);
      }}
      onBlur={() => keep(text)}
    />
  );
}
