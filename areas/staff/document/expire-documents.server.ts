import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { staffDocumentStates } from './staff-document.states.ts';
import { tellDocument } from './tell-document.server.ts';

const AHEAD_DAYS = 30;

const verifiedUntil = (db: Db, day: Day) =>
  db
    .selectFrom('staff_document as d')
    .select(['d.franchisee_id', 'd.id'])
    .where('d.status', '=', 'VERIFIED')
    .where('d.expires_on', '<=', day)
    .orderBy('d.expires_on');

async function expire(db: Db, id: string, today: Day): Promise<number> {
  const row = await lockRow(db, 'staff_document', id);
  if (row.status !== 'VERIFIED' || row.expires_on === null || row.expires_on >= today) return 0;
  await moveStatus(db, { states: staffDocumentStates, table: 'staff_document', row, action: 'expire' });
  return 1;
}

async function remind(db: Db, today: Day): Promise<number> {
  const soon = await verifiedUntil(db, addDays(today, AHEAD_DAYS))
    .innerJoin('staff as s', (on) =>
      on.onRef('s.franchisee_id', '=', 'd.franchisee_id').onRef('s.id', '=', 'd.staff_id'),
    )
    .select(['d.kind_id', 'd.expires_on', 'd.staff_id', 's.user_id', 's.first_name'])
    .where('d.expires_on', '>=', today)
    .where('s.status', '<>', 'LEFT')
    .execute();
  for (const { staff_id, franchisee_id, user_id, first_name, ...document } of soon)
    await tellDocument(db, { franchisee_id, id: staff_id, user_id, first_name }, document, {
      what: 'expiring',
    });
  return soon.length;
}

/** Documents whose last day is over count no more; those with thirty days left are told to the person, once. */
export const expireDocumentsJob: JobDeclaration = {
  name: 'staff.document-expiry',
  title: 'Staff documents that expire',
  schedule: '15 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 600,
  run: async ({ now, work }) => {
    const today = todayIst(now);
    const over = await work(null, (db) => verifiedUntil(db, addDays(today, -1)).execute());
    let ok = 0;
    for (const { franchisee_id, id } of over) ok += await work(franchisee_id, (db) => expire(db, id, today));
    ok += await work(null, (db) => remind(db, today));
    return { ok, failed: 0 };
  },
};
