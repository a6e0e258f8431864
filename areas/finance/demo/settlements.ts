// What the gateway settled of the demo's online payments, week by week, and the payouts made of it: paid, returned once, some
// waiting for a decision. The last days are not prepared yet. Everything that is booked is the product's.

import { bookOpen, keepSettled } from '@aangan/areas/finance/gateway/import-settlements.server.ts';
import { buildSettlement } from '@aangan/areas/finance/settlement/build-settlement.server.ts';
import { approveSettlement } from '@aangan/areas/finance/settlement/decide-settlement.server.ts';
import { settlementStates } from '@aangan/areas/finance/settlement/settlement.states.ts';
import {
  fail,
  initiateSettlement,
  paySettlement,
  returned,
} from '@aangan/areas/finance/settlement/transfer-settlement.server.ts';
import { addDays, type Day, dayNumber } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { type NarrowedActor, systemActor } from '@aangan/server/work/actor.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { headOffice } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

type End = 'PAID' | 'RETURNED' | 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'INITIATED' | 'FAILED';

/** Days before today up to which each payout goes, the oldest first. */
const CUT_OFFS = [170, 120, 80, 50, 28] as const;
const LAST = 12;
/** How far the newest payout of a centre has come, by its number. */
const ENDS: readonly End[] = ['INITIATED', 'APPROVED', 'SUBMITTED', 'SUBMITTED', 'FAILED', 'DRAFT'];

export async function writeSettlements(
  database: Database,
  centres: readonly number[],
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  await settleByGateway(database, today);
  for (const centreId of centres) {
    const returnsOne = centreId % 6 === 2;
    // Where one came back nothing was paid out since, so dues of the last months are open there.
    for (const [turn, days] of CUT_OFFS.slice(0, returnsOne ? 3 : undefined).entries())
      await payOut(database, {
        centreId,
        cutOff: addDays(today, -days),
        end: returnsOne && turn === 1 ? 'RETURNED' : 'PAID',
        now,
      });
    await payOut(database, {
      centreId,
      cutOff: addDays(today, -LAST),
      end: ENDS[centreId % ENDS.length] ?? 'DRAFT',
      now,
    });
  }
}

interface Paid {
  ref: string;
  amount: number;
  on: Day;
}

/** A settlement a week, two days after its last payment; the newest payments are not settled yet. */
async function settleByGateway(database: Database, today: Day): Promise<void> {
  const inNetwork = <T>(run: (db: Db) => Promise<T>) =>
    work(database, systemActor(null), 'gateway-settlements', run);
  const { rows } = await inNetwork((db) =>
    sql<Paid>`select provider_payment_id as ref, amount, (paid_at at time zone 'Asia/Kolkata')::date as on from payment
       where mode = 'ONLINE' and status = 'CONFIRMED' and provider_payment_id is not null order by paid_at, provider_payment_id`.execute(
      db,
    ),
  );
  const weeks = Map.groupBy(rows, ({ on }) => Math.floor(dayNumber(on) / 7));
  for (const [week, payments] of weeks) {
    const last = payments.at(-1)?.on ?? today;
    // By the calendar, not by the last payment: a centre's books do not depend on what others were paid.
    const on = addDays(last, 8 - (dayNumber(last) % 7));
    if (on >= today) continue;
    await inNetwork((db) =>
      keepSettled(
        db,
        on,
        payments.map(({ ref, amount }) => {
          const fee = Math.round(amount * 0.02);
          const tax = Math.round(fee * 0.18);
          return {
            entity_id: ref,
            type: 'payment',
            amount,
            debit: 0,
            credit: amount - fee - tax,
            fee: fee + tax,
            tax,
            settled_at: Date.parse(`${on}T09:00:00+05:30`) / 1000,
            settlement_id: `setl_demo${week}`,
            settlement_utr: `AXISCN${week}00417`,
            payment_id: null,
          };
        }),
      ),
    );
  }
  await bookOpen({
    work: (_centre, run) => work(database, systemActor(null), 'book-settlements', run),
  });
}

interface Payout {
  centreId: number;
  cutOff: Day;
  end: End;
  now: Date;
}

async function payOut(database: Database, { centreId, cutOff, end, now }: Payout): Promise<void> {
  const as = (userId: string): NarrowedActor => ({
    ...actorAt(centreId, userId),
    franchiseeId: null,
    centres: [],
    wholeNetwork: true,
  });
  const maker = as(headOffice.superadmin.id);
  const checker = as(headOffice.finance.id);
  const at = (days: number, hour: string) => new Date(`${addDays(cutOff, days)}T${hour}:00+05:30`);
  const made = await work(database, maker, 'prepare-payout', (db) =>
    buildSettlement(db, { franchiseeId: centreId, cutOff, maker: headOffice.superadmin.id }),
  );
  if ('why' in made) return;
  const { id } = made;
  const change = (
    who: NarrowedActor,
    run: (db: Db, row: Awaited<ReturnType<typeof locked>>) => Promise<unknown>,
  ) => work(database, who, 'payout', async (db) => run(db, await locked(db, id)));
  await change(maker, (db) =>
    sql`update settlement_batch set created_at = ${at(1, '10:15')} where id = ${id}`.execute(db),
  );
  if (end === 'DRAFT') return;
  await change(maker, (db, row) =>
    moveStatus(db, {
      states: settlementStates,
      table: 'settlement_batch',
      row,
      action: 'submit',
      set: { submitted_by: headOffice.superadmin.id },
    }),
  );
  if (end === 'SUBMITTED') return;
  await change(checker, (db, row) =>
    approveSettlement(db, checker, row, { now: at(1, '12:30'), note: null }),
  );
  if (end === 'APPROVED') return;
  await change(checker, (db, row) =>
    initiateSettlement(db, row, { userId: headOffice.finance.id, on: addDays(cutOff, 2) }),
  );
  if (end === 'INITIATED') return;
  const handle = (handler: Parameters<typeof carryOut>[0], input: object) =>
    work(database, checker, 'payout', async (db) => {
      const { version } = await locked(db, id);
      return carryOut(handler, { db, actor: checker, now, version, input: { id, ...input } });
    });
  if (end === 'FAILED') {
    await handle(fail, { reason: 'Beneficiary account is frozen' });
    return;
  }
  const utr = `HDFCN5${dayNumber(cutOff)}${String(centreId).padStart(4, '0')}`;
  await change(checker, (db, row) => paySettlement(db, row, { utr, on: addDays(cutOff, 3) }));
  if (end === 'RETURNED')
    await handle(returned, { returnedOn: addDays(cutOff, 4), reason: 'The account name does not match' });
}

const locked = (db: Db, id: string) => lockRow(db, 'settlement_batch', id);
