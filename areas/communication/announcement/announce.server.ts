// Finds the people of a published announcement, a thousand in a transaction, and tells them: in the app, and by the ways it
// names. The same person is written once, however often a fact is repeated.
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { several } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type AudiencePerson, audiencePage } from '../audience/audience.server.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { type AnnouncementRow, audienceOf, senderName, sourceOf } from './announcement-rules.server.ts';
import { type Announce, announce, publishAtItsTime } from './publish-announcement.server.ts';

/** Recipients a transaction writes. */
const AT_ONCE = 1000;
/** People of one message fact: their messages are made in one transaction. */
const OF_ONE_FACT = 200;

type Tools = Parameters<OutboxWorker['perform']>[0];

export const announceWorker: OutboxWorker = {
  retryUnknown: true,
  perform: async (tools) => {
    const { id, step, at } = tools.row.payload as Announce;
    const { franchiseeId } = tools.row;
    if (step === 'PUBLISH')
      return tools.work(franchiseeId, async (db) => {
        const row = await read(db, id, true);
        if (row?.status === 'SCHEDULED' && row.publish_at !== null && new Date(row.publish_at) <= tools.now)
          await publishAtItsTime(db, row, tools.now);
        await tools.finish(db);
      });
    const found = await tools.work(null, async (db) => {
      const row = await read(db, id, false);
      return row && { row, from: await senderName(db, row.franchisee_id), centres: await centresOf(db, row) };
    });
    if (found?.row.status !== 'PUBLISHED') return;
    if (at === undefined && found.centres !== null) return fanOut(tools, found.row, found.centres);
    const told = { ...found, at: at ?? franchiseeId };
    return step === 'REMIND' ? remind(tools, told) : expand(tools, told);
  },
};

async function read(db: Db, id: string, lock: boolean): Promise<AnnouncementRow | undefined> {
  const rows = db.selectFrom('announcement').selectAll().where('id', '=', id);
  return (lock ? rows.forUpdate() : rows).executeTakeFirst();
}

/** The centres head office's announcement goes to; null for a centre's own. */
async function centresOf(db: Db, row: AnnouncementRow): Promise<number[] | null> {
  if (row.franchisee_id !== 1) return null;
  const { rows } = await sql<{ id: number }>`select id from franchisee
    where ${row.centre_ids.length > 0 ? several('id', row.centre_ids, 'int') : sql`id = 1 or status = 'ACTIVE'`} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const fanOut = (tools: Tools, row: AnnouncementRow, centres: readonly number[]) =>
  tools.work(null, async (db) => {
    const { step } = tools.row.payload as Announce;
    for (const centre of centres)
      await announce(db, row, step, { key: tools.row.dedupeKey.slice(row.id.length + 1), at: centre });
    await tools.finish(db);
  });

interface Told {
  row: AnnouncementRow;
  from: string;
  at: number;
}

async function expand(tools: Tools, told: Told): Promise<void> {
  const audience = audienceOf(told.row);
  let after: { kind: string; id: string } | null = null;
  for (;;) {
    const from = after;
    const people: AudiencePerson[] = await tools.work(told.at, async (db) => {
      const page = await audiencePage(db, audience, { at: told.at, after: from, limit: AT_ONCE });
      await keep(db, told, page);
      await tell(db, told, page, 'communication.announcement');
      for (const channel of told.row.extra_channels)
        await tell(db, told, page, 'communication.announcement-notice', channel as 'SMS' | 'EMAIL');
      if (page.length < AT_ONCE) await tools.finish(db);
      return page;
    });
    after = people.at(-1) ?? null;
    if (people.length < AT_ONCE) return;
  }
}

async function keep(db: Db, { row, at }: Told, people: readonly AudiencePerson[]): Promise<void> {
  if (people.length === 0) return;
  await db
    .insertInto('announcement_recipient')
    .values(
      people.map((one) => ({
        franchisee_id: at,
        announcement_id: row.id,
        person_kind: one.kind,
        person_id: one.id,
        user_id: one.userId,
        family_id: one.familyId,
        student_ids: one.studentIds,
      })),
    )
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'announcement_id', 'person_kind', 'person_id']).doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        family_id: eb.ref('excluded.family_id'),
        student_ids: eb.ref('excluded.student_ids'),
      })),
    )
    .execute();
}

type Kind =
  | 'communication.announcement'
  | 'communication.announcement-notice'
  | 'communication.announcement-reminder';

async function tell(
  db: Db,
  { row, from, at }: Told,
  people: readonly Pick<AudiencePerson, 'kind' | 'id'>[],
  kind: Kind,
  channel?: 'SMS' | 'EMAIL',
  day = '',
): Promise<void> {
  for (const personKind of ['GUARDIAN', 'STAFF'] as const) {
    const ids = people.filter((one) => one.kind === personKind).map((one) => one.id);
    for (let n = 0; n < ids.length; n += OF_ONE_FACT) {
      const some = ids.slice(n, n + OF_ONE_FACT);
      await queueMessage(db, {
        kind,
        franchiseeId: at,
        about: personKind === 'GUARDIAN' ? { guardianIds: some } : { userIds: some },
        values: { title: row.title, titleHi: row.title_hi ?? row.title, centre: from },
        appLink: `/announcement/view-announcement/${row.id}`,
        ...(channel ? { channel } : {}),
        dedupeKey: [row.id, row.version_no, channel ?? 'APP', some[0], day].filter(Boolean).join(':'),
        source: sourceOf(row.id),
      });
    }
  }
}

/** Those at one centre who have not seen, or not acknowledged, the text as it stands. */
export const isLeft = (row: Pick<AnnouncementRow, 'version_no' | 'ack_required'>, alias: string) =>
  row.ack_required
    ? sql<boolean>`${sql.ref(`${alias}.ack_version`)} is distinct from ${row.version_no}`
    : sql<boolean>`${sql.ref(`${alias}.seen_version`)} is distinct from ${row.version_no}`;

async function remind(tools: Tools, told: Told): Promise<void> {
  await tools.work(told.at, async (db) => {
    const { rows } = await sql<{ kind: 'GUARDIAN' | 'STAFF'; id: string }>`
      update announcement_recipient r set reminded = reminded + 1
       where r.franchisee_id = ${told.at} and r.announcement_id = ${told.row.id} and ${isLeft(told.row, 'r')}
       returning person_kind as kind, person_id as id`.execute(db);
    rows.sort((a, b) => a.id.localeCompare(b.id));
    await tell(
      db,
      told,
      rows,
      'communication.announcement-reminder',
      undefined,
      tools.row.dedupeKey.slice(-20),
    );
    await tools.finish(db);
  });
}
