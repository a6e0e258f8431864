// More than 300 enquiries opened by one person within an hour is no work of a counsellor any more (enquiries.md 3.10). The
// access log knows every look already, so that opening an enquiry costs nothing more.

import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { tellManyLooks } from './tell-watched.server.ts';

const MOST_VIEWS = 300;
const HOUR_MS = 3_600_000;

interface Many {
  userId: string;
  franchiseeId: number | null;
  n: number;
}

/** People with more than 300 views in the hour before `now`, who were not told of in this hour of the clock. */
async function manyViews(db: Db, now: Date): Promise<Many[]> {
  const since = new Date(now.getTime() - HOUR_MS).toISOString();
  const { rows } = await sql<Many>`
    select a.user_id::text as "userId", (mode() within group (order by a.franchisee_id)) as "franchiseeId", count(*)::int as n
      from access_log a where a.at > ${since}::timestamptz and a.at <= ${now.toISOString()}::timestamptz
       and a.contract = ${enquiryContract.get.name} and a.action = 'READ' and a.user_id is not null
     group by a.user_id having count(*) > ${MOST_VIEWS}`.execute(db);
  return rows;
}

export const watchViewsJob: JobDeclaration = {
  name: 'enquiries.watch-views',
  title: 'People who open very many enquiries',
  schedule: '*/5 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 600,
  timeoutS: 120,
  run: async ({ work, now }) => {
    const people = await work(null, (db) => manyViews(db, now));
    for (const one of people)
      await work(null, async (db) => {
        await tellManyLooks(db, 'views', { ...one, now });
        await logAccess(
          db,
          { ...systemActor(one.franchiseeId), userId: one.userId },
          {
            action: 'READ',
            contract: watchViewsJob.name,
            subjectKind: 'user',
            subjectId: one.userId,
            n: one.n,
            reason: `more than ${MOST_VIEWS} enquiries in an hour`,
          },
          { id: '', ip: '' },
        );
      });
    return { ok: people.length, failed: 0 };
  },
};
