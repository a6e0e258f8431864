import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../communication/public.server.ts';
import { usersWith } from '../network/public.server.ts';

export interface Waiting {
  /** What the next person has to hold; nobody is told when there is no next step. */
  readonly code: string | undefined;
  /** Whose row it is; of the network's the head office. */
  readonly franchiseeId: number;
  /** Only who decides at this centre. */
  readonly atCentre?: true;
  readonly what: string;
  readonly no: string;
  /** Who made it, and who else may not decide on it. */
  readonly madeBy: string;
  readonly decidedBy?: string | null;
  readonly link: string;
  readonly source: { readonly kind: string; readonly id: string };
}

/** Whoever may take the next step of what somebody made hears that it waits; in the transaction that makes it wait. */
export async function tellApprovers(db: Db, of: Waiting): Promise<void> {
  if (of.code === undefined) return;
  const own = new Set([of.madeBy, of.decidedBy]);
  const users = await usersWith(db, {
    code: of.code,
    ...(of.atCentre ? { franchiseeId: of.franchiseeId } : {}),
  });
  const told = users.map(({ id }) => id).filter((id) => !own.has(id));
  if (told.length === 0) return;
  const { rows } = await sql<{
    name: string | null;
  }>`select ${personName('u')} as name from app_user u where u.id = ${of.madeBy}`.execute(db);
  await queueMessage(db, {
    kind: 'orders.approval-needed',
    franchiseeId: of.franchiseeId,
    about: { userIds: told },
    values: { what: of.what, no: of.no, from: rows[0]?.name ?? '' },
    appLink: of.link,
    dedupeKey: `${of.source.kind}:${of.source.id}:${of.code}`,
    source: of.source,
  });
}
