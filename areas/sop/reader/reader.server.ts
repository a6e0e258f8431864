// What a person reads: the own list, folders with states, one section; how long it was read; the acknowledgement.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { HEAD_OFFICE, inChosenCentre, personName } from '@aangan/server/sql.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { centreFigures, centresFigures, remindedToday } from '../compliance/figures.server.ts';
import { sopModules as m } from '../modules.ts';
import { refuseSop } from '../sop.refusals.ts';
import { differenceOf, leastSeconds } from '../version/blocks.ts';
import type { PersonState } from '../version/sop.states.ts';
import { sopVersionContract } from '../version/sop-version.contract.ts';
import { bodyOf, newestVersion, numberOf, shownBlocks, type Version } from '../version/version-row.server.ts';
import { readerContract as contract, type SopItem } from './reader.contract.ts';

const CAP = 600;

interface ItemRow extends Omit<SopItem, 'minutes'> {
  readS: number;
  reads: boolean;
  effectiveFrom: string | null;
}

/** Authors and approvers read every section that reaches them. */
const seesAll = (actor: Actor): boolean =>
  holds(actor, m.manageSop, false) || holds(actor, m.approveSop, false);

/** Sections the actor may read, with the own state: a duty to read, or a hand in writing them. */
async function itemsOf(
  db: Db,
  actor: Actor,
  { today, where = sql`true` }: { today: string; where?: RawBuilder<unknown> },
): Promise<(SopItem & { effectiveFrom: string | null })[]> {
  const { rows } = await sql<ItemRow>`
    select s.id, s.folder_id as "folderId", s.code, s.title, coalesce(c.state, 'EXEMPT') as state, c.due_on as "dueOn",
      coalesce(c.state in ('STALE', 'OUTSTANDING') and c.due_on < ${today}::date, false) as overdue,
      v.major || '.' || v.minor as version, case when c.state = 'STALE' then v.change_note end as "changeNote", coalesce(v.read_s, 0) as "readS",
      coalesce(c.reads, false) as reads, v.effective_from as "effectiveFrom"
      from sop_section s
      left join lateral (select * from sop_version x where x.section_id = s.id and x.status = 'PUBLISHED'
        order by x.effective_from <= ${today}::date desc, x.major desc, x.minor desc limit 1) v on true
      left join lateral (select bool_or(t.reads) as reads, min(t.due_on) as due_on,
          (array_agg(t.state order by array_position(array['STALE', 'OUTSTANDING', 'NOT_YET', 'CURRENT', 'EXEMPT'], t.state)))[1] as state
        from sop_states(${today}::date) t where t.section_id = s.id and t.user_id = ${userIdOf(actor)} and ${inChosenCentre(actor, 't.franchisee_id')}) c on true
     where s.status = 'PUBLISHED' and (s.franchisee_id = ${HEAD_OFFICE} or ${inChosenCentre(actor, 's.franchisee_id')})
       and (coalesce(c.reads, false) or ${seesAll(actor)} and ${reaches(actor)}) and ${where}
     order by s.position, s.code limit ${CAP}`.execute(db);
  return rows.map(({ readS, reads: _reads, ...row }) => ({
    ...row,
    minutes: Math.max(1, Math.ceil(readS / 60)),
  }));
}

/** A section that is not for the chosen centre is not there, whoever asks. */
const reaches = (actor: Actor): RawBuilder<unknown> =>
  actor.franchiseeId === null || actor.franchiseeId === HEAD_OFFICE
    ? sql`true`
    : sql`(s.franchisee_id <> ${HEAD_OFFICE} or exists (select from franchisee z where z.id = ${actor.franchiseeId}
        and (s.audience_model = 'ALL' or s.audience_model = z.model)
        and (not exists (select from sop_audience o where o.section_id = s.id)
          or exists (select from sop_audience o where o.section_id = s.id and (o.centre_id = z.id or o.zone_id = z.zone_id)))))`;

interface FolderRow {
  id: string;
  name: string;
  parentId: string | null;
}

async function foldersOf(db: Db, actor: Actor, items: readonly SopItem[]) {
  const { rows } = await sql<FolderRow>`
    select f.id, f.name, f.parent_id as "parentId" from sop_folder f where f.active
       and (f.franchisee_id = ${HEAD_OFFICE} or ${inChosenCentre(actor, 'f.franchisee_id')}) order by f.position, f.name limit ${CAP}`.execute(
    db,
  );
  const under = (id: string): number =>
    items.filter(({ folderId }) => folderId === id).length +
    rows.filter(({ parentId }) => parentId === id).reduce((sum, child) => sum + under(child.id), 0);
  return rows.map((row) => ({ ...row, sections: under(row.id) }));
}

const isTodo = ({ state }: SopItem): boolean => state === 'STALE' || state === 'OUTSTANDING';
const RECENT = 6;

export const sopHome = handle(contract.home, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const items = await itemsOf(db, actor, { today });
  const required = items.filter(({ state }) => isIn(state, ['CURRENT', 'STALE', 'OUTSTANDING']));
  const words = input.q?.toLowerCase();
  const found = words && words.length >= 2 ? await search(db, actor, { words, today }) : [];
  const heads = seesAll(actor);
  const own = heads ? await centreFigures(db, actor, today) : null;
  const centres = heads && actor.franchiseeId === null ? await centresFigures(db, today) : null;
  return {
    todo: required.filter(isTodo).sort((a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? '')),
    required: required.length,
    current: required.filter(({ state }) => state === 'CURRENT').length,
    folders: await foldersOf(db, actor, items),
    recent: items
      .flatMap((one) => (one.effectiveFrom ? [{ ...one, effectiveFrom: one.effectiveFrom }] : []))
      .sort((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom))
      .slice(0, RECENT),
    found,
    centre: own && {
      ...own,
      mayRemind:
        actor.franchiseeId !== null &&
        mayCall(actor, contract.remind) &&
        !(await remindedToday(db, actor.franchiseeId, today)),
    },
    centres: centres?.rows ?? [],
    moreCentres: centres?.more ?? false,
  };
});

const isIn = (state: PersonState, states: readonly PersonState[]): boolean => states.includes(state);

/** Title and code from their beginning on, and the words of the version in force. */
export const search = (db: Db, actor: Actor, { words, today }: { words: string; today: string }) =>
  itemsOf(db, actor, {
    today,
    where: sql`(lower(s.title) like ${contains(words)} or lower(s.code) like ${contains(words)} or lower(v.plain) like ${contains(words)})`,
  });

export const sopFolder = handle(contract.folder, async ({ db, actor, input, now }) => {
  const items = await itemsOf(db, actor, { today: todayIst(now) });
  const folders = await foldersOf(db, actor, items);
  const own = ensureFound(folders.find(({ id }) => id === input.folderId));
  const path = [own];
  for (let up = own.parentId; up !== null; ) {
    const above = folders.find(({ id }) => id === up);
    if (!above) break;
    path.unshift(above);
    up = above.parentId;
  }
  return {
    path: path.map(({ id, name }) => ({ id, name })),
    folders,
    sections: items.filter(({ folderId }) => folderId === input.folderId),
  };
});

export const sopSection = handle(contract.section, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const [item] = await itemsOf(db, actor, { today, where: sql`s.id = ${input.id}` });
  const found = ensureFound(item);
  const section = await db
    .selectFrom('sop_section')
    .selectAll()
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow();
  // A version that takes effect later is read and acknowledged ahead of its day.
  const version = ensureFound(await newestVersion(db, section.id));
  const acked = await ackedVersion(db, actor, section.id);
  const body = bodyOf(version);
  const difference = acked && acked.id !== version.id ? differenceOf(bodyOf(acked), body) : null;
  const read = await readOf(db, actor, version.id);
  const { rows: history } = await sql<{
    major: number;
    minor: number;
    effectiveFrom: string;
    note: string | null;
    approver: string | null;
  }>`
    select v.major, v.minor, v.effective_from as "effectiveFrom", v.change_note as note, ${personName('u')} as approver from sop_version v
      left join app_user u on u.id = v.approved_by where v.section_id = ${section.id} and v.status = 'PUBLISHED' order by v.major desc, v.minor desc limit 50`.execute(
    db,
  );
  const { rows: owners } = await sql<{ name: string | null }>`
    select ${personName('u')} as name from app_user u where u.id = ${section.owner_id}`.execute(db);
  return {
    ...found,
    version: numberOf(version),
    versionId: version.id,
    owner: owners[0]?.name ?? null,
    effectiveFrom: version.effective_from ?? today,
    future: (version.effective_from ?? today) > today,
    reviewBy: section.review_by,
    changeNote: version.change_note,
    body: await shownBlocks(db, body),
    changed: difference ? Object.keys(difference.marks) : null,
    removed: difference ? await shownBlocks(db, difference.removed) : [],
    leastS: leastSeconds(version.read_s),
    readS: read.readS,
    endReached: read.endReached,
    history: history.map(({ major, minor, ...one }) => ({ ...one, version: `${major}.${minor}` })),
    can: {
      acknowledge:
        found.state !== 'EXEMPT' &&
        (acked?.major ?? 0) < (version.major ?? 0) &&
        actor.franchiseeId !== null &&
        mayCall(actor, contract.acknowledge),
      people: seesAll(actor),
      edit:
        mayCall(actor, sopVersionContract.save) &&
        (section.franchisee_id !== HEAD_OFFICE || actor.wholeNetwork),
    },
  };
});

const ackedVersion = async (db: Db, actor: Actor, sectionId: string): Promise<Version | undefined> =>
  (
    await sql<Version>`select v.* from sop_ack a join sop_version v on v.id = a.version_id
      where a.section_id = ${sectionId} and a.user_id = ${userIdOf(actor)} and ${inChosenCentre(actor, 'a.franchisee_id')}
      order by a.major desc, a.acknowledged_at desc limit 1`.execute(db)
  ).rows[0];

async function readOf(
  db: Db,
  actor: Actor,
  versionId: string,
): Promise<{ readS: number; endReached: boolean }> {
  const row = await db
    .selectFrom('sop_read')
    .select(['read_s', 'end_reached'])
    .where('version_id', '=', versionId)
    .where('user_id', '=', userIdOf(actor))
    .$if(actor.franchiseeId !== null, (query) => query.where('franchisee_id', '=', actor.franchiseeId ?? 0))
    .executeTakeFirst();
  return { readS: row?.read_s ?? 0, endReached: row?.end_reached ?? false };
}

/** The newest published version of a section the actor may read; an older one is refused. */
async function ensureReadable(db: Db, actor: Actor, versionId: string, today: string): Promise<Version> {
  const version = ensureFound(
    await db
      .selectFrom('sop_version')
      .selectAll()
      .where('id', '=', versionId)
      .where('status', '=', 'PUBLISHED')
      .executeTakeFirst(),
  );
  const items = await itemsOf(db, actor, { today, where: sql`s.id = ${version.section_id}` });
  ensure(items.length > 0, () => refuse('row.not-found'));
  return version;
}

export const recordRead = handle(contract.beat, async ({ db, actor, input, now }) => {
  const at = ensureCentre(actor);
  await ensureReadable(db, actor, input.versionId, todayIst(now));
  const userId = userIdOf(actor);
  // The server's own clock counts: never more than has passed since the beat before.
  const { rows } = await sql<{ readS: number; endReached: boolean }>`
    insert into sop_read as r (franchisee_id, version_id, user_id, first_at, last_at, read_s, end_reached)
      values (${at}, ${input.versionId}, ${userId}, ${now.toISOString()}, ${now.toISOString()}, 0, ${input.endReached})
      on conflict (franchisee_id, version_id, user_id) do update set
        read_s = r.read_s + least(${input.seconds}::int, greatest(0, floor(extract(epoch from ${now.toISOString()}::timestamptz - r.last_at))::int)),
        last_at = greatest(r.last_at, ${now.toISOString()}::timestamptz), end_reached = r.end_reached or ${input.endReached}
    returning read_s as "readS", end_reached as "endReached"`.execute(db);
  return ensureFound(rows[0]);
});

/** Evidence belongs to the centre one works for: head office for its own people. */
function ensureCentre(actor: Actor): number {
  if (actor.franchiseeId === null) throw refuseSop('sop.no-centre');
  return actor.franchiseeId;
}

export const acknowledge = handle(contract.acknowledge, async ({ db, actor, input, now }) => {
  const at = ensureCentre(actor);
  const version = await ensureReadable(db, actor, input.versionId, todayIst(now));
  const newest = await newestVersion(db, version.section_id);
  ensure(newest?.major === version.major, () => refuseSop('sop.superseded'));
  const read = await readOf(db, actor, version.id);
  ensure(read.endReached && read.readS >= leastSeconds(version.read_s), () => refuseSop('sop.not-read'));
  await db
    .insertInto('sop_ack')
    .values({
      franchisee_id: at,
      section_id: version.section_id,
      version_id: version.id,
      major: version.major ?? 1,
      user_id: userIdOf(actor),
      acknowledged_at: now,
      read_s: read.readS,
    })
    .onConflict((oc) => oc.columns(['franchisee_id', 'section_id', 'major', 'user_id']).doNothing())
    .execute();
  return {};
});
