import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { learnerContract as contract } from './learner.contract.ts';
import { clock, courseLink, homeLink } from './learner-links.ts';

type Attempt = OutputOf<typeof contract.attempt>;
type Question = Attempt['questions'][number];

/** `?attempt=`: a test as it is taken, and its result. */
export function AttemptPage({ id }: { id: string }) {
  const query = useQuery(contract.attempt, { id }, { fresh: 0 });
  const attempt = query.data;
  return (
    <PageFrame
      title={attempt?.title ?? 'Test'}
      crumbs={[
        { label: 'Self-training', to: homeLink },
        ...(attempt ? [{ label: 'Module', to: courseLink(attempt.enrollmentId) }] : []),
      ]}
    >
      <QueryState query={query}>
        {(found) =>
          found.status === 'OPEN' ? (
            <Taking key={found.id} attempt={found} reload={() => void query.refetch()} />
          ) : (
            <Result attempt={found} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

/** Seconds left by the server's clock; null without a limit. */
function useLeft({ deadlineAt, now }: Attempt): number | null {
  const [offset] = useState(() => Date.parse(now) - Date.now());
  const [at, setAt] = useState(() => Date.now());
  useEffect(() => {
    if (deadlineAt === null) return;
    const timer = setInterval(() => setAt(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadlineAt]);
  return deadlineAt === null ? null : Math.max(0, Math.floor((Date.parse(deadlineAt) - at - offset) / 1000));
}

function Taking({ attempt, reload }: { attempt: Attempt; reload: () => void }) {
  const ask = useConfirm();
  const [picked, setPicked] = useState<Readonly<Record<string, readonly number[]>>>(() =>
    Object.fromEntries(attempt.questions.map(({ id, picks }) => [id, picks])),
  );
  const left = useLeft(attempt);
  const pick = useCommand(contract.pick, { behind: true, onError: (error) => notice.error(error) });
  const submit = useCommand(contract.submit, {
    onDone: reload,
    onError: (error) => notice.error(error),
  });
  const over = left === 0;
  const missing = attempt.questions.filter(({ id }) => (picked[id] ?? []).length === 0).length;
  // One after the other, so that the newest pick of a question is the one that stays.
  const unsaved = useRef(new Map<string, readonly number[]>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const save = () => {
    queue.current = queue.current.then(async () => {
      for (const [questionId, picks] of [...unsaved.current]) {
        const saved = await pick.run({ id: attempt.id, questionId, picks: [...picks] });
        if (saved && unsaved.current.get(questionId) === picks) unsaved.current.delete(questionId);
      }
    });
    return queue.current;
  };
  const set = (question: Question, picks: readonly number[]) => {
    setPicked((now) => ({ ...now, [question.id]: picks }));
    unsaved.current.set(question.id, picks);
    void save();
  };
  const handIn = async () => {
    const sure =
      missing === 0 ||
      over ||
      (await ask({
        title: 'Hand in',
        text: missing === 1 ? 'One question has no answer.' : `${missing} questions have no answer.`,
        confirm: 'Hand in',
      }));
    if (!sure) return;
    if (!over) await save();
    // What could not be kept was told; nothing is marked without it.
    if (unsaved.current.size > 0 && !over) return;
    await submit.run({ id: attempt.id });
  };
  return (
    <Stack gap="md">
      <Section>
        <Text>
          {[
            attempt.type,
            `attempt ${attempt.attemptNo}`,
            `passed from ${formatPercent(attempt.passBp)}`,
            left === null ? null : over ? 'the time is over' : `${clock(left)} left`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {attempt.instructions ? <Text size="sm">{attempt.instructions}</Text> : null}
        <Text size="sm" c="dimmed">
          Each answer is kept as you give it.
        </Text>
      </Section>
      {attempt.questions.map((question, i) => (
        <Section key={question.id}>
          <Choice
            question={question}
            no={i + 1}
            picks={picked[question.id] ?? []}
            disabled={over}
            onPick={(picks) => set(question, picks)}
          />
        </Section>
      ))}
      <Group justify="flex-end">
        <Button loading={submit.running} onClick={() => void handIn()}>
          {over ? 'See the result' : 'Hand in'}
        </Button>
      </Group>
    </Stack>
  );
}

interface ChoiceProps {
  question: Question;
  no: number;
  picks: readonly number[];
  disabled: boolean;
  onPick: (picks: readonly number[]) => void;
}

function Choice({ question, no, picks, disabled, onPick }: ChoiceProps) {
  const label = `${no}. ${question.stem}`;
  const points = question.points === 1 ? '1 point' : `${question.points} points`;
  if (question.kind === 'MULTIPLE')
    return (
      <Checkbox.Group
        label={label}
        description={`${points}, several are right`}
        value={picks.map(String)}
        onChange={(values) => onPick(values.map(Number))}
      >
        <Stack gap="xs" mt="xs">
          {question.options.map((option, place) => (
            <Checkbox key={option} value={String(place)} label={option} disabled={disabled} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  return (
    <Radio.Group
      label={label}
      description={points}
      value={picks[0] === undefined ? '' : String(picks[0])}
      onChange={(value) => onPick([Number(value)])}
    >
      <Stack gap="xs" mt="xs">
        {question.options.map((option, place) => (
          <Radio key={option} value={String(place)} label={option} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const words = (right: boolean | null): string | null =>
  right === null ? null : right ? 'Right' : 'Not right';

const Result = ({ attempt }: { attempt: Attempt }) => (
  <Stack gap="md">
    <Alert color={attempt.passed ? 'success' : 'warning'} variant="light" role="status">
      {`${attempt.passed ? 'Passed' : 'Not passed'}: ${formatPercent(attempt.scoreBp ?? 0)}, ${formatPercent(attempt.passBp)} are needed.`}
      {attempt.status === 'EXPIRED' ? ' The time ran out: what you had answered was marked.' : ''}
    </Alert>
    {attempt.questions.map((question, i) => (
      <Section key={question.id}>
        <Text fw={600}>{`${i + 1}. ${question.stem}`}</Text>
        <Text size="sm">
          {question.picks.length === 0
            ? 'No answer'
            : question.picks.map((place) => question.options[place]).join(', ')}
        </Text>
        {words(question.right) ? (
          <Text size="sm" {...(question.right ? {} : { c: 'var(--a-danger-text)' })}>
            {words(question.right)}
          </Text>
        ) : null}
      </Section>
    ))}
    <Group>
      <Button component={Link} to={courseLink(attempt.enrollmentId)}>
        Back to the module
      </Button>
    </Group>
  </Stack>
);
