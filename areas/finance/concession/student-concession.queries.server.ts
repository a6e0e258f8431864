import { type Day, todayIst } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { budgetOf } from '../assignment/decide-assignment.server.ts';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { agreementOn } from '../royalty/accrue-royalty.server.ts';
import { lineBase } from '../royalty/royalty-rules.ts';
import { deviationBp } from './concession-rules.ts';
import { proposeConcession, termsOf } from './concession-terms.server.ts';
import { laterLines, type PlanLine } from './later-lines.server.ts';
import type { Reduction } from './running-concession.ts';
import { studentConcessionContract } from './student-concession.contract.ts';
import { studentConcessionListing } from './student-concession.listing.server.ts';
import { partsOf } from './student-concession.server.ts';

export const concessionsOfChild = handle(studentConcessionContract.ofChild, async ({ db, input, now }) => {
  const account = ensureFound(await findFeeAccount(db, input.ref));
  const at = sql`s.franchisee_id = ${account.franchiseeId} and s.fee_account_id = ${account.id}`;
  const plans = await sql<{ assignmentId: string; planName: string; waiting: boolean }>`
    select a.id as "assignmentId", p.name as "planName", exists (select from student_concession s where ${at}
        and s.fee_assignment_id = a.id and s.on_running_plan and s.status = 'PENDING') as waiting
      from fee_assignment a join fee_plan p on p.id = a.fee_plan_id
     where a.franchisee_id = ${account.franchiseeId} and a.fee_account_id = ${account.id} and a.status = 'APPROVED'
       and exists (select from fee_line l where l.franchisee_id = a.franchisee_id and l.fee_assignment_id = a.id
         and l.state <> 'CANCELLED' and l.due_on > ${todayIst(now)} and l.allocated < l.net)
     order by a.created_at desc`.execute(db);
  const rows = await sql<{
    id: string;
    name: string;
    planName: string | null;
    amount: number;
    reason: string;
    status: 'PENDING';
    askedAt: string;
    decisionNote: string | null;
  }>`
    select s.id, coalesce(c.name, 'Manual') as name, p.name as "planName", s.amount, s.reason, s.status,
      s.created_at as "askedAt", s.decision_note as "decisionNote"
      from student_concession s left join concession c on c.id = s.concession_id
      left join fee_assignment a on a.franchisee_id = s.franchisee_id and a.id = s.fee_assignment_id
      left join fee_plan p on p.id = a.fee_plan_id
     where ${at} and s.status in ('PENDING', 'APPLIED', 'REJECTED', 'REVOKED') order by s.created_at desc, s.id limit 100`.execute(
    db,
  );
  return { plans: plans.rows, rows: rows.rows };
});

export const getConcession = handle(studentConcessionContract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(await studentConcessionListing.row({ db, actor }, input.id));
  const stored = await db
    .selectFrom('student_concession as s')
    .leftJoin('file as f', (join) =>
      join.onRef('f.franchisee_id', '=', 's.franchisee_id').onRef('f.id', '=', 's.document_file'),
    )
    .selectAll('s')
    .select(['f.id as file_id', 'f.name as file_name'])
    .where('s.franchisee_id', '=', row.franchiseeId)
    .where('s.id', '=', row.id)
    .executeTakeFirstOrThrow();
  const assignment = await db
    .selectFrom('fee_assignment')
    .selectAll()
    .where('franchisee_id', '=', row.franchiseeId)
    .where('id', '=', ensureFound(row.assignmentId))
    .executeTakeFirstOrThrow();
  const on = todayIst(now);
  const terms = await termsOf(db, stored);
  // While it waits: what it would do today; afterwards what it did to the lines that are still to come.
  const touched =
    row.onRunningPlan && row.status === 'PENDING'
      ? await proposeConcession(db, { assignment, terms, on }).catch(() => ({ lines: [], parts: [] }))
      : await given(db, { row: stored, assignment, on, royaltyOnly: terms.royaltyOnly });
  const lowered = row.status === 'APPLIED';
  return {
    ...row,
    lines: linesOf(touched, lowered),
    budget: await budgetOf(db, row.franchiseeId, assignment.academic_year_id),
    shares: await sharesOf(db, actor, {
      franchiseeId: row.franchiseeId,
      yearId: assignment.academic_year_id,
    }),
    royaltyLess: await royaltyLess(db, row.franchiseeId, { ...touched, lowered, on }),
    decisionNote: stored.decision_note,
    document:
      stored.file_id === null
        ? null
        : {
            name: stored.file_name ?? 'Document',
            url: `${fileUrl({ franchiseeId: row.franchiseeId, fileId: stored.file_id })}&inline=1`,
          },
  };
});

interface Touched {
  readonly lines: readonly PlanLine[];
  readonly parts: readonly Reduction[];
}

async function given(
  db: Db,
  of: {
    row: Parameters<typeof partsOf>[0];
    assignment: Parameters<typeof partsOf>[1] & { franchisee_id: number; id: string };
    on: Day;
    royaltyOnly: boolean;
  },
): Promise<Touched> {
  const { franchisee_id: franchiseeId, id: assignmentId } = of.assignment;
  const lines = await laterLines(db, { franchiseeId, assignmentId, after: of.on });
  return { lines, parts: partsOf(of.row, of.assignment, { lines, royaltyOnly: of.royaltyOnly }) };
}

const linesOf = ({ lines, parts }: Touched, lowered: boolean) =>
  parts.flatMap((part) => {
    const line = lines.find((one) => one.id === part.lineId);
    if (!line) return [];
    const { label, dueOn, gross } = line;
    const before = lowered ? line.concession - part.amount : line.concession;
    const net = lowered ? line.net : line.net - part.amount - part.tax;
    return [{ label, dueOn, gross, before, amount: part.amount, net }];
  });

/** Concessions of a year as a share of what the approved plans cost: of the centre, and of every centre the actor sees. */
async function sharesOf(db: Db, actor: Actor, of: { franchiseeId: number; yearId: number }) {
  const { rows } = await sql<{ own: boolean; gross: number; given: number }>`
    select franchisee_id = ${of.franchiseeId} as own, sum(gross)::bigint as gross, sum(concession)::bigint as given
      from fee_assignment where academic_year_id = ${of.yearId} and status = 'APPROVED' group by 1`.execute(
    db,
  );
  const bpOf = (some: typeof rows) =>
    deviationBp(
      some.reduce((sum, one) => sum + one.given, 0),
      some.reduce((sum, one) => sum + one.gross, 0),
    );
  const several = actor.wholeNetwork || actor.centres.length > 1;
  return { centreBp: bpOf(rows.filter((one) => one.own)), allBp: several ? bpOf(rows) : null };
}

async function royaltyLess(
  db: Db,
  franchiseeId: number,
  { lines, parts, lowered, on }: Touched & { lowered: boolean; on: Day },
): Promise<number | null> {
  const agreement = await agreementOn(db, franchiseeId, on);
  if (!agreement) return null;
  const { terms } = agreement;
  return parts.reduce((sum, part) => {
    const line = lines.find((one) => one.id === part.lineId);
    if (!line) return sum;
    const baseWith = (concession: number) =>
      lineBase({ ...line, concession, concessionAtHeadOffice: true }, terms);
    const before = baseWith(lowered ? line.concession - part.amount : line.concession);
    const after = baseWith(lowered ? line.concession : line.concession + part.amount);
    const bp = line.royaltyBp ?? terms.componentRates[line.componentKind] ?? terms.defaultBp;
    return sum + share(paise(before - after), Math.max(0, bp - line.royaltyLessBp));
  }, 0);
}
