import { listOf } from '@aangan/server/file-import/import-lists.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { warehouseMappingImport } from './warehouse-mapping.contract.ts';

export const warehouseImportHandlers = serveImport(warehouseMappingImport, {
  allowed: ({ actor }) => ensure(actor.wholeNetwork, () => refuseOrders('orders.network-only')),
  lists: {
    franchiseeId: async (db, { actor }) =>
      atHeadOffice(db, actor, async () => {
        const rows = await db
          .selectFrom('franchisee')
          .select(['id', 'company_name', 'code', 'label'])
          .where('is_head_office', '=', false)
          .orderBy('id')
          .execute();
        return listOf(
          rows.map((row) => ({
            id: row.id,
            names: [row.label ?? row.company_name, String(row.id), row.company_name, row.code ?? ''].filter(
              Boolean,
            ),
          })),
        );
      }),
    warehouseId: async (db) => {
      const rows = await db
        .selectFrom('warehouse')
        .select(['id', 'code', 'name'])
        .where('active', '=', true)
        .execute();
      return listOf(rows.map(({ id, code, name }) => ({ id, names: [code, name] })));
    },
  },
  check: async (db, rows, { actor }) =>
    atHeadOffice(db, actor, async () => {
      const { rows: closed } = await sql<{ id: number }>`
        select id from franchisee where status = 'CLOSED'`.execute(db);
      const shut = new Set(closed.map(({ id }) => id));
      for (const row of rows)
        if (row.values.franchiseeId && shut.has(row.values.franchiseeId))
          row.fault('franchiseeId', 'This centre is closed');
    }),
  save: (db, rows, { actor }) =>
    atHeadOffice(db, actor, async () => {
      for (const row of rows)
        await sql`
          insert into warehouse_mapping (franchisee_id, kit_type, warehouse_id, priority, from_on)
          values (${row.franchiseeId}, ${row.kitType === 'ALL' ? null : row.kitType}, ${row.warehouseId}, ${row.priority}, ${row.fromOn})
          on conflict on constraint warehouse_mapping_once
          do update set warehouse_id = excluded.warehouse_id, from_on = excluded.from_on`.execute(db);
    }),
  writes: ['warehouse_mapping'],
});
