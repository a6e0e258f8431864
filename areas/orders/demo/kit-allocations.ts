// Rights to kits of this year, allocated by operations as in the API: every child's, the samples, a WOW kit, and a few revoked.
// Which of them are blocked the product says itself: by the fees that were paid, by mappings that are not approved.
import {
  fillAllocations,
  revokeAllocation,
} from '@aangan/areas/orders/allocation/allocation-commands.server.ts';
import { academicYearOf } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import type { Clock } from '../../../db/demo/moment.ts';
import { headOffice } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

const TYPES = ['CURRICULUM_KIT_1', 'CURRICULUM_KIT_2', 'INTELLI_KIT', 'BRIDGE_KIT', 'GIFT_BOX', 'SAMPLE_KIT'];
const REVOKED = [
  ['CURRICULUM_KIT_1', 'Brought the kit along from the sister centre'],
  ['GIFT_BOX', 'The family took it at the open day'],
] as const;
/** Enough for the lists of a zone. */
const CENTRES = 4;

export async function writeKitAllocations(
  database: Database,
  centres: readonly number[],
  { today, now }: Clock,
): Promise<void> {
  const yearId = academicYearOf(today);
  for (const franchiseeId of centres.slice(0, CENTRES)) {
    const actor: NarrowedActor = {
      ...actorAt(franchiseeId, headOffice.operations.id),
      academicYearId: yearId,
    };
    const run = (handler: Parameters<typeof carryOut>[0], input: object, version = 0) =>
      work(database, actor, 'kit-allocation', (db) => carryOut(handler, { db, actor, now, version, input }));
    for (const kitType of TYPES) await run(fillAllocations, { kitType });
    for (const [kitType, reason] of REVOKED) {
      const { rows } = await work(database, actor, 'child', (db) =>
        sql<{ id: string; version: number }>`
          select a.id, a.version from kit_allocation a join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
           where a.franchisee_id = ${franchiseeId} and a.kit_type = ${kitType} and a.status = 'ALLOCATED' order by s.name, s.admission_no limit 1`.execute(
          db,
        ),
      );
      const [row] = rows;
      if (row) await run(revokeAllocation, { id: row.id, reason }, row.version);
    }
    // The centre's own WOW kit, of the first model.
    await work(database, actor, 'wow-allocation', (db) =>
      sql`insert into kit_allocation (franchisee_id, academic_year_id, kit_type, model_id, source)
        select ${franchiseeId}, ${yearId}, 'WOW_KIT', id, 'UPLOAD' from wow_model order by seats limit 1`.execute(
        db,
      ),
    );
  }
}
