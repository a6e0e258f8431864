// Head office's bank statement against the books (finance.md 3.12): equal reference and equal amount are a match, nothing less
// ever is by itself. What is left is put in suspense, identified as a centre's, or a charge of the bank. Events #35h.
import { createHash } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureStep } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { settleDues } from '../franchisee-due/franchisee-due.server.ts';
import { keysetPage } from '../keyset.server.ts';
import { inHeadOffice } from '../ledger/book.queries.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postEntry, postPair } from '../ledger/post-entry.server.ts';
import { settlementStates } from '../settlement/settlement.states.ts';
import { bankStatements, bankLineContract as c } from './bank-line.contract.ts';
import { bankLineStates } from './bank-line.states.ts';

type Line = RowIn<'bank_statement_line'>;
const TABLE = { states: bankLineStates, table: 'bank_statement_line' } as const;
const accountOf = { NODAL: '1510', OPERATING: '1520' } as const;

interface ListedLine {
  id: string;
  version: number;
  narration: string;
  bookedOn: string;
  account: keyof typeof accountOf;
  utr: string | null;
  amount: number;
  of: string | null;
  status: Line['status'];
}

export const listLines = handle(c.list, async ({ db, actor, input }) => {
  return inHeadOffice(db, actor, async () => {
    const q = input.q ? contains(input.q) : null;
    const lines = sql`from bank_statement_line l where l.franchisee_id = ${HEAD_OFFICE} and ${input.status ? sql`l.status = ${input.status}` : sql`true`}
       and ${input.account ? sql`l.account = ${input.account}` : sql`true`} and ${q ? sql`(l.narration ilike ${q} or l.utr ilike ${q})` : sql`true`}`;
    const { rows: sums } = await sql<{ in: number; out: number }>`
    select coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint as "in", coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::bigint as out ${lines}`.execute(
      db,
    );
    const page = await keysetPage<ListedLine>(
      db,
      sql`select l.id, l.version, l.narration, l.booked_on as "bookedOn", l.account, l.utr, l.amount, l.matched_label as of, l.status ${lines}`,
      {
        sorts: {
          bookedOn: { column: 'bookedOn', type: 'date' },
          amount: { column: 'amount', type: 'bigint' },
        },
        standard: '-bookedOn',
      },
      input,
    );
    return {
      ...page,
      totals: ensureFound(sums[0]),
      rows: page.rows.map((row) => {
        const steps = new Set<string>(actionsFrom(bankLineStates, row.status));
        const may = (step: string, endpoint: Parameters<typeof mayCall>[1]) =>
          steps.has(step) && mayCall(actor, endpoint);
        return {
          ...row,
          can: {
            suspense: row.amount > 0 && may('suspense', c.suspense),
            identify: row.amount > 0 && may('identify', c.identify),
            charge: row.amount < 0 && may('charge', c.charge),
          },
        };
      }),
    };
  });
});

const normal = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const bankStatementHandlers = serveImport(bankStatements, {
  check: async (_db, rows, at) => {
    const today = todayIst(at.now);
    for (const row of rows) {
      const { date, debit, credit } = row.values;
      if (date && date > today) row.fault('date', 'This day is still to come');
      if (debit === undefined || credit === undefined) continue;
      if ((debit ?? 0) > 0 === (credit ?? 0) > 0) row.fault('credit', 'Enter either a debit or a credit');
    }
  },
  save: async (db, rows) => {
    const seen = new Map<string, number>();
    const lines = rows.map((row) => {
      const amount = (row.credit ?? 0) - (row.debit ?? 0);
      const account = row.account ?? 'NODAL';
      const same = [account, row.date, amount, normal(row.narration), normal(row.reference ?? '')].join('|');
      const n = seen.get(same) ?? 0;
      seen.set(same, n + 1);
      return {
        franchisee_id: HEAD_OFFICE,
        account: account as keyof typeof accountOf,
        booked_on: row.date,
        amount,
        narration: row.narration,
        utr: row.reference ? normal(row.reference) : null,
        // The same line twice in one file is two lines; the same file twice is one.
        line_hash: createHash('sha256').update(`${same}|${n}`).digest('hex'),
      };
    });
    await withCentres(db, [HEAD_OFFICE], 'settlement', async () => {
      await db
        .insertInto('bank_statement_line')
        .values(lines)
        .onConflict((oc) => oc.columns(['franchisee_id', 'line_hash']).doNothing())
        .execute();
      await matchLines(db);
    });
  },
  writes: ['bank_statement_line'],
});

interface Match {
  id: string;
  kind: 'GATEWAY' | 'PAYOUT' | 'PAYMENT';
  subject: string;
  label: string;
}

/** Matches open lines: their reference stands in ours, the amounts are equal, and it is of the right account. */
export async function matchLines(db: Db): Promise<number> {
  const { rows } = await sql<Match>`
    select distinct on (b.id) b.id, m.kind, m.subject, m.label from bank_statement_line b
      join lateral (
        select 'GATEWAY' as kind, s.id::text as subject, 'Settlement ' || s.provider_id as label from gateway_settlement s
         where b.account = 'NODAL' and s.amount = b.amount and s.utr is not null and (upper(s.utr) = b.utr or position(upper(s.utr) in upper(b.narration)) > 0)
        union all
        select 'PAYOUT', t.id::text, 'Payout ' || t.number from settlement_batch t
         where b.account = 'NODAL' and t.status = 'TRANSFERRED' and -t.net = b.amount and (t.utr = b.utr or position(t.utr in upper(b.narration)) > 0)
        union all
        select 'PAYMENT', p.id::text, 'Payment ' || coalesce(p.ack_no, p.ref_norm) from payment p
         where b.account = 'OPERATING' and p.purpose in ('FRANCHISEE_DUE', 'KIT_ORDER') and p.status = 'CONFIRMED' and p.mode <> 'ONLINE' and p.amount = b.amount
           and (p.ref_norm = b.utr or position(p.ref_norm in upper(b.narration)) > 0)) m on true
     where b.franchisee_id = ${HEAD_OFFICE} and b.status = 'OPEN'
       and not exists (select from bank_statement_line x where x.franchisee_id = b.franchisee_id and x.matched_kind = m.kind and x.matched_id = m.subject)
     order by b.id, m.kind, m.subject`.execute(db);
  const used = new Set<string>();
  for (const match of rows) {
    if (used.has(match.subject)) continue;
    used.add(match.subject);
    const row = await lockRow(db, 'bank_statement_line', match.id);
    if (row.status !== 'OPEN') continue;
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'match',
      set: { matched_kind: match.kind, matched_id: match.subject, matched_label: match.label },
    });
    if (match.kind === 'PAYOUT')
      await moveStatus(db, {
        states: settlementStates,
        table: 'settlement_batch',
        row: await lockRow(db, 'settlement_batch', match.subject),
        action: 'match',
      });
  }
  return used.size;
}

export const summary = handle(c.summary, async ({ db, actor }) => {
  return inHeadOffice(db, actor, async () => {
    const { rows } = await sql<{
      lines: number;
      matched: number;
      open: number;
      openAmount: number;
      oldest: string | null;
      until: string | null;
    }>`select count(*)::int as lines, count(*) filter (where status not in ('OPEN', 'SUSPENSE'))::int as matched, count(*) filter (where status in ('OPEN', 'SUSPENSE'))::int as open,
      coalesce(sum(abs(amount)) filter (where status in ('OPEN', 'SUSPENSE')), 0)::bigint as "openAmount", min(booked_on) filter (where status in ('OPEN', 'SUSPENSE')) as oldest, max(booked_on) as until
      from bank_statement_line where franchisee_id = ${HEAD_OFFICE}`.execute(db);
    const found = ensureFound(rows[0]);
    const { rows: onlyOurs } = await sql<{
      id: string;
      label: string;
      on: string;
      amount: number;
      kind: 'GATEWAY' | 'PAYOUT';
    }>`
    select * from (
      select s.id::text as id, 'Settlement ' || s.provider_id || coalesce(', UTR ' || s.utr, '') as label, s.settled_on as on, s.amount, 'GATEWAY' as kind from gateway_settlement s
       where not exists (select from bank_statement_line b where b.matched_kind = 'GATEWAY' and b.matched_id = s.id::text)
      union all
      select t.id::text, 'Payout ' || t.number || ', UTR ' || t.utr, t.paid_on, -t.net, 'PAYOUT' from settlement_batch t where t.status = 'TRANSFERRED') o
     where o.on <= ${found.until}::date order by o.on desc, o.id limit 50`.execute(db);
    return { ...found, onlyOurs: found.until === null ? [] : onlyOurs };
  });
});

async function lockLine(db: Db, id: string, version: number | undefined): Promise<Line> {
  return lockRow(db, 'bank_statement_line', id, version);
}

const ensureIn = (row: Line) => ensure(row.amount > 0, () => refuse('row.wrong-state'));

/** Event #35h, first half: the money stands at the bank and belongs to nobody yet. */
async function credit(db: Db, row: Line): Promise<void> {
  await postEntry(db, {
    franchiseeId: HEAD_OFFICE,
    source: 'suspense.credited',
    sourceId: row.id,
    effectiveOn: await openDay(db, HEAD_OFFICE, row.booked_on),
    narration: row.narration.slice(0, 200),
    lines: [
      { account: accountOf[row.account], amount: row.amount },
      { account: '2600', amount: -row.amount },
    ],
  });
}

export const suspense = handle(c.suspense, async ({ db, actor, input, version }) => {
  return inHeadOffice(db, actor, async () => {
    const row = await lockLine(db, input.id, version);
    ensureStep(bankLineStates, row.status, 'suspense');
    ensureIn(row);
    await withCentres(db, [HEAD_OFFICE], 'settlement', async () => {
      await credit(db, row);
      await moveStatus(db, { ...TABLE, row, action: 'suspense' });
    });
    return {};
  });
});

/** Out of suspense to a centre's dues; the same money never twice: its line is the entry's key. */
export const identify = handle(c.identify, async ({ db, actor, input, version, now }) => {
  return inHeadOffice(db, actor, async () => {
    const row = await lockLine(db, input.id, version);
    ensureStep(bankLineStates, row.status, 'identify');
    ensureIn(row);
    const franchiseeId = input.centre;
    const centre = ensureFound(
      await db
        .selectFrom('franchisee')
        .select(['company_name', 'is_head_office'])
        .where('id', '=', franchiseeId)
        .executeTakeFirst(),
    );
    ensure(!centre.is_head_office, () => refuse('input.invalid', { fields: { centre: 'Choose a centre' } }));
    const on = todayIst(now);
    return withCentres(db, [franchiseeId, HEAD_OFFICE], 'settlement', async () => {
      if (row.status === 'OPEN') await credit(db, row);
      const { left } = await settleDues(db, {
        franchiseeId,
        way: 'PAYMENT',
        sourceId: row.id,
        amount: row.amount,
        on,
        chosen: [],
      });
      const settled = row.amount - left;
      const entry = { source: 'suspense.identified', sourceId: row.id, narration: input.note } as const;
      await postPair(
        db,
        {
          ...entry,
          franchiseeId,
          effectiveOn: await openDay(db, franchiseeId, on),
          lines: [
            { account: '2400', amount: settled },
            { account: '1310', amount: left },
            { account: '1120', amount: -row.amount },
          ],
        },
        {
          ...entry,
          franchiseeId: HEAD_OFFICE,
          effectiveOn: await openDay(db, HEAD_OFFICE, on),
          lines: [
            { account: '2600', amount: row.amount },
            { account: '1400', amount: -settled, party: franchiseeId },
            { account: '2340', amount: -left, party: franchiseeId },
          ],
        },
      );
      await moveStatus(db, {
        ...TABLE,
        row,
        action: 'identify',
        reason: input.note,
        set: {
          matched_kind: 'DUES',
          matched_id: String(franchiseeId),
          matched_label: `Dues of ${centre.company_name}`.slice(0, 120),
        },
      });
      return { settled, ahead: left };
    });
  });
});

export const charge = handle(c.charge, async ({ db, actor, input, version }) => {
  return inHeadOffice(db, actor, async () => {
    const row = await lockLine(db, input.id, version);
    ensureStep(bankLineStates, row.status, 'charge');
    ensure(row.amount < 0, () => refuse('row.wrong-state'));
    await withCentres(db, [HEAD_OFFICE], 'settlement', async () => {
      await postEntry(db, {
        franchiseeId: HEAD_OFFICE,
        source: 'bank.charged',
        sourceId: row.id,
        effectiveOn: await openDay(db, HEAD_OFFICE, row.booked_on),
        narration: row.narration.slice(0, 200),
        lines: [
          { account: '5510', amount: -row.amount },
          { account: accountOf[row.account], amount: row.amount },
        ],
      });
      await moveStatus(db, { ...TABLE, row, action: 'charge', set: { matched_label: 'Charge of the bank' } });
    });
    return {};
  });
});
