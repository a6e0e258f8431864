import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** A test file that takes longer hangs. */
const FILE_TIMEOUT_MS = 20 * 60_000;

/** A process that loads 2,000 modules and ends soon collects garbage for a fifth of its time in V8's small first space. */
const ROOMY = ['--min-semi-space-size=64'];
/** More failed files than this are no accident; running them again would only take time. */
const MOST_RUN_AGAIN = 8;

/** What became of one test file. */
export interface FileResult {
  readonly file: string;
  readonly passed: boolean;
  readonly ms: number;
  readonly counts: Counts;
  /** The failed tests with their errors, as text for a person. */
  readonly failures: readonly string[];
}

export interface Counts {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
}

const NOTHING: Counts = { tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0 };

/** Runs test files, `concurrency` at once, a process each, and prints their tests as they end. */
export async function runTestFiles(
  files: readonly string[],
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
): Promise<FileResult[]> {
  const stream = run({ files: [...files], concurrency, timeout: FILE_TIMEOUT_MS, signal, execArgv: ROOMY });
  const summaries = new Map<string, { ms: number; counts: Counts; success: boolean }>();
  const failures = new Map<string, string[]>();
  stream.on('test:fail', ({ file, name, details, todo }) => {
    if (todo !== undefined && todo !== false) return;
    const key = file ?? '';
    failures.set(key, [...(failures.get(key) ?? []), `${name}\n${errorText(details.error)}`]);
  });
  stream.on('test:summary', ({ file, success, counts, duration_ms }) => {
    // Without a file it is the summary of the whole run.
    if (file === undefined) return;
    const { tests, passed, cancelled, skipped, todo } = counts;
    // The types of Node leave out `failed`.
    const failed = tests - passed - cancelled - skipped - todo;
    summaries.set(file, { ms: duration_ms, counts: { tests, passed, failed, cancelled, skipped }, success });
  });
  for await (const chunk of stream.compose(new spec())) process.stdout.write(String(chunk));
  return files.map((file) => {
    const summary = summaries.get(file);
    const failed = failures.get(file) ?? [];
    // A process that ends before its tests (a crash, a kill) leaves no summary.
    const counts = summary?.counts ?? { ...NOTHING, tests: 1, failed: 1 };
    return {
      file,
      passed: summary?.success === true && failed.length === 0,
      ms: summary?.ms ?? 0,
      counts,
      failures: summary || failed.length > 0 ? failed : ['The process ended before its tests did.'],
    };
  });
}

/**
 * Runs test files, and what failed once more, each alone. `results` holds the last result of every file; `unstable` the
 * first results of those that passed the second time.
 */
export async function runAndRepeat(
  files: readonly string[],
  options: { concurrency: number; signal: AbortSignal },
): Promise<{ results: FileResult[]; unstable: FileResult[] }> {
  const results = await runTestFiles(files, options);
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

function errorText(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
