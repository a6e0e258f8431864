import { actionsFrom } from '@aangan/contract/states.ts';
import { paise } from '@aangan/money/paise.ts';
import { taxOn } from '@aangan/money/tax.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { wowOrderContract as contract, wowItem } from './wow-order.contract.ts';
import { wowOrders } from './wow-order.listing.ts';
import { wowCodes, wowStates } from './wow-order.states.ts';
import { stands } from './wow-right.server.ts';

export const waitsFor = sql`(case o.status when 'PENDING' then 'ZM' when 'ZSM APPROVED' then 'FINAL'
  when 'APPROVED' then case when exists (select from kit_order k where k.franchisee_id = o.franchisee_id
    and k.id = o.kit_order_id and ${stands}) then 'NOBODY' else 'CONFIRM' end else 'NOBODY' end)`;

export const wowListing = serveListing(wowOrders, {
  from: sql`wow_order o join franchisee f on f.id = o.franchisee_id join wow_model m on m.id = o.model_id`,
  alias: 'o',
  joins: sql`left join app_user u on u.id = o.made_by`,
  columns: {
    number: 'o.initiated_no',
    centre: 'f.company_name',
    model: 'm.name',
    b2bId: 'o.b2b_id',
    email: 'o.email',
    pieces: sql`(select coalesce(sum((i ->> 'qty')::int), 0)::int from jsonb_array_elements(o.items) i)`,
    total: 'o.total_paise',
    madeBy: personName('u'),
    madeAt: sql`date_trunc('milliseconds', o.created_at)`,
    waitsFor,
    orderNo: sql`(select k.order_no from kit_order k where k.franchisee_id = o.franchisee_id and k.id = o.kit_order_id)`,
    status: 'o.status',
    maker: 'o.made_by',
    zsmBy: 'o.zsm_by',
    modelId: 'o.model_id',
    withdrawn: 'o.withdrawn',
    revised: sql`exists (select from wow_order n where n.franchisee_id = o.franchisee_id and n.revises_id = o.id)`,
  },
  can: (row, actor) => {
    const steps = new Set<string>(actionsFrom(wowStates, row.status));
    const may = mayCall(actor, contract.decide);
    const code = wowCodes[row.status];
    const decides =
      may &&
      code !== undefined &&
      holdsCode(actor, code) &&
      row.maker !== actor.userId &&
      row.zsmBy !== actor.userId;
    return {
      approve: decides && steps.has('approve'),
      reject: decides && steps.has('reject'),
      withdraw: may && steps.has('withdraw') && row.maker === actor.userId,
      confirm: row.waitsFor === 'CONFIRM' && mayCall(actor, contract.confirm),
      revise: may && row.status === 'REJECTED' && !row.revised,
    };
  },
});
export const { handlers } = wowListing;

export const getWowOrder = handle(contract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await wowListing.row({ db, actor }, input.id));
  // The path names the centre too: of another one there is no such order.
  ensureFound(row.franchiseeId === input.franchiseeId ? row : null);
  const { rows } = await sql<{
    items: unknown;
    bomTotal: number;
    bomVersion: number;
    comment: string | null;
    reason: string | null;
    revisesId: string | null;
    kitOrderId: string | null;
  }>`select o.items, o.bom_total_paise as "bomTotal", b.version_no as "bomVersion", o.comment, o.reason, o.revises_id as "revisesId", o.kit_order_id as "kitOrderId"
      from wow_order o join wow_bom b on b.franchisee_id = o.bom_franchisee_id and b.id = o.bom_id
     where o.franchisee_id = ${row.franchiseeId} and o.id = ${row.id}`.execute(db);
  const more = ensureFound(rows[0]);
  const items = z.array(wowItem).parse(more.items);
  const { rows: chain } = await sql<{ level: string; by: string | null; at: string | null }>`
    select s.level, ${personName('u')} as by, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from wow_order o, lateral (values (1, 'ZM', o.zsm_by, o.zsm_at), (2, 'Final approver', o.final_by, o.final_at)) s (n, level, who, at)
      left join app_user u on u.id = s.who where o.franchisee_id = ${row.franchiseeId} and o.id = ${row.id} order by s.n`.execute(
    db,
  );
  return {
    ...row,
    ...more,
    items,
    tax: items.reduce((sum, one) => sum + taxOn(paise(one.unitPrice * one.qty), one.rateBp), 0),
    chain,
  };
});
