// A centre that charges for lateness since this year's first instalments; some waivers wait, one was given, one rejected.
import { accrueCentre } from '@aangan/areas/finance/late-fee/accrue-late-fees.server.ts';
import { approveWaiver, askWaiver, rejectWaiver } from '@aangan/areas/finance/late-fee/late-fee.server.ts';
import { lateFeeSettings } from '@aangan/areas/finance/late-fee/late-fee.settings.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { writeSetting } from '@aangan/server/work/settings.ts';
import { sql } from 'kysely';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

const REASONS: readonly { reason: string; end?: { handler: InWorkHandler; note: string } }[] = [
  { reason: 'The bank’s server was down on the last day; the family has shown the message.' },
  { reason: 'The mother was in hospital; she pays on Friday.' },
  {
    reason: 'Our reminder went to an old number.',
    end: { handler: approveWaiver, note: 'Our own mistake.' },
  },
  {
    reason: 'The family says ₹50 a day is too much.',
    end: { handler: rejectWaiver, note: 'The rule is the same for everybody.' },
  },
];

export async function chargeLateFees(
  database: Database,
  centre: number,
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const maker = actorAt(centre, teamAt(centre).head.id);
  const checker = actorAt(centre, headOffice.finance.id);
  await work(database, maker, 'late-fee-rule', async (db) => {
    await writeSetting(db, 'finance', lateFeeSettings.type, centre, 'PER_DAY');
    await writeSetting(db, 'finance', lateFeeSettings.cap, centre, 1_000_00);
  });
  await accrueCentre((_, run) => work(database, maker, 'late-fees', run), {
    franchiseeId: centre,
    on: today,
  });
  const { rows } = await work(database, maker, 'late-fees', (db) =>
    // By the child's name: ids differ from one run to the next.
    sql<{ id: string; amount: number }>`
      select l.id, l.net - l.allocated as amount from fee_line l join fee_account k on k.franchisee_id = l.franchisee_id and k.id = l.fee_account_id
       where l.franchisee_id = ${centre} and l.kind = 'LATE_FEE' and l.state = 'OPEN' and l.allocated < l.net
       order by k.child_label, l.label, l.net limit ${REASONS.length}`.execute(db),
  );
  for (const [at, row] of rows.entries()) {
    const { reason, end } = REASONS[at] ?? { reason: '' };
    const { id } = (await work(database, maker, 'ask-waiver', (db) =>
      carryOut(askWaiver, {
        db,
        actor: maker,
        now,
        version: 0,
        input: { feeLineId: row.id, amount: row.amount, stops: true, reason },
      }),
    )) as { id: string };
    if (end)
      await work(database, checker, 'decide-waiver', (db) =>
        carryOut(end.handler, { db, actor: checker, now, version: 1, input: { id, note: end.note } }),
      );
  }
}
