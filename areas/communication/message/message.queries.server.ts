import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { communicationModules } from '../modules.ts';
import { messageContract } from './message.contract.ts';
import { addressHash } from './message-gates.server.ts';

export const listMessages = handle(messageContract.list, async ({ db, actor, input }) => {
  let rows = db.selectFrom('message');
  rows = rows.where(inChosenCentre(actor, 'franchisee_id'));
  if (input.channel) rows = rows.where('channel', '=', input.channel);
  if (input.status) rows = rows.where('status', '=', input.status);
  if (input.reason) rows = rows.where('reason', '=', input.reason);
  if (input.kind) rows = rows.where('kind', '=', input.kind);
  if (input.familyId) rows = rows.where('family_id', '=', input.familyId);
  if (input.address) {
    const phone = phoneNormAnyCountry(input.address);
    rows = rows.where('address_hash', 'in', [
      addressHash('EMAIL', input.address),
      ...(phone ? [addressHash('SMS', phone)] : []),
    ]);
  }
  const page = await newestFirst(
    rows.select([
      'id',
      'franchisee_id as franchiseeId',
      'queued_at as queuedAt',
      'kind',
      'channel',
      'language',
      'name_mask as to',
      'address_mask as address',
      'subject_masked as subject',
      'body_masked as text',
      'status',
      'reason',
      'units',
      'not_before as notBefore',
      'sent_at as sentAt',
      'delivered_at as deliveredAt',
      'provider',
      'source_kind as sourceKind',
      'source_id as sourceId',
      sql<boolean>`address_sealed is not null and category <> 'CODE'`.as('isKept'),
    ]),
    { name: 'queuedAt', at: 'queued_at', id: 'id' },
    input,
    () => cappedCount(db, rows),
  );
  const holdsIt = (channel: string) =>
    holds(actor, channel === 'EMAIL' ? communicationModules.sendEmail : communicationModules.sendSMS, true);
  return {
    ...page,
    rows: page.rows.map(({ isKept, ...row }) => ({
      ...row,
      to: row.to ?? '',
      can: {
        retry: row.status === 'FAILED' && isKept && holdsIt(row.channel),
        cancel: row.status === 'QUEUED' && holdsIt(row.channel),
      },
    })),
  };
});
