// The approval code follows the state of the row, in the same transaction: the next request of the person gains or loses
// the modules that need it (areas/system.md 3.5).

import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { clearApprovalCode, setApprovalCode } from '../../network/public.server.ts';

const STAFF_APPROVED = 'USER_STAFF_APPROVED';

interface Employment {
  readonly franchisee_id: number;
  readonly user_id: string | null;
}

const codeOf = (userId: string, franchiseeId: number) => ({ userId, code: STAFF_APPROVED, franchiseeId });

export async function giveApproval(db: Db, { user_id, franchisee_id }: Employment): Promise<void> {
  if (user_id) await setApprovalCode(db, codeOf(user_id, franchisee_id));
}

export async function takeApproval(db: Db, { user_id, franchisee_id }: Employment): Promise<void> {
  if (user_id) await clearApprovalCode(db, codeOf(user_id, franchisee_id));
}
