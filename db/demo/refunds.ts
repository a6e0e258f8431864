// Refunds and what was paid twice: some wait, some are paid back, one failed at the bank, one was rejected.
import { foldOwnRefund } from '@aangan/areas/finance/refund/fold-refund.server.ts';
import { approveRefund, rejectRefund } from '@aangan/areas/finance/refund/decide-refund.server.ts';
import { keepDouble, refundDouble } from '@aangan/areas/finance/refund/double-payment.server.ts';
import { askRefund } from '@aangan/areas/finance/refund/request-refund.server.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { refundStates } from '@aangan/areas/finance/refund/refund.states.ts';
import { sql } from 'kysely';
import { headOffice, teamAt } from './people.ts';
import { actorAt, carryOut, work } from './product.ts';

interface Story {
  readonly database: Database;
  readonly centre: number;
  readonly now: Date;
  readonly maker: NarrowedActor;
  readonly checker: NarrowedActor;
}

export async function writeRefunds(
  database: Database,
  centre: number,
  { now }: { today: Day; now: Date },
): Promise<void> {
  const story: Story = {
    database,
    centre,
    now,
    maker: actorAt(centre, teamAt(centre).head.id),
    checker: { ...actorAt(centre, headOffice.finance.id), franchiseeId: null, centres: [], wholeNetwork: true },
  };
  await decideDoubles(story);
  await giveDepositsBack(story);
}

const call = (story: Story, who: 'maker' | 'checker', handler: InWorkHandler, input: object, version = 1) =>
  work(story.database, story[who], 'refund', (db) =>
    carryOut(handler, { db, actor: story[who], now: story.now, version, input }),
  );

/** The newest stays undecided. */
async function decideDoubles(story: Story): Promise<void> {
  const { rows } = await work(story.database, story.maker, 'doubles', (db) =>
    sql<{ id: string; version: number }>`select id, version from payment where franchisee_id = ${story.centre} and doubled > 0
      order by created_at desc, amount limit 5`.execute(db),
  );
  const [, keep, asked, sent, rejected] = rows;
  if (keep) await call(story, 'maker', keepDouble, { id: keep.id }, keep.version);
  const back = async (row: { id: string; version: number } | undefined, reason: string) =>
    row
      ? ((await call(story, 'maker', refundDouble, { id: row.id, mode: 'ORIGINAL', reason }, row.version)) as { id: string }).id
      : null;
  await back(asked, 'The checkout hung and the mother paid once more.');
  const done = await back(sent, 'Paid by both parents on the same evening.');
  if (done) {
    await call(story, 'checker', approveRefund, { id: done });
    await atGateway(story, done, 'processed');
  }
  const no = await back(rejected, 'The father wants it back.');
  if (no) await call(story, 'checker', rejectRefund, { id: no, note: 'The family called: keep it for the next instalment.' });
}

async function giveDepositsBack(story: Story): Promise<void> {
  const { rows } = await work(story.database, story.maker, 'deposits', (db) =>
    sql<{ paymentId: string; amount: number; online: boolean; payer: string }>`
      select p.id as "paymentId", a.amount, p.mode = 'ONLINE' as online, coalesce(p.payer_name, 'Parent') as payer
        from payment_allocation a join fee_line l on l.franchisee_id = a.franchisee_id and l.id = a.fee_line_id and l.component_kind = 'DEPOSIT' and l.due_on <= p_today.day
        cross join (select (${story.now.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date as day) p_today
        join payment p on p.franchisee_id = a.franchisee_id and p.id = a.payment_id
        join fee_account k on k.franchisee_id = p.franchisee_id and k.id = p.fee_account_id
       where a.franchisee_id = ${story.centre} and p.status = 'CONFIRMED' and l.allocated >= a.amount and a.amount > 0
       order by k.child_label, p.created_at limit 3`.execute(db),
  ).catch(() => ({ rows: [] as { paymentId: string; amount: number; online: boolean; payer: string }[] }));
  const ask = async (row: (typeof rows)[number]) =>
    (
      (await call(story, 'maker', askRefund, {
        paymentId: row.paymentId,
        from: 'DEPOSIT',
        amount: row.amount,
        mode: 'BANK',
        payeeName: row.payer,
        payeeAccount: '50100234567890',
        payeeIfsc: 'HDFC0001234',
        reason: 'The family left in spring; nothing is due any more.',
      })) as { id: string }
    ).id;
  const [toPay, waits] = rows;
  if (toPay) await call(story, 'checker', approveRefund, { id: await ask(toPay) });
  if (waits) await ask(waits);
}

/** As the worker and the webhook would have it. */
async function atGateway(story: Story, id: string, status: 'processed' | 'failed'): Promise<void> {
  await work(story.database, story.maker, 'refund-sent', async (db) => {
    const row = await lockRow(db, 'refund', id);
    await moveStatus(db, { states: refundStates, table: 'refund', row, action: 'send', set: { attempts: 1 } });
    await foldOwnRefund(
      db,
      id,
      {
        id: `rfnd_demo${id.slice(0, 10)}`,
        amount: row.amount,
        payment_id: row.payment_id,
        status,
        acquirer_data: { rrn: '632801947215' },
      },
      story.now,
    );
  });
}
