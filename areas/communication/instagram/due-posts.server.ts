import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { queueMessage } from '../message/queue-message.server.ts';
import { postStates } from './instagram.states.ts';
import { blockPost, type PostRow } from './post-rules.server.ts';

/** Scheduled posts whose time has come: the consents are asked once more, then its writer publishes it by hand. */
export const duePosts: JobDeclaration = {
  name: 'communication.instagram-due',
  title: 'Instagram posts that are due',
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 300,
  timeoutS: 50,
  run: async (tools) => {
    const due = await tools.work(null, async (db) => {
      const { rows } = await sql<{ franchiseeId: number; id: string }>`
        select franchisee_id as "franchiseeId", id from instagram_post where status = 'SCHEDULED' and scheduled_at <= ${tools.now}
         order by scheduled_at limit 100`.execute(db);
      return rows;
    });
    for (const { franchiseeId, id } of due)
      await tools.work(franchiseeId, async (db) => {
        const { rows } = await sql<PostRow>`select * from instagram_post
          where franchisee_id = ${franchiseeId} and id = ${id} and status = 'SCHEDULED' for update`.execute(
          db,
        );
        const row = rows[0];
        if (!row || (await blockPost(db, row))) return;
        await moveStatus(db, { states: postStates, table: 'instagram_post', row, action: 'due' });
        await queueMessage(db, {
          kind: 'communication.insta-due',
          franchiseeId,
          about: { userIds: row.submitted_by === null ? [] : [row.submitted_by] },
          values: {},
          dedupeKey: `${id}:${row.version}`,
          source: { kind: 'instagram-post', id },
        });
      });
    return { ok: due.length, failed: 0 };
  },
};
