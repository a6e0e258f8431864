import { handle } from '@aangan/server/endpoint/handle.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { openNumbers } from './sealed-numbers.server.ts';
import { staffContract } from './staff.contract.ts';

export const revealStaff = handle(staffContract.reveal, async ({ db, actor, input, request }) => {
  const row = ensureFound(
    await db
      .selectFrom('staff')
      .select(['franchisee_id', 'id', 'private'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const value = ensureFound(openNumbers(row)[input.field]);
  await logAccess(
    db,
    actor,
    {
      action: 'REVEAL',
      contract: 'staff.reveal',
      subjectKind: 'STAFF',
      subjectId: row.id,
      fields: [input.field],
      reason: input.reason,
    },
    request,
  );
  return { value };
});
