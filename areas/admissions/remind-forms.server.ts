// Reminders of forms that wait for the family (admissions.md 6): not opened for 2 and 5 days, nothing typed for 1 and 3
// days, and two days before the link ends. One a day at most, five in all; a repeated run sends nothing twice.
import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { istDay } from '@aangan/server/sql.ts';
import { type RawBuilder, sql } from 'kysely';
import { isBeingPaid } from './admission-jobs.server.ts';
import { applicantOf } from './form/answer-sheet.server.ts';
import type { FormKind } from './form/form-pages.ts';
import { loadForm, updateForm } from './form/open-form.server.ts';
import { tellFamily } from './form/tell-family.server.ts';

const MOST = 5;
const AT_ONCE = 1000;

interface Waiting {
  kind: FormKind;
  franchisee_id: number;
  id: string;
  reminders: number;
  pages_done: number;
  pages_total: number;
}

const tables = { APPLICATION: 'application', REGISTRATION: 'registration', ADMISSION: 'admission' } as const;

function waiting(kind: FormKind, now: string, today: string): RawBuilder<Waiting> {
  const days = (since: RawBuilder<unknown>) =>
    sql`floor(extract(epoch from ${now}::timestamptz - ${since}) / 86400)`;
  const touched = sql`greatest(p.updated_at, f.opened_at, f.submitted_at)`;
  return sql`select ${sql.lit(kind)} as kind, f.franchisee_id, f.id, f.reminders, f.pages_done, f.pages_total
    from ${sql.table(tables[kind])} f join applicant p on p.franchisee_id = f.franchisee_id and p.id = f.applicant_id
   where f.status in ('LINK_SENT', 'IN_PROGRESS', 'RETURNED', 'AWAITING_FEE') and f.expires_at > ${now}::timestamptz
     and f.reminders < ${sql.lit(MOST)} and coalesce(f.reminded_on, '-infinity') < ${today}::date
     and (case when f.status = 'LINK_SENT' then ${days(sql`f.created_at`)} in (2, 5) else ${days(touched)} in (1, 3) end
       or ${istDay('f.expires_at')} = ${today}::date + 2)`;
}

export const remindForms: JobDeclaration = {
  name: 'admissions.remind-forms',
  title: 'Remind families of forms that are not finished',
  schedule: '0 10 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 8 * 3600,
  timeoutS: 600,
  run: async (tools) => {
    const now = tools.now.toISOString();
    const today = todayIst(tools.now);
    const due = await tools.work(null, async (db) => {
      const kinds = ['APPLICATION', 'REGISTRATION', 'ADMISSION'] as const;
      const all = sql.join(
        kinds.map((kind) => waiting(kind, now, today)),
        sql` union all `,
      );
      return (await sql<Waiting>`${all} limit ${sql.lit(AT_ONCE)}`.execute(db)).rows;
    });
    let ok = 0;
    for (const one of due) ok += await remind(tools, one, today);
    return { ok, failed: 0 };
  },
};

const remind = (tools: JobTools, one: Waiting, today: string): Promise<number> =>
  tools.work(one.franchisee_id, async (db) => {
    const form = await loadForm(db, one.kind, one.id, true);
    if (!form.expiresAt || (await isBeingPaid(db, form, tools.now))) return 0;
    await updateForm(db, form, { reminded_on: today, reminders: one.reminders + 1 });
    await tellFamily(db, form, await applicantOf(db, form), {
      kind: 'admissions.form-reminder',
      values: {
        percent: `${Math.round((100 * one.pages_done) / Math.max(1, one.pages_total))} %`,
        date: form.expiresAt.slice(0, 10),
      },
      key: `remind:${today}`,
      linkUntil: new Date(form.expiresAt),
    });
    return 1;
  });
