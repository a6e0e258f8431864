import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { reaches } from '@aangan/server/work/actor.ts';
import { ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ensureAbility } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { addTouches } from '../enquiry/capture-writes.server.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { adOf, enquiryOfContact, lockContact, settle } from './contact-enquiry.server.ts';
import { waidContract } from './waid.contract.ts';
import { contactTransitions } from './waid.states.ts';
import type { ContactState } from './waid-words.ts';

export const createFromContact = handle(waidContract.createEnquiry, async ({ db, actor, input, now }) => {
  const { id, franchiseeId, ...entries } = input;
  const mine =
    actor.franchiseeId === null ? reaches(actor, franchiseeId) : actor.franchiseeId === franchiseeId;
  if (!mine) throw refuse('input.invalid', { fields: { franchiseeId: 'Choose one of your centres' } });
  if (franchiseeId !== HEAD_OFFICE) await ensureAbility(db, franchiseeId, 'PUBLIC_ENQUIRY');
  const captured = await enquiryOfContact(db, { id, franchiseeId, now }, entries);
  if (!captured) throw refuseEnquiry('waid.linked');
  return { enquiryCode: captured.enquiryCode, askedAgain: captured.verdict === 'SAME' };
});

export const linkContact = handle(waidContract.link, async ({ db, input, now }) => {
  const contact = await lockContact(db, input.id);
  ensureStep(contactTransitions, contact.state, 'link', () => refuseEnquiry('waid.linked'));
  const enquiry = await db
    .selectFrom('enquiry')
    .select(['franchisee_id', 'id', 'household_id', 'academic_year_id'])
    .where('enquiry_code', '=', input.enquiryCode)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (!enquiry)
    throw refuseEnquiry('enquiry.not-found', {
      fields: { enquiryCode: 'No enquiry with this code in your centres.' },
    });
  await addTouches(
    db,
    {
      franchiseeId: enquiry.franchisee_id,
      academicYearId: enquiry.academic_year_id,
      now,
      via: 'INTAKE',
      by: null,
    },
    [
      {
        enquiryId: enquiry.id,
        at: new Date(contact.first_at).toISOString(),
        family: {
          guardianName: '',
          mobile: contact.phone_norm ?? '',
          language: 'en',
          sourceId: contact.referral ? sourceIds.meta : sourceIds.whatsapp,
          campaign: adOf(contact),
          intakeId: contact.id,
          note: contact.first_text,
          children: [],
        },
      },
    ],
  );
  // The number belongs to this family from now on, unless it is another's here already.
  if (contact.phone_norm)
    await db
      .insertInto('household_contact')
      .values({
        franchisee_id: enquiry.franchisee_id,
        household_id: enquiry.household_id,
        kind: 'PHONE',
        value_norm: contact.phone_norm,
        whatsapp: true,
        position: 2,
      })
      .onConflict((oc) => oc.columns(['franchisee_id', 'kind', 'value_norm']).doNothing())
      .execute();
  await settle(db, contact, {
    franchiseeId: enquiry.franchisee_id,
    enquiryId: enquiry.id,
    state: 'LINKED',
  });
  return { id: contact.id, state: 'LINKED' as const };
});

async function turn(db: Db, id: string, action: string): Promise<{ id: string; state: ContactState }> {
  const contact = await lockContact(db, id);
  const state = ensureStep(contactTransitions, contact.state, action, () => refuseEnquiry('waid.linked'));
  await db
    .updateTable('wa_contact')
    .set({ state })
    .where('franchisee_id', '=', contact.franchisee_id)
    .where('id', '=', id)
    .execute();
  return { id, state };
}

export const ignoreContact = handle(waidContract.ignore, ({ db, input }) => turn(db, input.id, 'ignore'));
export const blockContact = handle(waidContract.block, ({ db, input }) => turn(db, input.id, 'block'));
export const reopenContact = handle(waidContract.reopen, ({ db, input }) => turn(db, input.id, 'reopen'));
