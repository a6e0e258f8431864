import { safeError } from '../logging.ts';

/** Parts of a job failed after all others were done. The run stands as interrupted with these rows and is tried again. */
export class PartsFailed extends Error {
  readonly ok: number;
  readonly failed: number;
  readonly log: string;
  constructor(ok: number, failures: readonly string[]) {
    super(`${failures.length} failed: ${failures[0] ?? ''}`);
    this.name = 'PartsFailed';
    this.ok = ok;
    this.failed = failures.length;
    this.log = failures.join('\n');
  }
}

/**
 * Does every part of a job, whatever becomes of the others; `work` gives the rows it did. When the run is tried again it
 * does all parts again, so a part that was done before must be harmless. @throws PartsFailed after the last part.
 */
export async function eachPart<P>(
  parts: readonly P[],
  nameOf: (part: P) => string,
  work: (part: P) => Promise<number>,
): Promise<{ ok: number; failed: number }> {
  let ok = 0;
  const failures: string[] = [];
  for (const part of parts)
    try {
      ok += await work(part);
    } catch (error) {
      failures.push(`${nameOf(part)}: ${safeError(error)}`);
    }
  if (failures.length > 0) throw new PartsFailed(ok, failures);
  return { ok, failed: 0 };
}
