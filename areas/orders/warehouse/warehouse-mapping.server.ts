import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../../network/public.server.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { nearestWarehouse } from './serving-warehouses.server.ts';
import { warehouseMappingContract as contract } from './warehouse-mapping.contract.ts';
import { warehouseMappings } from './warehouse-mapping.listing.ts';
import type { MappedFor } from './warehouse-words.ts';

const mayChange = (actor: Actor): boolean => actor.wholeNetwork && mayCall(actor, contract.change);

export const warehouseMappingListing = serveListing(warehouseMappings, {
  from: sql`warehouse_mapping m join warehouse w on w.id = m.warehouse_id join franchisee f on f.id = m.franchisee_id
    left join city c on c.id = f.city_id`,
  alias: 'm',
  columns: {
    centre: 'f.label',
    place: 'c.name',
    kitType: sql`coalesce(m.kit_type, 'ALL')`,
    warehouse: 'w.name',
    priority: 'm.priority',
    fromOn: 'm.from_on',
    warehouseId: 'm.warehouse_id',
    warehouseCode: 'w.code',
    zoneId: 'f.zone_id',
  },
  can: (_row, actor) => ({ change: mayChange(actor), remove: mayChange(actor) }),
});
export const { handlers } = warehouseMappingListing;

export const unmappedCentres = handle(contract.unmapped, async ({ db, actor, input }) => {
  const words = `%${(input.q ?? '').replace(/[%_\\]/g, '\\$&')}%`;
  const { rows } = await sql<{
    franchiseeId: number;
    name: string;
    place: string | null;
    warehouseId: string | null;
    warehouse: string | null;
    n: number;
  }>`select f.id as "franchiseeId", f.company_name as name, c.name as place, near.id as "warehouseId", near.name as warehouse,
      count(*) over ()::int as n
      from franchisee f left join city c on c.id = f.city_id left join lateral (${nearestWarehouse(sql`f.id`)}) near on true
     where not f.is_head_office and f.status in ('SETUP', 'ACTIVE', 'SUSPENDED') and f.company_name ilike ${words}
       and not exists (select from warehouse_mapping m where m.franchisee_id = f.id)
     order by f.id limit 200`.execute(db);
  return {
    rows: rows.map(({ name, n: _n, ...row }) => ({
      ...row,
      centre: franchiseeLabel(row.franchiseeId, name),
    })),
    total: rows[0]?.n ?? 0,
    can: { add: mayChange(actor) },
  };
});

/** A warehouse that works; the place in the order is not taken by another row. */
async function ensurePlace(
  db: Db,
  to: {
    warehouseId: string;
    franchiseeId: number;
    kitType: string | null;
    priority: number;
    self: string | null;
  },
): Promise<void> {
  const fields: Record<string, string> = {};
  const { rows: warehouses } =
    await sql`select from warehouse where id = ${to.warehouseId} and active`.execute(db);
  if (warehouses.length === 0) fields['warehouseId'] = 'Choose a warehouse that is in use';
  const { rows: taken } = await sql`
    select from warehouse_mapping where franchisee_id = ${to.franchiseeId} and kit_type is not distinct from ${to.kitType}::text
       and priority = ${to.priority} and id is distinct from ${to.self}::uuid`.execute(db);
  if (taken.length > 0) fields['priority'] = 'The centre has a warehouse of this priority already';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
}

const stored = (kitType: MappedFor): Exclude<MappedFor, 'ALL'> | null => (kitType === 'ALL' ? null : kitType);

export const addWarehouseMapping = handle(contract.add, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const { rows: centres } = await sql<{ status: string }>`
      select status from franchisee where id = ${input.franchiseeId} and not is_head_office`.execute(db);
    const [centre] = centres;
    if (!centre) throw refuse('input.invalid', { fields: { franchiseeId: 'Choose a centre' } });
    if (centre.status === 'CLOSED')
      throw refuse('input.invalid', { fields: { franchiseeId: 'This centre is closed' } });
    const kitType = stored(input.kitType);
    await ensurePlace(db, { ...input, kitType, self: null });
    return db
      .insertInto('warehouse_mapping')
      .values({
        franchisee_id: input.franchiseeId,
        kit_type: kitType,
        warehouse_id: input.warehouseId,
        priority: input.priority,
        from_on: input.fromOn,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  }),
);

export const changeWarehouseMapping = handle(contract.change, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'warehouse_mapping', input.id, version);
    await ensurePlace(db, {
      ...input,
      franchiseeId: row.franchisee_id,
      kitType: row.kit_type,
      self: row.id,
    });
    await db
      .updateTable('warehouse_mapping')
      .set({ warehouse_id: input.warehouseId, priority: input.priority, from_on: input.fromOn })
      .where('id', '=', row.id)
      .execute();
    return {};
  }),
);

export const removeWarehouseMapping = handle(contract.remove, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'warehouse_mapping', input.id, version);
    await db.deleteFrom('warehouse_mapping').where('id', '=', row.id).execute();
    return {};
  }),
);
