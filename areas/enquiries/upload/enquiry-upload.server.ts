// Upload of enquiries: the dry run names every fault and saves nothing; the commit saves all rows or none.

import { nameKey } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import * as z from 'zod';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { ageLimitsOf } from '../enquiry/age-limits.server.ts';
import { captureEnquiries } from '../enquiry/capture-enquiry.server.ts';
import { type KnownChild, verdictOf } from '../enquiry/duplicate-verdict.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { programmesOf } from '../enquiry/programmes.server.ts';
import {
  enquiryUploadContract,
  MAX_UPLOAD_ROWS,
  requiredColumns,
  type UploadColumn,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import { type Cells, lineReader, type UploadFamily, type UploadLists } from './read-upload.server.ts';
import { readUploadedFile } from './uploaded-file.server.ts';

const CONTRACT = 'enquiry-upload';
const CHECK_LIFE_MINUTES = 30;

// The families were read and checked by this very file; the year is the one they were checked for.
const checkedShape = z.object({ families: z.array(z.custom<UploadFamily>()), academicYearId: z.int() });

interface Fault {
  row: number;
  field: string;
  text: string;
}

export const checkUpload = handle(enquiryUploadContract.check, async ({ db, actor, input, now }) => {
  const lines = linesOf(input.csv ?? (await readUploadedFile(db, actor, input.fileId)));
  const readLine = lineReader(await listsOf(db, actor, now));
  const errors: Fault[] = [];
  const families: UploadFamily[] = [];
  const seen = new Map<string, number>();
  for (const [index, cells] of lines.entries()) {
    const row = index + 2;
    const read = readLine(cells);
    const faults: Fault[] = Object.entries(read.errors).map(([field, text]) => ({
      row,
      field,
      text: text ?? '',
    }));
    if (read.family) {
      const child = read.family.children[0];
      const key = `${read.family.mobile} ${child?.firstName ? nameKey(child.firstName) : ''} ${child?.dob ?? ''}`;
      const before = seen.get(key);
      if (before !== undefined)
        faults.push({ row, field: 'child_first_name', text: `same child as row ${before}.` });
      else seen.set(key, row);
    }
    if (faults.length === 0 && read.family) families.push(read.family);
    errors.push(...faults);
  }
  const total = lines.length;
  const bad = total - families.length;
  const verdicts = await verdictsOf(db, actor, families);
  const { rows } = await sql<{ id: string; until: string }>`
    insert into import_job (user_id, franchisee_id, contract, file_name, mapping, rows, total, ok, bad, errors, checked_until)
    values (${userIdOf(actor)}, ${chosenCentre(actor)}, ${CONTRACT}, ${input.fileName}, ${JSON.stringify({ academicYearId: chosenYear(actor) })}, ${bad === 0 ? JSON.stringify(families) : null}, ${total}, ${families.length}, ${bad},
      ${JSON.stringify(errors.slice(0, 500))}, ${now.toISOString()}::timestamptz + make_interval(mins => ${sql.lit(CHECK_LIFE_MINUTES)})) returning id, checked_until as until`.execute(
    db,
  );
  const job = rows[0] as { id: string; until: string };
  return { jobId: job.id, total, ok: families.length, bad, ...verdicts, errors, checkedUntil: job.until };
});

export const commitUpload = handle(enquiryUploadContract.commit, async ({ db, actor, input, now }) => {
  const job = await db
    .selectFrom('import_job')
    .select(['state', 'bad', 'rows', 'mapping', 'franchisee_id', 'checked_until'])
    .where('id', '=', input.jobId)
    .where('user_id', '=', userIdOf(actor))
    .where('contract', '=', CONTRACT)
    .forUpdate()
    .executeTakeFirst();
  if (!job || job.franchisee_id !== chosenCentre(actor)) throw refuse('row.not-found');
  if (job.state === 'DONE') throw refuseEnquiry('upload.done');
  if (job.bad > 0) throw refuseEnquiry('upload.has-errors');
  if (job.state !== 'CHECKED' || new Date(job.checked_until) < now) throw refuseEnquiry('upload.expired');
  const { families, academicYearId } = checkedShape.parse({ families: job.rows, ...(job.mapping as object) });
  const saved = await captureEnquiries(
    db,
    { franchiseeId: chosenCentre(actor), academicYearId, now, via: 'UPLOAD', by: actor.userId },
    families.map(({ capturedAt, ...family }) => ({
      ...family,
      ...(capturedAt ? { capturedAt: new Date(capturedAt) } : {}),
    })),
  );
  const all = saved.flat();
  const created = all.filter((one) => one.verdict !== 'SAME' && one.verdict !== 'REPLAY');
  // With app.bulk off again this one update is the summary in the change audit.
  await db
    .updateTable('import_job')
    .set({ state: 'DONE', rows: null, ok: all.length })
    .where('id', '=', input.jobId)
    .execute();
  return {
    created: created.length,
    askedAgain: all.length - created.length,
    firstCode: created[0]?.enquiryCode ?? null,
    lastCode: created.at(-1)?.enquiryCode ?? null,
  };
});

export const uploadTemplate = handle(enquiryUploadContract.template, async () => ({
  csv: `${uploadColumns.join(',')}\r\nMeera Rao,9820012345,,meera@example.in,Kiaan,Rao,12-08-2023,M,Nursery,Regular,400053,Event,Open house,,,,en,Wants the morning batch,Y,N,N\r\n`,
}));

function linesOf(csv: string): Cells[] {
  const lines = parseCsv(csv);
  const [heading = [], ...body] = lines;
  const columns = heading.map(
    (title) =>
      uploadColumns.find(
        (column) =>
          column ===
          title
            .trim()
            .toLowerCase()
            .replace(/\s*\*$/, '')
            .replace(/\s+/g, '_'),
      ) ?? null,
  );
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw refuseEnquiry('upload.header', { details: { columns: missing.join(', ') } });
  if (body.length > MAX_UPLOAD_ROWS) throw refuseEnquiry('upload.too-large');
  return body.map((cells) => {
    const line: Partial<Record<UploadColumn, string>> = {};
    for (const [at, column] of columns.entries()) if (column) line[column] = cells[at] ?? '';
    return line;
  });
}

export function parseCsv(csv: string): string[][] {
  const [heading = ''] = csv.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].reduce((best, mark) =>
    heading.split(mark).length > heading.split(best).length ? mark : best,
  );
  try {
    return parse(csv, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
  } catch {
    throw refuseEnquiry('upload.unreadable');
  }
}

async function listsOf(db: Db, actor: Actor, now: Date): Promise<UploadLists> {
  const lower = <V>(pairs: (readonly [string, V])[]) =>
    new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const sources = await db
    .selectFrom('enquiry_source')
    .select(['id', 'name'])
    .where('active', '=', true)
    .execute();
  const classes = await db
    .selectFrom('class')
    .select(['id', 'name', 'code', 'short_name'])
    .where('active', '=', true)
    .execute();
  const owners = await eligibleOwners(db, chosenCentre(actor));
  const mails =
    owners.length === 0
      ? []
      : await db
          .selectFrom('app_user')
          .select(['id', 'email_norm'])
          .where(
            'id',
            'in',
            owners.map((one) => one.id),
          )
          .execute();
  return {
    now,
    programmes: await programmesOf(db, chosenCentre(actor)),
    ages: await ageLimitsOf(db, chosenCentre(actor)),
    sources: lower(sources.map((one) => [one.name, one.id] as const)),
    classes: lower(
      classes.flatMap((one) => [one.name, one.code, one.short_name].map((name) => [name, one.id] as const)),
    ),
    owners: lower(mails.flatMap((one) => (one.email_norm ? [[one.email_norm, one.id] as const] : []))),
  };
}

/** What the commit would do with each sound row, read-only. */
async function verdictsOf(
  db: Db,
  actor: Actor,
  families: readonly UploadFamily[],
): Promise<{ fresh: number; siblings: number; askedAgain: number; possible: number }> {
  const phones = [...new Set(families.map((family) => family.mobile))];
  const { rows } = await sql<KnownChild & { phone: string }>`
    select c.value_norm as phone, e.id, e.academic_year_id as "yearId", e.child_name_key as "nameKey", e.child_dob as dob, e.is_open as open, e.last_activity_at as "lastActivityAt"
      from household_contact c join enquiry e on e.franchisee_id = c.franchisee_id and e.household_id = c.household_id and e.merged_into is null and e.erased_at is null
     where c.franchisee_id = ${chosenCentre(actor)} and c.kind = 'PHONE' and c.value_norm = any (${phones}::text[])`.execute(
    db,
  );
  const known = Map.groupBy(rows, (row) => row.phone);
  const counts = { fresh: 0, siblings: 0, askedAgain: 0, possible: 0 };
  for (const family of families) {
    const child = family.children[0];
    const { verdict } = verdictOf(
      { nameKey: child?.firstName ? nameKey(child.firstName) : null, dob: child?.dob ?? null },
      chosenYear(actor),
      known.get(family.mobile) ?? [],
    );
    counts[
      verdict === 'SAME'
        ? 'askedAgain'
        : verdict === 'POSSIBLE'
          ? 'possible'
          : verdict === 'SIBLING'
            ? 'siblings'
            : 'fresh'
    ] += 1;
  }
  return counts;
}
