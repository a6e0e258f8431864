// Writing a version: opened, saved, handed in, taken back, thrown away.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { findFile, useFile } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lockSection, type Section } from '../library/sop-section.server.ts';
import { refuseSop } from '../sop.refusals.ts';
import { type Block, differenceOf, isEmpty, plainOf, readSeconds } from './blocks.ts';
import { versionStates } from './sop.states.ts';
import { sopVersionContract as contract } from './sop-version.contract.ts';
import { tellApprovers } from './tell-people.server.ts';
import {
  bodyOf,
  liveVersion,
  lockVersion,
  newestVersion,
  numberOf,
  shownBlocks,
  type Version,
} from './version-row.server.ts';

const move = { states: versionStates, table: 'sop_version' } as const;

const draftOf = (db: Db, sectionId: string): Promise<Version | undefined> =>
  db
    .selectFrom('sop_version')
    .selectAll()
    .where('section_id', '=', sectionId)
    .where('status', 'in', ['DRAFT', 'IN_REVIEW'])
    .executeTakeFirst();

interface Names {
  owner: string | null;
  author: string | null;
  centre: string | null;
}

const namesOf = async (db: Db, section: Section, authorId: string | null): Promise<Names> =>
  ensureFound(
    (
      await sql<Names>`select (select ${personName('u')} from app_user u where u.id = ${section.owner_id}) as owner,
        (select ${personName('u')} from app_user u where u.id = ${authorId}) as author,
        (select company_name from franchisee where id = ${section.franchisee_id} and id <> ${HEAD_OFFICE}) as centre`.execute(
        db,
      )
    ).rows[0],
  );

/** People whose acknowledgement a new major version makes stale. */
async function impactOf(db: Db, sectionId: string, today: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sop_states(${today}::date) c where c.section_id = ${sectionId} and c.state = 'CURRENT'`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export const getVersion = handle(contract.get, async ({ db, actor, input, now }) => {
  const section = ensureFound(
    await db.selectFrom('sop_section').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const today = todayIst(now);
  const draft = await draftOf(db, section.id);
  const before = await newestVersion(db, section.id);
  const live = await liveVersion(db, section.id, today);
  const body = draft ? bodyOf(draft) : before ? bodyOf(before) : [];
  const names = await namesOf(db, section, draft?.author_id ?? null);
  const writes =
    (section.franchisee_id !== HEAD_OFFICE || actor.wholeNetwork) && section.status !== 'ARCHIVED';
  const saves = writes && mayCall(actor, contract.save);
  return {
    section: {
      id: section.id,
      version: section.version,
      code: section.code,
      title: section.title,
      folderId: section.folder_id,
      ownerId: section.owner_id,
      ownerName: names.owner,
      reviewBy: section.review_by,
      ackDueDays: section.ack_due_days,
      position: section.position,
      status: section.status,
      centre: names.centre,
    },
    live: live ? numberOf(live) : null,
    draft: draft
      ? {
          id: draft.id,
          version: draft.version,
          status: draft.status,
          author: names.author,
          changeKind: draft.change_kind,
          changeNote: draft.change_note,
          decisionNote: draft.decision_note,
        }
      : null,
    body: await shownBlocks(db, body),
    readS: readSeconds(body),
    difference: before ? await shownDifference(db, bodyOf(before), body) : null,
    impact:
      section.franchisee_id === HEAD_OFFICE && actor.franchiseeId !== null
        ? null
        : await impactOf(db, section.id, today),
    can: {
      save: saves && draft?.status !== 'IN_REVIEW',
      submit: saves && draft?.status === 'DRAFT',
      recall: saves && draft?.status === 'IN_REVIEW',
      decide:
        draft?.status === 'IN_REVIEW' && draft.author_id !== actor.userId && mayCall(actor, contract.approve),
    },
  };
});

async function shownDifference(db: Db, before: readonly Block[], after: readonly Block[]) {
  const { marks, removed } = differenceOf(before, after);
  const changed = before.filter(({ id }) => marks[id] === 'CHANGED');
  const shown = await shownBlocks(db, changed);
  return {
    marks: { ...marks },
    removed: await shownBlocks(db, removed),
    before: Object.fromEntries(shown.map((one) => [one.block.id, one])),
  };
}

export const saveVersion = handle(contract.save, async ({ db, actor, input }) => {
  const section = await lockSection(db, actor, input.sectionId);
  const open = await draftOf(db, section.id);
  ensure(open?.status !== 'IN_REVIEW', () => refuseSop('sop.in-review'));
  // Whoever opened it before somebody else saved meets that save instead of covering it.
  ensureFresh(open?.id === input.draft?.id && (!open || open.version === input.draft?.version) ? 1 : 0);
  const ids = input.body.map(({ id }) => id);
  ensure(new Set(ids).size === ids.length, () =>
    refuse('input.invalid', { fields: { body: 'A block stands there twice' } }),
  );
  await keepFiles(db, section, input.body);
  const values = {
    body: JSON.stringify(input.body),
    plain: input.body.map(plainOf).join('\n').slice(0, 200_000),
    read_s: readSeconds(input.body),
    change_kind: input.changeKind,
    change_note: input.changeNote || null,
  };
  const saved = open
    ? await db
        .updateTable('sop_version')
        .set(values)
        .where('franchisee_id', '=', open.franchisee_id)
        .where('id', '=', open.id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('sop_version')
        .values({
          ...values,
          franchisee_id: section.franchisee_id,
          section_id: section.id,
          author_id: userIdOf(actor),
        })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
  return { ...saved, readS: values.read_s };
});

/** Ties new files to the section; they stay as long as one of its versions has them. */
async function keepFiles(db: Db, section: Section, body: readonly Block[]): Promise<void> {
  for (const one of body) {
    if (!('fileId' in one)) continue;
    const known = await db
      .selectFrom('sop_file')
      .select('id')
      .where('section_id', '=', section.id)
      .where('file_id', '=', one.fileId)
      .executeTakeFirst();
    if (known) continue;
    const file = ensureFound(await findFile(db, one.fileId));
    await useFile(db, {
      franchiseeId: file.franchiseeId,
      fileId: file.id,
      area: 'sop',
      subjectKind: 'SOP_SECTION',
      subjectId: section.id,
      accept: one.kind === 'IMAGE' ? ['jpg', 'png'] : ['pdf', 'docx', 'xlsx', 'jpg', 'png'],
    });
    await db
      .insertInto('sop_file')
      .values({
        franchisee_id: section.franchisee_id,
        section_id: section.id,
        file_id: file.id,
        file_at: file.franchiseeId,
      })
      .execute();
  }
}

const NOTE_MIN = 10;

export const submitVersion = handle(contract.submit, async ({ db, actor, input, version, now }) => {
  const row = await lockVersion(db, actor, input.id, version);
  const body = bodyOf(row);
  ensure(
    body.some((one) => !isEmpty(one)),
    () => refuseSop('sop.empty'),
  );
  const first = (await newestVersion(db, row.section_id)) === undefined;
  ensure(first || (row.change_note ?? '').length >= NOTE_MIN, () =>
    refuseSop('sop.no-note', { fields: { changeNote: 'At least 10 characters' } }),
  );
  const section = await sectionOf(db, row.section_id);
  // Whoever hands it in answers for it: that person does not approve it either.
  const submitted = await moveStatus(db, {
    ...move,
    row,
    action: 'submit',
    set: {
      submitted_at: now,
      decision_note: null,
      author_id: userIdOf(actor),
      ...(first ? { change_kind: 'MAJOR' as const } : {}),
    },
  });
  await tellApprovers(db, { section, version: submitted, author: userIdOf(actor) });
  return {};
});

const sectionOf = (db: Db, id: string): Promise<Section> =>
  db.selectFrom('sop_section').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const recallVersion = handle(contract.recall, async ({ db, actor, input, version }) => {
  const row = await lockVersion(db, actor, input.id, version);
  ensure(row.status === 'IN_REVIEW', () => refuseSop('sop.not-in-review'));
  await moveStatus(db, { ...move, row, action: 'recall', set: { submitted_at: null } });
  return {};
});

export const discardVersion = handle(contract.discard, async ({ db, actor, input, version }) => {
  const row = await lockVersion(db, actor, input.id, version);
  ensure(row.status !== 'IN_REVIEW', () => refuseSop('sop.in-review'));
  ensure(row.status === 'DRAFT', () => refuse('row.wrong-state'));
  await lockRow(db, 'sop_section', row.section_id);
  await db
    .deleteFrom('sop_version')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
