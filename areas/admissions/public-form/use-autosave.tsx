import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormAnswers } from './application-form.ts';
import { publicFormContract } from './public-form.contract.ts';

export type SaveState = 'saved' | 'saving' | 'waiting' | 'conflict';

const WAIT_MS = 1200;
const RETRY_MS = 5000;

/** Keeps what is typed: sends changed answers after a pause, one request at a time, and tries again without a network. */
export function useAutosave(link: string, startRevision: number, onMasked: () => void) {
  const revision = useRef(startRevision);
  const pending = useRef<Partial<FormAnswers>>({});
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const [state, setState] = useState<SaveState>('saved');
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});

  const send = useCallback(async (): Promise<boolean> => {
    if (running.current) await running.current;
    const changes = pending.current;
    if (Object.keys(changes).length === 0) return true;
    pending.current = {};
    setState('saving');
    const attempt = call(
      publicFormContract.save,
      { baseRevision: revision.current, changes },
      { link, background: true },
    ).then(
      (out) => {
        revision.current = out.revision;
        if (out.masked.length) onMasked();
        setFields({});
        setState('saved');
        return true;
      },
      (failure: unknown) => {
        const error = toApiError(failure);
        if (error.code === 'form.conflict') {
          setState('conflict');
          return false;
        }
        if (error.status === 422) {
          // The named answers are not kept; the others go again.
          const bad = Object.fromEntries(
            Object.entries(error.fields ?? {}).map(([key, text]) => [key.replace(/^changes\./, ''), text]),
          );
          setFields(bad);
          const rest = Object.fromEntries(Object.entries(changes).filter(([key]) => !(key in bad)));
          pending.current = { ...rest, ...pending.current };
          setState('saved');
          return Object.keys(rest).length === 0 ? false : send();
        }
        pending.current = { ...changes, ...pending.current };
        setState('waiting');
        timer.current = window.setTimeout(() => void send(), RETRY_MS);
        return false;
      },
    );
    running.current = attempt;
    const done = await attempt;
    running.current = null;
    return done;
  }, [link, onMasked]);

  const change = useCallback(
    (changes: Partial<FormAnswers>) => {
      pending.current = { ...pending.current, ...changes };
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void send(), WAIT_MS);
    },
    [send],
  );

  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { state, fields, change, flush: send, revision: () => revision.current };
}
