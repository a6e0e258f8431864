import { onParentGone } from './bootstrap.mjs';

const FORCE_AFTER_MS = 2000;
const LONGEST_STOP_MS = 30_000;

/** Things to undo when the program ends, undone last first. */
export type Stopping = {
  /** Registers a clean-up; when the program is already stopping it runs at once. */
  onStop(work: () => Promise<void> | void): Promise<void>;
  /** Runs work that must not be cut off: stopping waits for it before cleaning up. */
  uncut<T>(work: () => Promise<T>): Promise<T>;
  /** Runs every clean-up and ends the process. */
  stop(exitCode: number): Promise<never>;
  readonly begun: boolean;
};

/**
 * Stops cleanly on Ctrl-C, SIGTERM and SIGHUP. A signal arriving twice in a moment counts once (the terminal and npm
 * both send it); a later second one ends the process at once.
 */
export function stopOnSignals(say: (line: string) => void): Stopping {
  const works: (() => Promise<void> | void)[] = [];
  const uncut = new Set<Promise<unknown>>();
  let begunAt = 0;
  let ending: Promise<never> | undefined;

  const stop = (exitCode: number): Promise<never> => {
    begunAt ||= Date.now();
    ending ??= runAll(uncut, works, exitCode);
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (begunAt === 0) {
        say('Stopping');
        void stop(0);
      } else if (Date.now() - begunAt > FORCE_AFTER_MS) process.exit(130);
    });
  }
  // Connections that break because their server is being stopped are no news; anything else ends the program in order.
  process.on('uncaughtException', (error) => {
    if (begunAt !== 0) return;
    console.error(error);
    void stop(1);
  });
  onParentGone(() => {
    if (begunAt !== 0) return;
    say('npm has ended: stopping');
    void stop(0);
  });
  return {
    async onStop(work) {
      if (begunAt !== 0) await work();
      else works.push(work);
    },
    async uncut(work) {
      const running = work();
      uncut.add(running);
      return running.finally(() => uncut.delete(running));
    },
    stop,
    get begun() {
      return begunAt !== 0;
    },
  };
}

async function runAll(
  uncut: Set<Promise<unknown>>,
  works: (() => Promise<void> | void)[],
  exitCode: number,
): Promise<never> {
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
  await Promise.allSettled(uncut);
  let failed = false;
  for (const work of works.toReversed()) {
    try {
      await work();
    } catch (error) {
      failed = true;
      console.error(error instanceof Error ? error.message : error);
    }
  }
  process.exit(failed ? 1 : exitCode);
}
