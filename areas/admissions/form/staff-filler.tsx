import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { queryKeyOf } from '@aangan/web/api/use-query.ts';
import { dayOf, formatDay } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { documentAddress } from '../document/document-list.tsx';
import { type AnswerName, type FormAnswers, formAnswers } from './answers.ts';
import { formContract } from './form.contract.ts';
import { missingAnswers } from './form-pages.ts';
import { useAutosave } from './use-autosave.tsx';
import { words } from './words.tsx';

export type StaffForm = OutputOf<typeof formContract.open>;

/** The same form at the counter: answers, autosave, what is missing, and who typed each answer. */
export function useStaffForm(form: StaffForm, reload: () => void) {
  const t = useText(words);
  const client = useQueryClient();
  const [answers, setAnswers] = useState<Partial<FormAnswers>>(form.answers);
  const [shown, setShown] = useState(false);
  const [reason, setReason] = useState('');
  const which = { kind: form.kind, id: form.id };
  const correcting = form.can['correct'] === true && form.can['fill'] !== true;
  const autosave = useAutosave({
    startRevision: form.revision,
    save: (input) =>
      call(
        formContract.save,
        { ...which, ...input, ...(correcting ? { reason } : {}) },
        { background: true },
      ),
    latest: async () => (await call(formContract.open, which)).revision,
    onMasked: () => notice.warn(t('masked')),
    onSaved: (changes, revision) =>
      client.setQueryData<StaffForm>(
        queryKeyOf(formContract.open, which),
        (kept) => kept && { ...kept, revision, answers: { ...kept.answers, ...changes } },
      ),
  });
  const add = useCommand(formContract.addDocument, { onDone: reload, onError: notice.error });
  const answer = useCommand(formContract.answerItem, { onDone: reload, onError: notice.error });
  const submit = useCommand(formContract.submit, { refresh: ['registration', 'admission', 'application'] });
  const missing = missingAnswers(answers as FormAnswers, form.pages);
  return {
    answers,
    autosave,
    missing,
    correcting,
    reason,
    setReason,
    disabled: form.can['fill'] !== true && !(correcting && reason.trim().length >= 5),
    showMissing: () => setShown(true),
    set: (name: AnswerName, value: unknown) => {
      setAnswers((now) => ({ ...now, [name]: value }));
      autosave.change({ [name]: value } as Partial<FormAnswers>);
    },
    errorOf: (name: AnswerName) =>
      autosave.fields[name] ?? (shown ? missing[name] : undefined) ?? problemOf(name, answers[name]),
    noteOf: (name: AnswerName): string | null => {
      const mark = form.marks[name];
      if (!mark) return null;
      return `${mark.by === 'PARENT' ? 'Typed by the parent' : 'Typed at the centre'}, ${formatDay(dayOf(mark.at))}`;
    },
    addressOf: async (id: string) => documentAddress((await call(formContract.open, which)).slots, id),
    addDocument: (slot: StaffForm['slots'][number]['slot'], fileId: string, fileName: string) =>
      add.run({ ...which, slot, fileId, fileName }),
    /** Says that a point to correct is done, while the form is given back. */
    ...(form.status === 'RETURNED' && form.can['fill']
      ? { answerItem: (itemId: string, note: string) => answer.run({ ...which, itemId, note }) }
      : {}),
    submit: async (declaredName: string) => {
      setShown(true);
      if (!(await autosave.flush())) return null;
      return submit.run({ ...which, baseRevision: autosave.revision(), declaredName });
    },
    submitError: submit.error,
    submitting: submit.running,
  };
}

export type StaffFilling = ReturnType<typeof useStaffForm>;

// A half-typed answer is told at once where it was touched and is no empty one.
function problemOf(name: AnswerName, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || Array.isArray(value)) return undefined;
  const verdict = formAnswers.shape[name].safeParse(value);
  return verdict.success ? undefined : verdict.error.issues[0]?.message;
}
