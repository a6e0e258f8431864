// Refunds and what was paid twice: some wait, some are paid back, one failed at the bank, one was rejected.

import { consumeOwnRefund } from '@aangan/areas/finance/refund/consume-refund.server.ts';
import { approveRefund, rejectRefund } from '@aangan/areas/finance/refund/decide-refund.server.ts';
import { keepDouble, refundDouble } from '@aangan/areas/finance/refund/double-payment.server.ts';
import { refundStates } from '@aangan/areas/finance/refund/refund.states.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

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
    checker: {
      ...actorAt(centre, headOffice.finance.id),
      franchiseeId: null,
      centres: [],
      wholeNetwork: true,
    },
  };
  await decideDoubles(story);
}

const call = (story: Story, who: 'maker' | 'checker', handler: InWorkHandler, input: object, version = 1) =>
  work(story.database, story[who], 'refund', (db) =>
    carryOut(handler, { db, actor: story[who], now: story.now, version, input }),
  );

/** The newest stays undecided. */
async function decideDoubles(story: Story): Promise<void> {
  const { rows } = await work(story.database, story.maker, 'doubles', (db) =>
    sql<{
      id: string;
      version: number;
    }>`select id, version from payment where franchisee_id = ${story.centre} and doubled > 0
      order by created_at desc, amount, id limit 7`.execute(db),
  );
  const [, keep, asked, sent, rejected, toPay, failed] = rows;
  if (keep) await call(story, 'maker', keepDouble, { id: keep.id }, keep.version);
  const back = async (row: { id: string; version: number } | undefined, reason: string, mode = 'ORIGINAL') =>
    row
      ? (
          (await call(story, 'maker', refundDouble, { id: row.id, mode, reason }, row.version)) as {
            id: string;
          }
        ).id
      : null;
  const approved = async (id: string | null) => {
    if (id) await call(story, 'checker', approveRefund, { id });
    return id;
  };
  await back(asked, 'The checkout hung and the mother paid once more.');
  const done = await approved(await back(sent, 'Paid by both parents on the same evening.'));
  if (done) await atGateway(story, done, 'processed');
  const no = await back(rejected, 'The father wants it back.');
  if (no)
    await call(story, 'checker', rejectRefund, {
      id: no,
      note: 'The family called: keep it for the next instalment.',
    });
  await approved(
    await back(toPay, 'The card it was paid with is closed; to the account on the cancelled cheque.', 'BANK'),
  );
  const returned = await approved(await back(failed, 'Paid again by the grandparents.'));
  if (returned) await atGateway(story, returned, 'failed');
}

/** As the worker and the webhook would have it. */
async function atGateway(story: Story, id: string, status: 'processed' | 'failed'): Promise<void> {
  await work(story.database, story.maker, 'refund-sent', async (db) => {
    const row = await lockRow(db, 'refund', id);
    await moveStatus(db, {
      states: refundStates,
      table: 'refund',
      row,
      action: 'send',
      set: { attempts: 1 },
    });
    await consumeOwnRefund(
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
