import type { Day } from '@aangan/contract/period.ts';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { GiveUp } from '@aangan/server/background/outbox-worker.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import * as z from 'zod';
import type { StaffCategory } from '../designation.record.ts';

interface NewStaff {
  franchiseeId: number;
  userId: string;
  category: StaffCategory;
  joinedOn: Day;
}

/** `014-0007`: the centre's number and a running one. */
const codeOf = (franchiseeId: number, n: number): string =>
  `${String(franchiseeId).padStart(3, '0')}-${String(n).padStart(4, '0')}`;

/**
 * The employment of a user at a centre, waiting for approval; who made the user is its maker. Somebody who works there
 * already keeps the row. A number that another row of the centre holds is left out: it is corrected on the person's page.
 */
export async function createStaff(
  db: Db,
  { franchiseeId, userId, category, joinedOn }: NewStaff,
): Promise<void> {
  const here = db
    .selectFrom('staff')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('status', '<>', 'LEFT');
  if (await here.where('user_id', '=', userId).executeTakeFirst()) return;
  const user = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'mobile_norm', 'email_norm', 'department_id', 'created_by'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new GiveUp('The user is gone');
  const taken =
    user.mobile_norm !== null &&
    (await here.where('mobile', '=', user.mobile_norm).where('status', '<>', 'REJECTED').executeTakeFirst());
  await db
    .insertInto('staff')
    .values({
      franchisee_id: franchiseeId,
      user_id: userId,
      first_name: user.first_name,
      last_name: user.last_name,
      mobile: taken ? null : user.mobile_norm,
      email: user.email_norm,
      department_id: user.department_id,
      category,
      joined_on: joinedOn,
      created_by: user.created_by,
      employee_code: codeOf(
        franchiseeId,
        await nextNumber(db, { franchiseeId, series: 'STAFF', period: '' }),
      ),
    })
    .execute();
}

const fact = z.object({ userId: z.uuid(), kind: z.enum(['TEACHING', 'SUPPORT']), joinedOn: z.string() });

/** `network.staff-user-created`: facts that waited since before this area was there come first. */
export const staffUserCreated: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ data, row, work, finish }) => {
    const { userId, kind, joinedOn } = fact.parse(data);
    await work(row.franchiseeId, async (db) => {
      await createStaff(db, { franchiseeId: row.franchiseeId, userId, category: kind, joinedOn });
      await finish(db);
    });
  },
};
