// Report cards of the proof-read section of Andheri where the demo's parent has children, published by the product itself; another waits for its head.
import { publishCards } from '@aangan/areas/academics/report-card/publish-cards.server.ts';
import { runBatchJob } from '@aangan/server/batch/batch-job.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import type { Client } from 'pg';
import type { Clock } from '../../../db/demo/moment.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { actorAt, carryOut, NO_PORTS, work } from '../../../db/demo/product.ts';

export async function writeReportCards(client: Client, database: Database, { now }: Clock): Promise<void> {
  const { rows } = await client.query<{ id: string; head: string }>(
    `select g.id, g.proofed_by as head from grade_sheet g join section s on s.franchisee_id = g.franchisee_id and s.id = g.section_id
      where g.franchisee_id = $1 and g.status = 'PROOFED' order by s.class_id desc, g.id limit 1`,
    [ANDHERI],
  );
  const [sheet] = rows;
  if (!sheet) return;
  const { batchId } = (await work(database, actorAt(ANDHERI, sheet.head), 'report-cards', (db) =>
    carryOut(publishCards, {
      db,
      actor: actorAt(ANDHERI, sheet.head),
      now,
      version: 0,
      input: { sheetIds: [sheet.id], publishAt: null },
    }),
  )) as { batchId: string };
  await runBatchJob.run({
    work: (centre, inside) => work(database, systemActor(centre), 'report-cards', inside),
    now,
    data: { batchId, franchiseeId: ANDHERI },
    ports: NO_PORTS,
  });
}
