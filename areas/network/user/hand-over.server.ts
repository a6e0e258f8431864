// Open work of somebody who leaves or whose account is joined with another: all of it moves in one step, or none.
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import type { OpenWork } from '@aangan/server/endpoint/area-extras.ts';
import { openWorkKinds } from '@aangan/server/endpoint/area-registry.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { compileActor, covers } from '../../system/public.server.ts';
import { franchiseeLabels } from '../franchisee/franchisee.queries.server.ts';
import { refuse } from '../network-refusals.ts';
import { userCards } from './user.queries.server.ts';
import { ensureVisible } from './visible-people.server.ts';
import { type Work, workAround, workWords } from './work-of.server.ts';

export interface Moving {
  db: Db;
  actor: Actor;
  now: Date;
}

export interface Moved {
  title: string;
  n: number;
  /** The user who took it. */
  to: string;
}

const kindOf = (key: string): OpenWork => ensureFound(openWorkKinds().find((kind) => kind.key === key));

/**
 * Moves every kind of open work to the person named for it. Refuses when one is not named (network.md 10.14), when work
 * lies at centres the caller does not reach, and when the person named does not work where it lies: never half of it.
 */
export async function handOverAll(
  moving: Moving,
  from: string,
  to: Readonly<Record<string, string>>,
): Promise<Moved[]> {
  const { db, actor, now } = moving;
  const { mine, beyond } = await workAround(db, actor, { userId: from, now });
  if (beyond.length > 0) throw refuse('user.work-elsewhere', { details: { work: workWords(beyond) } });
  ensureAllNamed(mine, to);
  return withWholeReach(db, actor, async () => {
    for (const target of new Set(mine.map((work) => to[work.key] ?? '')))
      await ensureSuccessor(db, from, target);
    const moved: Moved[] = [];
    for (const work of mine) {
      const kind = kindOf(work.key);
      const target = to[work.key] ?? '';
      await ensureWorksThere(moving, kind, { from, to: target });
      moved.push({ title: work.title, n: await kind.handOver(db, { from, to: target, now }), to: target });
    }
    return moved;
  });
}

function ensureAllNamed(work: readonly Work[], to: Readonly<Record<string, string>>): void {
  const missing = work.filter((one) => !to[one.key]);
  if (missing.length > 0)
    throw refuse('user.has-open-work', {
      details: { work: workWords(missing) },
      fields: Object.fromEntries(missing.map((one) => [`handTo.${one.key}`, 'Choose who takes it'])),
    });
}

async function ensureSuccessor(db: Db, from: string, to: string): Promise<void> {
  const found =
    to === from
      ? undefined
      : await db
          .selectFrom('app_user')
          .select('id')
          .where('id', '=', to)
          .where('state', '=', 'ACTIVE')
          .executeTakeFirst();
  if (!found) throw refuse('user.no-successor');
  await ensureVisible(db, to);
}

async function ensureWorksThere(
  { db, now }: Moving,
  kind: OpenWork,
  move: { from: string; to: string },
): Promise<void> {
  const centres = (await kind.centres?.(db, move.from)) ?? [];
  if (centres.length === 0) return;
  const taker = ensureFound(await compileActor(db, move.to, now));
  const foreign = centres.filter((id) => !taker.grants.some((grant) => covers(grant.centres, id)));
  if (foreign.length === 0) return;
  const labels = [...(await franchiseeLabels(db, foreign)).values()].join(', ');
  throw refuse('user.no-successor', { fields: { [`handTo.${kind.key}`]: `Does not work at ${labels}` } });
}

interface HandOver {
  from: string;
  /** Home centre of who leaves. */
  franchiseeId: number;
  reason: string;
  moved: readonly Moved[];
}

/** Keeps what moved to whom for the letter, and tells the takers and both sides' managers. */
export async function noteHandOver(
  { db, actor, now }: Moving,
  { from, franchiseeId, reason, moved }: HandOver,
): Promise<void> {
  if (moved.length === 0) return;
  const { id } = await db
    .insertInto('user_hand_over')
    .values({
      user_id: from,
      at: now.toISOString(),
      by: userIdOf(actor),
      reason,
      moved: JSON.stringify(moved),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const takers = [...new Set(moved.map((one) => one.to))];
  const names = await userCards(db, [from, ...takers]);
  const nameOf = (userId: string) => names.get(userId)?.name ?? '';
  for (const taker of takers) {
    const work = moved
      .filter((one) => one.to === taker)
      .map((one) => `${one.n} ${one.title}`)
      .join(', ');
    const told = await managersAnd(db, [from, taker], taker);
    for (const userId of told)
      await notify(db, {
        userId,
        kind: 'network.work-handed-over',
        title: `${work} of ${nameOf(from)} went to ${nameOf(taker)}`.slice(0, 120),
        body: 'The hand-over letter is on the page of the person who left.',
        link: `/user/view/${from}?tab=work`,
        sourceArea: 'network',
        dedupeKey: `hand-over:${id}:${taker}`,
      });
    await queueMessage(db, {
      kind: 'network.work-handed-over',
      franchiseeId,
      about: { userIds: told },
      values: { work, leaver: nameOf(from), taker: nameOf(taker), on: formatDate(todayIst(now)) },
      dedupeKey: `${id}:${taker}`,
      source: { kind: 'USER', id: from },
    });
  }
}

/** Whom these people report to, and one more. */
async function managersAnd(db: Db, people: readonly string[], also: string): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('reports_to')
    .where('id', 'in', [...people])
    .execute();
  return [...new Set([also, ...rows.flatMap((row) => row.reports_to ?? [])])];
}
