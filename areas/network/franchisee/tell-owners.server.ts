// Whoever leads a centre, whoever heads its zone and the partner who holds it are told of its steps: in the bell, and by
// e-mail or SMS (network.md 6).
import { formatDate, formatDateTime } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { franchiseeLabel } from './franchisee-label.ts';

interface Centre {
  id: number;
  company_name: string;
  zone_id: number | null;
}

/** `key` is the message kind without its area; what it needs beside the centre's label. */
export type News =
  | { key: 'centre-signed' | 'centre-setup' | 'centre-activated' | 'centre-resumed' | 'centre-closed' }
  | { key: 'centre-suspended'; from: string; until: string; blocks: readonly string[]; reason: string }
  | { key: 'centre-closing'; on: string; reason: string }
  | { key: 'agreement-ends'; number: string; on: string; days: number; origin: string }
  | { key: 'agreement-ended'; number: string; on: string; origin: string }
  | { key: 'paper-ends'; kind: string; on: string; days: number; origin: string };

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

/** Tells the owners in the bell and by letter, and the partner by letter; once for each `dedupeKey`. */
export async function tellOwners(db: Db, centre: Centre, news: News & { dedupeKey: string }): Promise<void> {
  const label = franchiseeLabel(centre.id, centre.company_name);
  const owners = [...(await ownersOf(db, centre)), ...(await operationsOf(db, news))];
  const { title, body } = wordsOf(label, news);
  for (const userId of owners)
    await notify(db, {
      userId,
      kind: `network.${news.key.startsWith('centre-') ? news.key : 'centre-alert'}`,
      title,
      ...(body ? { body } : {}),
      link: `/franchisee/view/${centre.id}`,
      franchiseeId: centre.id,
      sourceArea: 'network',
      dedupeKey: `centre:${centre.id}:${news.dedupeKey}`,
    });
  await writeTo(db, centre, { owners, news, values: valuesOf(label, centre.id, news) });
}

/** An agreement that ends is the operations department's work, too. */
async function operationsOf(db: Db, news: News): Promise<string[]> {
  if (news.key !== 'agreement-ends' && news.key !== 'agreement-ended') return [];
  const row = await db
    .selectFrom('department')
    .select('head_id')
    .where('name', '=', 'OPERATION')
    .executeTakeFirst();
  return row?.head_id ? [row.head_id] : [];
}

interface Writing {
  owners: readonly string[];
  news: News & { dedupeKey: string };
  values: Record<string, string | number>;
}

async function writeTo(db: Db, centre: Centre, { owners, news, values }: Writing): Promise<void> {
  const letter = {
    franchiseeId: centre.id,
    values,
    dedupeKey: `${centre.id}:${news.dedupeKey}`,
    source: { kind: 'FRANCHISEE', id: String(centre.id) },
  };
  if (owners.length > 0)
    await queueMessage(db, { ...letter, kind: `network.${news.key}`, about: { userIds: owners } });
  const partner = await db
    .selectFrom('franchisee as f')
    .innerJoin('partner as p', 'p.id', 'f.partner_id')
    .select(['p.legal_name', 'p.email', 'p.mobile'])
    .where('f.id', '=', centre.id)
    .executeTakeFirst();
  if (!partner || !(partner.email || partner.mobile) || (await isOneOf(db, owners, partner))) return;
  await queueMessage(db, {
    ...letter,
    kind: `network.${news.key}-partner`,
    about: {
      address: {
        name: partner.legal_name,
        ...(partner.email ? { email: partner.email } : {}),
        ...(partner.mobile ? { mobile: partner.mobile } : {}),
      },
    },
  });
}

// A partner who leads the centre in person reads the owner's letter.
async function isOneOf(
  db: Db,
  owners: readonly string[],
  partner: { email: string | null; mobile: string | null },
): Promise<boolean> {
  if (owners.length === 0) return false;
  const same = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [...owners])
    .where((eb) =>
      eb.or([
        eb('email_norm', '=', partner.email?.toLowerCase() ?? ''),
        eb('mobile_norm', '=', partner.mobile ?? ''),
      ]),
    )
    .executeTakeFirst();
  return same !== undefined;
}

const blockWords = (blocks: readonly string[]): string =>
  blocks.map((block) => block.toLowerCase().replaceAll('_', ' ')).join(', ');

function valuesOf(label: string, id: number, news: News): Record<string, string | number> {
  const page = 'origin' in news ? { page: `${news.origin}/franchisee/view/${id}` } : {};
  switch (news.key) {
    case 'centre-suspended':
      return {
        centre: label,
        from: formatDateTime(new Date(news.from)),
        until: formatDate(news.until),
        what: blockWords(news.blocks),
        reason: news.reason,
      };
    case 'centre-closing':
      return { centre: label, on: formatDate(news.on), reason: news.reason };
    case 'agreement-ends':
      return { centre: label, number: news.number, on: formatDate(news.on), days: news.days, ...page };
    case 'agreement-ended':
      return { centre: label, number: news.number, on: formatDate(news.on), ...page };
    case 'paper-ends':
      return { centre: label, kind: news.kind, on: formatDate(news.on), ...page };
    default:
      return { centre: label };
  }
}

function wordsOf(label: string, news: News): { title: string; body?: string } {
  switch (news.key) {
    case 'centre-signed':
      return { title: `${label} is signed. The opening checklist has begun.` };
    case 'centre-setup':
      return { title: `The set-up of ${label} has begun.` };
    case 'centre-activated':
      return { title: `Your centre ${label} is now active.` };
    case 'centre-suspended':
      return {
        title: `Your centre ${label} is suspended from ${formatDateTime(new Date(news.from))} to ${formatDate(news.until)}.`,
        body: `Not possible meanwhile: ${blockWords(news.blocks)}. Reason: ${news.reason}. Parents are not affected.`.slice(
          0,
          500,
        ),
      };
    case 'centre-resumed':
      return { title: `Your centre ${label} works again without limits.` };
    case 'centre-closing':
      return { title: `Your centre ${label} closes on ${formatDate(news.on)}.`, body: news.reason };
    case 'centre-closed':
      return { title: `Your centre ${label} is closed.`, body: 'Parents can still read for a year.' };
    case 'agreement-ended':
      return { title: `The agreement ${news.number} has ended.` };
    case 'agreement-ends':
      return { title: `The agreement ${news.number} ${endWords(news)}.` };
    case 'paper-ends':
      return { title: `${news.kind} ${endWords(news)}.` };
  }
}

const endWords = ({ on, days }: { on: string; days: number }): string =>
  days < 0 ? 'has ended' : days === 0 ? 'ends today' : `ends on ${formatDate(on)} (${days} days)`;
