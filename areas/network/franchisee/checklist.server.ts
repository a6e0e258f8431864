import { addDays } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { networkModules } from '../network-modules.ts';
import { refuse } from '../network-refusals.ts';
import { userCards } from '../user/user.queries.server.ts';
import { checklistContract } from './checklist.contract.ts';
import { centreAsked, keepPaper, lockCentre, paperOf } from './franchisee-rows.server.ts';

/** A centre's own copy of the network's list; due days count from the signature (network.md 2.3). */
export async function makeChecklist(
  db: Db,
  centre: { franchiseeId: number; model: string; signedOn: string },
): Promise<void> {
  const items = await db
    .selectFrom('checklist_template')
    .selectAll()
    .where('active', '=', true)
    .where('model', 'in', ['BOTH', centre.model === 'COCO' ? 'COCO' : 'FOFO'])
    .orderBy('days')
    .orderBy('id')
    .execute();
  if (items.length === 0) return;
  await db
    .insertInto('franchisee_checklist_item')
    .values(
      items.map((item, index) => ({
        franchisee_id: centre.franchiseeId,
        template_id: item.id,
        title: item.title,
        phase: item.phase,
        owner_department_id: item.owner_department_id,
        due_on: addDays(centre.signedOn, item.days),
        needs_evidence: item.evidence,
        gate: item.gate,
        position: index,
      })),
    )
    .execute();
}

export const listChecklist = handle(checklistContract.list, async ({ db, actor, input, now }) => {
  const id = await centreAsked(db, actor, input);
  const rows = await db
    .selectFrom('franchisee_checklist_item as i')
    .innerJoin('department as d', 'd.id', 'i.owner_department_id')
    .innerJoin('franchisee as f', 'f.id', 'i.franchisee_id')
    .selectAll('i')
    .select(['d.name as department', 'f.status'])
    .where('i.franchisee_id', '=', id)
    .orderBy('i.due_on')
    .orderBy('i.position')
    .orderBy('i.id')
    .limit(500)
    .execute();
  const names = await userCards(
    db,
    rows.flatMap((row) => [row.owner_user_id, row.done_by, row.waived_by].filter((each) => each !== null)),
  );
  const nameOf = (userId: string | null) => names.get(userId ?? '')?.name ?? null;
  const may = holds(actor, networkModules.Franchisee, true);
  return {
    can: { add: may },
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      title: row.title,
      phase: row.phase,
      department: row.department,
      ownerId: row.owner_user_id,
      owner: nameOf(row.owner_user_id),
      dueOn: row.due_on,
      state: row.state,
      needsEvidence: row.needs_evidence,
      gate: row.gate,
      doneAt: row.done_at ?? row.waived_at,
      doneBy: nameOf(row.done_by ?? row.waived_by),
      reason: row.reason,
      file: paperOf(row, now),
      can: {
        assign: may && row.state === 'OPEN',
        done: row.state === 'OPEN' && (may || row.owner_user_id === actor.userId),
        waive: may && row.state === 'OPEN' && row.owner_user_id !== actor.userId,
        reopen: may && row.state !== 'OPEN' && ['SIGNED', 'SETUP'].includes(row.status),
      },
    })),
  };
});

export const addItem = handle(checklistContract.add, async ({ db, actor, input }) => {
  const centre = await lockCentre(db, actor, input.franchiseeId);
  return db
    .insertInto('franchisee_checklist_item')
    .values({
      franchisee_id: centre.id,
      title: input.title,
      phase: input.phase,
      owner_department_id: input.departmentId,
      owner_user_id: input.ownerId ?? null,
      due_on: input.dueOn,
      needs_evidence: input.needsEvidence,
      gate: input.gate,
      position: 1000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

const lockItem = async (db: Db, actor: Actor, { franchiseeId, id }: { franchiseeId: number; id: string }) => {
  const centre = await lockCentre(db, actor, franchiseeId);
  const item = ensureFound(
    await db
      .selectFrom('franchisee_checklist_item')
      .selectAll()
      .where('franchisee_id', '=', centre.id)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  );
  return { centre, item };
};

async function saveItem(
  db: Db,
  which: { franchiseeId: number; id: string; version: number },
  set: Record<string, unknown>,
): Promise<{ id: string }> {
  const done = await db
    .updateTable('franchisee_checklist_item')
    .set(set)
    .where('franchisee_id', '=', which.franchiseeId)
    .where('id', '=', which.id)
    .where('version', '=', which.version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  return { id: which.id };
}

export const assignItem = handle(checklistContract.assign, async ({ db, actor, input, version }) => {
  const { item } = await lockItem(db, actor, input);
  if (item.state !== 'OPEN') throw refuse('checklist.wrong-state');
  return saveItem(
    db,
    { ...input, version },
    {
      ...(input.ownerId === undefined ? {} : { owner_user_id: input.ownerId }),
      due_on: input.dueOn ?? item.due_on,
    },
  );
});

export const doneItem = handle(checklistContract.done, async ({ db, actor, input, version, now }) => {
  const { item } = await lockItem(db, actor, input);
  if (!holds(actor, networkModules.Franchisee, true) && item.owner_user_id !== actor.userId)
    throw refuse('checklist.not-yours');
  if (item.state !== 'OPEN') throw refuse('checklist.wrong-state');
  const file = await keepPaper(db, input.fileId, { kind: 'CHECKLIST_ITEM', id: item.id });
  if (item.needs_evidence && !file && item.file_id === null)
    throw refuse('checklist.evidence-missing', { fields: { fileId: 'Upload the document or photo' } });
  return saveItem(
    db,
    { ...input, version },
    { state: 'DONE', done_by: userIdOf(actor), done_at: now.toISOString(), ...(file ?? {}) },
  );
});

export const reopenItem = handle(checklistContract.reopen, async ({ db, actor, input, version }) => {
  const { centre, item } = await lockItem(db, actor, input);
  if (item.state === 'OPEN' || !['SIGNED', 'SETUP'].includes(centre.status))
    throw refuse('checklist.wrong-state');
  return saveItem(
    db,
    { ...input, version },
    { state: 'OPEN', done_by: null, done_at: null, waived_by: null, waived_at: null, reason: null },
  );
});

export const waiveItem = handle(checklistContract.waive, async ({ db, actor, input, version, now }) => {
  const { item } = await lockItem(db, actor, input);
  if (item.state !== 'OPEN') throw refuse('checklist.wrong-state');
  if (item.owner_user_id === actor.userId) throw refuse('checklist.own-waiver');
  return saveItem(
    db,
    { ...input, version },
    { state: 'WAIVED', waived_by: userIdOf(actor), waived_at: now.toISOString(), reason: input.reason },
  );
});
