// Concessions asked for plans that run: some wait for a level, some were given, one was rejected, one has ended.
import {
  approveConcession,
  rejectConcession,
  requestConcession,
  revokeConcession,
} from '@aangan/areas/finance/concession/student-concession.server.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { sql } from 'kysely';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

interface Story {
  reason: string;
  /** Basis points of the tuition. */
  percent: number;
  steps: readonly { handler: InWorkHandler; note: string }[];
}

const STORIES: readonly Story[] = [
  { reason: 'The father lost his work; the family asks for help until June.', percent: 1500, steps: [] },
  { reason: 'A second child joins in June.', percent: 800, steps: [] },
  {
    reason: 'Paid the whole last year ahead of time.',
    percent: 500,
    steps: [{ handler: approveConcession, note: 'As agreed with the family.' }],
  },
  {
    reason: 'A neighbour pays less elsewhere.',
    percent: 3000,
    steps: [{ handler: rejectConcession, note: 'We do not match prices of other schools.' }],
  },
  {
    reason: 'Child of our class teacher.',
    percent: 1000,
    steps: [
      { handler: approveConcession, note: 'Staff rule.' },
      { handler: revokeConcession, note: 'The teacher has left.' },
    ],
  },
];

/** Gives how many were asked for. */
export async function askConcessions(
  database: Database,
  centre: Pick<Centre, 'id'>,
  now: Date,
): Promise<number> {
  const maker = actorAt(centre.id, teamAt(centre.id).head.id);
  const decider = actorAt(centre.id, headOffice.finance.id);
  const { rows: plans } = await work(database, maker, 'running-plans', (db) =>
    // By the child's name: ids differ from one run to the next.
    sql<{
      id: string;
    }>`select a.id from fee_assignment a join fee_account k on k.franchisee_id = a.franchisee_id and k.id = a.fee_account_id
      where a.franchisee_id = ${centre.id} and a.status = 'APPROVED' and a.deviation_amount = 0
        and (select count(*) from fee_line l where l.franchisee_id = a.franchisee_id and l.fee_assignment_id = a.id and l.state = 'OPEN'
          and l.component_kind = 'TUITION' and l.due_on > ${now} and l.allocated = 0) > 0
      order by k.child_label, a.created_at, a.id limit ${STORIES.length}`.execute(db),
  );
  for (const [at, plan] of plans.entries()) {
    const { reason, percent, steps } = STORIES[at] as Story;
    const input = { assignmentId: plan.id, basis: 'PERCENT', percent, kinds: ['TUITION'], reason };
    const { id } = (await work(database, maker, 'ask-concession', (db) =>
      carryOut(requestConcession, { db, actor: maker, now, version: 0, input }),
    )) as { id: string };
    for (const [n, { handler, note }] of steps.entries())
      await work(database, decider, 'decide-concession', (db) =>
        carryOut(handler, { db, actor: decider, now, version: n + 1, input: { id, note } }),
      );
  }
  return plans.length;
}
