// What a new day brings (enquiries.md 6): lost families whose day to try again has come, and tries that add up to a
// proposal to close. Both are proposals in the owner's list; nothing is moved.
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { proposeClosing } from './propose-closing.server.ts';

const MOST = 5000;
const TRIES = 7;
const TRY_AGAIN = 'Try again';

export const rollDay: JobDeclaration = {
  name: 'enquiries.roll-day',
  title: 'Families to try again today, and tries that end',
  schedule: '5 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 12 * 3600,
  timeoutS: 600,
  run: async ({ work, now }) => {
    const today = todayIst(now);
    const again = await work(null, async (db) => {
      const { rows } = await sql<{ franchisee_id: number; owner_id: string | null }>`
        insert into enquiry_proposal (franchisee_id, enquiry_id, cycle, kind, reason, at)
        select e.franchisee_id, e.id, e.cycle, 'TRY_AGAIN', ${`${TRY_AGAIN} from ${formatDate(today)}`}, ${now.toISOString()}::timestamptz from enquiry e
         where e.revive_on is not null and e.revive_on <= ${today}::date and e.revive_on > ${today}::date - 30 and e.follow_up_group = 'CLOSED' and e.erased_at is null
           and not exists (select from enquiry_proposal p where p.franchisee_id = e.franchisee_id and p.enquiry_id = e.id and p.cycle = e.cycle and p.kind = 'TRY_AGAIN')
         order by e.revive_on limit ${sql.lit(MOST)}
        on conflict do nothing
        returning franchisee_id, (select e.owner_id from enquiry e where e.franchisee_id = enquiry_proposal.franchisee_id and e.id = enquiry_proposal.enquiry_id) as owner_id`.execute(
        db,
      );
      return rows;
    });
    await tellOwners(work, again, today);
    const tried = await work(null, async (db) => {
      const { rows } = await sql<{
        franchisee_id: number;
        id: string;
        cycle: number;
        last_contact_at: string | null;
      }>`
        select e.franchisee_id, e.id, e.cycle, e.last_contact_at from enquiry e
         where e.is_open and e.attempts >= ${sql.lit(TRIES)} and e.next_follow_up_on <= ${today}::date
           and not exists (select from enquiry_proposal p where p.franchisee_id = e.franchisee_id and p.enquiry_id = e.id and p.cycle = e.cycle and p.kind = 'CLOSE')
         limit ${sql.lit(MOST)}`.execute(db);
      return rows;
    });
    const { ok } = await eachPart(
      tried,
      (one) => `centre ${one.franchisee_id}, enquiry ${one.id}`,
      async (one) => Number(await work(one.franchisee_id, (db) => proposeClosing(db, one))),
    );
    return { ok: again.length + ok, failed: 0 };
  },
};

/** One line a person and day, however many families it is. */
async function tellOwners(
  work: Parameters<JobDeclaration['run']>[0]['work'],
  again: readonly { franchisee_id: number; owner_id: string | null }[],
  today: string,
): Promise<void> {
  const sums = new Map<string, { franchiseeId: number; userId: string; n: number }>();
  for (const { franchisee_id: franchiseeId, owner_id: userId } of again) {
    if (userId === null) continue;
    const key = `${franchiseeId}:${userId}`;
    sums.set(key, { franchiseeId, userId, n: (sums.get(key)?.n ?? 0) + 1 });
  }
  await work(null, async (db) => {
    for (const { franchiseeId, userId, n } of sums.values())
      await notify(db, {
        userId,
        kind: 'enquiries.try-again',
        title: n === 1 ? 'One family to try again' : `${n} families to try again`,
        link: '/forms/followup?tab=decide',
        franchiseeId,
        sourceArea: 'enquiries',
        dedupeKey: `enquiries.try-again:${franchiseeId}:${today}`,
      });
  });
}
