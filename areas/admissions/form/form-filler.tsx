import { call } from '@aangan/web/api/call.ts';
import { uploadsDone } from '@aangan/web/api/uploads-under-way.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { queryKeyOf } from '@aangan/web/api/use-query.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PublicButton } from '@aangan/web/ui/public-frame.tsx';
import { Alert, Button, Checkbox, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DocumentList, documentAddress } from '../document/document-list.tsx';
import { publicFormContract } from '../public-form/public-form.contract.ts';
import type { AnswerName, FormAnswers } from './answers.ts';
import { missingSlots, shortLabel } from './document-slots.ts';
import type { OpenedForm } from './form.contract.ts';
import { type FormPage, missingAnswers, pageOfAnswer } from './form-pages.ts';
import { KnownAnswers } from './known-answers.tsx';
import { QuestionFields } from './question-fields.tsx';
import { questions } from './questions.tsx';
import { readable } from './readable.tsx';
import { SubmitFaults } from './submit-faults.tsx';
import { useAutosave } from './use-autosave.tsx';
import { type Word, words } from './words.tsx';

interface FormFillerProps {
  form: OpenedForm;
  link: string;
  /** The form moved on, or its papers changed. */
  reload: () => void;
}

/** The first page with a question left, and never one behind a page that nobody has seen yet. */
function startPage(form: OpenedForm): number {
  const open = form.pages.findIndex((one) => !form.pagesDone.includes(one));
  const worked = form.pages.findLastIndex((one) =>
    one === 'documents'
      ? form.slots.some((slot) => slot.documents.length > 0)
      : questions[one].some(({ name }) => form.typed.includes(name)),
  );
  return open < 0 ? worked + 1 : Math.min(open, worked + 1);
}

/** The form a parent fills on the phone: one page at a time, everything kept while typing. */
export function FormFiller({ form, link, reload }: FormFillerProps) {
  const t = useText(words);
  const client = useQueryClient();
  const [answers, setAnswers] = useState<Partial<FormAnswers>>(form.answers);
  const [page, setPage] = useState(() => startPage(form));
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const autosave = useAutosave({
    startRevision: form.revision,
    save: (input) => call(publicFormContract.save, input, { link, background: true }),
    latest: async () => (await call(publicFormContract.open, {}, { link })).revision,
    onMasked: () => notice.warn(t('masked')),
    onSaved: (changes, revision) =>
      client.setQueryData<OpenedForm>(
        queryKeyOf(publicFormContract.open, {}, link),
        (kept) => kept && { ...kept, revision, answers: { ...kept.answers, ...changes } },
      ),
  });
  const set = (name: AnswerName, value: unknown) => {
    setAnswers((now) => ({ ...now, [name]: value }));
    autosave.change({ [name]: value } as Partial<FormAnswers>);
  };
  const step = form.pages[page];
  const missing = missingAnswers(answers as FormAnswers, form.pages);
  const [going, setGoing] = useState(false);
  const go = async (to: number) => {
    setTouched((now) => new Set(now).add(page));
    setGoing(true);
    // The page that goes takes its uploads with it: wait for them.
    const there = await uploadsDone();
    await autosave.flush();
    setGoing(false);
    if (!there) return;
    const open = step ? Object.keys(missing).some((name) => pageOfAnswer(name) === step) : false;
    if (to < page || (!open && Object.keys(autosave.fields).length === 0)) setPage(to);
  };
  if (autosave.state === 'conflict')
    return (
      <Conflict
        conflicts={autosave.conflicts}
        resolve={async (mine, theirs) => {
          setAnswers((now) => ({ ...now, ...theirs, ...mine }));
          await autosave.resolve(mine);
        }}
      />
    );
  return (
    <Stack gap="md">
      <Progress
        value={((page + 1) / (form.pages.length + 1)) * 100}
        aria-label={`${page + 1} / ${form.pages.length + 1}`}
        size="sm"
      />
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t(step ?? 'review')}{' '}
          <Text span c="dimmed" size="sm">
            {page + 1}/{form.pages.length + 1}
          </Text>
        </Title>
        <SaveMark state={autosave.state} />
      </Group>
      {step === undefined ? (
        <Review
          form={form}
          answers={answers}
          link={link}
          flush={autosave.flush}
          revision={autosave.revision}
          onSubmitted={reload}
          onMissing={setPage}
        />
      ) : (
        <>
          {page === 0 ? <KnownAnswers form={form} /> : null}
          {step === 'documents' ? (
            <PublicDocuments form={form} link={link} reload={reload} />
          ) : (
            <QuestionFields
              page={step}
              answers={answers}
              set={set}
              errorOf={(name) => autosave.fields[name] ?? (touched.has(page) ? missing[name] : undefined)}
              consentTexts={form.consentTexts}
              large
            />
          )}
          <PublicButton loading={going} onClick={() => void go(page + 1)}>
            {t('nextPage')}
          </PublicButton>
        </>
      )}
      {page > 0 ? (
        <PublicButton variant="subtle" disabled={going} onClick={() => void go(page - 1)}>
          {t('back')}
        </PublicButton>
      ) : null}
    </Stack>
  );
}

function PublicDocuments({ form, link, reload }: FormFillerProps) {
  const add = useCommand(publicFormContract.addDocument, { link, onDone: reload, onError: notice.error });
  const remove = useCommand(publicFormContract.removeDocument, {
    link,
    onDone: reload,
    onError: notice.error,
  });
  return (
    <DocumentList
      slots={form.slots}
      link={link}
      addressOf={async (id) => documentAddress((await call(publicFormContract.open, {}, { link })).slots, id)}
      add={(slot, fileId, fileName) => add.run({ slot, fileId, fileName })}
      remove={(id) => remove.run({ id })}
    />
  );
}

interface ConflictProps {
  conflicts: Readonly<Record<string, { mine: unknown; theirs: unknown }>>;
  resolve: (mine: Partial<FormAnswers>, theirs: Partial<FormAnswers>) => Promise<void>;
}

/** The same answer was typed on two devices: one question per answer, nothing is dropped. */
function Conflict({ conflicts, resolve }: ConflictProps) {
  const t = useText(words);
  const names = Object.keys(conflicts);
  const [mine, setMine] = useState<Readonly<Record<string, boolean>>>({});
  const decided = names.every((name) => name in mine);
  const go = () => {
    const pick = (own: boolean, key: 'mine' | 'theirs') =>
      Object.fromEntries(
        names.filter((name) => mine[name] === own).map((name) => [name, conflicts[name]?.[key]]),
      ) as Partial<FormAnswers>;
    return resolve(pick(true, 'mine'), pick(false, 'theirs'));
  };
  return (
    <Alert color="warning" title={t('conflictTitle')}>
      <Stack gap="md">
        {names.map((name) => (
          <Stack key={name} gap="xs" role="group" aria-label={t(name as Word)}>
            <Text fw={500}>
              {t(name as Word)}: {t('conflictText')}
            </Text>
            <Group>
              <Button
                variant={mine[name] === true ? 'filled' : 'default'}
                onClick={() => setMine((now) => ({ ...now, [name]: true }))}
              >
                {t('yourAnswer')}: {readable(name, conflicts[name]?.mine, t)}
              </Button>
              <Button
                variant={mine[name] === false ? 'filled' : 'default'}
                onClick={() => setMine((now) => ({ ...now, [name]: false }))}
              >
                {t('otherAnswer')}: {readable(name, conflicts[name]?.theirs, t)}
              </Button>
            </Group>
          </Stack>
        ))}
        <PublicButton disabled={!decided} onClick={() => void go()}>
          {t('nextPage')}
        </PublicButton>
      </Stack>
    </Alert>
  );
}

export function SaveMark({ state }: { state: 'saved' | 'saving' | 'waiting' | 'conflict' }) {
  const t = useText(words);
  return (
    <Text size="sm" c={state === 'waiting' ? 'var(--a-danger-text)' : 'dimmed'} role="status">
      {t(state === 'saving' ? 'saving' : state === 'waiting' ? 'notSaved' : 'saved')}
    </Text>
  );
}

const reviewed: Readonly<Partial<Record<FormPage, readonly AnswerName[]>>> = {
  child: ['childName', 'dateOfBirth'],
  parents: ['parentName', 'parentMobile'],
  address: ['pincode', 'address'],
  school: ['food', 'previousSchool'],
  health: ['bloodGroup', 'hasAllergies', 'allergies'],
  safety: ['emergencyContacts'],
  register: ['placeOfBirth', 'nationalityIndian'],
};

interface ReviewProps {
  form: OpenedForm;
  answers: Partial<FormAnswers>;
  link: string;
  flush: () => Promise<boolean>;
  revision: () => number;
  onSubmitted: () => void;
  onMissing: (page: number) => void;
}

function Review({ form, answers, link, flush, revision, onSubmitted, onMissing }: ReviewProps) {
  const t = useText(words);
  const [name, setName] = useState('');
  const [agreed, setAgreed] = useState(false);
  const submit = useCommand(publicFormContract.submit, { link, onDone: onSubmitted });
  const missing = Object.keys(missingAnswers(answers as FormAnswers, form.pages));
  const papers = form.slots.flatMap((slot) =>
    slot.documents.map((one) => ({ slot: slot.slot, status: one.status })),
  );
  const missingPapers = missingSlots(form.slots, papers).map(shortLabel);
  if (missingPapers.length > 0) missing.push('documents');
  const send = async () => {
    if (await flush()) await submit.run({ baseRevision: revision(), declaredName: name, agreed: true });
  };
  const first = missing[0];
  const firstPage = first === 'documents' ? 'documents' : first ? pageOfAnswer(first) : undefined;
  return (
    <Stack gap="md">
      {missing.length ? (
        <Alert
          color="warning"
          title={t('missing', {
            fields: missing
              .flatMap((key) => (key === 'documents' ? missingPapers : [t(key as Word)]))
              .join(', '),
          })}
        >
          <PublicButton
            variant="light"
            onClick={() => onMissing(firstPage ? form.pages.indexOf(firstPage) : 0)}
          >
            {t('back')}
          </PublicButton>
        </Alert>
      ) : null}
      {form.pages
        .flatMap((page) => reviewed[page] ?? [])
        .map((key) => (
          <Group key={key} justify="space-between" wrap="nowrap" align="start">
            <Text c="dimmed" size="sm">
              {t(key === 'address' ? 'street' : (key as Word))}
            </Text>
            <Text ta="end">{readable(key, answers[key], t)}</Text>
          </Group>
        ))}
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
      <SubmitFaults error={submit.error} />
      <PublicButton
        disabled={!agreed || name.trim().length < 2 || missing.length > 0}
        loading={submit.running}
        onClick={() => void send()}
      >
        {t(form.kind === 'APPLICATION' ? 'send' : `send${form.kind}`)}
      </PublicButton>
    </Stack>
  );
}
