// Contacts and papers of a centre: kept by head office and by the centre itself.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile } from '@aangan/server/files/files.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { networkModules } from '../network-modules.ts';
import { userCards } from '../user/user.queries.server.ts';
import { contactContract, paperContract } from './centre-papers.contract.ts';
import { centreAsked, keepPaper, lockCentre, paperOf } from './franchisee-rows.server.ts';
import { ownChange } from './franchisee-shapes.ts';

export const listContacts = handle(contactContract.list, async ({ db, actor, input }) => {
  const id = await centreAsked(db, actor, input);
  const rows = await db
    .selectFrom('franchisee_contact as c')
    .innerJoin('department as d', 'd.id', 'c.department_id')
    .select(['c.id', 'c.department_id', 'd.name as department', 'c.name', 'c.designation'])
    .select(['c.mobile', 'c.email', 'c.escalation'])
    .where('c.franchisee_id', '=', id)
    .orderBy('c.department_id')
    .orderBy('c.position')
    .orderBy('c.name')
    .limit(200)
    .execute();
  return {
    can: { update: holds(actor, ownChange.module, true) },
    rows: rows.map(({ department_id: departmentId, ...row }) => ({ departmentId, ...row })),
  };
});

export const saveContact = handle(contactContract.save, async ({ db, actor, input }) => {
  const { id: franchiseeId } = await lockCentre(db, actor, input.franchiseeId);
  const id = input.id ?? crypto.randomUUID();
  const values = {
    department_id: input.departmentId,
    name: input.name,
    designation: input.designation ?? null,
    mobile: input.mobile ?? null,
    email: input.email ?? null,
    escalation: input.escalation,
  };
  if (input.id === undefined)
    await db
      .insertInto('franchisee_contact')
      .values({ franchisee_id: franchiseeId, id, ...values })
      .execute();
  else
    ensureFound(
      await db
        .updateTable('franchisee_contact')
        .set(values)
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst(),
    );
  return { id };
});

export const removeContact = handle(contactContract.remove, async ({ db, actor, input }) => {
  const { id: franchiseeId } = await lockCentre(db, actor, input.franchiseeId);
  return ensureFound(
    await db
      .deleteFrom('franchisee_contact')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', input.id)
      .returning('id')
      .executeTakeFirst(),
  );
});

export const listPapers = handle(paperContract.list, async ({ db, actor, input, now }) => {
  const id = await centreAsked(db, actor, input);
  const rows = await db
    .selectFrom('franchisee_document')
    .selectAll()
    .where('franchisee_id', '=', id)
    .orderBy('valid_to', (order) => order.asc().nullsLast())
    .orderBy('kind')
    .limit(300)
    .execute();
  const names = await userCards(
    db,
    rows.flatMap((row) => row.updated_by ?? row.created_by ?? []),
  );
  return {
    can: {
      update: holds(actor, ownChange.module, true),
      remove: holds(actor, networkModules.Franchisee, true),
    },
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      number: row.number,
      issuedOn: row.issued_on,
      validTo: row.valid_to,
      note: row.note,
      file: paperOf(row, now),
      by: names.get(row.updated_by ?? row.created_by ?? '')?.name ?? null,
    })),
  };
});

export const savePaper = handle(paperContract.save, async ({ db, actor, input }) => {
  const { id: franchiseeId } = await lockCentre(db, actor, input.franchiseeId);
  const id = input.id ?? crypto.randomUUID();
  const file = await keepPaper(db, input.fileId, { kind: 'FRANCHISEE_PAPER', id });
  const values = {
    kind: input.kind,
    number: input.number ?? null,
    issued_on: input.issuedOn ?? null,
    valid_to: input.validTo ?? null,
    note: input.note ?? null,
    ...(file ?? {}),
  };
  if (input.id === undefined)
    await db
      .insertInto('franchisee_document')
      .values({ franchisee_id: franchiseeId, id, ...values })
      .execute();
  else
    ensureFound(
      await db
        .updateTable('franchisee_document')
        .set(values)
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst(),
    );
  // A renewed paper has a new day: the alerts of the old one say nothing any more.
  await db
    .deleteFrom('franchisee_alert')
    .where('franchisee_id', '=', franchiseeId)
    .where('subject_id', '=', id)
    .where('ends_on', '<>', input.validTo ?? '1900-01-01')
    .execute();
  return { id };
});

export const removePaper = handle(paperContract.remove, async ({ db, actor, input }) => {
  const { id: franchiseeId } = await lockCentre(db, actor, input.franchiseeId);
  const row = ensureFound(
    await db
      .deleteFrom('franchisee_document')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', input.id)
      .returning(['id', 'file_id', 'file_home'])
      .executeTakeFirst(),
  );
  if (row.file_id !== null && row.file_home !== null)
    await releaseFile(db, {
      franchiseeId: row.file_home,
      fileId: row.file_id,
      subjectKind: 'FRANCHISEE_PAPER',
      subjectId: row.id,
    });
  return { id: row.id };
});
