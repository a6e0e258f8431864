// One line of contact with a family, logged by the product itself at the moment of its story.
import { logFollowUp } from '@aangan/areas/enquiries/enquiry/log-follow-up.server.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';

interface Talk {
  centre: number;
  enquiryId: string;
  by: string;
  at: Date;
  outcome: string;
  note?: string;
  nextOn?: string;
  language?: string;
  durationS?: number;
}

export const logTalk = (database: Database, { centre, by, at, ...line }: Talk): Promise<void> => {
  const actor = actorAt(centre, by);
  return work(database, actor, 'follow-up', async (db) => {
    const { version } = await db
      .selectFrom('enquiry')
      .select('version')
      .where('franchisee_id', '=', centre)
      .where('id', '=', line.enquiryId)
      .executeTakeFirstOrThrow();
    const input = {
      id: demoUuid('talk', line.enquiryId, at.getTime()),
      channel: 'CALL',
      direction: 'OUT',
      ...line,
    };
    await carryOut(logFollowUp, { db, actor, now: at, version, input });
    // A line that takes no step is stamped with the clock of the database.
    await db
      .updateTable('enquiry')
      .set({ last_activity_at: at.toISOString() })
      .where('franchisee_id', '=', centre)
      .where('id', '=', line.enquiryId)
      .execute();
  });
};
