import { todayIst } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear } from '@aangan/server/work/ensure.ts';
import { type Db, withCentres, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { ability, franchiseeLabels, userCards } from '../../network/public.server.ts';
import { logAllocation } from '../allocation/allocation-log.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { classCategoryOf } from '../pipeline/class-category.server.ts';
import { networkSource } from '../pipeline/go-on-elsewhere.server.ts';
import { mayWorkAt } from '../pipeline/may-work-at.server.ts';
import { consentTextVersion } from '../public-form/public-enquiry.contract.ts';
import { ageLimitsOf } from './age-limits.server.ts';
import { mostDaysAhead } from './cadence.ts';
import { captureEnquiry, ensureAge } from './capture-enquiry.server.ts';
import type { CaptureContext, CaptureFamily } from './capture-types.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { eligibleOwners } from './enquiry-choices.server.ts';
import { limitsOf } from './limits.server.ts';
import { logSaid } from './log-said.server.ts';
import { type EnquiryChanges, type EnquiryData, lockEnquiry, saveEnquiry } from './move-stage.server.ts';
import { ensureNextDate } from './next-date.ts';
import { ensureProgramme } from './programmes.server.ts';
import { ensureReferrer } from './referrer.server.ts';

export const capture = handle(enquiryContract.capture, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  if (input.nextFollowUpOn)
    ensureNextDate(input.nextFollowUpOn, todayIst(now), {
      days: mostDaysAhead(input.said?.subStatus, await limitsOf(db, franchiseeId)),
    });
  const { consents, sendTo, said, ...entries } = input;
  const family = {
    ...entries,
    consents: { ...consents, textVersion: consentTextVersion, language: input.language },
  };
  const context = { academicYearId: chosenYear(actor), now, via: 'USER', by: actor.userId } as const;
  if (sendTo !== undefined && sendTo !== franchiseeId)
    return captureElsewhere(db, { actor, target: sendTo }, context, family);
  if (input.ownerId) await ensureOwner(db, franchiseeId, input.ownerId);
  await ensureReferrer(db, franchiseeId, family);
  let logged: ReadonlySet<string> = new Set();
  const saved = await captureEnquiry(db, { ...context, franchiseeId }, family, async (captured) => {
    if (!said) return;
    const talk = { ...said, note: input.note, nextOn: input.nextFollowUpOn };
    logged = await logSaid(db, captured, talk, { now, by: actor.userId });
  });
  return { ...(await savedOf(db, saved, logged)), sentTo: null };
});

/** The family asked here and is another centre's: the enquiry begins there, by that centre's own rules. */
async function captureElsewhere(
  db: Db,
  { actor, target }: { actor: Actor; target: number },
  context: Omit<CaptureContext, 'franchiseeId'>,
  family: CaptureFamily,
) {
  if (!(await withWholeReach(db, actor, () => mayWorkAt(db, actor, target)))) throw refuse('context.foreign');
  const sourceId = await networkSource(db, family.sourceId);
  return withCentres(db, [target], 'enquiry.capture-elsewhere', async () => {
    if (!(await ability(db, target, 'PUBLIC_ENQUIRY'))) throw refuseEnquiry('enquiry.centre-not-taking');
    // Owner, visit, talk and referrer are of the centre that the family stands in; who sends it on does not keep it.
    const saved = await captureEnquiry(
      db,
      { ...context, via: 'SYSTEM', franchiseeId: target },
      { ...family, sourceId, ownerId: null, walkIn: false, referrerStudentId: null, referrerStaffId: null },
    );
    const labels = await franchiseeLabels(db, [target]);
    return { ...(await savedOf(db, saved)), sentTo: labels.get(target) ?? '' };
  });
}

async function savedOf(
  db: Db,
  saved: Awaited<ReturnType<typeof captureEnquiry>>,
  logged: ReadonlySet<string> = new Set(),
) {
  const names = await userCards(
    db,
    saved.enquiries.flatMap((one) => one.ownerId ?? []),
  );
  return {
    householdId: saved.householdId,
    enquiries: saved.enquiries.map((one) => ({
      id: one.id,
      enquiryCode: one.enquiryCode,
      childName: one.childName,
      verdict: one.verdict,
      nextFollowUpOn: one.nextFollowUpOn,
      logged: logged.has(one.id),
      ownerName: one.ownerId ? (names.get(one.ownerId)?.name ?? null) : null,
    })),
  };
}

async function ensureOwner(db: Db, franchiseeId: number, ownerId: string): Promise<void> {
  if (!(await eligibleOwners(db, franchiseeId)).some((person) => person.id === ownerId))
    throw refuse('input.invalid', { fields: { ownerId: 'Choose an entry of the list' } });
}

export const updateEnquiry = handle(enquiryContract.update, async ({ db, actor, input, now, version }) => {
  const row = await lockEnquiry(db, input.id, version);
  const { mobile, email, language, preferredTime, doNotCall, ...own } = input.changes;
  if (own.childDob)
    ensureAge({ dob: own.childDob }, now, await ageLimitsOf(db, row.franchisee_id), 'childDob');
  await ensureProgramme(db, row.franchisee_id, {
    programme: own.programme,
    has: row.programme,
    field: 'programme',
  });
  if (own.ownerId) await ensureOwner(db, row.franchisee_id, own.ownerId);
  const changes: EnquiryChanges = {
    ...renamed(own),
    ...(own.childFirstName === undefined
      ? {}
      : { child_name_key: own.childFirstName ? nameKey(own.childFirstName) : null }),
    ...(own.classId === undefined
      ? {}
      : { class_category: own.classId === null ? null : await classCategoryOf(db, own.classId) }),
    ...(own.ownerId === undefined || own.ownerId === row.owner_id
      ? {}
      : { owner_since: own.ownerId ? now.toISOString() : null }),
    ...(mobile === undefined ? {} : { phone_norm: mobile }),
    ...(email === undefined ? {} : { email_norm: email }),
  };
  for (const [kind, value] of [
    ['PHONE', mobile],
    ['EMAIL', email],
  ] as const)
    if (value) await keepContact(db, row, kind, value);
  const household = {
    ...(language === undefined ? {} : { language }),
    ...(preferredTime === undefined ? {} : { preferred_time: preferredTime }),
    ...(doNotCall === undefined ? {} : { do_not_call: doNotCall }),
  };
  if (Object.keys(household).length > 0)
    await db
      .updateTable('enquiry_household')
      .set(household)
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.household_id)
      .execute();
  const saved = await saveEnquiry(db, row, changes);
  if (own.ownerId !== undefined && own.ownerId !== row.owner_id)
    await logAllocation(db, { franchiseeId: row.franchisee_id, now, by: actor.userId }, [
      { enquiryId: row.id, from: row.owner_id, to: own.ownerId, why: 'MANUAL' },
    ]);
  return { id: row.id, version: saved.version };
});

const COLUMNS = {
  childFirstName: 'child_first_name',
  childLastName: 'child_last_name',
  childDob: 'child_dob',
  dobApprox: 'dob_approx',
  childGender: 'child_gender',
  classId: 'class_id',
  programme: 'programme',
  sessionWish: 'session_wish',
  guardianName: 'guardian_name',
  guardianRelation: 'guardian_relation',
  pincode: 'pincode',
  temperature: 'temperature',
  subStatus: 'sub_status',
  ownerId: 'owner_id',
} as const satisfies Record<string, keyof EnquiryChanges>;

const renamed = (own: Readonly<Partial<Record<keyof typeof COLUMNS, unknown>>>): EnquiryChanges =>
  Object.fromEntries(
    Object.entries(own)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [COLUMNS[name as keyof typeof COLUMNS], value]),
  ); // the contract allows exactly these names

/** A new number of this family; one of another family here is refused: joining families is a decision, not a typing slip. */
async function keepContact(db: Db, row: EnquiryData, kind: 'PHONE' | 'EMAIL', value: string): Promise<void> {
  await db
    .insertInto('household_contact')
    .values({ franchisee_id: row.franchisee_id, household_id: row.household_id, kind, value_norm: value })
    .onConflict((oc) => oc.columns(['franchisee_id', 'kind', 'value_norm']).doNothing())
    .execute();
  const owner = await db
    .selectFrom('household_contact')
    .select('household_id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('kind', '=', kind)
    .where('value_norm', '=', value)
    .executeTakeFirst();
  if (owner && owner.household_id !== row.household_id)
    throw refuseEnquiry('enquiry.contact-elsewhere', {
      fields: { [kind === 'PHONE' ? 'mobile' : 'email']: 'This number belongs to another family here.' },
    });
}
