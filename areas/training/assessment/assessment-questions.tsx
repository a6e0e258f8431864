import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line, OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { questionKinds } from '../module/module.states.ts';
import '../training-look.tsx';
import { assessmentContract as contract, type Question, questionContract } from './assessment.contract.ts';
import { LETTERS } from './question.ts';

type View = OutputOf<typeof contract.questions>;
type Values = Readonly<Record<string, unknown>>;
const REFRESH = ['teacher-assessment', 'assessment-question', 'teacher-module', 'training-module'];

const listed = { when: (values: Values) => values['kind'] !== 'TRUE_FALSE' };
const first = { ...listed, optional: false };
const fields = {
  option1: first,
  option2: first,
  option3: listed,
  option4: listed,
  option5: listed,
  option6: listed,
  correct: first,
  isTrue: { when: (values: Values) => values['kind'] === 'TRUE_FALSE', optional: false },
} as const;

/** Publishes an assessment and takes it back; its questions, worked on in place. */
export function AssessmentQuestions({ view }: { view: View }) {
  const [asked, setAsked] = useState<'add' | Question | null>(null);
  const ask = useConfirm();
  const options = {
    refresh: REFRESH,
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const order = useCommand(questionContract.order, options);
  const remove = useCommand(questionContract.remove, options);
  const edit = view.can['edit'] === true;
  const askRemove = async (question: Question) => {
    const sure = await ask({
      title: 'Remove this question?',
      text: question.stem,
      confirm: 'Remove question',
      danger: true,
    });
    if (sure) await remove.run({ id: question.id }, { ifMatch: question.version });
  };
  const close = () => setAsked(null);
  return (
    <>
      <Steps view={view} />
      <Section
        title="Questions"
        actions={
          edit ? (
            <Button size="xs" onClick={() => setAsked('add')}>
              Add question
            </Button>
          ) : undefined
        }
      >
        {view.rows.length === 0 ? <Text c="dimmed">No questions yet.</Text> : null}
        {view.rows.map((question, n) => (
          <Line
            key={question.id}
            end={
              edit ? (
                <>
                  <OrderButtons
                    name={`Question ${n + 1}`}
                    ids={view.rows.map(({ id }) => id)}
                    id={question.id}
                    disabled={order.running}
                    onOrder={(ids) => void order.run({ assessmentId: view.id, ids })}
                  />
                  <ActionMenu
                    label={`More for question ${n + 1}`}
                    size="md"
                    actions={[
                      { label: 'Change', run: () => setAsked(question) },
                      { label: 'Remove', danger: true, run: () => void askRemove(question) },
                    ]}
                  />
                </>
              ) : null
            }
          >
            <QuestionText question={question} number={n + 1} />
          </Line>
        ))}
      </Section>
      {asked === 'add' ? (
        <CommandDialog
          of={questionContract.add}
          title="Add question"
          confirm="Add question"
          start={{ assessmentId: view.id, kind: 'SINGLE', points: 1, correct: [] }}
          fields={fields}
          refresh={REFRESH}
          done="The question is there."
          onClose={close}
        />
      ) : null}
      {asked !== null && asked !== 'add' ? (
        <CommandDialog
          of={questionContract.change}
          title="Change question"
          confirm="Save question"
          start={startOf(asked)}
          ifMatch={asked.version}
          fields={fields}
          refresh={REFRESH}
          done="Saved."
          onClose={close}
        />
      ) : null}
    </>
  );
}

function startOf({ id, kind, stem, options, answer, points, explanation }: Question) {
  const common = { id, kind, stem, points, explanation };
  if (kind === 'TRUE_FALSE')
    return { ...common, correct: [], isTrue: answer[0] === 0 ? ('A' as const) : ('B' as const) };
  const [option1, option2, option3, option4, option5, option6] = options;
  return {
    ...common,
    ...{ option1, option2, option3, option4, option5, option6 },
    correct: answer.flatMap((place) => LETTERS[place] ?? []),
  };
}

function Steps({ view }: { view: View }) {
  const ask = useConfirm();
  const done = (text: string) => ({
    refresh: REFRESH,
    onDone: () => notice.ok(text),
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  });
  const publish = useCommand(contract.publish, done('Published. Its questions are locked.'));
  const takeBack = useCommand(contract.takeBack, done('It is a draft again.'));
  const archive = useCommand(contract.archive, done('Archived.'));
  const restore = useCommand(contract.restore, done('It is a draft again.'));
  const at = [{ id: view.id }, { ifMatch: view.version }] as const;
  const askArchive = async () => {
    const sure = await ask({
      title: `Archive ${view.title}?`,
      text: 'It belongs to no further edition of its module.',
      confirm: 'Archive assessment',
      danger: true,
    });
    if (sure) await archive.run(...at);
  };
  return (
    <Section>
      <Group justify="space-between" gap="md">
        <Group gap="sm">
          <StatusTag area="training-material" state={view.status} />
          <Text>
            {`${view.rows.length === 1 ? '1 question' : `${view.rows.length} questions`}, ${view.points === 1 ? '1 point' : `${view.points} points`}`}
          </Text>
          {view.status === 'PUBLISHED' ? (
            <Text size="sm" c="dimmed">
              Take it back to draft to change it.
            </Text>
          ) : null}
        </Group>
        <Group gap="sm">
          {view.can['archive'] ? (
            <Button variant="default" loading={archive.running} onClick={() => void askArchive()}>
              Archive
            </Button>
          ) : null}
          {view.can['restore'] ? (
            <Button variant="default" loading={restore.running} onClick={() => void restore.run(...at)}>
              Restore
            </Button>
          ) : null}
          {view.can['takeBack'] ? (
            <Button variant="default" loading={takeBack.running} onClick={() => void takeBack.run(...at)}>
              Take back
            </Button>
          ) : null}
          {view.can['publish'] ? (
            <Button
              disabled={view.rows.length === 0}
              loading={publish.running}
              onClick={() => void publish.run(...at)}
            >
              Publish
            </Button>
          ) : null}
        </Group>
      </Group>
    </Section>
  );
}

function QuestionText({ question, number }: { question: Question; number: number }) {
  return (
    <Stack gap={4}>
      <Text fw={600} style={{ whiteSpace: 'pre-line' }}>{`${number}. ${question.stem}`}</Text>
      {question.options.map((option, i) => {
        const right = question.answer.includes(i);
        return (
          <Group key={option} gap={6} wrap="nowrap">
            <span style={{ width: 18, flexShrink: 0, display: 'inline-flex' }}>
              {right ? (
                <IconCheck size={16} color="var(--mantine-color-green-7)" aria-label="Right answer" />
              ) : null}
            </span>
            <Text size="sm" {...(right ? { fw: 600 } : {})}>
              {`${LETTERS[i]}. ${option}`}
            </Text>
          </Group>
        );
      })}
      <Text size="sm" c="dimmed">
        {[
          questionKinds[question.kind],
          question.points === 1 ? '1 point' : `${question.points} points`,
          question.explanation,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
  );
}
