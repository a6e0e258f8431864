import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { endedEarly, FILE_TIMEOUT_MS, type FileResult, ROOMY } from './test-result.ts';

const WORKER = join(import.meta.dirname, 'test-worker.ts');
const UNTRACKED = ['--import', join(import.meta.dirname, 'test-untracked.ts')];
/** A process that took so many files makes way for a fresh one: connections and caches that tests leave do not add up. */
const MOST_FILES = 30;
const MOST_BYTES = 1_500_000_000;

interface Report {
  result: FileResult;
  rss: number;
}

/**
 * Runs test files in `concurrency` processes that each take one after the other. A process that ends or hangs costs the
 * file it was at; a fresh one goes on with the rest.
 */
export async function runInWorkers(
  files: readonly string[],
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
): Promise<FileResult[]> {
  const waiting = [...files];
  const results = new Map<string, FileResult>();
  const lane = async (): Promise<void> => {
    let worker: ChildProcess | null = null;
    let taken = 0;
    for (let file = waiting.shift(); file !== undefined && !signal.aborted; file = waiting.shift()) {
      worker ??= fork(WORKER, {
        execArgv: [...process.execArgv, ...ROOMY, ...UNTRACKED],
      });
      const report = await reportOf(worker, file, signal);
      taken += 1;
      results.set(file, report?.result ?? endedEarly(file));
      if (report !== null && report.rss < MOST_BYTES && taken < MOST_FILES) continue;
      worker.kill('SIGKILL');
      worker = null;
      taken = 0;
    }
    worker?.kill('SIGKILL');
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return files.map((file) => results.get(file) ?? endedEarly(file));
}

/** What the worker says of a file; null when it ended, or said nothing within the time of a file. */
function reportOf(worker: ChildProcess, file: string, signal: AbortSignal): Promise<Report | null> {
  return new Promise((resolve) => {
    const done = (report: Report | null): void => {
      clearTimeout(timer);
      worker.off('message', heard);
      worker.off('exit', ended);
      signal.removeEventListener('abort', ended);
      resolve(report);
    };
    const heard = (report: unknown): void => done(report as Report); // test-worker.ts sends nothing else
    const ended = (): void => done(null);
    const timer = setTimeout(ended, FILE_TIMEOUT_MS);
    worker.on('message', heard);
    worker.on('exit', ended);
    signal.addEventListener('abort', ended);
    worker.send(file, (error) => {
      if (error) done(null);
    });
  });
}
