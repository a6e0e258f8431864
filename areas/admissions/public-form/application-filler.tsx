import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { FieldKind } from '@aangan/contract/fields.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PublicButton } from '@aangan/web/ui/public-frame.tsx';
import { Alert, Checkbox, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import {
  type FormAnswers,
  type FormPage,
  formPages,
  missingAnswers,
  requiredAnswers,
} from './application-form.ts';
import { formWords } from './form-words.tsx';
import { publicFormContract } from './public-form.contract.ts';
import { useAutosave } from './use-autosave.tsx';

type Opened = OutputOf<typeof publicFormContract.open>;
type Answer = keyof FormAnswers;
type Word = Parameters<ReturnType<typeof useText<keyof typeof formWords.en & string>>>[0];

interface Question {
  name: Answer;
  kind: FieldKind;
  label?: Word;
  options?: readonly { value: string; word: Word }[];
  when?: (answers: Partial<FormAnswers>) => boolean;
}

const relations = [
  { value: 'MOTHER', word: 'MOTHER' },
  { value: 'FATHER', word: 'FATHER' },
  { value: 'GUARDIAN', word: 'GUARDIAN' },
  { value: 'GRANDPARENT', word: 'GRANDPARENT' },
  { value: 'OTHER', word: 'relOTHER' },
] as const;

const questions: Record<FormPage, readonly Question[]> = {
  child: [
    { name: 'childName', kind: 'text' },
    { name: 'callName', kind: 'text' },
    { name: 'dateOfBirth', kind: 'date' },
    {
      name: 'gender',
      kind: 'choice',
      options: [
        { value: 'FEMALE', word: 'FEMALE' },
        { value: 'MALE', word: 'MALE' },
        { value: 'OTHER', word: 'OTHER' },
      ],
    },
    { name: 'startWish', kind: 'date' },
    { name: 'motherTongue', kind: 'text' },
  ],
  parents: [
    { name: 'parentName', kind: 'text' },
    { name: 'parentRelation', kind: 'choice', options: relations },
    { name: 'parentMobile', kind: 'phone' },
    { name: 'parentEmail', kind: 'email' },
    { name: 'parentOccupation', kind: 'text' },
    { name: 'secondParentName', kind: 'text' },
    {
      name: 'secondParentRelation',
      kind: 'choice',
      options: relations,
      when: (a) => Boolean(a.secondParentName),
    },
    { name: 'secondParentMobile', kind: 'phone', when: (a) => Boolean(a.secondParentName) },
    { name: 'adultDeclaration', kind: 'boolean' },
  ],
  address: [
    { name: 'pincode', kind: 'text' },
    { name: 'address', kind: 'longText', label: 'street' },
  ],
  help: [
    { name: 'heardFrom', kind: 'text' },
    { name: 'transportWanted', kind: 'boolean' },
    { name: 'transportStop', kind: 'text', when: (a) => a.transportWanted === true },
    { name: 'message', kind: 'longText' },
  ],
};

/** The form a parent fills on the phone: one page at a time, everything kept while typing. */
export function ApplicationFiller({
  form,
  link,
  onSubmitted,
}: {
  form: Opened;
  link: string;
  onSubmitted: () => void;
}) {
  const t = useText(formWords);
  const [answers, setAnswers] = useState<Partial<FormAnswers>>(form.answers);
  const [page, setPage] = useState(() =>
    Math.max(
      0,
      formPages.findIndex((p) => !form.pagesDone.includes(p)),
    ),
  );
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const onMasked = useCallback(() => notice.warn(t('masked')), [t]);
  const autosave = useAutosave(link, form.revision, onMasked);
  const set = (name: Answer, value: unknown) => {
    setAnswers((now) => ({ ...now, [name]: value }));
    autosave.change({ [name]: value } as Partial<FormAnswers>);
  };
  const step = formPages[page];
  const missing = missingAnswers(answers as FormAnswers);
  const show = (name: Answer) => autosave.fields[name] ?? (touched.has(page) ? missing[name] : undefined);
  const go = async (to: number) => {
    setTouched((now) => new Set(now).add(page));
    await autosave.flush();
    const open = step
      ? Object.keys(missing).some((name) => requiredAnswers[name as keyof typeof requiredAnswers] === step)
      : false;
    if (to < page || (!open && Object.keys(autosave.fields).length === 0)) setPage(to);
  };
  if (autosave.state === 'conflict')
    return (
      <Alert color="yellow" title={t('conflict')}>
        <PublicButton onClick={() => window.location.reload()}>{t('reload')}</PublicButton>
      </Alert>
    );
  return (
    <Stack gap="md">
      <Progress
        value={((page + 1) / (formPages.length + 1)) * 100}
        aria-label={`${page + 1} / ${formPages.length + 1}`}
        size="sm"
      />
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t(step ?? 'review')}
        </Title>
        <SaveMark state={autosave.state} />
      </Group>
      {step ? (
        <>
          {questions[step]
            .filter((q) => q.when?.(answers) ?? true)
            .map((q) => (
              <FieldInput
                key={q.name}
                kind={q.kind}
                label={
                  q.name in requiredAnswers
                    ? t(q.label ?? (q.name as Word))
                    : `${t(q.label ?? (q.name as Word))} (${t('optional')})`
                }
                value={answers[q.name] ?? (q.kind === 'boolean' ? false : null)}
                onChange={(value: unknown) => set(q.name, value ?? (q.kind === 'boolean' ? false : ''))}
                {...(q.options
                  ? { options: q.options.map((o) => ({ value: o.value, label: t(o.word) })) }
                  : {})}
                error={show(q.name)}
              />
            ))}
          <PublicButton onClick={() => void go(page + 1)}>{t('nextPage')}</PublicButton>
        </>
      ) : (
        <Review
          answers={answers}
          link={link}
          flush={autosave.flush}
          revision={autosave.revision}
          onSubmitted={onSubmitted}
          onMissing={setPage}
        />
      )}
      {page > 0 ? (
        <PublicButton variant="subtle" onClick={() => void go(page - 1)}>
          {t('back')}
        </PublicButton>
      ) : null}
    </Stack>
  );
}

function SaveMark({ state }: { state: 'saved' | 'saving' | 'waiting' | 'conflict' }) {
  const t = useText(formWords);
  return (
    <Text size="sm" c={state === 'waiting' ? 'red' : 'dimmed'} role="status">
      {t(state === 'saving' ? 'saving' : state === 'waiting' ? 'notSaved' : 'saved')}
    </Text>
  );
}

interface ReviewProps {
  answers: Partial<FormAnswers>;
  link: string;
  flush: () => Promise<boolean>;
  revision: () => number;
  onSubmitted: () => void;
  onMissing: (page: number) => void;
}

function Review({ answers, link, flush, revision, onSubmitted, onMissing }: ReviewProps) {
  const t = useText(formWords);
  const [name, setName] = useState('');
  const [agreed, setAgreed] = useState(false);
  const submit = useCommand(publicFormContract.submit, { link, onDone: onSubmitted });
  const missing = Object.keys(missingAnswers(answers as FormAnswers));
  const send = async () => {
    if (await flush()) await submit.run({ baseRevision: revision(), declaredName: name, agreed: true });
  };
  return (
    <Stack gap="md">
      {missing.length ? (
        <Alert
          color="yellow"
          title={t('missing', { fields: missing.map((key) => t(key as Word)).join(', ') })}
        >
          <PublicButton
            variant="light"
            onClick={() =>
              onMissing(formPages.indexOf(requiredAnswers[missing[0] as keyof typeof requiredAnswers]))
            }
          >
            {t('back')}
          </PublicButton>
        </Alert>
      ) : null}
      {(['childName', 'dateOfBirth', 'parentName', 'parentMobile', 'pincode', 'address'] as const).map(
        (key) => (
          <Group key={key} justify="space-between" wrap="nowrap" align="start">
            <Text c="dimmed" size="sm">
              {t(key === 'address' ? 'street' : key)}
            </Text>
            <Text ta="end">{String(answers[key] ?? '–')}</Text>
          </Group>
        ),
      )}
      <TextInput
        label={t('signature')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="name"
      />
      <Checkbox
        label={t('agreed')}
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      {submit.error ? (
        <Alert color="red">
          {submit.error.fields ? Object.values(submit.error.fields).join(' ') : submit.error.message}
        </Alert>
      ) : null}
      <PublicButton
        disabled={!agreed || name.trim().length < 2 || missing.length > 0}
        loading={submit.running}
        onClick={() => void send()}
      >
        {t('send')}
      </PublicButton>
    </Stack>
  );
}
