import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { marginContract } from './margin.contract.ts';
import { requestListing } from './margin.listing.server.ts';
import { marginCodes, marginStates } from './margin.states.ts';
import { priceOf } from './margin.ts';
import { tellMargins } from './request-margin.server.ts';

const PAGE = 50;

export const decideMargin = handle(marginContract.decide, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const reason = input.reason ?? null;
    if (input.decision === 'reject' && (reason?.length ?? 0) < 10)
      throw refuse('input.invalid', { fields: { reason: 'Say why, in at least 10 characters' } });
    const refused: { id: string; name: string; text: string }[] = [];
    const forSecond: { id: string; made_by: string }[] = [];
    for (const request of input.requests)
      try {
        const row = await decideOne(db, actor, { ...request, decision: input.decision, reason, now });
        if (row.status === 'PARTIALLY APPROVED') forSecond.push(row);
      } catch (error) {
        // Every rule is asked before the first write, so the others of the list go on.
        if (!(error instanceof Refusal) || input.requests.length === 1) throw error;
        refused.push({ id: request.id, name: await nameOf(db, request.id), text: error.message });
      }
    for (const [madeBy, rows] of Map.groupBy(forSecond, (row) => row.made_by))
      await tellMargins(db, {
        code: marginCodes['PARTIALLY APPROVED'],
        count: rows.length,
        name: rows.length === 1 ? await nameOf(db, rows[0]?.id ?? '') : null,
        madeBy,
        decidedBy: userIdOf(actor),
      });
    return { decided: input.requests.length - refused.length, refused };
  }),
);

interface Step {
  id: string;
  version: number;
  decision: 'approve' | 'reject';
  reason: string | null;
  now: Date;
}

async function decideOne(
  db: Db,
  actor: Actor,
  { id, version, decision, reason, now }: Step,
): Promise<RowIn<'margin_request'>> {
  const row = await lockRow(db, 'margin_request', id, version);
  ensureStep(marginStates, row.status, decision);
  const by = userIdOf(actor);
  ensure(row.level1_by !== by, () => refuseOrders('approval.second-level'));
  const second = row.status === 'PARTIALLY APPROVED';
  const prices = second && decision === 'approve';
  const fromOn = row.from_on < todayIst(now) ? todayIst(now) : row.from_on;
  if (prices) await ensureDayFree(db, row.product_id, fromOn);
  const decided = await decide(db, actor, {
    states: marginStates,
    table: 'margin_request',
    row,
    action: decision,
    decision: decision === 'approve' ? 'APPROVE' : 'REJECT',
    code: marginCodes[row.status] ?? '',
    makers: [row.made_by],
    reason,
    set:
      decision === 'reject'
        ? { reason }
        : second
          ? { level2_by: by, level2_at: now, from_on: fromOn }
          : { level1_by: by, level1_at: now },
  });
  if (prices)
    await db
      .insertInto('product_price')
      .values({
        product_id: row.product_id,
        from_on: fromOn,
        mrp_paise: row.mrp_paise,
        margin_bp: row.margin_bp,
        price_paise: row.price_paise,
        request_id: row.id,
      })
      .execute();
  return decided;
}

async function ensureDayFree(db: Db, productId: string, fromOn: string): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select p.name from product_price x join product p on p.id = x.product_id
    where x.product_id = ${productId} and x.from_on = ${fromOn}`.execute(db);
  const [taken] = rows;
  if (taken)
    throw refuseOrders('margin.price-exists', {
      details: { product: taken.name, day: formatDate(fromOn) },
    });
}

const nameOf = async (db: Db, id: string): Promise<string> =>
  (
    await sql<{
      name: string;
    }>`select p.name from margin_request r join product p on p.id = r.product_id where r.id = ${id}`.execute(
      db,
    )
  ).rows[0]?.name ?? '';

export const getMargin = handle(marginContract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await requestListing.row({ db, actor }, input.id));
  const { tax, centrePays } = priceOf(row.mrp, row.marginBp, row.rateBp);
  const { rows } = await sql<{ mrp: number; marginBp: number; price: number; fromOn: string }>`
    select mrp_paise as mrp, margin_bp as "marginBp", price_paise as price, from_on as "fromOn" from product_price
     where product_id = ${row.productId} and request_id <> ${row.id} order by from_on desc limit 1`.execute(
    db,
  );
  const kept = await sql<{
    reason: string | null;
  }>`select reason from margin_request where id = ${row.id}`.execute(db);
  return { ...row, tax, centrePays, reason: kept.rows[0]?.reason ?? null, now: rows[0] ?? null };
});

export const approvedMargins = handle(marginContract.approved, async ({ db, input }) => {
  const words = `%${(input.q ?? '').replace(/[%_\\]/g, '\\$&')}%`;
  const from = sql`from margin_request r join product p on p.id = r.product_id
    left join app_user a on a.id = r.level1_by left join app_user b on b.id = r.level2_by
    where r.status = 'APPROVED' and (p.name ilike ${words} or p.sku ilike ${words})
      and (${input.from ?? null}::date is null or r.from_on >= ${input.from ?? null}::date)
      and (${input.approverId ?? null}::uuid is null or ${input.approverId ?? null}::uuid in (r.level1_by, r.level2_by))`;
  const counted = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(db);
  const total = counted.rows[0]?.n ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const page = Math.min(input.page, pages);
  const { rows } = await sql<{
    id: string;
    productId: string;
    product: string;
    sku: string;
    mrp: number;
    marginBp: number;
    price: number;
    rateBp: number;
    fromOn: string;
    approver1: string | null;
    approver2: string | null;
  }>`select r.id, r.product_id as "productId", p.name as product, p.sku, r.mrp_paise as mrp, r.margin_bp as "marginBp", r.price_paise as price,
      r.rate_bp as "rateBp", r.from_on as "fromOn", ${personName('a')} as approver1, ${personName('b')} as approver2
      ${from} order by r.from_on desc, p.name, r.id limit ${PAGE} offset ${(page - 1) * PAGE}`.execute(db);
  const approvers = await sql<{
    id: string;
    name: string;
  }>`select u.id, ${personName('u')} as name from app_user u
    where u.id in (select level1_by from margin_request where status = 'APPROVED' union select level2_by from margin_request where status = 'APPROVED')
    order by 2`.execute(db);
  return { page, pages, total, approvers: approvers.rows, rows };
});
