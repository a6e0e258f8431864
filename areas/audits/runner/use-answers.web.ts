import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AuditOp, auditContract as contract, type Question } from '../engine/audit.contract.ts';
import { deviceId } from './runner-paths.ts';

type Audit = OutputOf<typeof contract.get>;
export type Sent = Pick<Audit, 'counts' | 'score'>;
export type Saving = 'SAVED' | 'SAVING' | 'FAILED';

/** Pressed within this time, answers leave together. */
const GATHER_MS = 600;

/**
 * The answers of an audit as this device has them: shown at once, sent in their order, each as an operation that counts once. What
 * could not be sent stays and is tried again with the next.
 */
export function useAnswers(audit: Audit) {
  const [questions, setQuestions] = useState<ReadonlyMap<string, Question>>(
    () =>
      new Map(
        audit.categories.flatMap(({ subCategories }) =>
          subCategories.flatMap((sub) => sub.questions.map((one) => [one.id, one] as const)),
        ),
      ),
  );
  const [sent, setSent] = useState<Sent>({ counts: audit.counts, score: audit.score });
  const [saving, setSaving] = useState<Saving>('SAVED');
  const [error, setError] = useState<unknown>(null);
  const waiting = useRef<AuditOp[]>([]);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const sync = useCommand(contract.sync, {});
  const run = useRef(sync.run);
  run.current = sync.run;

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (busy.current) return false;
    busy.current = true;
    try {
      while (waiting.current.length > 0) {
        const ops = waiting.current.slice(0, 200);
        setSaving('SAVING');
        const answer = await run.current({ id: audit.id, deviceId: deviceId(), ops });
        if (!answer) {
          setSaving('FAILED');
          return false;
        }
        waiting.current = waiting.current.slice(ops.length);
        setSent({ counts: answer.counts, score: answer.score });
      }
      setSaving('SAVED');
      setError(null);
      return true;
    } finally {
      busy.current = false;
    }
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

  // What still waits leaves with the page, or stays and is asked about.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (waiting.current.length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      void flush();
    };
  }, [flush]);

  return { questions, answer, photo, push, flush, sent, saving, error };
}
