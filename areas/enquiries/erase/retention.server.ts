// Families who did not come are forgotten (enquiries.md D29): the centre hears on Friday what goes on Sunday, so that it
// has 48 hours to object; the counts of their year stay as they are.
import {
  academicYearDays,
  academicYearLabel,
  addDays,
  addMonths,
  formatDate,
  startOfDay,
  todayIst,
} from '@aangan/contract/period.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { academicYears } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { centreHeads } from '../allocation/desk.server.ts';
import { eraseEnquiries } from './erase-enquiry.server.ts';
import { privacySetting } from './privacy-setting.ts';

const NOTICE_MS = 48 * 3_600_000;
/** 03:30 on Sunday. */
const AT_MS = 3.5 * 3_600_000;
const PIECE = 500;
/** Leads that a Sunday forgets at most; the rest waits for the next one. */
const LOOSE = 20_000;
/** What was blocked when a year was erased (a living application) is looked for again. */
const AGAIN_DAYS = 90;

/** The first Sunday that leaves the centre 48 hours. */
export function eraseDay(now: Date): string {
  const today = todayIst(now);
  const toSunday = (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7;
  const sunday = addDays(today, toSunday);
  const early = startOfDay(sunday).getTime() + AT_MS - now.getTime() >= NOTICE_MS;
  return early ? sunday : addDays(sunday, 7);
}

/** Years whose enquiries a centre need not keep any longer. */
async function yearsOver(db: Db, franchiseeId: number, now: Date): Promise<number[]> {
  const { keepMonths } = await readSetting(db, 'enquiries', privacySetting, franchiseeId);
  const today = todayIst(now);
  return (await academicYears(db, now))
    .map(({ id }) => id)
    .filter((id) => addMonths(academicYearDays(id).to, keepMonths) < today);
}

const unconverted = (franchiseeId: number, yearId: number) => sql`
  from enquiry e where e.franchisee_id = ${franchiseeId} and e.academic_year_id = ${yearId}
    and e.erased_at is null and e.merged_into is null and e.spanco_status <> 'Order'`;

const centresOf = (work: JobTools['work']): Promise<{ id: number }[]> =>
  work(null, (db) => db.selectFrom('franchisee').select('id').orderBy('id').execute());

export const retentionNotice: JobDeclaration = {
  name: 'enquiries.retention-notice',
  title: 'Tell centres which enquiries are erased on Sunday',
  // A quarter of an hour before 48 hours before: a job may begin a little late.
  schedule: '15 3 * * 5',
  onMiss: 'RUN_ONCE',
  maxLateS: 24 * 3600,
  timeoutS: 1800,
  run: async ({ work, now }) =>
    eachPart(
      await centresOf(work),
      ({ id }) => `centre ${id}`,
      ({ id }) => work(id, (db) => tellCentre(db, id, now)),
    ),
};

async function tellCentre(db: Db, franchiseeId: number, now: Date): Promise<number> {
  const due = eraseDay(now);
  let told = 0;
  for (const yearId of await yearsOver(db, franchiseeId, now)) {
    const { rows: known } = await sql<{ waits: boolean }>`
      select done_at is null or done_at > ${now.toISOString()}::timestamptz - make_interval(days => ${sql.lit(AGAIN_DAYS)}) as waits
        from enquiry_retention where franchisee_id = ${franchiseeId} and academic_year_id = ${yearId}`.execute(
      db,
    );
    if (known[0]?.waits) continue;
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n ${unconverted(franchiseeId, yearId)}`.execute(db);
    const n = rows[0]?.n ?? 0;
    if (n === 0) continue;
    await sql`insert into enquiry_retention (franchisee_id, academic_year_id, n, told_at, due_on)
      values (${franchiseeId}, ${yearId}, ${n}, ${now.toISOString()}::timestamptz, ${due}::date)
      on conflict (franchisee_id, academic_year_id) do update set n = excluded.n, told_at = excluded.told_at, due_on = excluded.due_on, done_at = null`.execute(
      db,
    );
    for (const userId of await centreHeads(db, franchiseeId))
      await notify(db, {
        userId,
        kind: 'enquiries.retention',
        title: `${n === 1 ? 'One enquiry' : `${n} enquiries`} of ${academicYearLabel(yearId)} ${n === 1 ? 'is' : 'are'} erased on ${formatDate(due)}`,
        body: 'Their retention period is over. Names, numbers and notes go; codes, dates and counts stay. Tell head office before then if a family is still with you.',
        link: '/forms/enquiry/list?erased=false',
        franchiseeId,
        sourceArea: 'enquiries',
        dedupeKey: `enquiries.retention:${franchiseeId}:${yearId}:${due}`,
      });
    told += 1;
  }
  return told;
}

export const retentionJob: JobDeclaration = {
  name: 'enquiries.retention',
  title: 'Erase enquiries past retention',
  schedule: '30 3 * * 0',
  onMiss: 'RUN_ONCE',
  maxLateS: 24 * 3600,
  timeoutS: 3600,
  run: async ({ work, now }) => {
    const due = await work(null, (db) =>
      db
        .selectFrom('enquiry_retention')
        .select(['franchisee_id', 'academic_year_id'])
        .where('done_at', 'is', null)
        .where('due_on', '<=', todayIst(now))
        .where('told_at', '<=', new Date(now.getTime() - NOTICE_MS).toISOString())
        .orderBy('franchisee_id')
        .orderBy('academic_year_id')
        .execute(),
    );
    const years = due.map((one) => ({
      name: `centre ${one.franchisee_id}, ${academicYearLabel(one.academic_year_id)}`,
      run: () => eraseYear(work, one, now),
    }));
    const loose = {
      name: 'what became no enquiry',
      run: () => work(null, (db) => forgetLoose(db, now)).then(() => 0),
    };
    return eachPart(
      [...years, loose],
      ({ name }) => name,
      ({ run }) => run(),
    );
  },
};

async function eraseYear(
  work: JobTools['work'],
  {
    franchisee_id: franchiseeId,
    academic_year_id: yearId,
  }: { franchisee_id: number; academic_year_id: number },
  now: Date,
): Promise<number> {
  let erased = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const piece = await work(franchiseeId, async (db) => {
      // Somebody may have lengthened the time since the centre was told.
      if (!(await yearsOver(db, franchiseeId, now)).includes(yearId)) return null;
      const { rows } = await sql<{ id: string }>`
        select e.id ${unconverted(franchiseeId, yearId)} and e.id > ${after}::uuid order by e.id limit ${sql.lit(PIECE)}`.execute(
        db,
      );
      const ids = rows.map((row) => row.id);
      const forms = await formsOfEnquiry(db, franchiseeId, ids);
      const live = new Set(forms.filter((form) => form.live).map((form) => form.enquiryId));
      const going = ids.filter((id) => !live.has(id));
      await eraseEnquiries(db, franchiseeId, going, { why: 'RETENTION', now });
      return { seen: ids.length, last: ids.at(-1), erased: going.length };
    });
    if (piece === null) return erased;
    erased += piece.erased;
    if (piece.seen < PIECE) break;
    after = piece.last ?? after;
  }
  await work(franchiseeId, (db) =>
    db
      .updateTable('enquiry_retention')
      .set({ erased, done_at: now.toISOString() })
      .where('franchisee_id', '=', franchiseeId)
      .where('academic_year_id', '=', yearId)
      .execute(),
  );
  return erased;
}

/** What never became an enquiry of anybody: leads and first messages. Rows of files end with their imports (file-import). */
async function forgetLoose(db: Db, now: Date): Promise<void> {
  const { keepMonths } = await readSetting(db, 'enquiries', privacySetting, 1);
  const before = addMonths(todayIst(now), -keepMonths);
  await sql`with old as (select id, inbox_id from lead_intake where received_at < ${before}::date and enquiry_id is null and (parsed is not null or person_name is not null or phone_norm is not null) limit ${sql.lit(LOOSE)}),
      raw as (update inbox i set body = null from old where i.id = old.inbox_id)
    update lead_intake l set parsed = null, person_name = null, phone_norm = null, pincode = null, last_error = null, ignore_reason = null from old where l.id = old.id`.execute(
    db,
  );
  await sql`delete from wa_contact where last_at < ${before}::date and enquiry_id is null`.execute(db);
}
