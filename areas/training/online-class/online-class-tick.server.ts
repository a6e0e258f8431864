import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { endClass } from './class-room.server.ts';
import { CLOSES_MIN, classStates, LINKS_MIN } from './online-class.states.ts';
import { sendLinks } from './tell-families.server.ts';

const MOST = 200;

const idsOf = async (db: Db, where: ReturnType<typeof sql>): Promise<string[]> =>
  (
    await sql<{
      id: string;
    }>`select id from online_class c where ${where} order by starts_at, id limit ${MOST}`.execute(db)
  ).rows.map(({ id }) => id);

/** Links half an hour before a class; what nobody ended is over half an hour after it, what nobody opened did not take place. */
export async function tick(db: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const due = await idsOf(
    db,
    sql`c.status in ('SCHEDULED', 'LIVE') and c.links_sent_at is null and c.ends_at > ${at}
      and c.starts_at <= ${at}::timestamptz + make_interval(mins => ${LINKS_MIN})`,
  );
  for (const id of due) {
    const row = await lockRow(db, 'online_class', id);
    if (row.links_sent_at !== null || row.status === 'CANCELLED') continue;
    await sendLinks(db, row, 'first');
    await sql`update online_class set links_sent_at = ${at} where franchisee_id = ${row.franchisee_id} and id = ${id}`.execute(
      db,
    );
  }
  const over = await idsOf(
    db,
    sql`c.status in ('SCHEDULED', 'LIVE') and c.ends_at <= ${at}::timestamptz - make_interval(mins => ${CLOSES_MIN})`,
  );
  for (const id of over) {
    const row = await lockRow(db, 'online_class', id);
    if (row.status === 'LIVE') await endClass(db, row, new Date(row.ends_at));
    if (row.status !== 'SCHEDULED') continue;
    const reason = 'Nobody opened this class';
    const set = { cancel_reason: reason };
    await moveStatus(db, { states: classStates, table: 'online_class', row, action: 'cancel', reason, set });
  }
  return due.length + over.length;
}

export const tickJob: JobDeclaration = {
  name: 'online-class.tick',
  title: 'Send links of online classes, and close those that are over',
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 600,
  timeoutS: 60,
  run: (tools) => tools.work(null, async (db) => ({ ok: await tick(db, tools.now), failed: 0 })),
};
