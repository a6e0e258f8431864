// Reminders a day and two hours before a visit, and the no-show two hours after it (enquiries.md 6). Every message has
// the time of its visit in its key, so a repeated or late run tells nobody twice.
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { sql } from 'kysely';
import { type EnquiryData, lockEnquiry } from '../enquiry/move-stage.server.ts';
import { markNoShow, waits } from './no-show.server.ts';
import { sendVisit } from './tell-visit.server.ts';

const HOUR_MS = 3_600_000;
/** Hours before the visit from which and until which each reminder still makes sense. */
const REMINDERS = [
  { mark: '24h', from: 24, until: 20 },
  { mark: '2h', from: 2, until: 1 },
] as const;
const NO_SHOW_AFTER_H = 2;
/** Older ones were overlooked by everybody; a message would only surprise. */
const NO_SHOW_UNTIL_H = 7 * 24;
const MOST = 2000;

interface Span {
  from: Date;
  until: Date;
}

const visitsIn = (tools: JobTools, { from, until }: Span, more = sql``) =>
  tools.work(null, async (db) => {
    const { rows } = await sql<{ franchisee_id: number; id: string }>`
      select e.franchisee_id, e.id from enquiry e
       where e.is_open and e.appointment_at is not null and e.appointment_at > ${from.toISOString()}::timestamptz and e.appointment_at <= ${until.toISOString()}::timestamptz
         and e.stage_code = 'Appointment Fixed' ${more} order by e.appointment_at limit ${sql.lit(MOST)}`.execute(
      db,
    );
    return rows;
  });

const hours = (now: Date, n: number): Date => new Date(now.getTime() + n * HOUR_MS);

export const appointmentWatch: JobDeclaration = {
  name: 'enquiries.appointment-watch',
  title: 'Reminders of visits, and who did not come',
  schedule: '*/15 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 300,
  run: async (tools) => {
    const parts: { key: Key; run: () => Promise<number> }[] = [];
    for (const { mark, from, until } of REMINDERS) {
      const due = await visitsIn(tools, { from: hours(tools.now, until), until: hours(tools.now, from) });
      parts.push(...due.map((key) => ({ key, run: () => remind(tools, key, mark) })));
    }
    const missed = await visitsIn(
      tools,
      { from: hours(tools.now, -NO_SHOW_UNTIL_H), until: hours(tools.now, -NO_SHOW_AFTER_H) },
      sql`and e.no_show_of is distinct from e.appointment_at`,
    );
    parts.push(...missed.map((key) => ({ key, run: () => missedBy(tools, key) })));
    return eachPart(
      parts,
      ({ key }) => `centre ${key.franchisee_id}, enquiry ${key.id}`,
      ({ run }) => run(),
    );
  },
};

type Key = { franchisee_id: number; id: string };

const remind = (tools: JobTools, one: Key, mark: string): Promise<number> =>
  tools.work(one.franchisee_id, async (db) => {
    const row: EnquiryData | undefined = await db
      .selectFrom('enquiry')
      .selectAll()
      .where('franchisee_id', '=', one.franchisee_id)
      .where('id', '=', one.id)
      .executeTakeFirst();
    if (!row || !waits(row)) return 0;
    const at = new Date(row.appointment_at);
    return Number(await sendVisit(db, row, { kind: 'enquiries.remind-visit', at, mark, expiresAt: at }));
  });

const missedBy = (tools: JobTools, one: Key): Promise<number> =>
  tools.work(one.franchisee_id, async (db) => {
    const row = await lockEnquiry(db, one.id);
    // Between the look and the lock somebody may have counselled them, or said that nobody came.
    if (!waits(row) || row.no_show_of === row.appointment_at) return 0;
    await markNoShow(db, row, tools.now);
    return 1;
  });
