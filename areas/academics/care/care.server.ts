import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { rosterOf } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { ensureMySection } from '../structure/sections.server.ts';
import { type CareEvent, careContract } from './care.contract.ts';
import { TEMPERATURE, valuesOf } from './care-kinds.ts';

/** What was noted of these children on some days, in its order. A family finds its own children's (row security). */
export async function careOf(
  db: Db,
  {
    franchiseeId,
    enrolmentIds,
    from,
    until,
  }: { franchiseeId: number; enrolmentIds: readonly string[]; from: Day; until: Day },
): Promise<(CareEvent & { enrolmentId: string; onDate: Day })[]> {
  const { rows } = await sql<CareEvent & { enrolmentId: string; onDate: Day }>`
    select id, at, kind, value, qty, note, enrolment_id as "enrolmentId", on_date as "onDate" from care_event
     where franchisee_id = ${franchiseeId} and ${several('enrolment_id', enrolmentIds, 'uuid')}
       and on_date between ${from}::date and ${until}::date order by at, id`.execute(db);
  return rows;
}

export const careBoard = handle(careContract.board, async ({ db, actor, input, now }) => {
  const onDate = todayIst(now);
  const { franchiseeId, id: sectionId } = await ensureMySection(db, actor, input.sectionId, onDate);
  const roster = await rosterOf(db, { franchiseeId, sectionId, on: onDate });
  const enrolmentIds = roster.map(({ studentAdmissionId }) => studentAdmissionId);
  const events = await careOf(db, { franchiseeId, enrolmentIds, from: onDate, until: onDate });
  return {
    onDate,
    rows: roster.map(({ studentAdmissionId, name }) => ({
      enrolmentId: studentAdmissionId,
      name,
      events: events.filter((one) => one.enrolmentId === studentAdmissionId),
    })),
  };
});

/** Each kind has its own word: a choice, minutes, degrees or a note. */
function ensureWhole({ kind, value, qty, note }: ParsedInputOf<typeof careContract.record>): void {
  const wrong = (fields: Record<string, string>) => refuse('input.invalid', { fields });
  const choices = valuesOf(kind);
  if (choices.length > 0 ? !choices.includes(value ?? '') : value !== null)
    throw wrong({ value: 'Choose one of the list' });
  const counted = kind === 'NAP' || kind === 'TEMPERATURE';
  if (counted !== (qty !== null)) throw wrong({ qty: counted ? 'Fill this in' : 'Leave this empty' });
  if (kind === 'TEMPERATURE' && qty !== null && (qty < TEMPERATURE.min || qty > TEMPERATURE.max))
    throw wrong({ qty: 'From 34 to 42 degrees' });
  if (kind === 'INCIDENT' && note === null) throw wrong({ note: 'Say what happened' });
}

export const recordCare = handle(careContract.record, async ({ db, actor, input, now }) => {
  ensureWhole(input);
  const onDate = todayIst(now);
  const { franchiseeId, id: sectionId } = await ensureMySection(db, actor, input.sectionId, onDate);
  const roster = await rosterOf(db, { franchiseeId, sectionId, on: onDate });
  const there = new Set(roster.map(({ studentAdmissionId }) => studentAdmissionId));
  if (input.children.some(({ enrolmentId }) => !there.has(enrolmentId)))
    throw refuseAcademics('diary.not-in-section');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('care_event')
    .values(
      input.children.map(({ id, enrolmentId }) => ({
        franchisee_id: franchiseeId,
        id,
        enrolment_id: enrolmentId,
        section_id: sectionId,
        on_date: onDate,
        at: now,
        kind: input.kind,
        value: input.value,
        qty: input.qty,
        note: input.note,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow();
  return { noted: Number(numInsertedOrUpdatedRows ?? 0) };
});

export const removeCare = handle(careContract.remove, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'care_event', input.id);
  await ensureMySection(db, actor, row.section_id, todayIst(now));
  if (row.on_date !== todayIst(now)) throw refuseAcademics('care.past');
  await db
    .deleteFrom('care_event')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
