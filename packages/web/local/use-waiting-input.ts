import { useEffect, useState } from 'react';
import { waitingInput } from './offline-queue.ts';

/** What the waiting change of this id would send, to be taken up again in its form; `input` null = it waits no more. */
export function useWaitingInput(id: string | null): { ready: boolean; input: unknown } {
  const [found, setFound] = useState<{ id: string; input: unknown } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let gone = false;
    void waitingInput(id).then((input) => {
      if (!gone) setFound({ id, input });
    });
    return () => {
      gone = true;
    };
  }, [id]);
  return { ready: id === null || found?.id === id, input: id === null ? null : (found?.input ?? null) };
}
