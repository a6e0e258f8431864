// Takes test files from its parent, one after the other: what they all load is loaded once. Each file is a run of its own,
// so its hooks and its counts are its own. Decision 0024.
import { flushCompileCache } from 'node:module';
import { run } from 'node:test';
import { readRun } from './test-result.ts';

process.on('message', (file: string) => {
  void runFile(file);
});

const environment = { ...process.env };

async function runFile(file: string): Promise<void> {
  // A run in its own process ends when nothing is left to do; the line to the parent must not count as work.
  process.channel?.unref();
  const [result] = await readRun(run({ files: [file], isolation: 'none' }), [file]);
  process.channel?.ref();
  // A failed test leaves a code for the end of a process that goes on.
  process.exitCode = undefined;
  restoreEnvironment();
  // Node writes what it compiled at its end; a worker is killed, and the next one would compile the server anew.
  flushCompileCache();
  process.send?.({ result, rss: process.memoryUsage.rss() });
}

// A file may set what it likes; tools that tests call do too (Vite sets NODE_ENV). The next file begins as this one did.
function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
