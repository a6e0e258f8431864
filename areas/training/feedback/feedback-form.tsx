import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { feedbackContract as contract, mostText } from './feedback.contract.ts';

type Form = OutputOf<typeof contract.form>;
type Question = Form['questions'][number];
type Given = Readonly<Record<string, string>>;
const crumbs = [{ label: 'Trainings', to: '/trainer-led' }];
const keyOf = (question: Question, trainerId: string | null): string => `${trainerId ?? ''} ${question.id}`;
const RATINGS = ['1', '2', '3', '4', '5'];

/** /trainer-led/trainer-feedback/{trainingID}: asked once of whoever was there, kept without a name. */
export function FeedbackForm() {
  const { trainingID = '' } = useParams();
  const query = useQuery(contract.form, { id: trainingID }, { fresh: 0 });
  return (
    <PageFrame title={query.data ? `Feedback: ${query.data.title}` : 'Feedback'} crumbs={crumbs}>
      <QueryState query={query}>
        {(form) =>
          form.standing === 'OPEN' ? (
            <Questions form={form} />
          ) : (
            <Section>
              <Text role="status">{wordsOf(form)}</Text>
            </Section>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function wordsOf({ standing, until }: Form): string {
  switch (standing) {
    case 'GIVEN':
      return 'Thank you. Your feedback was sent.';
    case 'NOT_ATTENDED':
      return 'Feedback is asked of those who were there. Ask your trainer if your attendance is not marked yet.';
    case 'NOT_YET':
      return 'The training is not over yet.';
    case 'CLOSED':
      return `Feedback was taken until ${formatDay(until)}.`;
    default:
      return 'No feedback is asked for this training.';
  }
}

function Questions({ form }: { form: Form }) {
  const [given, setGiven] = useState<Given>({});
  const send = useCommand(contract.send, {
    refresh: ['training-feedback', 'teacher-training', 'online-meeting'],
  });
  const about = (what: Question['about']) => form.questions.filter((one) => one.about === what);
  const parts: readonly { id: string | null; title: string; questions: readonly Question[] }[] = [
    { id: null, title: 'The training', questions: about('TRAINING') },
    ...form.trainers.map(({ id, name, kind }) => ({
      id,
      title: `${name}, ${kind}`,
      questions: about('TRAINER'),
    })),
  ].filter(({ questions }) => questions.length > 0);
  const complete = parts.every(({ id, questions }) =>
    questions.every((one) => one.kind === 'TEXT' || given[keyOf(one, id)] !== undefined),
  );
  const set = (key: string, value: string) => setGiven((now) => ({ ...now, [key]: value }));
  const answers = parts.flatMap(({ id, questions }) =>
    questions.map((one) => {
      const value = given[keyOf(one, id)];
      return {
        questionId: one.id,
        trainerId: id,
        rating: one.kind === 'RATING' && value ? Number(value) : null,
        text: one.kind === 'TEXT' ? value?.trim() || null : null,
      };
    }),
  );
  return (
    <Stack gap="md">
      <Alert variant="light">Your name is not stored with your answers.</Alert>
      {parts.map(({ id, title, questions }) => (
        <Section key={id ?? 'training'} title={title}>
          <Stack gap="lg">
            {questions.map((one) =>
              one.kind === 'RATING' ? (
                <Radio.Group
                  key={one.id}
                  label={one.text}
                  description="1 is poor, 5 is very good"
                  withAsterisk
                  value={given[keyOf(one, id)] ?? ''}
                  onChange={(value) => set(keyOf(one, id), value)}
                >
                  <Group gap="lg" mt="xs">
                    {RATINGS.map((value) => (
                      <Radio key={value} value={value} label={value} size="md" />
                    ))}
                  </Group>
                </Radio.Group>
              ) : (
                <Textarea
                  key={one.id}
                  label={one.text}
                  maxLength={mostText}
                  autosize
                  minRows={2}
                  value={given[keyOf(one, id)] ?? ''}
                  onChange={(event) => set(keyOf(one, id), event.currentTarget.value)}
                />
              ),
            )}
          </Stack>
        </Section>
      ))}
      {send.error ? (
        <Alert color="danger" variant="light" role="alert">
          {send.error.fields?.['answers'] ?? send.error.message}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button
          disabled={!complete}
          loading={send.running}
          onClick={() => void send.run({ id: form.id, answers })}
        >
          Send
        </Button>
      </Group>
      <UnsavedGuard guards={() => Object.keys(given).length > 0 && !send.running} />
    </Stack>
  );
}
