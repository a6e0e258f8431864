import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst } from '@aangan/server/record/keyset.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { approvalStep, holdsCode } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, ensureFresh, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAdmission } from '../refusals.ts';
import { ageOfApplicant, daysText } from '../setting/age-rules.server.ts';
import { exceptionContract } from './exception.contract.ts';

const codeOf: Readonly<Record<string, string>> = {
  AGE: 'ADMISSION_AGE_APPROVED',
  SEAT: 'ADMISSION_SEAT_APPROVED',
  DOCUMENT: 'ADMISSION_DOCUMENT_APPROVED',
};

interface Filter {
  status?: string | undefined;
  applicantId?: string | undefined;
}

function exceptions(db: Db, actor: Actor, input: Filter) {
  let rows = db
    .selectFrom('exception_request as x')
    .innerJoin('applicant as p', (j) =>
      j.onRef('p.franchisee_id', '=', 'x.franchisee_id').onRef('p.id', '=', 'x.applicant_id'),
    )
    .innerJoin('class as k', 'k.id', 'p.class_id');
  rows = rows.where(inChosenCentre(actor, 'x.franchisee_id'));
  if (input.status) rows = rows.where('x.status', '=', input.status as 'PENDING');
  if (input.applicantId) rows = rows.where('x.applicant_id', '=', input.applicantId);
  return rows;
}

export const listExceptions = handle(exceptionContract.list, async ({ db, actor, input }) => {
  const asked = exceptions(db, actor, input);
  const rows = asked
    .leftJoin('app_user as a', 'a.id', 'x.asked_by')
    .leftJoin('app_user as d', 'd.id', 'x.decided_by')
    .select([
      'x.id',
      'x.applicant_id as applicantId',
      'p.child_name as childName',
      'p.date_of_birth as dateOfBirth',
      'k.name as className',
      'x.what',
      'x.detail',
      'x.status',
      'x.asked_by as maker',
      'x.asked_at as askedAt',
      'x.ask_reason as reason',
      'x.decided_at as decidedAt',
      'x.decide_reason as decideReason',
      'x.version',
      personName('a').as('askedBy'),
      personName('d').as('decidedBy'),
    ]);
  const page = await newestFirst(rows, { name: 'askedAt', at: 'x.asked_at', id: 'x.id' }, input, () =>
    cappedCount(db, asked),
  );
  return {
    ...page,
    rows: page.rows.map(({ maker, ...row }) => ({
      ...row,
      detail: row.detail as Record<string, unknown>,
      can: {
        decide:
          row.status === 'PENDING' && maker !== actor.userId && holdsCode(actor, codeOf[row.what] ?? ''),
      },
    })),
  };
});

export const askException = handle(exceptionContract.ask, async ({ db, actor, input, now }) => {
  const applicant = ensureFound(
    await db.selectFrom('applicant').selectAll().where('id', '=', input.applicantId).executeTakeFirst(),
  );
  const detail: Record<string, unknown> = {};
  if (input.what === 'AGE') {
    const classId = await classNow(db, applicant);
    const age = await ageOfApplicant(db, {
      franchiseeId: applicant.franchisee_id,
      yearId: applicant.academic_year_id,
      classId,
      applicantId: applicant.id,
      dateOfBirth: applicant.date_of_birth,
      joinsOn: todayIst(now),
    });
    ensure(age?.relaxable, () =>
      refuseAdmission('exception.not-relaxable', {
        details: { short: daysText(age?.shortDays ?? 0), max: age?.relaxDays ?? 0 },
      }),
    );
    Object.assign(detail, { classId, shortDays: age?.shortDays });
  } else if (input.slot) detail['slot'] = input.slot;
  else throw refuse('input.invalid', { fields: { slot: 'Which document?' } });
  const row = await db
    .insertInto('exception_request')
    .values({
      franchisee_id: applicant.franchisee_id,
      applicant_id: applicant.id,
      what: input.what,
      detail: JSON.stringify(detail),
      asked_by: userIdOf(actor),
      ask_reason: input.reason,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw refuseAdmission('exception.pending');
  return { id: row.id };
});

// The class of the form that is open now; the applicant's first wish when none is.
async function classNow(
  db: Db,
  applicant: { franchisee_id: number; id: string; class_id: number },
): Promise<number> {
  const { rows } = await sql<{ class_id: number }>`
    select class_id from (
      select class_id, created_at from admission where franchisee_id = ${applicant.franchisee_id} and applicant_id = ${applicant.id} and status not in ('CANCELLED', 'EXPIRED')
      union all select class_id, created_at from registration where franchisee_id = ${applicant.franchisee_id} and applicant_id = ${applicant.id} and status not in ('CANCELLED', 'EXPIRED')
      union all select class_id, created_at from application where franchisee_id = ${applicant.franchisee_id} and applicant_id = ${applicant.id} and status not in ('WITHDRAWN', 'REJECTED')) f
    order by created_at desc limit 1`.execute(db);
  return rows[0]?.class_id ?? applicant.class_id;
}

/** Decided by somebody else who holds the code; an approved paper exception waives its slot. */
export const decideException = handle(
  exceptionContract.decide,
  async ({ db, actor, input, version, now }) => {
    const row = ensureFound(
      await db
        .selectFrom('exception_request')
        .selectAll()
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    ensureFresh(row.version === version ? 1 : 0);
    ensure(row.status === 'PENDING', () => refuseAdmission('exception.closed'));
    await approvalStep(db, actor, {
      franchiseeId: row.franchisee_id,
      subjectKind: 'exception',
      subjectId: row.id,
      code: codeOf[row.what] ?? '',
      decision: input.approve ? 'APPROVE' : 'REJECT',
      makerId: row.asked_by,
      note: input.reason ?? null,
    });
    const status: 'APPROVED' | 'REJECTED' = input.approve ? 'APPROVED' : 'REJECTED';
    await db
      .updateTable('exception_request')
      .set({
        status,
        decided_by: userIdOf(actor),
        decided_at: now.toISOString(),
        decide_reason: input.reason ?? null,
      })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    if (input.approve && row.what === 'DOCUMENT') await waive(db, row);
    return { id: row.id, status };
  },
);

async function waive(
  db: Db,
  row: { franchisee_id: number; applicant_id: string; detail: unknown; ask_reason: string },
): Promise<void> {
  const slot = (row.detail as { slot: string }).slot;
  const taken = await db
    .selectFrom('applicant_document')
    .select(({ fn }) => fn.max('ordinal').as('n'))
    .where('franchisee_id', '=', row.franchisee_id)
    .where('applicant_id', '=', row.applicant_id)
    .where('slot', '=', slot)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  await db
    .insertInto('applicant_document')
    .values({
      franchisee_id: row.franchisee_id,
      applicant_id: row.applicant_id,
      slot,
      ordinal: Number(taken?.n ?? 0) + 1,
      status: 'WAIVED',
      waive_reason: row.ask_reason,
    })
    .execute();
}
