import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AuditOp, auditContract as contract, type Question } from '../engine/audit.contract.ts';
import { mergeAnswers } from './merge-answers.ts';
import { deviceId } from './runner-paths.ts';

type Audit = OutputOf<typeof contract.get>;
export type Sent = Pick<Audit, 'counts' | 'score'>;
export type Saving = 'SAVED' | 'SAVING' | 'FAILED';

/** Pressed within this time, answers leave together. */
const GATHER_MS = 600;
/** What failed is tried again by itself. */
const AGAIN_MS = 10_000;
const MOST_AT_ONCE = 200;

const questionsOf = ({ categories }: Audit): Question[] =>
  categories.flatMap(({ subCategories }) => subCategories.flatMap((sub) => sub.questions));

/**
 * The answers of an audit as this device has them: shown at once, sent in their order, each as an operation that counts once. What
 * could not be sent stays and is tried again.
 */
export function useAnswers(audit: Audit) {
  const [questions, setQuestions] = useState<ReadonlyMap<string, Question>>(
    () => new Map(questionsOf(audit).map((one) => [one.id, one] as const)),
  );
  const [sent, setSent] = useState<Sent>({ counts: audit.counts, score: audit.score });
  const [saving, setSaving] = useState<Saving>('SAVED');
  const [error, setError] = useState<ApiError | null>(null);
  const waiting = useRef<AuditOp[]>([]);
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refused = useRef<ApiError | null>(null);
  const left = useRef(false);
  const sync = useCommand(contract.sync, {
    behind: true,
    onError: (problem) => {
      refused.current = problem;
    },
  });
  const run = useRef(sync.run);
  run.current = sync.run;

  const flush: () => Promise<boolean> = useCallback(() => {
    const send = async (): Promise<boolean> => {
      let most = MOST_AT_ONCE;
      while (waiting.current.length > 0) {
        const ops = waiting.current.slice(0, most);
        setSaving('SAVING');
        const answer = await run.current({ id: audit.id, deviceId: deviceId(), ops });
        if (answer) setSent({ counts: answer.counts, score: answer.score });
        else {
          const problem = refused.current;
          if (problem?.status !== 422) {
            setError(problem);
            setSaving('FAILED');
            // Nobody is there any more who could take it over or see what it lacks.
            if (left.current && problem !== null && problem.status >= 400 && problem.status < 500)
              return false;
            timer.current = setTimeout(() => void flush(), AGAIN_MS);
            return false;
          }
          // One that can never be taken must not hold up the others: found by sending them one by one.
          if (ops.length > 1) {
            most = 1;
            continue;
          }
          notice.error(problem);
        }
        waiting.current = waiting.current.slice(ops.length);
      }
      setSaving('SAVED');
      setError(null);
      return true;
    };
    clearTimeout(timer.current);
    running.current ??= send().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [audit.id]);

  const push = useCallback(
    (op: AuditOp) => {
      waiting.current = [...waiting.current, op];
      setSaving('SAVING');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), GATHER_MS);
    },
    [flush],
  );

  const answer = useCallback(
    (one: Question, part: Partial<Pick<Question, 'response' | 'scale' | 'note'>>) => {
      const next = { ...one, ...part, rev: one.rev + 1 };
      setQuestions((now) => new Map(now).set(one.id, next));
      push({
        kind: 'answer',
        opId: crypto.randomUUID(),
        atDevice: new Date().toISOString(),
        parameterId: one.id,
        response: next.response,
        scale: next.scale,
        note: next.note?.trim() ? next.note.trim() : null,
        rev: next.rev,
      });
    },
    [push],
  );

  const photo = useCallback(
    (one: Question, fileId: string, gone: boolean) => {
      const photos = gone
        ? one.photos.filter((shot) => shot.fileId !== fileId)
        : [...one.photos, { fileId, url: '' }];
      setQuestions((now) => new Map(now).set(one.id, { ...one, photos }));
      push({ kind: gone ? 'photo-gone' : 'photo', opId: crypto.randomUUID(), parameterId: one.id, fileId });
    },
    [push],
  );

  // Read again, after a sending or because it was opened from an older reading.
  useEffect(() => {
    const unsent = new Set(waiting.current.flatMap((op) => ('parameterId' in op ? [op.parameterId] : [])));
    setQuestions((here) => mergeAnswers(here, questionsOf(audit), unsent));
  }, [audit]);

  // What still waits leaves with the page, or stays and is asked about.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (waiting.current.length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    left.current = false;
    return () => {
      left.current = true;
      window.removeEventListener('beforeunload', ask);
      // What fails is tried again for as long as the app is open.
      void flush();
    };
  }, [flush]);

  return { questions, answer, photo, push, flush, sent, saving, error };
}
