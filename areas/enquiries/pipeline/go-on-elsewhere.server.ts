// An enquiry ends here and goes on at another centre as a new one (enquiries.md D17, D23).
import { refuse } from '@aangan/contract/refusal.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { ability, franchiseeLabels } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { captureEnquiries } from '../enquiry/capture-enquiry.server.ts';
import type { CapturedEnquiry, CaptureFamily } from '../enquiry/capture-types.ts';
import { type EnquiryChanges, type EnquiryData, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { ensureNoLiveForm } from './live-forms.server.ts';

/** The specification's text for a change of centre; also what the audit says. */
const CENTRE_CHANGE = 'Centre Change';

interface Going {
  target: number;
  by: string | null;
  reason: string;
  now: Date;
  /** What the enquiry at the other centre keeps besides. */
  keep?: EnquiryChanges;
  /** Further work at the other centre, in its scope. */
  there?: (fresh: CapturedEnquiry) => Promise<void>;
}

/** Refuses a centre that takes no enquiries and an enquiry with a live paper of admissions. `row` is locked and open. */
export async function goOnElsewhere(
  db: Db,
  row: EnquiryData,
  going: Going,
): Promise<{ fresh: CapturedEnquiry; there: { label: string; franchiseeId: number } }> {
  const { target, by, reason, now } = going;
  await ensureNoLiveForm(db, row);
  const family = await familyOf(db, row);
  const moved = await withCentres(db, [target], 'enquiry.move-centre', async () => {
    if (!(await ability(db, target, 'PUBLIC_ENQUIRY'))) throw refuseEnquiry('enquiry.centre-not-taking');
    const labels = await franchiseeLabels(db, [row.franchisee_id, target]);
    const fresh = await beginThere(db, row, { ...going, family, from: labels.get(row.franchisee_id) ?? '' });
    await going.there?.(fresh);
    return { fresh, there: { label: labels.get(target) ?? '', franchiseeId: target } };
  });
  await endHere(db, row, { ...moved, by, reason, now });
  return moved;
}

async function beginThere(
  db: Db,
  row: EnquiryData,
  { family, target, from, by, now, keep }: Going & { family: CaptureFamily; from: string },
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
      ...keep,
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
        sessionWish: row.session_wish,
      },
    ],
  };
}

// A source of this centre's own is not there at the other: the network's of the same channel takes its place.
export async function networkSource(db: Db, sourceId: string): Promise<string> {
  const found = await db
    .selectFrom('enquiry_source as own')
    .innerJoin('enquiry_source as s', 's.channel', 'own.channel')
    .select('s.id')
    .where('own.id', '=', sourceId)
    .where('s.franchisee_id', '=', HEAD_OFFICE)
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
    .where('franchisee_id', '=', HEAD_OFFICE)
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
