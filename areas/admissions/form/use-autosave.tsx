import { toApiError } from '@aangan/web/api/api-error.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type FormAnswers, formAnswers } from './answers.ts';

export type SaveState = 'saved' | 'saving' | 'waiting' | 'conflict';
export type Conflicts = Readonly<Record<string, { mine: unknown; theirs: unknown }>>;

const WAIT_MS = 1200;
const RETRY_MS = 5000;

export interface AutosaveOptions {
  startRevision: number;
  save: (input: {
    baseRevision: number;
    changes: Partial<FormAnswers>;
  }) => Promise<{ revision: number; masked: readonly string[] }>;
  /** The revision the server has now; asked after a conflict. */
  latest: () => Promise<number>;
  onMasked: () => void;
  /** What the server has kept as it was typed: whoever opens the form again must find it. */
  onSaved: (changes: Partial<FormAnswers>, revision: number) => void;
}

/** Keeps what is typed: sends changed answers after a pause, one request at a time, and tries again without a network. */
export function useAutosave({ startRevision, save, latest, onMasked, onSaved }: AutosaveOptions) {
  const revision = useRef(startRevision);
  const pending = useRef<Partial<FormAnswers>>({});
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const left = useRef(false);
  const handlers = useRef({ save, latest, onMasked, onSaved });
  handlers.current = { save, latest, onMasked, onSaved };
  const [state, setState] = useState<SaveState>('saved');
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [conflicts, setConflicts] = useState<Conflicts>({});

  const send = useCallback(async (): Promise<boolean> => {
    // Several may have waited for the same request: the first of them sends, the others wait for that one too.
    while (running.current) await running.current;
    const { good: changes, bad } = sorted(pending.current);
    setFields(bad);
    if (Object.keys(changes).length === 0) {
      setState((now) => (now === 'conflict' ? now : 'saved'));
      return Object.keys(bad).length === 0;
    }
    pending.current = Object.fromEntries(
      Object.entries(pending.current).filter(([name]) => name in bad),
    ) as Partial<FormAnswers>;
    setState('saving');
    const attempt = handlers.current.save({ baseRevision: revision.current, changes }).then(
      (out) => {
        revision.current = out.revision;
        if (out.masked.length) handlers.current.onMasked();
        const asTyped = Object.entries(changes).filter(([name]) => !out.masked.includes(name));
        handlers.current.onSaved(Object.fromEntries(asTyped) as Partial<FormAnswers>, out.revision);
        // What was typed meanwhile waits for its own request.
        setState(Object.keys(pending.current).some((name) => !(name in bad)) ? 'saving' : 'saved');
        return Object.keys(bad).length === 0;
      },
      (failure: unknown) => {
        const error = toApiError(failure);
        pending.current = { ...changes, ...pending.current };
        // The form is left: nobody stands before it any more who could correct what the server does not take.
        if (left.current && error.code !== 'network.away' && error.status !== 503) {
          notice.error(error);
          return false;
        }
        if (error.code === 'form.conflict') {
          setConflicts((error.details['conflicts'] ?? {}) as Conflicts);
          setState('conflict');
          return false;
        }
        if (error.status === 422) {
          const named = Object.fromEntries(
            Object.entries(error.fields).map(([key, text]) => [
              key.replace(/^changes\./, '').split('.')[0] ?? key,
              text,
            ]),
          );
          setFields({ ...bad, ...named });
          // Only the named answers stay behind; without a name nothing could be mended.
          for (const name of Object.keys(named)) delete pending.current[name as keyof FormAnswers];
          setState('saved');
          return false;
        }
        setState('waiting');
        timer.current = window.setTimeout(() => void send(), RETRY_MS);
        return false;
      },
    );
    running.current = attempt;
    const done = await attempt;
    running.current = null;
    return done;
  }, []);

  const change = useCallback(
    (changes: Partial<FormAnswers>) => {
      pending.current = { ...pending.current, ...changes };
      // "Saved" must never stand over an answer that is not.
      setState((now) => (now === 'conflict' ? now : 'saving'));
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void send(), WAIT_MS);
    },
    [send],
  );

  /** After a conflict: what was chosen goes again on the newest revision. */
  const resolve = useCallback(
    async (mine: Partial<FormAnswers>) => {
      revision.current = await handlers.current.latest();
      const disputed = new Set(Object.keys(conflicts));
      const rest = Object.entries(pending.current).filter(([name]) => !disputed.has(name));
      pending.current = { ...Object.fromEntries(rest), ...mine };
      setConflicts({});
      setState('saving');
      await send();
    },
    [conflicts, send],
  );

  // A phone that goes into the pocket may never come back to this page, and a link leads away from the form: what is
  // typed goes now, not after the pause.
  useEffect(() => {
    left.current = false;
    const hidden = () => {
      if (document.visibilityState === 'hidden') void send();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.clearTimeout(timer.current);
      left.current = true;
      void send();
    };
  }, [send]);
  return { state, fields, conflicts, change, resolve, flush: send, revision: () => revision.current };
}

/** Answers that the server would take, and the texts of those it would not: half-typed ones wait. */
function sorted(changes: Partial<FormAnswers>): {
  good: Partial<FormAnswers>;
  bad: Record<string, string>;
} {
  const bad: Record<string, string> = {};
  const good: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const schema = formAnswers.shape[name as keyof FormAnswers];
    const verdict = schema.safeParse(value);
    if (verdict.success) good[name] = value;
    else bad[name] = verdict.error.issues[0]?.message ?? 'Check this answer';
  }
  return { good: good as Partial<FormAnswers>, bad };
}
