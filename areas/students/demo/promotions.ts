// The next year begins to be planned: at two centres a class waits for decisions, Senior KG of Andheri has graduated.
import { beginRun } from '@aangan/areas/students/promotion/decide-promotion.server.ts';
import { evaluateClass } from '@aangan/areas/students/promotion/evaluate.server.ts';
import '@aangan/areas/students/promotion/promote.server.ts'; // knows the batch
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import { runBatchJob } from '@aangan/server/batch/batch-job.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { Client } from 'pg';
import { teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { actorAt, NO_PORTS, work } from '../../../db/demo/product.ts';

const BANER = ANDHERI + 1;
const [PLAYGROUP, NURSERY, JUNIOR_KG, SENIOR_KG] = [2, 3, 4, 5];

/** The network's rules: nobody with more than 5,000.00 open or less than 75 % attendance moves up unseen. */
export async function writePromotionPolicies(client: Client): Promise<void> {
  await client.query(
    `insert into promotion_policy (franchisee_id, class_id, to_class_id, min_attendance_bp, max_dues)
     select 1, id, next_class_id, 7500, 500000 from class where id = any ($1) and next_class_id is not null`,
    [[PLAYGROUP, NURSERY, JUNIOR_KG]],
  );
}

export async function writePromotions(database: Database, clock: { today: Day; now: Date }): Promise<void> {
  const begun: { batchId: string; franchiseeId: number }[] = [];
  for (const [centre, classIds] of [
    [ANDHERI, [NURSERY, JUNIOR_KG, SENIOR_KG]],
    [BANER, [PLAYGROUP, NURSERY]],
  ] as const) {
    const head = teamAt(centre).head.id;
    const actor = actorAt(centre, head);
    for (const classId of classIds)
      await work(database, actor, 'promotion', async (db) => {
        const run = await evaluateClass(db, {
          franchiseeId: centre,
          yearId: academicYearOf(clock.today),
          classId,
          sectionId: null,
          makerId: head,
          now: clock.now,
        });
        if (classId !== SENIOR_KG) return;
        const { batchId } = await beginRun(db, actor, await lockRow(db, 'promotion_run', run.id), clock.now);
        begun.push({ batchId, franchiseeId: centre });
      });
  }
  for (const data of begun)
    await runBatchJob.run({
      work: (centre, inside) =>
        inUnitOfWork(database, systemActor(centre), { command: 'demo.promotion' }, inside),
      now: clock.now,
      data,
      ports: NO_PORTS,
    });
}
