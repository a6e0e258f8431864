// Children who leave, in every state, and certificates; one has left and took its paper along.
import { issueCertificate } from '@aangan/areas/students/leaving/certificate.server.ts';
import { executeWithdrawal } from '@aangan/areas/students/leaving/execute-withdrawals.server.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  draftWithdrawal,
  rejectWithdrawal,
  submitWithdrawal,
} from '@aangan/areas/students/leaving/withdrawal.server.ts';
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { sql } from 'kysely';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

export async function writeLeaving(
  database: Database,
  centre: number,
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const yearId = academicYearOf(today);
  const maker = { ...actorAt(centre, teamAt(centre).head.id), academicYearId: yearId };
  const checker = { ...actorAt(centre, headOffice.superadmin.id), academicYearId: yearId };
  // Nobody of the demo's own story: whose parents sign in stays.
  const { rows } = await work(database, maker, 'leaving', (db) =>
    sql<{
      id: string;
      paid: boolean;
    }>`select e.id, not exists (select from fee_account a join fee_line l on l.franchisee_id = a.franchisee_id and l.fee_account_id = a.id
        where a.franchisee_id = e.franchisee_id and a.student_id = e.student_id and l.state = 'OPEN' and l.allocated < l.net and l.due_on <= ${today}::date) as paid
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
      where e.franchisee_id = ${centre} and e.academic_year_id = ${yearId} and e.status = 'ACTIVE' and e.programme = 'REGULAR' and e.outcome is null
        and s.current_enrolment_id = e.id and not exists (select from student_guardian x join guardian g on g.franchisee_id = x.franchisee_id and g.id = x.guardian_id
          where x.franchisee_id = e.franchisee_id and x.student_id = e.student_id and g.user_id is not null)
        and exists (select from fee_account a where a.franchisee_id = e.franchisee_id and a.student_id = e.student_id)
      order by s.admission_no desc limit 40`.execute(db),
  );
  const call = (who: typeof maker, handler: InWorkHandler, input: object, version = 1) =>
    work(database, who, 'leaving', (db) => carryOut(handler, { db, actor: who, now, version, input }));
  // A leaving certificate needs an account without dues.
  const gone = rows.find((row) => row.paid);
  const [draft, submitted, approved, rejected, cancelled, ...others] = rows
    .filter((row) => row !== gone)
    .slice(0, 8);
  const begin = async (row: { id: string } | undefined, reasonCode: string, reason: string, lastOn: Day) => {
    if (!row) return null;
    const { id } = (await call(maker, draftWithdrawal, {
      ref: row.id,
      reasonCode,
      reason,
      noticeOn: addDays(today, -20),
      lastOn,
    })) as { id: string };
    return id;
  };
  const handIn = async (id: string | null) => {
    if (id) await call(maker, submitWithdrawal, { id });
    return id;
  };
  await begin(
    draft,
    'OTHER_SCHOOL',
    'The elder sister’s school takes the child from next month.',
    addDays(today, 25),
  );
  await handIn(await begin(submitted, 'MOVES_AWAY', 'The father is moved to Pune.', addDays(today, 14)));
  const leaves = await handIn(
    await begin(approved, 'FEES', 'The fees are too high for the family now.', addDays(today, 9)),
  );
  if (leaves) await call(checker, approveWithdrawal, { id: leaves, note: 'Talked with the mother.' }, 2);
  const no = await handIn(
    await begin(rejected, 'NOT_SATISFIED', 'Too few places in the play area.', addDays(today, 30)),
  );
  if (no)
    await call(
      checker,
      rejectWithdrawal,
      { id: no, note: 'The family agreed to stay until the visit of the coordinator.' },
      2,
    );
  const stays = await begin(cancelled, 'HEALTH', 'A long stay in hospital was expected.', addDays(today, 40));
  if (stays) await call(maker, cancelWithdrawal, { id: stays, note: 'The child is well again.' });
  const over = await handIn(
    await begin(gone, 'MOVES_AWAY', 'The family has moved to Nashik.', addDays(today, -1)),
  );
  if (over && gone) {
    await call(checker, approveWithdrawal, { id: over }, 2);
    await work(database, maker, 'left', (db) => executeWithdrawal(db, over, now));
    await call(maker, issueCertificate, { ref: gone.id, kind: 'LEAVING', purpose: 'the new school' });
  }
  for (const [at, row] of others.entries())
    await call(maker, issueCertificate, {
      ref: row.id,
      kind: 'BONAFIDE',
      purpose: ['opening a bank account', 'a passport', 'the father’s employer'][at % 3],
    });
}
