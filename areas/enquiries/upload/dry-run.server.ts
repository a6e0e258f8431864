// What a file of enquiries would do: every row read, every fault named, nothing written.
import { setImmediate } from 'node:timers/promises';
import { nameKey } from '@aangan/contract/phone.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenCentre, chosenYear } from '@aangan/server/ensure.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { ageLimitsOf } from '../enquiry/age-limits.server.ts';
import { type KnownChild, verdictOf } from '../enquiry/duplicate-verdict.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { programmesOf } from '../enquiry/programmes.server.ts';
import { type DryRunOutcome, uploadColumns } from './enquiry-upload.contract.ts';
import { lineReader, type UploadFamily, type UploadLists } from './read-upload.server.ts';
import { knownRefs, type UploadRows } from './save-rows.server.ts';
import { type Columns, ignoredOf, namedLine, type RawSheet, type SheetLine } from './upload-sheet.server.ts';
import { stageListsOf, type UploadMove } from './upload-stage.server.ts';

/** Rows between two breaths: other people's requests are answered meanwhile. */
const BREATH = 250;

type Outcome = Omit<DryRunOutcome, 'jobId' | 'checkedUntil'>;
type Fault = Outcome['errors'][number];

export interface MatchedSheet extends RawSheet {
  columns: Columns;
}

/** What is kept of the rows until they are saved, and what is told of them. */
export async function dryRun(
  db: Db,
  actor: Actor,
  sheet: MatchedSheet,
  now: Date,
): Promise<{ read: UploadRows; outcome: Outcome }> {
  const { read, errors } = await readRows(sheet, lineChecker(await listsOf(db, actor, now)));
  const known = await knownRefs(db, chosenCentre(actor), read.families);
  const fresh = read.families.filter(({ ref }) => ref === null || !known.has(ref));
  const verdicts = await verdictsOf(
    db,
    actor,
    fresh.map((one) => one.family),
  );
  const outcome = {
    total: sheet.lines.length,
    ok: read.families.length,
    bad: read.faulty.lines.length,
    known: read.families.length - fresh.length,
    ...verdicts,
    ...consentsOf(read.families),
    ignored: ignoredOf(sheet.heading, sheet.columns),
    errors,
  };
  return { read, outcome };
}

async function readRows(
  { heading, columns, lines }: MatchedSheet,
  faultsOf: (line: SheetLine) => Checked,
): Promise<{ read: UploadRows; errors: Fault[] }> {
  const errors: Fault[] = [];
  const read: UploadRows = { families: [], faulty: { heading, lines: [] } };
  for (const [index, one] of lines.entries()) {
    const line = namedLine(one, columns);
    if (index % BREATH === BREATH - 1) await setImmediate();
    const { faults, family, move, ref } = faultsOf(line);
    errors.push(...faults);
    const { row, cells } = line;
    if (family && faults.length === 0) read.families.push({ row, ref, cells, family, move });
    else
      read.faulty.lines.push({
        row,
        cells,
        fault: faults.map(({ field, text }) => `${field}: ${text}`).join('; '),
      });
  }
  return { read, errors };
}

const consentsOf = (rows: UploadRows['families']) => ({
  consents: rows.filter(({ family }) => family.consents?.on !== undefined).length,
  undatedConsents: rows.filter(({ family: { consents } }) => {
    const { whatsapp, sms, email, on } = consents ?? {};
    return (whatsapp || sms || email) && on === undefined;
  }).length,
});

interface Checked {
  faults: Fault[];
  family: UploadFamily | null;
  move: UploadMove | null;
  ref: string | null;
}

/** The family of a line with everything that is wrong with it, also against the lines before it. */
function lineChecker(lists: UploadLists) {
  const readLine = lineReader(lists);
  const children = new Map<string, number>();
  const refs = new Map<string, number>();
  return ({ row, named }: SheetLine): Checked => {
    const { errors, family, move, ref } = readLine(named);
    const faults = uploadColumns.flatMap((field) => {
      const text = errors[field];
      return text === undefined ? [] : [{ row, field, text, value: named[field] ?? '' }];
    });
    if (family) {
      const child = family.children[0];
      const key = `${family.mobile} ${child?.firstName ? nameKey(child.firstName) : ''} ${child?.dob ?? ''}`;
      const before = children.get(key);
      if (before !== undefined)
        faults.push({
          row,
          field: 'child_first_name',
          text: `same child as row ${before}.`,
          value: named.child_first_name ?? '',
        });
      else children.set(key, row);
    }
    if (ref !== null) {
      const before = refs.get(ref);
      if (before !== undefined)
        faults.push({ row, field: 'external_ref', text: `same number as row ${before}.`, value: ref });
      else refs.set(ref, row);
    }
    return { faults, family, move, ref };
  };
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
    sourceNames: sources.map((one) => one.name),
    classNames: classes.map((one) => one.name),
    stage: await stageListsOf(db, chosenCentre(actor)),
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
): Promise<{ fresh: number; siblings: number; askedAgain: number; possible: number; closed: number }> {
  const phones = [...new Set(families.map((family) => family.mobile))];
  const { rows } = await sql<KnownChild & { phone: string }>`
    select c.value_norm as phone, e.id, e.academic_year_id as "yearId", e.child_name_key as "nameKey", e.child_dob as dob, e.is_open as open, e.last_activity_at as "lastActivityAt"
      from household_contact c join enquiry e on e.franchisee_id = c.franchisee_id and e.household_id = c.household_id and e.merged_into is null and e.erased_at is null
     where c.franchisee_id = ${chosenCentre(actor)} and c.kind = 'PHONE' and c.value_norm = any (${phones}::text[])`.execute(
    db,
  );
  const known = Map.groupBy(rows, (row) => row.phone);
  const counts = { fresh: 0, siblings: 0, askedAgain: 0, possible: 0, closed: 0 };
  for (const family of families) {
    const child = family.children[0];
    const { verdict } = verdictOf(
      { nameKey: child?.firstName ? nameKey(child.firstName) : null, dob: child?.dob ?? null },
      chosenYear(actor),
      known.get(family.mobile) ?? [],
    );
    if (family.closed && verdict !== 'SAME') counts.closed += 1;
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
