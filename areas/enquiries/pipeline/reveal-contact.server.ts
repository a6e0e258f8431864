import { refuse } from '@aangan/contract/refusal.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryModules } from '../modules.ts';
import { tellManyLooks } from '../watch/tell-watched.server.ts';
import { seesContact } from './contact-of.server.ts';
import { pipelineContract } from './pipeline.contract.ts';

const REVEALS = { limit: 60, windowS: 3600 };

/** The numbers in full: the owner and who holds the right; more than 60 an hour are no work of a counsellor any more. */
export const revealContact = handleApart(
  pipelineContract.revealContact,
  async ({ work, actor, input, now, request }) => {
    // In a work of its own: a refused try stays counted.
    const tries = await work(actor, (db) => countTry(db, `reveal:${actor.userId ?? ''}`, REVEALS.windowS));
    if (tries > REVEALS.limit) {
      await work(actor, async (db) => {
        await logAccess(
          db,
          actor,
          {
            action: 'DENY',
            contract: pipelineContract.revealContact.name,
            subjectKind: 'enquiry',
            subjectId: input.id,
            reason: 'more than 60 an hour',
          },
          request,
        );
        const { franchiseeId } = actor;
        await tellManyLooks(db, 'reveals', { userId: userIdOf(actor), franchiseeId, n: REVEALS.limit, now });
      });
      throw refuse('rate.limited', { details: { seconds: REVEALS.windowS }, retryAfter: REVEALS.windowS });
    }
    return work(actor, async (db) => {
      const row = ensureFound(
        await db
          .selectFrom('enquiry')
          .select(['franchisee_id', 'household_id', 'owner_id', 'phone_norm', 'email_norm'])
          .where('id', '=', input.id)
          .executeTakeFirst(),
      );
      if (!seesContact(row.owner_id, actor) && !holds(actor, enquiryModules.enquiryContactReveal, false))
        throw refuseEnquiry('enquiry.not-owner');
      const contacts = await db
        .selectFrom('household_contact')
        .select(['kind', 'value_norm as value', 'label'])
        .where('franchisee_id', '=', row.franchisee_id)
        .where('household_id', '=', row.household_id)
        .orderBy('kind')
        .orderBy('position')
        .execute();
      await logAccess(
        db,
        actor,
        {
          action: 'REVEAL',
          contract: pipelineContract.revealContact.name,
          subjectKind: 'enquiry',
          subjectId: input.id,
          purpose: 'enquiry handling',
          fields: ['mobile', 'email', 'contacts'],
        },
        request,
      );
      return { mobile: row.phone_norm, email: row.email_norm, contacts };
    });
  },
);
