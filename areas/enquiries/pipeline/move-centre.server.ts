// An open enquiry goes on at another centre and ends here, for a reason that counts in no loss rate (enquiries.md D23).
import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { type Db, withCentres } from '@aangan/server/unit-of-work.ts';
import { ability, franchiseeLabels, headOfficeId, usersWith } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { captureEnquiries } from '../enquiry/capture-enquiry.server.ts';
import type { CapturedEnquiry, CaptureFamily } from '../enquiry/capture-types.ts';
import { type EnquiryData, lockEnquiry, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { enquiryModules } from '../modules.ts';
import { ensureNoLiveForm } from './live-forms.server.ts';
import { pipelineContract } from './pipeline.contract.ts';

/** The specification's text for a change of centre; also what the audit says. */
const CENTRE_CHANGE = 'Centre Change';

export const moveCentre = handle(pipelineContract.moveCentre, async ({ db, input, actor, now, version }) => {
  const row = await lockEnquiry(db, input.id, version);
  const target = input.franchiseeId;
  if (row.franchisee_id === target)
    throw refuseEnquiry('enquiry.same-centre', { fields: { franchiseeId: 'Choose another centre' } });
  if (!row.is_open) throw refuseEnquiry('follow-up.closed');
  await ensureMayWorkAt(db, actor, target);
  await ensureNoLiveForm(db, row);
  const family = await familyOf(db, row);
  const moved = await withCentres(db, [target], 'enquiry.move-centre', async () => {
    if (!(await ability(db, target, 'PUBLIC_ENQUIRY'))) throw refuseEnquiry('enquiry.centre-not-taking');
    const labels = await franchiseeLabels(db, [row.franchisee_id, target]);
    const fresh = await beginThere(db, row, {
      family,
      target,
      from: labels.get(row.franchisee_id) ?? '',
      by: actor.userId,
      now,
    });
    return { fresh, there: { label: labels.get(target) ?? '', franchiseeId: target } };
  });
  await endHere(db, row, { ...moved, by: actor.userId, reason: input.reason, now });
  return { id: moved.fresh.id, enquiryCode: moved.fresh.enquiryCode, centre: moved.there.label };
});

interface Beginning {
  family: CaptureFamily;
  target: number;
  /** The centre it comes from, as people read it. */
  from: string;
  by: string | null;
  now: Date;
}

async function beginThere(
  db: Db,
  row: EnquiryData,
  { family, target, from, by, now }: Beginning,
): Promise<CapturedEnquiry> {
  const context = {
    franchiseeId: target,
    academicYearId: row.academic_year_id,
    now,
    via: 'SYSTEM',
    by,
  } as const;
  const captured = ensureFound((await captureEnquiries(db, context, [family]))[0]?.[0]);
  await db
    .updateTable('enquiry')
    .set({
      moved_from: JSON.stringify({
        centre: from,
        enquiryCode: row.enquiry_code,
        franchisee_id: row.franchisee_id,
        id: row.id,
      }),
    })
    .where('franchisee_id', '=', target)
    .where('id', '=', captured.id)
    .execute();
  return captured;
}

async function ensureMayWorkAt(db: Db, actor: Actor, target: number): Promise<void> {
  if (actor.allModules) return;
  const there = await usersWith(db, { module: enquiryModules.enquiry, write: true, franchiseeId: target });
  if (!there.some((person) => person.id === actor.userId)) throw refuse('context.foreign');
}

async function familyOf(db: Db, row: EnquiryData): Promise<CaptureFamily> {
  if (!row.phone_norm)
    throw refuse('input.invalid', { fields: { id: 'Enter a mobile number of this family first' } });
  const household = await db
    .selectFrom('enquiry_household')
    .select(['language', 'preferred_time'])
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.household_id)
    .executeTakeFirstOrThrow();
  return {
    guardianName: row.guardian_name,
    guardianRelation: row.guardian_relation,
    mobile: row.phone_norm,
    email: row.email_norm,
    language: household.language,
    preferredTime: household.preferred_time,
    pincode: row.pincode,
    sourceId: await networkSource(db, row.source_id),
    medium: row.medium,
    campaign: row.campaign,
    note: row.last_note,
    children: [
      {
        firstName: row.child_first_name,
        lastName: row.child_last_name,
        dob: row.child_dob,
        dobApprox: row.dob_approx,
        gender: row.child_gender,
        classId: row.class_id,
        programme: row.programme,
      },
    ],
  };
}

// A source of this centre's own is not there at the other: the network's of the same channel takes its place.
async function networkSource(db: Db, sourceId: string): Promise<string> {
  const found = await db
    .selectFrom('enquiry_source as own')
    .innerJoin('enquiry_source as s', 's.channel', 'own.channel')
    .select('s.id')
    .where('own.id', '=', sourceId)
    .where('s.franchisee_id', '=', headOfficeId())
    .orderBy((eb) => eb('s.id', '=', sourceId), 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? sourceId;
}

interface Ending {
  fresh: CapturedEnquiry;
  there: { label: string; franchiseeId: number };
  by: string | null;
  reason: string;
  now: Date;
}

async function endHere(db: Db, row: EnquiryData, { fresh, there, by, reason, now }: Ending): Promise<void> {
  const lost = await db
    .selectFrom('lost_reason')
    .select('id')
    .where('franchisee_id', '=', headOfficeId())
    .where('name', '=', 'Moved to another centre')
    .executeTakeFirstOrThrow();
  await saveEnquiry(
    db,
    row,
    {
      closed_at: now.toISOString(),
      lost_reason_id: lost.id,
      lost_note: reason,
      next_follow_up_on: null,
      next_follow_up_at: null,
      sub_status: null,
      moved_to: JSON.stringify({
        centre: there.label,
        enquiryCode: fresh.enquiryCode,
        franchisee_id: there.franchiseeId,
        id: fresh.id,
      }),
    },
    { action: 'close', via: 'USER', by, now, reason: `${CENTRE_CHANGE}: ${there.label}. ${reason}` },
  );
}
