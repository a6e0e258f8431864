import { randomUUID } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { chosenCentre, ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { publicPhotos } from '../gallery/public-photos.server.ts';
import { captionFault } from './caption-rules.ts';
import { instagramContract as contract } from './instagram.contract.ts';
import { instagramListing } from './instagram.listing.server.ts';
import { refuseInstagram } from './instagram.refusals.ts';
import { postStates } from './instagram.states.ts';
import { ensurePublic, itemsOf, type PostRow } from './post-rules.server.ts';

/** Centres whose pictures are offered at once while none is chosen. */
const MOST_CENTRES = 20;

export const instagramPhotos = handle(contract.photos, async ({ db, actor }) => {
  const { rows: centres } = await sql<{ id: number; name: string }>`
    select z.id, z.company_name as name from franchisee z where ${inChosenCentre(actor, 'z.id')} and exists (select from gallery g
      where g.franchisee_id = z.id and g.status = 'PUBLISHED' and g.audience = 'PUBLIC') order by z.id limit ${MOST_CENTRES}`.execute(
    db,
  );
  const rows = [];
  const reasons = new Map<string, number>();
  let all = 0;
  for (const centre of centres)
    for (const photo of await publicPhotos(db, centre.id)) {
      all += 1;
      const { id, album, onDate, small, large, franchiseeId } = photo;
      if (photo.ready) rows.push({ id, album, onDate, small, large, franchiseeId, centre: centre.name });
      else {
        // No child is named here: only how many pictures, and of which kind.
        const kind = photo.children === 0 ? 'Names are missing' : 'Public consent or names are missing';
        reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
      }
    }
  return { rows, all, whyNot: [...reasons].map(([reason, count]) => ({ reason, count })) };
});

export const getInstagramPost = handle(contract.get, async ({ db, actor, input }) => {
  const listed = ensureFound(await instagramListing.row({ db, actor }, input.id));
  const { rows } = await sql<PostRow & { handle: string | null; writer: string | null }>`
    select p.*, a.handle, ${personName('u')} as writer from instagram_post p
      left join instagram_account a on a.franchisee_id = p.franchisee_id left join app_user u on u.id = p.created_by
     where p.id = ${input.id}`.execute(db);
  const row = ensureFound(rows[0]);
  return {
    id: row.id,
    franchiseeId: row.franchisee_id,
    centre: listed.centre,
    handle: row.handle,
    caption: row.caption,
    scheduledAt: row.scheduled_at,
    status: row.status,
    lostReason: row.lost_reason,
    permalink: row.permalink,
    publishedAt: row.published_at,
    by: row.writer,
    items: await itemsOf(db, row),
    version: row.version,
    can: listed.can,
  };
});

export const saveInstagramPost = handle(contract.save, async ({ db, input }) => {
  const before = input.id === null ? null : await lockRow(db, 'instagram_post', input.id, input.version ?? 0);
  ensure(before === null || before.status === 'DRAFT', () => refuse('row.wrong-state'));
  const photoIds = [...new Set(input.items.map(({ photoId }) => photoId))];
  const { rows: photos } = await sql<{ id: string; franchiseeId: number }>`
    select id, franchisee_id as "franchiseeId" from gallery_photo where id = any (${photoIds}::uuid[]) and status <> 'REMOVED'`.execute(
    db,
  );
  if (photos.length < input.items.length) throw refuse('row.not-found');
  const centres = new Set([
    ...photos.map(({ franchiseeId }) => franchiseeId),
    ...(before ? [before.franchisee_id] : []),
  ]);
  ensure(centres.size === 1, () =>
    refuse('input.invalid', { fields: { items: 'Choose pictures of one centre' } }),
  );
  const [franchiseeId = 0] = centres;
  await ensureCaption(db, { franchiseeId, photoIds, caption: input.caption });
  const columns = { caption: input.caption, scheduled_at: input.scheduledAt };
  const id = before?.id ?? randomUUID();
  if (before)
    await db
      .updateTable('instagram_post')
      .set(columns)
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', id)
      .execute();
  else
    await db
      .insertInto('instagram_post')
      .values({ franchisee_id: franchiseeId, id, ...columns })
      .execute();
  await db
    .deleteFrom('instagram_item')
    .where('franchisee_id', '=', franchiseeId)
    .where('post_id', '=', id)
    .execute();
  await db
    .insertInto('instagram_item')
    .values(
      input.items.map(({ photoId, alt }, n) => ({
        franchisee_id: franchiseeId,
        post_id: id,
        photo_id: photoId,
        position: n + 1,
        alt: alt || null,
      })),
    )
    .execute();
  return { id };
});

async function ensureCaption(
  db: Db,
  of: { franchiseeId: number; photoIds: readonly string[]; caption: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct s.name from photo_child c join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where c.franchisee_id = ${of.franchiseeId} and c.photo_id = any (${[...of.photoIds]}::uuid[])`.execute(
    db,
  );
  const fault = captionFault(
    of.caption,
    rows.map(({ name }) => name),
  );
  if (fault) throw refuseInstagram('insta.caption', { fields: { caption: fault } });
}

export const submitInstagramPost = handle(contract.submit, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'instagram_post', input.id, version);
  ensureStep(postStates, row.status, 'submit');
  ensure(new Date(row.scheduled_at) > now, () => refuseInstagram('insta.too-late'));
  await ensurePublic(db, row);
  await moveStatus(db, {
    states: postStates,
    table: 'instagram_post',
    row,
    action: 'submit',
    set: { submitted_by: userIdOf(actor), approved_by: null, lost_reason: null },
  });
  return {};
});

export const decideInstagramPost = handle(contract.decide, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'instagram_post', input.id, version);
  const approves = input.decision === 'approve';
  ensureStep(postStates, row.status, input.decision);
  if (approves) await ensurePublic(db, row);
  await decide(db, actor, {
    states: postStates,
    table: 'instagram_post',
    row,
    action: input.decision,
    decision: approves ? 'APPROVE' : 'RETURN',
    code: 'INSTAPOST_APPROVED',
    makers: [row.submitted_by, row.created_by],
    reason: input.note ?? null,
    ...(approves ? { set: { approved_by: userIdOf(actor) } } : {}),
  });
  return {};
});

export const publishInstagramPost = handle(contract.publish, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'instagram_post', input.id, version);
  ensureStep(postStates, row.status, 'publish');
  await ensurePublic(db, row);
  await moveStatus(db, {
    states: postStates,
    table: 'instagram_post',
    row,
    action: 'publish',
    set: { permalink: input.permalink, published_at: now, published_by: userIdOf(actor) },
  });
  return {};
});

export const reopenInstagramPost = handle(contract.reopen, async ({ db, input, version }) => {
  const row = await lockRow(db, 'instagram_post', input.id, version);
  await moveStatus(db, { states: postStates, table: 'instagram_post', row, action: 'reopen' });
  return {};
});

export const cancelInstagramPost = handle(contract.cancel, async ({ db, input, version }) => {
  const row = await lockRow(db, 'instagram_post', input.id, version);
  await moveStatus(db, {
    states: postStates,
    table: 'instagram_post',
    row,
    action: 'cancel',
    reason: input.reason,
  });
  return {};
});

export const markRemoved = handle(contract.markRemoved, async ({ db, input, version }) => {
  const row = await lockRow(db, 'instagram_post', input.id, version);
  await moveStatus(db, { states: postStates, table: 'instagram_post', row, action: 'remove' });
  return {};
});

export const setHandle = handle(contract.setHandle, async ({ db, actor, input }) => {
  await sql`insert into instagram_account (franchisee_id, handle) values (${chosenCentre(actor)}, ${input.handle})
    on conflict (franchisee_id) do update set handle = excluded.handle`.execute(db);
  return {};
});
