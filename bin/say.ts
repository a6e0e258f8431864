const HEARTBEAT_MS = 5000;

/** Prints a line for the person at the terminal. */
export function say(line: string): void {
  console.log(line);
}

/**
 * Runs one step of starting: says when it is done and how long it took, and every five seconds that it still runs.
 * `work` gets a function for what happens inside the step.
 */
export async function step<T>(title: string, work: (log: (line: string) => void) => Promise<T>): Promise<T> {
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  let doing = 'working';
  const timer = setInterval(() => say(`  ${title}: ${doing}, ${seconds()}`), HEARTBEAT_MS);
  try {
    const result = await work((line) => {
      doing = line;
      say(`  ${title}: ${line}`);
    });
    say(`  ${title}: ready, ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Rows of text in columns; the first row is the heading. */
export function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n');
}
