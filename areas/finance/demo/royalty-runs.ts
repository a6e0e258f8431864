// Royalty of the months that are over: run, invoiced and closed, the last one waiting for its run. Older invoices are paid.
import { freezeCentre } from '@aangan/areas/finance/royalty/freeze-month.server.ts';
import { invoiceCentre } from '@aangan/areas/finance/royalty/invoice-month.server.ts';
import { addDays, addMonths, type Day, endOfMonth } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { headOffice } from '../../../db/demo/people.ts';
import { work } from '../../../db/demo/product.ts';
import { payDue } from './franchisee-dues.ts';

/** Payments of dues for kits have the numbers below it. */
const FIRST_PAYMENT = 100;

export async function runRoyalty(database: Database, today: Day): Promise<void> {
  const { rows } = await work(database, systemActor(null), 'royalty-months', (db) =>
    sql<{
      month: Day;
      centres: number[];
    }>`select month, array_agg(distinct franchisee_id order by franchisee_id) as centres
      from royalty_accrual where month < ${addMonths(`${today.slice(0, 7)}-01`, -1)} group by month order by month`.execute(
      db,
    ),
  );
  for (const { month, centres } of rows) await runMonth(database, centres, month);
  for (const id of new Set(rows.flatMap((row) => row.centres))) await payOlder(database, id, today);
}

async function runMonth(database: Database, centres: readonly number[], month: Day): Promise<void> {
  const issuedOn = addDays(endOfMonth(month), 3);
  const at = (hour: string) => new Date(`${issuedOn}T${hour}:00+05:30`);
  const inNetwork = <T>(run: (db: Db) => Promise<T>) => work(database, systemActor(null), 'royalty-run', run);
  const by = headOffice.finance.id;
  await inNetwork(async (db) => {
    const run = await db
      .insertInto('royalty_run')
      .values({
        month,
        status: 'CLOSED',
        frozen_by: by,
        frozen_at: at('10:20'),
        invoiced_by: by,
        invoiced_at: at('10:40'),
        closed_by: by,
        closed_at: at('11:30'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('royalty_run_centre')
      .values(centres.map((id) => ({ franchisee_id: id, run_id: run.id, month })))
      .execute();
  });
  for (const franchiseeId of centres) {
    await inNetwork((db) => freezeCentre(db, { franchiseeId, month }));
    await inNetwork((db) => invoiceCentre(db, { franchiseeId, month, on: issuedOn }));
  }
}

/** All but the newest invoice is paid, some days before it was due. */
async function payOlder(database: Database, franchiseeId: number, today: Day): Promise<void> {
  const dues = await work(database, systemActor(franchiseeId), 'royalty-dues', (db) =>
    db
      .selectFrom('franchisee_due')
      .select(['id', 'amount', 'settled', 'due_on'])
      .where('franchisee_id', '=', franchiseeId)
      .where('kind', '=', 'ROYALTY')
      .orderBy('due_on')
      .execute(),
  );
  for (const [at, due] of dues.slice(0, -1).entries())
    if (due.settled === 0)
      await payDue(database, {
        franchiseeId,
        due: { dueId: due.id, amount: due.amount },
        at: FIRST_PAYMENT + at,
        end: 'APPROVED',
        sentOn: [addDays(due.due_on, -2), addDays(today, -3)].sort()[0] as Day,
      });
}
