// What ends: agreements and papers. One alert for each threshold, never twice; a renewal has its own.
import { addDays, daysBetween, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { PAPER_KINDS } from './centre-papers.contract.ts';
import { ownersOf, tellOwners } from './tell-owners.server.ts';

const AGREEMENT_DAYS = [180, 90, 30, 7, 0] as const;
const PAPER_DAYS = [90, 30, 7, 0] as const;

interface Ending {
  id: number;
  company_name: string;
  zone_id: number | null;
  subject_id: string;
  name: string;
  ends_on: string;
}

/** The threshold a day has reached: 90 from 90 down to 31 days before. */
const thresholdOf = (days: number, thresholds: readonly number[]): number | null =>
  [...thresholds].reverse().find((threshold) => days <= threshold) ?? null;

/** Notes a threshold once; true the first time. */
async function reached(
  db: Db,
  row: Ending,
  kind: 'AGREEMENT' | 'DOCUMENT',
  threshold: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into franchisee_alert (franchisee_id, subject_kind, subject_id, threshold, ends_on)
    values (${row.id}, ${kind}, ${row.subject_id}, ${threshold}, ${row.ends_on}) on conflict do nothing`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

interface Alerts {
  kind: 'AGREEMENT' | 'DOCUMENT';
  thresholds: readonly number[];
  today: string;
  origin: string;
}

async function alertAll(
  db: Db,
  rows: readonly Ending[],
  { kind, thresholds, today, origin }: Alerts,
): Promise<number> {
  let told = 0;
  for (const row of rows) {
    const days = daysBetween(today, row.ends_on);
    const threshold = thresholdOf(days, thresholds);
    if (threshold === null || !(await reached(db, row, kind, threshold))) continue;
    const ends = {
      on: row.ends_on,
      days,
      origin,
      dedupeKey: `${kind}:${row.subject_id}:${threshold}:${row.ends_on}`,
    };
    if (kind === 'DOCUMENT') await tellOwners(db, row, { key: 'paper-ends', kind: row.name, ...ends });
    else if (days < 0) await tellOwners(db, row, { key: 'agreement-ended', number: row.name, ...ends });
    else await tellOwners(db, row, { key: 'agreement-ends', number: row.name, ...ends });
    told += 1;
  }
  return told;
}

export const endingAlerts: JobDeclaration = {
  name: 'network.agreement-and-paper-alerts',
  title: 'Agreements and documents that end',
  schedule: '0 7 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 7200,
  timeoutS: 300,
  run: (tools) =>
    tools.work(null, async (db) => {
      const today = todayIst(tools.now);
      const expired = await db
        .updateTable('franchisee_agreement')
        .set({ state: 'EXPIRED' })
        .where('state', '=', 'ACTIVE')
        .where('to_on', '<', today)
        .executeTakeFirst();
      const agreements = await sql<Ending>`
        select f.id, f.company_name, f.zone_id, a.id as subject_id, a.number as name, a.to_on as ends_on
          from franchisee_agreement a join franchisee f on f.id = a.franchisee_id
         where a.state = 'ACTIVE' and a.kind <> 'ADDENDUM' and a.to_on <= ${addDays(today, 180)}::date and f.status <> 'CLOSED'
           and not exists (select from franchisee_agreement n where n.franchisee_id = f.id and n.state = 'ACTIVE' and n.kind = 'RENEWAL' and n.from_on > a.from_on)`.execute(
        db,
      );
      const papers = await sql<Ending & { kind: keyof typeof PAPER_KINDS }>`
        select f.id, f.company_name, f.zone_id, p.id as subject_id, p.kind, '' as name, p.valid_to as ends_on
          from franchisee_document p join franchisee f on f.id = p.franchisee_id
         where p.valid_to <= ${addDays(today, 90)}::date and p.valid_to >= ${addDays(today, -30)}::date and f.status <> 'CLOSED'`.execute(
        db,
      );
      const told =
        (await alertAll(db, agreements.rows, {
          kind: 'AGREEMENT',
          thresholds: AGREEMENT_DAYS,
          today,
          origin: tools.ports.origin,
        })) +
        (await alertAll(
          db,
          papers.rows.map((row) => ({ ...row, name: PAPER_KINDS[row.kind] })),
          { kind: 'DOCUMENT', thresholds: PAPER_DAYS, today, origin: tools.ports.origin },
        ));
      return { ok: told + Number(expired.numUpdatedRows), failed: 0 };
    }),
};

/** One line a day for each owner with items over their day, and for the leads of the centre when nobody owns them. */
export const checklistOverdue: JobDeclaration = {
  name: 'network.checklist-overdue',
  title: 'Opening checklists that are late',
  schedule: '0 8 * * *',
  onMiss: 'SKIP',
  maxLateS: 14_400,
  timeoutS: 300,
  run: (tools) =>
    tools.work(null, async (db) => {
      const today = todayIst(tools.now);
      const { rows } = await sql<{
        id: number;
        company_name: string;
        zone_id: number | null;
        owner: string | null;
        n: number;
      }>`
        select f.id, f.company_name, f.zone_id, i.owner_user_id as owner, count(*)::int as n
          from franchisee_checklist_item i join franchisee f on f.id = i.franchisee_id
         where i.state = 'OPEN' and i.due_on < ${today}::date and f.status in ('SIGNED', 'SETUP') group by 1, 2, 3, 4`.execute(
        db,
      );
      for (const row of rows)
        for (const userId of row.owner === null ? await ownersOf(db, row) : [row.owner])
          await notify(db, {
            userId,
            kind: 'network.checklist-overdue',
            title: `${row.n} checklist ${row.n === 1 ? 'item is' : 'items are'} late at ${row.company_name}`,
            link: `/franchisee/view/${row.id}?tab=checklist`,
            franchiseeId: row.id,
            sourceArea: 'network',
            dedupeKey: `checklist:${row.id}:${today}`,
          });
      return { ok: rows.length, failed: 0 };
    }),
};
