// What tests of files of enquiries share: check, faults, save and the outcome in the terms of a test.
import type { ImportMode } from '@aangan/contract/file-import.ts';
import { importJob } from '@aangan/server/file-import/import-job.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import {
  enquiryImport,
  type UploadColumn,
  type UploadMatches,
  type UploadPreview,
} from './enquiry-import.contract.ts';
import { enquiryUploads } from './enquiry-upload.listing.ts';

const { endpoints } = enquiryImport;
type Caller = ReturnType<TestApp['as']>;
type Source = { csv: string } | { fileId: string };

/** Every fault of a checked file, as `Row 12, mobile: …` and by its parts. */
async function faultsOf(who: Caller, jobId: string) {
  const faults: { row: number; field: string; text: string; value: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await who.call(endpoints.rows, { jobId, limit: 200, ...(after ? { after } : {}) });
    for (const { row, faults: some } of page.rows)
      faults.push(...some.map(({ column, text, value }) => ({ row, field: column, text, value })));
    if (page.next === null) return faults;
    after = page.next;
  }
}

export const faultTexts = (errors: readonly { row: number; field: string; text: string }[]): string[] =>
  errors.map(({ row, field, text }) => `Row ${row}, ${field}: ${text}`);

const checkedOf = async (who: Caller, job: Awaited<ReturnType<typeof checkJob>>) => ({
  ...(job.preview as UploadPreview),
  ...job,
  errors: await faultsOf(who, job.jobId),
  ignored: job.headings.flatMap(({ title, column }) => (column === null ? [title] : [])),
});
const checkJob = (who: Caller, source: Source, fileName: string) =>
  who.call(endpoints.check, { ...source, fileName });

export const checkFile = async (who: Caller, source: Source, fileName = 'leads.csv') =>
  checkedOf(who, await checkJob(who, source, fileName));

export const correctFile = async (
  who: Caller,
  jobId: string,
  cells: { row: number; column: UploadColumn; value: string }[],
) => checkedOf(who, await who.call(endpoints.correct, { jobId, cells }));

/** What became of a file at the centres in reach. */
export async function outcomeOf(who: Caller, jobId: string) {
  const { rows } = await who.call(enquiryUploads.endpoints.list, { jobId, limit: 200 });
  const sum = (of: 'created' | 'askedAgain' | 'filled' | 'known') => rows.reduce((n, row) => n + row[of], 0);
  return {
    created: sum('created'),
    askedAgain: sum('askedAgain'),
    filled: sum('filled'),
    known: sum('known'),
    firstCode: rows[0]?.firstCode ?? null,
    parts: rows,
  };
}

export const commitFile = (
  who: Caller,
  jobId: string,
  { mode, matches }: { mode?: ImportMode; matches?: UploadMatches } = {},
) =>
  who.call(endpoints.commit, {
    jobId,
    ...(mode ? { mode } : {}),
    ...(matches ? { options: { matches } } : {}),
  });

/** Saves a checked file at once; gives what became of it. */
export async function saveFileNow(who: Caller, jobId: string, how: Parameters<typeof commitFile>[2] = {}) {
  await commitFile(who, jobId, how);
  return outcomeOf(who, jobId);
}

/** Runs the job of a larger file as the queue would; `after` each unit of work. */
export const runSave = (app: TestApp, jobId: string, { fileAt = ANDHERI, after = async () => {} } = {}) =>
  importJob.run({
    work: async (franchiseeId, work) => {
      const result = await inUnitOfWork(
        app.pool,
        systemActor(franchiseeId),
        { command: importJob.name, timeoutMs: importJob.timeoutS * 1000 },
        work,
      );
      await after();
      return result;
    },
    now: new Date(),
    data: { jobId, fileAt },
    ports: { ...app.ports, afterCommit: () => undefined },
  });
