import { formatDate } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { notify } from '../../shell/public.server.ts';
import { franchiseeLabel } from './franchisee-label.ts';

interface News {
  kind: 'activated' | 'suspended' | 'resumed' | 'closing' | 'closed' | 'alert';
  dedupeKey: string;
  until?: string;
  on?: string;
  blocks?: readonly string[];
  reason?: string;
  title?: string;
}

/** Whoever leads the centre and whoever heads its zone. */
export async function ownersOf(db: Db, centre: { id: number; zone_id: number | null }): Promise<string[]> {
  const heads = await db
    .selectFrom('user_role as g')
    .innerJoin('role as r', 'r.id', 'g.role_id')
    .innerJoin('app_user as u', 'u.id', 'g.user_id')
    .select('g.user_id')
    .where('g.franchisee_id', '=', centre.id)
    .where('g.ended_at', 'is', null)
    .where('r.centre_model', 'is not', null)
    .where('u.state', 'in', ['ACTIVE', 'INVITED'])
    .execute();
  const zone =
    centre.zone_id === null
      ? undefined
      : await db.selectFrom('zone').select('head_id').where('id', '=', centre.zone_id).executeTakeFirst();
  return [...new Set([...heads.map((row) => row.user_id), ...(zone?.head_id ? [zone.head_id] : [])])];
}

/** A line in the bell of the centre's owners and its zone head. */
export async function tellOwners(
  db: Db,
  centre: { id: number; company_name: string; zone_id: number | null },
  news: News,
): Promise<void> {
  const label = franchiseeLabel(centre.id, centre.company_name);
  const { title, body } = wordsOf(label, news);
  for (const userId of await ownersOf(db, centre))
    await notify(db, {
      userId,
      kind: `network.centre-${news.kind}`,
      title,
      ...(body ? { body } : {}),
      link: `/franchisee/view/${centre.id}`,
      franchiseeId: centre.id,
      sourceArea: 'network',
      dedupeKey: `centre:${centre.id}:${news.dedupeKey}`,
    });
}

function wordsOf(label: string, news: News): { title: string; body?: string } {
  const blocks = (news.blocks ?? []).map((block) => block.toLowerCase().replaceAll('_', ' ')).join(', ');
  switch (news.kind) {
    case 'activated':
      return { title: `Your centre ${label} is now active.` };
    case 'suspended':
      return {
        title: `Your centre ${label} is suspended until ${formatDate(news.until ?? '')}.`,
        body: `Not possible meanwhile: ${blocks}. Reason: ${news.reason}. Parents are not affected.`.slice(
          0,
          500,
        ),
      };
    case 'resumed':
      return { title: `Your centre ${label} works again without limits.` };
    case 'closing':
      return {
        title: `Your centre ${label} closes on ${formatDate(news.on ?? '')}.`,
        ...(news.reason ? { body: news.reason } : {}),
      };
    case 'closed':
      return { title: `Your centre ${label} is closed.`, body: 'Parents can still read for a year.' };
    case 'alert':
      return { title: news.title ?? label };
  }
}
