// The daily proof of head office's book (finance.md 3.11): what it holds for centres is what it owes them, but for its own share
// that is not swept yet, and that share is told entry by entry. Anything else is drift: money of centres mixed with its own.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { formatAmount } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { inHeadOffice } from '../ledger/book.queries.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import { matchLines } from './bank-line.server.ts';
import { periodContract as c } from './period.contract.ts';
import { lockMonth } from './period.server.ts';

const HELD = ['1500', '1510'];
const OWED = ['2300', '2320', '2330', '2600'];
/** Events by which head office's own money comes into the nodal account, or leaves it; no others may. */
const OWN_SHARE: Readonly<Record<string, string>> = {
  'settlement.setoff': 'Dues set off against payouts',
  'franchisee.paid': 'Dues paid online',
  'order.paid': 'Orders paid online',
  'gateway.settled': 'Gateway fees that head office bears',
  'suspense.credited': 'Suspense of the operating account',
  'suspense.identified': 'Suspense identified as dues',
  'bank.charged': 'Bank charges of the nodal account',
  'tds.certified': 'TDS given back',
  'carry.recovered': 'Carried amounts recovered by a note',
  'nodal.swept': 'Swept to the operating account',
};
const CODE = 'SETTLEMENT_APPROVE';

interface Proof {
  held: number;
  owed: number;
  difference: number;
  explained: { source: string; label: string; amount: number }[];
  drift: number;
}

/** Reversals count with the event they reverse. */
export async function proofOf(db: Db): Promise<Proof> {
  const { rows } = await sql<{ source: string; held: number; owed: number }>`
    select coalesce(o.source, e.source) as source, coalesce(sum(p.amount) filter (where p.account_code = any (${HELD})), 0)::bigint as held,
      -coalesce(sum(p.amount) filter (where p.account_code = any (${OWED})), 0)::bigint as owed
      from ledger_posting p join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
      left join ledger_entry o on o.franchisee_id = e.franchisee_id and o.id = e.reverses_entry_id
     where p.franchisee_id = ${HEAD_OFFICE} and p.account_code = any (${[...HELD, ...OWED]}) group by 1`.execute(
    db,
  );
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const explained = rows
    .filter((row) => row.source in OWN_SHARE && row.held !== row.owed)
    .map((row) => ({
      source: row.source,
      label: OWN_SHARE[row.source] ?? row.source,
      amount: row.held - row.owed,
    }));
  const [held, owed] = [sum((row) => row.held), sum((row) => row.owed)];
  const difference = held - owed;
  return {
    held,
    owed,
    difference,
    explained,
    drift: difference - explained.reduce((total, one) => total + one.amount, 0),
  };
}

export const getProof = handle(c.proof, async ({ db, actor, now }) => {
  return inHeadOffice(db, actor, async () => {
    const proof = await proofOf(db);
    const checks = await db
      .selectFrom('ledger_check')
      .select(['at', 'ok', 'findings'])
      .where('kind', '=', 'PROOF')
      .orderBy('at', 'desc')
      .limit(14)
      .execute();
    return {
      ...proof,
      sweepable: Math.max(0, Math.min(proof.difference - proof.drift, await nodal(db))),
      checks: checks.map((one) => ({ at: one.at, ok: one.ok, text: (one.findings as string[])[0] ?? null })),
      canSweep: mayCall(actor, c.sweep) && holdsCode(actor, CODE),
      today: todayIst(now),
    };
  });
});

async function nodal(db: Db): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from ledger_posting where franchisee_id = ${HEAD_OFFICE} and account_code = '1510'`.execute(
    db,
  );
  return rows[0]?.amount ?? 0;
}

/** Event #21; never more than head office's own share: the rest is the centres'. */
export const sweep = handle(c.sweep, async ({ db, actor, input, now }) => {
  return inHeadOffice(db, actor, async () => {
    ensure(holdsCode(actor, CODE), () => refuseApproval('approval.code-missing'));
    if (input.on > todayIst(now))
      throw refuse('input.invalid', { fields: { on: 'This day is still to come' } });
    await withCentres(db, [HEAD_OFFICE], 'settlement', async () => {
      // One sweep after the other: each sees what the one before has moved.
      await sql`select pg_advisory_xact_lock(hashtextextended('nodal-sweep', 0))`.execute(db);
      const { difference, drift } = await proofOf(db);
      const most = Math.min(difference - drift, await nodal(db));
      ensure(input.amount <= most, () =>
        refuseFinance('ledger.sweep-too-much', {
          details: { most: formatAmount(paise(Math.max(0, most))) },
          fields: { amount: 'More than head office’s own share' },
        }),
      );
      await postEntry(db, {
        franchiseeId: HEAD_OFFICE,
        source: 'nodal.swept',
        sourceId: crypto.randomUUID(),
        effectiveOn: await openDay(db, HEAD_OFFICE, input.on),
        narration: 'Swept to the operating account',
        lines: [
          { account: '1520', amount: input.amount },
          { account: '1510', amount: -input.amount },
        ],
      });
    });
    return {};
  });
});

/** Each night: the proof is kept, statement lines are matched once more, months that were opened for a time are closed again. */
export const proofJob: JobDeclaration = {
  name: 'finance.ledger-proof',
  title: 'Daily proof',
  schedule: '10 2 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 6 * 3600,
  timeoutS: 900,
  run: async ({ work, now }) => {
    await work(null, matchLines);
    const ok = await work(null, async (db) => {
      const { drift } = await proofOf(db);
      await db
        .insertInto('ledger_check')
        .values({
          kind: 'PROOF',
          franchisee_id: HEAD_OFFICE,
          ok: drift === 0,
          findings: JSON.stringify(
            drift === 0
              ? []
              : [
                  `Difference of ${formatAmount(paise(Math.abs(drift)))} ${drift > 0 ? 'too much' : 'too little'}`,
                ],
          ),
        })
        .execute();
      if (drift !== 0)
        await db
          .insertInto('recon_exception')
          .values({
            kind: 'PROOF',
            provider_ref: todayIst(now),
            detail: JSON.stringify({
              said: Math.abs(drift),
              reason: drift > 0 ? 'More money than the books explain' : 'Less money than the books explain',
            }),
          })
          // One stands until somebody has looked at it.
          .onConflict((oc) => oc.doNothing())
          .execute();
      return drift === 0;
    });
    const months = await work(null, (db) =>
      db
        .selectFrom('ledger_period')
        .select('month')
        .distinct()
        .where('open_until', '<=', now.toISOString())
        .execute(),
    );
    for (const { month } of months) await work(null, (db) => lockMonth(db, month, { by: null, at: now }));
    return { ok: ok ? 1 : 0, failed: ok ? 0 : 1 };
  },
};
