import { formatTime } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useEffect, useRef, useState } from 'react';
import { dayContract as contract } from './day.contract.ts';
import type { DayContent } from './day-content.ts';

const AFTER_MS = 800;

export type Saved =
  | { state: 'clean' | 'waiting' | 'saving' | 'stale' }
  | { state: 'saved'; at: string }
  | { state: 'failed'; text: string };

/**
 * Saves a day's draft a moment after the last change, one save after the other, each against the version the one before
 * left. When somebody else saved meanwhile it stops, and `resume` goes on from the version that was looked at.
 */
export function useAutosave({
  id,
  version,
  refresh,
}: {
  id: string;
  version: number;
  refresh: readonly string[];
}) {
  const [saved, setSaved] = useState<Saved>({ state: 'clean' });
  const command = useCommand(contract.save, { refresh, behind: true });
  const latest = useRef(command);
  latest.current = command;
  const at = useRef(version);
  const next = useRef<DayContent | null>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const drain = async (): Promise<boolean> => {
    while (next.current) {
      const content = next.current;
      next.current = null;
      setSaved({ state: 'saving' });
      const output = await latest.current.run({ id, content }, { ifMatch: at.current });
      if (!output) {
        next.current ??= content;
        const { error } = latest.current;
        const text = Object.values(error?.fields ?? {})[0] ?? error?.message ?? 'The draft is not saved yet.';
        setSaved(error?.status === 412 ? { state: 'stale' } : { state: 'failed', text });
        return false;
      }
      at.current = output.version;
      setSaved({ state: 'saved', at: formatTime(serverNow()) });
    }
    return true;
  };
  /** Saves what is waiting, now; answers whether everything is on the server. */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current ??= drain().finally(() => {
      running.current = null;
    });
    return running.current;
  };

  const change = (content: DayContent) => {
    next.current = content;
    if (saved.state === 'stale') return;
    setSaved({ state: 'waiting' });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), AFTER_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    saved,
    change,
    flush,
    /** Version of the last save. */
    version: () => at.current,
    /** Whether something typed is not on the server. */
    unsaved: () => next.current !== null || running.current !== null,
    /** Another command of this page changed the day once. */
    stepped: () => {
      at.current += 1;
    },
    /** Goes on from the version that somebody else left: over it with what stands here. */
    resume: async (over: number, content: DayContent) => {
      at.current = over;
      next.current = content;
      await flush();
    },
  };
}
