// What stands in a topic: videos of head office, documents, texts and links.
import { randomUUID } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { findFile, releaseFile, useFile } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { videoCard } from '../../curriculum/public.server.ts';
import { ensureNetwork, ensureSame } from '../head-office.server.ts';
import type { ItemKind } from '../module/module.states.ts';
import { refuseTraining } from '../training.refusals.ts';
import { topicContract as contract } from './topic.contract.ts';

type Row = RowIn<'training_topic_item'>;
const SUBJECT = 'TRAINING_TOPIC_ITEM';
const MIN_WATCHED = 90;

interface Content {
  kind: ItemKind;
  title: string;
  videoId?: string | null | undefined;
  minWatchedPct?: number | null | undefined;
  noSeek?: boolean | null | undefined;
  fileId?: string | null | undefined;
  url?: string | null | undefined;
  body?: string | null | undefined;
}

const needs = {
  VIDEO: ['videoId', 'Choose a video'],
  DOCUMENT: ['fileId', 'Add a document'],
  LINK: ['url', 'Fill in the address'],
  TEXT: ['body', 'Write the text'],
} as const;

/** The columns of an item; what another kind would hold is left out. */
async function columnsOf(db: Db, id: string, input: Content, before?: Row) {
  const [field, fault] = needs[input.kind];
  ensure(input[field], () => refuse('input.invalid', { fields: { [field]: fault } }));
  ensure(input.kind !== 'LINK' || URL.canParse(input.url ?? ''), () =>
    refuse('input.invalid', { fields: { url: 'This is not an address' } }),
  );
  const isVideo = input.kind === 'VIDEO';
  if (isVideo && input.videoId !== before?.video_id) {
    const found = (await videoCard(db, [input.videoId ?? ''])).get(input.videoId ?? '');
    ensure(found?.status === 'READY', () =>
      refuse('input.invalid', { fields: { videoId: 'Choose a video that plays' } }),
    );
  }
  const file = input.kind === 'DOCUMENT' ? await fileOf(db, id, input.fileId ?? '', before) : null;
  return {
    kind: input.kind,
    title: input.title,
    video_id: isVideo ? (input.videoId ?? null) : null,
    min_watched_pct: isVideo ? (input.minWatchedPct ?? MIN_WATCHED) : null,
    no_seek: isVideo ? input.noSeek === true : null,
    file_id: file?.id ?? null,
    file_at: file?.at ?? null,
    file_name: file?.name ?? null,
    file_bytes: file?.bytes ?? null,
    url: input.kind === 'LINK' ? (input.url ?? null) : null,
    body: input.kind === 'TEXT' ? (input.body ?? null) : null,
  };
}

/** Ties the file to its item. The one that is there already stays, though whoever changes the item did not bring it. */
async function fileOf(db: Db, id: string, fileId: string, before?: Row) {
  if (before?.file_id === fileId)
    return {
      id: fileId,
      at: before.file_at ?? 0,
      name: before.file_name ?? '',
      bytes: Number(before.file_bytes),
    };
  const found = ensureFound(await findFile(db, fileId));
  const file = await useFile(db, {
    franchiseeId: found.franchiseeId,
    fileId,
    area: 'training',
    subjectKind: SUBJECT,
    subjectId: id,
    accept: ['pdf', 'jpg', 'png'],
  });
  return { id: file.id, at: file.franchiseeId, name: file.name, bytes: Number(file.bytes) };
}

/** The topic, locked, so that places in it are given one after the other. Nothing changes in an archived module. */
async function lockTopic(db: Db, actor: Actor, id: string): Promise<void> {
  ensureNetwork(actor);
  const { rows } = await sql<{ status: string }>`select m.status from teacher_training_topic t
    join teacher_module m on m.id = t.module_id where t.id = ${id} for update of t`.execute(db);
  ensure(ensureFound(rows[0]).status !== 'ARCHIVED', () => refuseTraining('module.archived'));
}

async function lockItem(db: Db, actor: Actor, id: string, version: number | undefined): Promise<Row> {
  const one = db.selectFrom('training_topic_item').selectAll().where('id', '=', id);
  await lockTopic(db, actor, ensureFound(await one.executeTakeFirst()).topic_id);
  const row = ensureFound(await one.forUpdate().executeTakeFirst());
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}

export const addItem = handle(contract.add, async ({ db, actor, input }) => {
  await lockTopic(db, actor, input.topicId);
  const id = randomUUID();
  await db
    .insertInto('training_topic_item')
    .values({
      id,
      topic_id: input.topicId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from training_topic_item where topic_id = ${input.topicId})`,
      ...(await columnsOf(db, id, input)),
    })
    .execute();
  return { id };
});

const release = async (db: Db, row: Row): Promise<void> => {
  if (row.file_id === null || row.file_at === null) return;
  // A published edition still shows its document.
  const { rows } =
    await sql`select from teacher_module_edition e join teacher_training_topic t on t.module_id = e.module_id
    where t.id = ${row.topic_id} and jsonb_path_exists(e.snapshot, '$.topics[*].items[*] ? (@.fileId == $file)', jsonb_build_object('file', ${row.file_id}::text)) limit 1`.execute(
      db,
    );
  if (rows.length > 0) return;
  await releaseFile(db, {
    franchiseeId: row.file_at,
    fileId: row.file_id,
    subjectKind: SUBJECT,
    subjectId: row.id,
  });
};

export const changeItem = handle(contract.change, async ({ db, actor, input, version }) => {
  const row = await lockItem(db, actor, input.id, version);
  const columns = await columnsOf(db, row.id, input, row);
  if (columns.file_id !== row.file_id) await release(db, row);
  await db.updateTable('training_topic_item').set(columns).where('id', '=', row.id).execute();
  return {};
});

export const removeItem = handle(contract.remove, async ({ db, actor, input, version }) => {
  const row = await lockItem(db, actor, input.id, version);
  await release(db, row);
  await db.deleteFrom('training_topic_item').where('id', '=', row.id).execute();
  return {};
});

export const orderItems = handle(contract.order, async ({ db, actor, input }) => {
  await lockTopic(db, actor, input.topicId);
  const { rows } = await sql<{ id: string }>`
    select id from training_topic_item where topic_id = ${input.topicId} order by id for update`.execute(db);
  ensureSame(rows, input.ids);
  await sql`update training_topic_item i set position = o.n from unnest(${input.ids}::uuid[]) with ordinality o (id, n) where i.id = o.id`.execute(
    db,
  );
  return {};
});
