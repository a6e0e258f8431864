// What time does to forms and seats (admissions.md 6): every run may be repeated, every row is its own transaction.
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { applicantOf } from './form/answer-sheet.server.ts';
import type { FormKind } from './form/form-pages.ts';
import { loadForm, moveForm, type OpenForm } from './form/open-form.server.ts';
import { tellFamily } from './form/tell-family.server.ts';
import { advanceWaiting } from './seat/waiting-list.server.ts';

const AT_ONCE = 500;

interface Ended {
  kind: FormKind;
  franchisee_id: number;
  id: string;
}

/** A payment under way keeps a form or a seat: nothing ends while the bank may still say yes. */
export async function isBeingPaid(
  db: Db,
  form: Pick<OpenForm, 'franchiseeId' | 'applicantId'>,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const { rows } = await sql<{ paying: boolean }>`select exists (
    select from payment p left join fee_account a on a.franchisee_id = p.franchisee_id and a.id = p.fee_account_id
     where p.franchisee_id = ${form.franchiseeId} and p.status = 'INITIATED' and p.created_at > ${since}::timestamptz
       and (p.subject_id in (select id::text from application where franchisee_id = ${form.franchiseeId} and applicant_id = ${form.applicantId}
              union all select id::text from registration where franchisee_id = ${form.franchiseeId} and applicant_id = ${form.applicantId})
         or a.student_admission_id in (select id from admission where franchisee_id = ${form.franchiseeId} and applicant_id = ${form.applicantId}))) as paying`.execute(
    db,
  );
  return rows[0]?.paying ?? false;
}

export const expireForms: JobDeclaration = {
  name: 'admissions.expire-forms',
  title: 'End forms whose link has run out',
  schedule: '*/15 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 900,
  timeoutS: 300,
  run: async (tools) => {
    const ended = await tools.work(null, async (db) => {
      const open = sql`status in ('LINK_SENT', 'IN_PROGRESS', 'RETURNED', 'AWAITING_FEE') and expires_at < ${tools.now.toISOString()}::timestamptz`;
      const { rows } = await sql<Ended>`
        select 'APPLICATION' as kind, franchisee_id, id from application where ${open}
        union all select 'REGISTRATION', franchisee_id, id from registration where ${open}
        union all select 'ADMISSION', franchisee_id, id from admission where ${open} limit ${AT_ONCE}`.execute(
        db,
      );
      return rows;
    });
    let ok = 0;
    for (const one of ended)
      ok += await tools.work(one.franchisee_id, async (db) => {
        const form = await loadForm(db, one.kind, one.id, true);
        if (!form.expiresAt || Date.parse(form.expiresAt) >= tools.now.getTime()) return 0;
        if (await isBeingPaid(db, form, tools.now)) return 0;
        await moveForm(db, form, 'expire', { channel: 'CLOCK' });
        return 1;
      });
    return { ok, failed: 0 };
  },
};

interface LapsedHold {
  franchisee_id: number;
  id: string;
}

export const lapseHolds: JobDeclaration = {
  name: 'admissions.lapse-holds',
  title: 'Free seats whose hold has ended',
  schedule: '*/15 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 900,
  timeoutS: 300,
  run: async (tools) => {
    const lapsed = await tools.work(null, async (db) => {
      const { rows } = await sql<LapsedHold>`select franchisee_id, id from seat_hold
        where status = 'HELD' and until < ${tools.now.toISOString()}::timestamptz order by until limit ${AT_ONCE}`.execute(
        db,
      );
      return rows;
    });
    let ok = 0;
    for (const hold of lapsed) ok += await lapse(tools, hold);
    return { ok, failed: 0 };
  },
};

const lapse = (tools: JobTools, key: LapsedHold): Promise<number> =>
  tools.work(key.franchisee_id, async (db) => {
    const hold = await db
      .selectFrom('seat_hold as h')
      .innerJoin('class_seat as s', (j) =>
        j.onRef('s.franchisee_id', '=', 'h.franchisee_id').onRef('s.id', '=', 'h.class_seat_id'),
      )
      .select([
        'h.id',
        'h.for_id',
        'h.until',
        'h.kind',
        'h.postponed',
        's.academic_year_id',
        's.class_id',
        's.day_session',
      ])
      .where('h.franchisee_id', '=', key.franchisee_id)
      .where('h.id', '=', key.id)
      .where('h.status', '=', 'HELD')
      .forUpdate('h')
      .executeTakeFirst();
    if (!hold || Date.parse(hold.until) >= tools.now.getTime()) return 0;
    const child = { franchiseeId: key.franchisee_id, applicantId: hold.for_id };
    const end = (set: { status?: 'LAPSED'; until?: string; postponed?: true }) =>
      db
        .updateTable('seat_hold')
        .set(set)
        .where('franchisee_id', '=', key.franchisee_id)
        .where('id', '=', hold.id)
        .execute();
    if (!hold.postponed && (await isBeingPaid(db, child, tools.now))) {
      await end({ until: new Date(Date.parse(hold.until) + 86_400_000).toISOString(), postponed: true });
      return 0;
    }
    await end({ status: 'LAPSED' });
    if (hold.kind === 'REGISTRATION') await lapseRegistration(db, child, hold.until);
    await advanceWaiting(
      db,
      {
        franchiseeId: key.franchisee_id,
        yearId: hold.academic_year_id,
        classId: hold.class_id,
        daySession: hold.day_session,
      },
      tools.now,
    );
    return 1;
  });

async function lapseRegistration(
  db: Db,
  child: { franchiseeId: number; applicantId: string },
  until: string,
): Promise<void> {
  const row = await db
    .selectFrom('registration')
    .select('id')
    .where('franchisee_id', '=', child.franchiseeId)
    .where('applicant_id', '=', child.applicantId)
    .where('status', '=', 'VERIFIED')
    .executeTakeFirst();
  if (!row) return;
  const form = await loadForm(db, 'REGISTRATION', row.id, true);
  await moveForm(db, form, 'lapse', { channel: 'CLOCK' });
  await tellFamily(db, form, await applicantOf(db, form), {
    kind: 'admissions.hold-lapsed',
    values: { date: until.slice(0, 10) },
    key: `lapsed:${until}`,
  });
}
