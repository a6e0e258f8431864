// The other way to answer a parent: a registered text by SMS, whose places fill themselves.
import { messageKind, recipientsOf } from '@aangan/server/endpoint/area-registry.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { textOf } from '../campaign/campaign.server.ts';
import { kindOf, ownOf } from '../campaign/campaign-people.server.ts';
import { refuseCommunication } from '../communication.refusals.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { renderText, withOwnText } from '../message/render-text.ts';
import { brandOf } from '../message/sender-facts.server.ts';
import type { Person } from './conversation-person.server.ts';

/** Active service texts for parents that ask nothing of whoever sends them. */
export async function ownTexts(db: Db): Promise<{ id: string; label: string }[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    select id, name as label from template where status = 'ACTIVE' and type = 'SMS' and category <> 'PROMOTIONAL' and user_type in ('ALL', 'PARENT')
      and variables = '[]'::jsonb order by name limit 100`.execute(db);
  return rows;
}

interface Sending {
  row: { franchisee_id: number; id: string };
  person: Person;
  templateId: string;
}

/** Queues the text for the parent who may be told; `add` writes its line and gives the message's source. */
export async function sendRegistered(
  db: Db,
  { row, person, templateId }: Sending,
  add: (text: string) => Promise<{ id: string; source: { kind: string; id: string } }>,
): Promise<void> {
  const offered = await ownTexts(db);
  ensure(
    offered.some(({ id }) => id === templateId),
    () => refuseCommunication('campaign.template', { fields: { templateId: 'Choose a text of the list' } }),
  );
  const text = await textOf(db, templateId, 'SEND_SMS');
  const franchiseeId = row.franchisee_id;
  const found = await recipientsOf('guardianIds')?.(db, person.guardianIds, franchiseeId);
  const [to] = (found ?? []).filter(({ mobile }) => mobile !== null);
  const own = to && ownOf(text, to.language);
  ensure(to && own, () => refuseCommunication('conversation.no-parent'));
  const children = await db
    .selectFrom('student')
    .select(sql<string>`coalesce(call_name, name)`.as('name'))
    .where('franchisee_id', '=', franchiseeId)
    .where('id', 'in', [...(to.studentIds ?? [])])
    .execute();
  const values = {
    brand: await brandOf(db, franchiseeId),
    centre: (await franchisee(db, franchiseeId))?.companyName ?? '',
    name: to.name,
    child: new Intl.ListFormat('en-GB').format(children.map(({ name }) => name)),
  };
  const kind = kindOf(text);
  const shown = renderText(ensureFound(messageKind(kind.key)), 'SMS', to.language, withOwnText(values, own));
  ensure(typeof shown !== 'string', () => refuseCommunication('conversation.no-parent'));
  const item = await add(shown.text);
  await queueMessage(db, {
    kind: kind.key,
    franchiseeId,
    about: { guardianIds: [to.id] },
    values,
    own,
    channel: 'SMS',
    dedupeKey: item.id,
    source: item.source,
  });
}
