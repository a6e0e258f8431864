import type { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** A test file that takes longer hangs; the whole size of a promise may take an hour. */
export const FILE_TIMEOUT_MS = (process.env['AANGAN_PROVE'] === 'on' ? 60 : 10) * 60_000;

/** A process that loads 2,000 modules and ends soon collects garbage for a fifth of its time in V8's small first space. */
export const ROOMY = ['--min-semi-space-size=64'];
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

export const NOTHING: Counts = { tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0 };

/** Prints a run of these files and gives what became of each. Several files must run in processes of their own. */
export async function readRun(
  stream: ReturnType<typeof run>,
  files: readonly string[],
): Promise<FileResult[]> {
  const begun = performance.now();
  const summaries = new Map<string, { ms: number; counts: Counts; success: boolean }>();
  const failures = new Map<string, string[]>();
  // Without a process of its own the one file's summary names no file.
  const [only] = files.length === 1 ? files : [];
  stream.on('test:fail', ({ file, name, details, todo }) => {
    if (todo !== undefined && todo !== false) return;
    const key = only ?? file ?? '';
    failures.set(key, [...(failures.get(key) ?? []), `${name}\n${errorText(details.error)}`]);
  });
  stream.on('test:summary', ({ file = only, success, counts, duration_ms }) => {
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
    if (!summary) return failed.length > 0 ? { ...endedEarly(file), failures: failed } : endedEarly(file);
    return {
      file,
      passed: summary.success && failed.length === 0,
      ms: only === undefined ? summary.ms : performance.now() - begun,
      counts: summary.counts,
      failures: summary.success || failed.length > 0 ? failed : [OUTSIDE],
    };
  });
}

/** A process that ends before its tests (a crash, a kill) leaves no summary. */
export const endedEarly = (file: string): FileResult => ({
  file,
  passed: false,
  ms: 0,
  counts: { ...NOTHING, tests: 1, failed: 1 },
  failures: ['The process ended before its tests did.'],
});

const OUTSIDE = 'An error came outside of every test; its words stand in the output above.';

function errorText(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
