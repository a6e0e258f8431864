import { readFileSync } from 'node:fs';
import { run } from 'node:test';
import { type Counts, FILE_TIMEOUT_MS, type FileResult, NOTHING, ROOMY, readRun } from './test-result.ts';
import { runInWorkers } from './test-workers.ts';

/** More failed files than this are no accident; running them again would only take time. */
const MOST_RUN_AGAIN = 8;

/** Runs test files, `concurrency` at once, a process each, and prints their tests as they end. */
export const runTestFiles = (
  files: readonly string[],
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
): Promise<FileResult[]> =>
  readRun(run({ files: [...files], concurrency, timeout: FILE_TIMEOUT_MS, signal, execArgv: ROOMY }), files);

/** Test files share processes, unless one says in a line of its own why it does not: `// Alone: it kills its process.` */
const sharesProcess = (file: string): boolean => !/^\/\/ Alone: /m.test(readFileSync(file, 'utf8'));

/**
 * Runs test files, and what failed once more, each alone. `results` holds the last result of every file; `unstable` the
 * first results of those that passed the second time.
 */
export async function runAndRepeat(
  files: readonly string[],
  options: { concurrency: number; signal: AbortSignal },
): Promise<{ results: FileResult[]; unstable: FileResult[] }> {
  const [shared, own] = [files.filter(sharesProcess), files.filter((file) => !sharesProcess(file))];
  const results = [
    ...(shared.length > 0 ? await runInWorkers(shared, options) : []),
    ...(own.length > 0 ? await runTestFiles(own, options) : []),
  ];
  const failed = results.filter((each) => !each.passed);
  if (failed.length === 0 || failed.length > MOST_RUN_AGAIN || options.signal.aborted)
    return { results, unstable: [] };
  console.log(`\nOnce more, each alone: ${failed.length} files that failed\n`);
  const second = new Map<string, FileResult>();
  for (const { file } of failed)
    for (const result of await runTestFiles([file], { ...options, concurrency: 1 })) second.set(file, result);
  return {
    results: results.map((each) => second.get(each.file) ?? each),
    unstable: failed.filter(({ file }) => second.get(file)?.passed),
  };
}

/** The counts of several files together. */
export function addCounts(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, each) => ({
      tests: sum.tests + each.tests,
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      cancelled: sum.cancelled + each.cancelled,
      skipped: sum.skipped + each.skipped,
    }),
    NOTHING,
  );
}
