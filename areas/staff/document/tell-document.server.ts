import { formatDate } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { notify } from '../../shell/public.server.ts';

interface Person {
  readonly franchisee_id: number;
  readonly id: string;
  readonly user_id: string | null;
  readonly first_name: string;
}

type News = { readonly what: 'rejected'; readonly reason: string } | { readonly what: 'expiring' };

/** A line in the person's bell, and a letter where something was refused; who has no sign-in gets none. */
export async function tellDocument(
  db: Db,
  person: Person,
  document: Pick<RowIn<'staff_document'>, 'id' | 'kind_id' | 'expires_on'>,
  news: News,
): Promise<void> {
  if (person.user_id === null) return;
  const { name } = ensureFound(
    await db
      .selectFrom('staff_document_kind')
      .select('name')
      .where('id', '=', document.kind_id)
      .executeTakeFirst(),
  );
  await notify(db, {
    userId: person.user_id,
    kind: `staff.document-${news.what}`,
    title:
      news.what === 'rejected'
        ? `${name} was rejected`
        : `${name} is valid until ${document.expires_on ? formatDate(document.expires_on) : ''}`,
    body: news.what === 'rejected' ? news.reason : 'Add a current one in time.',
    link: '/staff/home',
    sourceArea: 'staff',
    dedupeKey: `document:${document.id}:${news.what}`,
  });
  if (news.what === 'expiring') return;
  await queueMessage(db, {
    kind: 'staff.document-rejected',
    franchiseeId: person.franchisee_id,
    about: { userIds: [person.user_id] },
    values: { name: person.first_name, document: name, reason: news.reason },
    dedupeKey: document.id,
    source: { kind: 'STAFF', id: person.id },
  });
}
