import { serveBoard } from '@aangan/server/board/serve-board.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { productCategories } from '../catalogue/product-words.ts';
import { wowBoard } from './wow-board.contract.ts';
import { wowOrderContract as contract, type WowItem } from './wow-order.contract.ts';
import { waitsFor } from './wow-order.listing.server.ts';

export const wowDashboard = serveBoard(wowBoard, async ({ db, actor }) => {
  const here = inChosenCentre(actor, 'o.franchisee_id');
  const { rows } = await sql<{ waits: string; rejected: boolean; n: number }>`
    select ${waitsFor} as waits, o.status = 'REJECTED' as rejected, count(*)::int as n from wow_order o where ${here} group by 1, 2`.execute(
    db,
  );
  const n = (waits: string) => rows.filter((row) => row.waits === waits).reduce((sum, row) => sum + row.n, 0);
  const { rows: spent } = await sql<{ category: keyof typeof productCategories; amount: number }>`
    select i ->> 'category' as category, sum((i ->> 'qty')::bigint * (i ->> 'unitPrice')::bigint)::bigint as amount
      from wow_order o, jsonb_array_elements(o.items) i where ${here} and o.status = 'APPROVED' group by 1`.execute(
    db,
  );
  const amounts = new Map(spent.map((row) => [row.category, Number(row.amount)]));
  return {
    zm: { n: n('ZM'), filters: { waitsFor: 'ZM' } },
    final: { n: n('FINAL'), filters: { waitsFor: 'FINAL' } },
    confirm: { n: n('CONFIRM'), filters: { waitsFor: 'CONFIRM' } },
    rejected: {
      n: rows.filter((row) => row.rejected).reduce((sum, row) => sum + row.n, 0),
      filters: { status: 'REJECTED' },
    },
    categories:
      spent.length === 0
        ? []
        : Object.entries(productCategories).map(([category, label]) => ({
            label,
            values: { approved: amounts.get(category as keyof typeof productCategories) ?? 0 },
          })),
  };
});

/** Of one model: the pieces of the newest live order's bill, and what was asked and approved of each product. */
export const wowSummary = handle(contract.summary, async ({ db, input }) => {
  const centre = ensureFound(
    await db
      .selectFrom('franchisee')
      .select('company_name')
      .where('id', '=', input.franchiseeId)
      .executeTakeFirst(),
  );
  const { rows } = await sql<{
    model: string;
    category: WowItem['category'];
    product: string;
    key: string;
    bom: number;
    waiting: number;
    approved: number;
    ordered: number;
    shipped: number;
    delivered: number;
  }>`select m.name as model, i ->> 'category' as category, i ->> 'product' as product, m.id || ':' || (i ->> 'productId') as key,
      max((i ->> 'baseQty')::int) as bom,
      coalesce(sum((i ->> 'qty')::int) filter (where o.status in ('PENDING', 'ZSM APPROVED')), 0)::int as waiting,
      coalesce(sum((i ->> 'qty')::int) filter (where o.status = 'APPROVED'), 0)::int as approved,
      coalesce(sum(l.qty), 0)::int as ordered, coalesce(sum(l.shipped), 0)::int as shipped, coalesce(sum(l.delivered), 0)::int as delivered
      from wow_order o join wow_model m on m.id = o.model_id cross join jsonb_array_elements(o.items) i
      left join lateral (select x.qty_ordered - x.qty_cancelled as qty, x.qty_shipped as shipped, x.qty_delivered as delivered
        from kit_order k join kit_order_line x on x.franchisee_id = k.franchisee_id and x.order_id = k.id
        where k.franchisee_id = o.franchisee_id and k.id = o.kit_order_id and k.status not in ('FAIL', 'CANCELLED')
          and x.product_id = (i ->> 'productId')::uuid) l on true
     where o.franchisee_id = ${input.franchiseeId} and o.status <> 'REJECTED' group by 1, 2, 3, 4
     order by 1, array_position('{INDOOR,OUTDOOR,FURNITURE,IT,SAFETY}', i ->> 'category'), 3, 4`.execute(db);
  return { centre: centre.company_name, rows };
});
