// Where the cheques of these days are: some in hand, some at the bank, one cleared and waiting for its approval, one returned.
import { clearCheque, depositCheque, returnCheque } from '@aangan/areas/finance/cheque/cheque.server.ts';
import { recordOfflinePayment } from '@aangan/areas/finance/payment/offline-payment.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { sql } from 'kysely';
import { teamAt } from './people.ts';
import { actorAt, carryOut, work } from './product.ts';

export async function writeCheques(
  database: Database,
  centre: number,
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const actor = actorAt(centre, teamAt(centre).head.id);
  await takeCheques(database, { centre, today, now });
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
  // Every second one stays in hand.
  const atBank = rows.filter((_, at) => at % 2 === 0).slice(0, 4);
  for (const row of atBank) await step(depositCheque, row.id, { on: row.on });
  const [cleared, returned] = atBank;
  if (cleared) await step(clearCheque, cleared.id, { on: today });
  if (returned) await step(returnCheque, returned.id, { on: today, reason: 'FUNDS', charge: true });
}

/** Families in arrears bring a cheque today; one is dated later. */
async function takeCheques(
  database: Database,
  { centre, today, now }: { centre: number; today: Day; now: Date },
): Promise<void> {
  const actor = actorAt(centre, teamAt(centre).counsellors[0]?.id ?? teamAt(centre).head.id);
  const { rows } = await work(database, actor, 'arrears', (db) =>
    sql<{ account: string; label: string; lines: { feeLineId: string; amount: number }[]; amount: number }>`
      select k.id as account, k.child_label as label, x.lines, x.amount from fee_account k
        cross join lateral (select json_agg(json_build_object('feeLineId', l.id, 'amount', l.net - l.allocated) order by l.component_kind) as lines,
            sum(l.net - l.allocated)::bigint as amount
          from fee_line l where l.franchisee_id = k.franchisee_id and l.fee_account_id = k.id and l.state = 'OPEN' and l.kind = 'PLAN' and l.allocated < l.net
            and l.due_on = (select min(o.due_on) from fee_line o where o.franchisee_id = k.franchisee_id and o.fee_account_id = k.id and o.state = 'OPEN' and o.allocated < o.net)) x
       where k.franchisee_id = ${centre} and k.student_id is not null and x.amount between 100000 and 5000000
         and not exists (select from payment p where p.franchisee_id = k.franchisee_id and p.fee_account_id = k.id and p.status = 'APPROVAL_WAITING')
       order by k.child_label, k.created_at limit 5`.execute(db),
  );
  for (const [at, row] of rows.entries())
    await work(database, actor, 'take-cheque', (db) =>
      carryOut(recordOfflinePayment, {
        db,
        actor,
        now,
        version: 0,
        input: {
          feeAccountId: row.account,
          amount: row.amount,
          lines: row.lines,
          mode: 'CHEQUE',
          payerName: `Family of ${row.label}`.slice(0, 100),
          receivedOn: today,
          reference: String(700_101 + at * 37),
          bankName: 'HDFC Bank',
          instrumentDate: at === 3 ? addDays(today, 10) : today,
        },
      }),
    );
}
