import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { sql } from 'kysely';
import { tallyTotals } from '../dashboard/tally.server.ts';
import { keysetPage } from '../keyset.server.ts';
import { readAccountCard } from './account-card.server.ts';
import { ledgerContract, type StudentRow } from './ledger.contract.ts';
import { type StatementColumns, statementColumns, toStatement } from './statement.server.ts';
import { isWhole, pickPage, studentRows, totalsOf } from './student-list.server.ts';

const SORTS = {
  childLabel: { column: 'childLabel', type: 'text' },
  overdue: { column: 'overdue', type: 'bigint' },
  due: { column: 'due', type: 'bigint' },
  paid: { column: 'paid', type: 'bigint' },
  overdueDays: { column: 'overdueDays', type: 'int' },
} as const;

export const listStudentLedgers = handle(ledgerContract.students, async ({ db, actor, input, now }) => {
  const filter = { ...input, franchiseeId: actor.franchiseeId, on: input.on ?? todayIst(now) };
  const totals = isWhole(filter)
    ? await tallyTotals(db, filter.franchiseeId, filter.on)
    : await totalsOf(db, filter);
  const page = await keysetPage<StudentRow>(
    db,
    (turn) => studentRows(filter, pickPage(filter, turn) ?? undefined),
    { sorts: SORTS, standard: '-overdue', count: totals.children },
    input,
  );
  return { ...page, totals };
});

/** What a family owes or has ahead: receivable and advance together; deposits stand beside it. */
const STUDENT_ACCOUNTS = ['1200', '2100'] as const;

export const getStudentLedger = handle(ledgerContract.student, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const page = {
    accounts: STUDENT_ACCOUNTS,
    from: input.from ?? '2000-04-01',
    to: input.to ?? (input.future ? '2199-12-31' : undefined),
    after: input.after,
    limit: input.limit,
    today,
  };
  const columns = statementColumns(page, {
    franchiseeId: sql<number>`a.franchisee_id`,
    party: sql<string>`a.id::text`,
  });
  const { account, balance, more } = await readAccountCard<StatementColumns>(db, {
    actor,
    ref: input.ref,
    today,
    more: sql`, ${columns}`,
  });
  return { account, balance, statement: toStatement(more, page) };
});
