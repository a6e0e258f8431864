import { personName } from '@aangan/server/sql.ts';
// A number that belongs to another family here (enquiries.md 4): a person decides that both are one. Children stay
// enquiries of their own; what came over is noted, so that it can go back.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { consentsOf, recordConsent } from '../../communication/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { childName } from '../enquiry/child-name.server.ts';
import { lockEnquiry } from '../enquiry/move-stage.server.ts';
import { undoUntil } from '../merge/merges-of.server.ts';
import { type ConsentPurpose, purposesOf } from './consent-purposes.ts';
import { joinFamiliesContract } from './join-families.contract.ts';

interface Household {
  id: string;
  family_id: string | null;
  do_not_call: boolean;
}

/** Both households, locked in one order. */
async function lockBoth(db: Db, franchiseeId: number, ids: readonly [string, string]): Promise<Household[]> {
  const rows = await db
    .selectFrom('enquiry_household')
    .select(['id', 'family_id', 'do_not_call'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return ids.map((id) => ensureFound(rows.find((row) => row.id === id)));
}

export const joinFamilies = handle(joinFamiliesContract.join, async ({ db, input, actor, now }) => {
  const row = await lockEnquiry(db, input.enquiryId);
  const franchiseeId = row.franchisee_id;
  const contact = ensureFound(
    await db
      .selectFrom('household_contact')
      .select('household_id')
      .where('franchisee_id', '=', franchiseeId)
      .where('kind', '=', 'PHONE')
      .where('value_norm', '=', input.mobile)
      .executeTakeFirst(),
  );
  if (contact.household_id === row.household_id) return { children: 0 };
  const [kept, joined] = (await lockBoth(db, franchiseeId, [row.household_id, contact.household_id])) as [
    Household,
    Household,
  ]; // lockBoth gives them in this order
  if (kept.family_id && joined.family_id && kept.family_id !== joined.family_id)
    throw refuseEnquiry('enquiry.two-student-families');
  const enquiries = await moveRows(db, 'enquiry', franchiseeId, { from: joined.id, to: kept.id });
  const contacts = await moveRows(db, 'household_contact', franchiseeId, { from: joined.id, to: kept.id });
  const tookFamily = kept.family_id === null && joined.family_id !== null;
  const tookDoNotCall = !kept.do_not_call && joined.do_not_call;
  if (tookFamily || tookDoNotCall)
    await db
      .updateTable('enquiry_household')
      .set({
        ...(tookFamily ? { family_id: joined.family_id } : {}),
        ...(tookDoNotCall ? { do_not_call: true } : {}),
      })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', kept.id)
      .execute();
  await keepRefusals(db, franchiseeId, { from: joined.id, to: kept.id });
  await db
    .insertInto('household_join')
    .values({
      franchisee_id: franchiseeId,
      kept_id: kept.id,
      joined_id: joined.id,
      enquiries,
      contacts,
      took_family: tookFamily,
      took_do_not_call: tookDoNotCall,
      by: actor.userId,
      at: now.toISOString(),
    })
    .execute();
  return { children: enquiries.length };
});

async function moveRows(
  db: Db,
  table: 'enquiry' | 'household_contact',
  franchiseeId: number,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set household_id = ${to}::uuid
     where franchisee_id = ${franchiseeId} and household_id = ${from}::uuid ${only ? sql`and id = any (${[...only]}::uuid[])` : sql``} returning id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

// A no of one is a no of the family: joining must never write to somebody who asked not to be written to.
async function keepRefusals(
  db: Db,
  franchiseeId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const of = (subjectId: string) => consentsOf(db, { franchiseeId, subjectKind: 'HOUSEHOLD', subjectId });
  const refused: ConsentPurpose[] = purposesOf(await of(from));
  if (refused.length === 0) return;
  await recordConsent(db, {
    franchiseeId,
    subjectKind: 'HOUSEHOLD',
    subjectId: to,
    method: 'CENTRE_DESK',
    answers: refused.map((purpose) => ({ purpose, answer: 'WITHDRAWN' as const })),
  });
}

export const listJoins = handle(joinFamiliesContract.joins, async ({ db, input, now }) => {
  const { rows } = await sql<{
    id: string;
    at: string;
    by: string | null;
    children: string[];
  }>`
    select j.id, j.at, ${personName('u')} as by,
      array(select ${childName('x')} from enquiry x where x.franchisee_id = j.franchisee_id and x.id = any (j.enquiries)) as children
      from enquiry e join household_join j on j.franchisee_id = e.franchisee_id and j.kept_id = e.household_id and j.undone_at is null
      left join app_user u on u.id = j.by
     where e.id = ${input.enquiryId}::uuid and e.erased_at is null order by j.at desc`.execute(db);
  return {
    rows: rows.map((row) => {
      const until = undoUntil(row.at);
      return { ...row, undoUntil: until.toISOString(), canUndo: now <= until };
    }),
  };
});

export const undoJoin = handle(joinFamiliesContract.undo, async ({ db, input, actor, now }) => {
  const join = ensureFound(
    await db
      .selectFrom('household_join')
      .selectAll()
      .where('id', '=', input.id)
      .where('undone_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (now > undoUntil(join.at)) throw refuseEnquiry('enquiry.merge-too-old');
  const back = { from: join.kept_id, to: join.joined_id };
  const children = await moveRows(db, 'enquiry', join.franchisee_id, { ...back, only: join.enquiries });
  await moveRows(db, 'household_contact', join.franchisee_id, { ...back, only: join.contacts });
  if (join.took_family || join.took_do_not_call)
    await db
      .updateTable('enquiry_household')
      .set({
        ...(join.took_family ? { family_id: null } : {}),
        ...(join.took_do_not_call ? { do_not_call: false } : {}),
      })
      .where('franchisee_id', '=', join.franchisee_id)
      .where('id', '=', join.kept_id)
      .execute();
  await db
    .updateTable('household_join')
    .set({ undone_at: now.toISOString(), undone_by: actor.userId })
    .where('franchisee_id', '=', join.franchisee_id)
    .where('id', '=', join.id)
    .execute();
  return { children: children.length };
});
