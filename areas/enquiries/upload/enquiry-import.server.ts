// Enquiries from a file: what its rows mean, what they would do, and their save at the centre of each.
import { setImmediate } from 'node:timers/promises';
import { nameKey } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import type { ImportAt, ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { HEAD_OFFICE, several } from '@aangan/server/sql.ts';
import { type Actor, narrowToCall } from '@aangan/server/work/actor.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { type Db, withOneCentre } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { chooseActor, compileActor } from '../../system/public.server.ts';
import { enquiryImport, type UploadColumn, type UploadValues } from './enquiry-import.contract.ts';
import { type Forecast, forecastOf, together } from './forecast.server.ts';
import { placeRows } from './place-rows.server.ts';
import { type ReadRow, rowReader } from './read-row.server.ts';
import { knownRefs, saveUpload } from './save-rows.server.ts';
import { uploadLists } from './upload-lists.server.ts';

/** Rows between two breaths: other people's requests are answered meanwhile. */
const BREATH = 250;

export const enquiryImportHandlers = serveImport(enquiryImport, {
  lists: {
    class: async (db) =>
      listOf(
        (
          await db
            .selectFrom('class')
            .select(['id', 'name', 'code', 'short_name'])
            .where('active', '=', true)
            .execute()
        ).map(({ id, name, code, short_name }) => ({ id, names: [name, code, short_name] })),
      ),
    source: async (db, at) => {
      const names = await sourceNames(db, await personOf(db, at));
      return listOf(names.map((name) => ({ id: name, names: [name] })));
    },
  },
  check: async (db, rows, at) => {
    const person = await personOf(db, at);
    const { byCentre, unplaced } = await placeRows(db, person, { rows, now: at.now });
    const parts: Forecast[] = [];
    for (const [franchiseeId, own] of byCentre) {
      const place = { franchiseeId, academicYearId: chosenYear(person), now: at.now };
      parts.push(await withOneCentre(db, person, franchiseeId, () => checkPart(db, place, own)));
    }
    return together(parts, { unplaced, several: person.franchiseeId === null });
  },
  save: async (db, rows, at) => {
    const person = await personOf(db, at);
    const lines = rows.map((values, n) => ({ row: at.lines[n] ?? 0, values }));
    for (const [franchiseeId, own] of Map.groupBy(lines, ({ values }) => Number(values.franchisee_id)))
      await withOneCentre(db, person, franchiseeId, async () => {
        const read = rowReader(await uploadLists(db, franchiseeId, at.now));
        await saveUpload(
          db,
          {
            franchiseeId,
            academicYearId: chosenYear(person),
            jobId: at.jobId,
            fileName: at.fileName,
            matches: at.options.matches,
            now: at.now,
            by: at.userId,
          },
          own.map(({ row, values }) => ({ row, ...stillValid(read, values) })),
        );
      });
  },
  writes: ['enquiry', 'enquiry_household', 'household_contact'],
});

/** Names of the sources that somebody may write to: of the network, and of the centre or centres in reach. */
async function sourceNames(db: Db, { franchiseeId, wholeNetwork, centres }: Actor): Promise<string[]> {
  const own = franchiseeId === null ? centres : [franchiseeId];
  const { rows } = await sql<{ name: string }>`
    select distinct on (lower(name)) name from enquiry_source where active
       and ${franchiseeId === null && wholeNetwork ? sql`true` : several('franchisee_id', [HEAD_OFFICE, ...own], 'int')} order by lower(name)`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** In the background of a file for several centres the system must not reach further than the person it works for. */
async function personOf(db: Db, { actor, userId, now }: ImportAt): Promise<Actor> {
  if (actor.kind !== 'system' || actor.franchiseeId !== null) return actor;
  const user = await compileActor(db, userId, now);
  if (!user) throw refuse('row.not-found');
  const choice = {
    roleId: null,
    franchiseeId: null,
    academicYearId: actor.academicYearId,
    sessionId: null,
    steppedUpAt: null,
  };
  return narrowToCall(chooseActor(user, choice), enquiryImport.endpoints.commit);
}

/** The rows of one centre: all that is wrong with each, also against the rows before it, and what the others would do. */
async function checkPart(
  db: Db,
  at: { franchiseeId: number; academicYearId: number; now: Date },
  rows: readonly ImportRow<UploadValues>[],
): Promise<Forecast> {
  const read = rowReader(await uploadLists(db, at.franchiseeId, at.now));
  const children = new Map<string, number>();
  const refs = new Map<string, number>();
  const valid: (ReadRow & { row: number })[] = [];
  for (const [index, one] of rows.entries()) {
    if (index % BREATH === BREATH - 1) await setImmediate();
    let sound = true;
    const fault = (column: UploadColumn, text: string) => {
      sound = false;
      one.fault(column, text);
    };
    const found = read(one.values, fault);
    const child = found?.family.children[0];
    if (found) {
      const key = `${found.family.mobile} ${child?.firstName ? nameKey(child.firstName) : ''} ${child?.dob ?? ''}`;
      const before = seenBefore(children, key, one.row);
      if (before) fault('child_first_name', `same child as row ${before}.`);
    }
    const ref = one.values.external_ref;
    const before = ref ? seenBefore(refs, ref, one.row) : null;
    if (before) fault('external_ref', `same number as row ${before}.`);
    if (found && sound) valid.push({ ...found, row: one.row });
  }
  const known = await knownRefs(db, at.franchiseeId, valid);
  return forecastOf(
    db,
    { ...at, via: 'UPLOAD', by: null },
    { valid, known, bad: rows.length - valid.length },
  );
}

/** The row that had it first, when another did. */
function seenBefore(seen: Map<string, number>, key: string, row: number): number | null {
  const before = seen.get(key);
  if (before === undefined) seen.set(key, row);
  return before ?? null;
}

/** A source may have ended since the check, a stage may need more: then the row comes back. */
function stillValid(read: ReturnType<typeof rowReader>, values: UploadValues): ReadRow {
  const fields: Partial<Record<UploadColumn, string>> = {};
  const found = read(values, (column, text) => {
    fields[column] ??= text;
  });
  if (!found) throw refuse('input.invalid', { fields });
  return found;
}
