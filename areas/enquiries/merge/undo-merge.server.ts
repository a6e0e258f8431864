import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { type EnquiryChanges, type EnquiryData, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { mergeContract } from './merge.contract.ts';
import { undoUntil } from './merges-of.server.ts';

const stored = z.record(z.string(), z.unknown());

export const undoMerge = handle(mergeContract.undoMerge, async ({ db, input, actor, now }) => {
  const merge = ensureFound(
    await db
      .selectFrom('enquiry_merge')
      .selectAll()
      .where('id', '=', input.id)
      .where('undone_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (now > undoUntil(merge.at)) throw refuseEnquiry('enquiry.merge-too-old');
  const rows = await db
    .selectFrom('enquiry')
    .selectAll()
    .where('franchisee_id', '=', merge.franchisee_id)
    .where('id', 'in', [merge.survivor_id, merge.merged_id])
    .orderBy('id')
    .forUpdate()
    .execute();
  const survivor = ensureFound(rows.find((row) => row.id === merge.survivor_id));
  const merged = ensureFound(rows.find((row) => row.id === merge.merged_id));
  if (survivor.erased_at !== null) throw refuseEnquiry('enquiry.read-only');
  // Further up it was joined with another one; that has to be undone first.
  if (survivor.merged_into !== null) throw refuse('row.wrong-state');
  const forms = await formsOfEnquiry(db, merge.franchisee_id, [survivor.id]);
  if (forms.some((form) => form.createdAt > merge.at)) throw refuseEnquiry('enquiry.merge-has-form');
  await saveEnquiry(db, survivor, givenBack(survivor, stored.parse(merge.before), stored.parse(merge.after)));
  // An open one needs a date; the one it had is its own again.
  await saveEnquiry(db, merged, { merged_into: null });
  await giveBackContacts(db, merged, merge.contacts);
  await sql`update duplicate_candidate set state = 'OPEN' where franchisee_id = ${merge.franchisee_id} and state = 'MERGED' and (a_id = ${merged.id}::uuid or b_id = ${merged.id}::uuid)`.execute(
    db,
  );
  await db
    .updateTable('enquiry_merge')
    .set({ undone_at: now.toISOString(), undone_by: actor.userId, before: null, after: null })
    .where('franchisee_id', '=', merge.franchisee_id)
    .where('id', '=', merge.id)
    .execute();
  return { enquiryCode: merged.enquiry_code, survivorCode: survivor.enquiry_code };
});

/** What the merge had changed and nobody has changed since. */
function givenBack(
  row: EnquiryData,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): EnquiryChanges {
  const back = Object.entries(before).filter(([name]) => row[name as keyof EnquiryData] === after[name]);
  return Object.fromEntries(back) as EnquiryChanges; // columns that the merge had read from this table
}

async function giveBackContacts(db: Db, merged: EnquiryData, contacts: readonly string[]): Promise<void> {
  if (contacts.length === 0) return;
  await sql`update household_contact set household_id = ${merged.household_id}::uuid where franchisee_id = ${merged.franchisee_id} and id = any (${[...contacts]}::uuid[])`.execute(
    db,
  );
}

export const notDuplicate = handle(mergeContract.notDuplicate, async ({ db, input, actor, now }) => {
  const row = ensureFound(
    await db
      .updateTable('duplicate_candidate')
      .set({ state: 'DIFFERENT', by: actor.userId, at: now.toISOString() })
      .where('id', '=', input.id)
      .where('state', '=', 'OPEN')
      .returning('id')
      .executeTakeFirst(),
  );
  return { id: row.id };
});
