// Where the cheques of these days are: some in hand, some at the bank, one cleared and waiting for its approval, one returned.
import { clearCheque, depositCheque, returnCheque } from '@aangan/areas/finance/cheque/cheque.server.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { sql } from 'kysely';
import { teamAt } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

export async function writeCheques(
  database: Database,
  centre: number,
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const actor = actorAt(centre, teamAt(centre).head.id);
  const { rows } = await work(database, actor, 'cheques', (db) =>
    sql<{
      id: string;
      on: Day;
    }>`select id, greatest(received_on, (instrument ->> 'date')::date) as on from payment
      where franchisee_id = ${centre} and mode = 'CHEQUE' and status = 'APPROVAL_WAITING' and fee_account_id is not null
        and greatest(received_on, (instrument ->> 'date')::date) <= ${today} order by created_at, amount, id`.execute(
      db,
    ),
  );
  const step = async (handler: InWorkHandler, id: string, input: object) => {
    await work(database, actor, 'cheque', async (db) => {
      const { version } = await db
        .selectFrom('payment')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await carryOut(handler, { db, actor, now, version, input: { id, ...input } });
    });
  };
  // The first and then every second one stays in hand.
  const atBank = rows.filter((_, at) => at % 2 === 1).slice(0, 4);
  for (const row of atBank) await step(depositCheque, row.id, { on: row.on });
  const [cleared, returned] = atBank;
  if (cleared) await step(clearCheque, cleared.id, { on: today });
  if (returned) await step(returnCheque, returned.id, { on: today, reason: 'FUNDS', charge: true });
}
