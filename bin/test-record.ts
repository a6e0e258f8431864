import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { table } from './say.ts';
import type { FileResult } from './test-result.ts';
import { addCounts } from './test-run.ts';

/** A test file has 80 seconds beside two others on two cores, about a minute alone; these have more, each with its reason. */
const MORE_THAN_OTHERS: ReadonlyMap<string, number> = new Map([
  // 25 kills of a server, each with its restart.
  ['areas/finance/payment/payments-survive.test.ts', 240],
  // The whole way of a child, typed at the pace of a person.
  ['e2e/main-job.browser.test.ts', 120],
  ['e2e/main-job-hindi.browser.test.ts', 120],
  // The whole way of a kit, through eight people's screens.
  ['areas/orders/orders-thread.browser.test.ts', 120],
  ['areas/orders/orders-thread-wow.browser.test.ts', 120],
  // Every screen of everybody's menu.
  ['e2e/every-menu-of-centre.browser.test.ts', 160],
  ['e2e/every-menu-of-network.browser.test.ts', 160],
  // Every list of the product, page by page.
  ['testkit/paging.test.ts', 120],
  // Every operation of the document: 24 requests each, and one of each kind of rights.
  ['testkit/fuzz.test.ts', 240],
  ['testkit/permissions.test.ts', 240],
]);
const FILE_BUDGET_S = 80;
/** What the whole suite of 471 screens may take on two quiet cores. */
const SUITE_BUDGET_MINUTES = 25;
const LONGEST = 12;

export interface WholeRun {
  readonly minutes: number;
  /** The last result of every file: of a file that ran twice, the second. */
  readonly results: readonly FileResult[];
  /** Files that failed, and passed when they ran once more alone. */
  readonly unstable: readonly FileResult[];
}

/** What the run found, for its last lines, and whether it was good; times fail it with `holdBudget` alone (decision 0022). */
export function verdictOf(
  root: string,
  whole: WholeRun,
  holdBudget: boolean,
): { text: string; good: boolean } {
  const { longest, over } = timesText(root, whole);
  const red = whole.results.filter((each) => !each.passed);
  const counts = addCounts(whole.results.map((each) => each.counts));
  const told = ({ file, failures }: FileResult) =>
    `${relative(root, file)}\n${failures.join('\n').replace(/^/gm, '    ')}\n`;
  const text = [
    `Longest files\n${longest}\n`,
    ...(over.length > 0 ? [`Over their time\n  ${over.join('\n  ')}\n`] : []),
    ...whole.unstable.map((each) => `Unstable (failed, then passed alone): ${told(each)}`),
    ...red.map((each) => `Failed: ${told(each)}`),
    // These lines close the output; CI reads them.
    `# tests ${counts.tests}`,
    `# pass ${counts.passed}`,
    `# fail ${counts.failed}`,
    `# cancelled ${counts.cancelled}`,
    `# skipped ${counts.skipped}`,
    `# unstable files ${whole.unstable.length}`,
    `# minutes ${whole.minutes.toFixed(1)}`,
  ].join('\n');
  return { text, good: red.length === 0 && !(holdBudget && over.length > 0) };
}

/** The longest files, and what ran over its budget. */
function timesText(root: string, { results, minutes }: WholeRun): { longest: string; over: string[] } {
  const sorted = [...results].sort((a, b) => b.ms - a.ms);
  const name = (result: FileResult) => relative(root, result.file);
  const over = sorted
    .filter((each) => each.ms > (MORE_THAN_OTHERS.get(name(each)) ?? FILE_BUDGET_S) * 1000)
    .map((each) => `${name(each)}: ${seconds(each)}`);
  if (minutes > SUITE_BUDGET_MINUTES) over.push(`the whole run: ${minutes.toFixed(1)} minutes`);
  return {
    longest: table(sorted.slice(0, LONGEST).map((each) => [seconds(each), name(each)])),
    over,
  };
}

/** Leaves `.aangan/last-test.json`, one line, so that anybody sees whether this commit was tested whole. */
export function writeRecord(root: string, { minutes, results, unstable }: WholeRun): void {
  const counts = addCounts(results.map((each) => each.counts));
  const names = (list: readonly FileResult[]) => list.map((each) => relative(root, each.file));
  const record = {
    commit: git(root, 'rev-parse', 'HEAD'),
    changedSince: git(root, 'status', '--porcelain') !== '',
    at: new Date().toISOString(),
    tests: counts.tests,
    passed: counts.passed,
    failed: counts.failed + counts.cancelled,
    skipped: counts.skipped,
    unstable: names(unstable),
    red: names(results.filter((each) => !each.passed)),
    minutes: Number(minutes.toFixed(1)),
    seconds: Object.fromEntries(
      [...results]
        .sort((a, b) => b.ms - a.ms)
        .map((each) => [relative(root, each.file), Math.round(each.ms / 1000)]),
    ),
  };
  mkdirSync(join(root, '.aangan'), { recursive: true });
  writeFileSync(join(root, '.aangan', 'last-test.json'), `${JSON.stringify(record)}\n`);
}

const seconds = ({ ms }: FileResult): string => `${Math.round(ms / 1000)} s`;

/** Empty where there is no repository (a source archive). */
function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
