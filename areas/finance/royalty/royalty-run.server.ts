// The month run of royalty: what it will come to, its steps, and the job that takes each centre through them.
import { addMonths, type Day, endOfMonth, todayIst } from '@aangan/contract/period.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { freezeCentre } from './freeze-month.server.ts';
import { invoiceCentre } from './invoice-month.server.ts';
import { previewCentres } from './preview-month.server.ts';
import { royaltyRunContract } from './royalty-run.contract.ts';
import { monthTitle, type royaltyRunLabels } from './royalty-run.states.ts';

const JOB = 'finance.royalty-run';
const firstDay = (month: string): Day => `${month}-01`;

export const getRun = handle(royaltyRunContract.get, async ({ db, actor, input, now }) => {
  const month = firstDay(input.month ?? addMonths(todayIst(now), -1).slice(0, 7));
  const run = await db.selectFrom('royalty_run').selectAll().where('month', '=', month).executeTakeFirst();
  const centres = await previewCentres(db, actor, { month, run: run ?? null });
  const sum = (of: 'royalty' | 'marketing' | 'tax' | 'total') =>
    centres.reduce((total, one) => total + one[of], 0);
  const invoicing = run?.status === 'INVOICED' || run?.status === 'CLOSED';
  const done = centres.filter(
    (one) => one.status === 'INVOICED' || (!invoicing && one.status === 'FROZEN'),
  ).length;
  const through = centres.length > 0 && done === centres.length;
  const over = endOfMonth(month) < todayIst(now);
  const may = (endpoint: Parameters<typeof mayCall>[1]) =>
    mayCall(actor, endpoint) && actor.franchiseeId === null;
  return {
    month: month.slice(0, 7),
    status: (run?.status ?? 'PREVIEW') as keyof typeof royaltyRunLabels,
    centres,
    totals: { royalty: sum('royalty'), marketing: sum('marketing'), tax: sum('tax'), total: sum('total') },
    progress: {
      done: run ? done : 0,
      of: centres.length,
      failed: centres.filter((one) => one.status === 'FAILED').length,
    },
    can: {
      freeze: !run && over && may(royaltyRunContract.freeze),
      invoice: run?.status === 'FROZEN' && through && may(royaltyRunContract.invoice),
      close: run?.status === 'INVOICED' && through && may(royaltyRunContract.close),
      resume: run !== undefined && run.status !== 'CLOSED' && !through && may(royaltyRunContract.resume),
    },
  };
});

export const freezeMonth = handle(royaltyRunContract.freeze, async ({ db, actor, input, now }) => {
  const month = firstDay(input.month);
  ensure(endOfMonth(month) < todayIst(now), () =>
    refuseFinance('royalty.month-open', { details: { month: monthTitle(month) } }),
  );
  const made = await db
    .insertInto('royalty_run')
    .values({ month, frozen_by: actor.userId, frozen_at: now })
    .onConflict((oc) => oc.column('month').doNothing())
    .returning('id')
    .executeTakeFirst();
  ensure(made, () =>
    refuseFinance('royalty.already-frozen', {
      details: { month: monthTitle(month), next: monthTitle(addMonths(month, 1)) },
    }),
  );
  await sql`insert into royalty_run_centre (franchisee_id, run_id, month)
    select f.id, ${made.id}, ${month} from franchisee f where not f.is_head_office and (
      exists (select from royalty_accrual a where a.franchisee_id = f.id and a.month = ${month})
      or exists (select from royalty_agreement g where g.franchisee_id = f.id and g.status = 'APPROVED' and g.model = 'COLLECTED'
        and g.from_on <= ${endOfMonth(month)} and (g.to_on is null or g.to_on >= ${month})))
    on conflict do nothing`.execute(db);
  await begin(db, month, now);
  return {};
});

export const invoiceMonth = handle(royaltyRunContract.invoice, async ({ db, actor, input, now }) => {
  const month = firstDay(input.month);
  const run = await lockRun(db, month);
  ensure(run.status === 'FROZEN', () => refuseFinance('royalty.run-step'));
  await ensureThrough(db, run.id, ['FROZEN', 'INVOICED']);
  await db
    .updateTable('royalty_run')
    .set({ status: 'INVOICED', invoiced_by: actor.userId, invoiced_at: now })
    .where('id', '=', run.id)
    .execute();
  await begin(db, month, now);
  return {};
});

export const closeMonth = handle(royaltyRunContract.close, async ({ db, actor, input, now }) => {
  const run = await lockRun(db, firstDay(input.month));
  ensure(run.status === 'INVOICED', () => refuseFinance('royalty.run-step'));
  await ensureThrough(db, run.id, ['INVOICED']);
  await db
    .updateTable('royalty_run')
    .set({ status: 'CLOSED', closed_by: actor.userId, closed_at: now })
    .where('id', '=', run.id)
    .execute();
  return {};
});

export const resumeMonth = handle(royaltyRunContract.resume, async ({ db, input, now }) => {
  const month = firstDay(input.month);
  const run = await lockRun(db, month);
  ensure(run.status !== 'CLOSED', () => refuseFinance('royalty.run-step'));
  await begin(db, month, now);
  return {};
});

const lockRun = async (db: Db, month: Day) =>
  ensureFound(
    await db.selectFrom('royalty_run').selectAll().where('month', '=', month).forUpdate().executeTakeFirst(),
  );

async function ensureThrough(
  db: Db,
  runId: string,
  states: readonly ('FROZEN' | 'INVOICED')[],
): Promise<void> {
  const behind = await db
    .selectFrom('royalty_run_centre')
    .select('id')
    .where('run_id', '=', runId)
    .where('status', 'not in', states)
    .executeTakeFirst();
  ensure(!behind, () => refuseFinance('royalty.run-busy'));
}

const begin = (db: Db, month: Day, now: Date) =>
  runJob(db, JOB, { month }, { franchiseeId: HEAD_OFFICE, dedupeKey: `${month}:${now.toISOString()}` });

/** Each centre in a transaction of its own. What is through is left alone, so a run that was killed goes on where it was. */
export const royaltyRunJob: JobDeclaration = {
  name: JOB,
  title: 'Royalty month run',
  schedule: null,
  onMiss: 'SKIP',
  maxLateS: 3600,
  timeoutS: 3600,
  run: async (tools) => {
    const { month } = tools.data as { month: Day };
    const { status, centres } = await tools.work(null, (db) => leftToDo(db, month));
    return eachPart(centres, String, async (franchiseeId) => {
      await step(tools, { franchiseeId, month, invoicing: status !== 'FROZEN' });
      return 1;
    });
  },
};

async function leftToDo(db: Db, month: Day): Promise<{ status: string; centres: number[] }> {
  const run = ensureFound(
    await db.selectFrom('royalty_run').select(['id', 'status']).where('month', '=', month).executeTakeFirst(),
  );
  const rows = await db
    .selectFrom('royalty_run_centre')
    .select('franchisee_id')
    .where('run_id', '=', run.id)
    .where('status', 'in', run.status === 'FROZEN' ? ['WAITING', 'FAILED'] : ['WAITING', 'FROZEN', 'FAILED'])
    .orderBy('franchisee_id')
    .execute();
  return { status: run.status, centres: rows.map((row) => row.franchisee_id) };
}

async function step(
  tools: JobTools,
  of: { franchiseeId: number; month: Day; invoicing: boolean },
): Promise<void> {
  try {
    await tools.work(null, async (db) => {
      if (of.invoicing) await invoiceCentre(db, { ...of, on: todayIst(tools.now) });
      else await freezeCentre(db, of);
    });
  } catch (error) {
    // The reason stands on the centre's row; without one it is a bug, and the log has it.
    const text = error instanceof Refusal ? error.message : 'This did not work. Resume the run.';
    await tools.work(null, (db) =>
      db
        .updateTable('royalty_run_centre')
        .set({ status: 'FAILED', error: text.slice(0, 300) })
        .where('franchisee_id', '=', of.franchiseeId)
        .where('month', '=', of.month)
        .where('status', '<>', 'INVOICED')
        .execute(),
    );
    if (!(error instanceof Refusal)) throw error;
  }
}
