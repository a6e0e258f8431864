// From a routed lead to an enquiry (or another touch), through the one function that captures.
import { currentYear, latestYear } from '@aangan/contract/period.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { ageLimitsOf } from '../enquiry/age-limits.server.ts';
import { captureEnquiry, ensureAge } from '../enquiry/capture-enquiry.server.ts';
import type { CaptureChild, CaptureFamily } from '../enquiry/capture-types.ts';
import type { AgeLimits } from '../enquiry/child-age.ts';
import { NO_NAME } from '../enquiry/child-label.ts';
import {
  factsOf,
  type LeadFacts,
  type LeadMapping,
  type ReadFacts,
  sourceOfLead,
} from './route-lead.server.ts';

interface CapturedLead {
  enquiryId: string;
  enquiryCode: string;
  result: 'CREATED' | 'TOUCHED' | 'REVIVED';
}

/** Captures a lead at a centre, inside that centre's unit of work. Its time and its first answer count from its arrival. */
export async function captureLead(
  db: Db,
  at: { franchiseeId: number; intakeId: string; now: Date },
  lead: LeadFacts,
): Promise<CapturedLead> {
  const facts = await factsOf(db, lead);
  const { enquiries } = await captureEnquiry(
    db,
    {
      franchiseeId: at.franchiseeId,
      academicYearId: await yearOf(db, facts.mapping, lead.receivedAt),
      now: at.now,
      via: 'INTAKE',
      by: null,
    },
    await familyOf(db, at, lead, facts),
  );
  const [captured] = enquiries;
  if (!captured) throw new Error('The lead gave no enquiry');
  const same = captured.verdict === 'SAME';
  return {
    enquiryId: captured.id,
    enquiryCode: captured.enquiryCode,
    result: !same ? 'CREATED' : (await wasRevived(db, at, captured.id)) ? 'REVIVED' : 'TOUCHED',
  };
}

async function familyOf(
  db: Db,
  at: { franchiseeId: number; intakeId: string; now: Date },
  lead: LeadFacts,
  facts: ReadFacts,
): Promise<CaptureFamily> {
  const { answers, mapping, link } = facts;
  return {
    guardianName: answers.guardianName ?? NO_NAME,
    mobile: answers.mobile ?? '',
    alternateMobiles: answers.alternateMobile ? [answers.alternateMobile] : [],
    email: answers.email,
    language: 'en',
    preferredTime: answers.preferredTime,
    pincode: answers.pincode,
    sourceId: sourceOfLead(lead, facts),
    medium: link?.medium ?? null,
    campaign: link?.campaign ?? mapping?.campaign ?? null,
    // A person may have sent the lead to another centre than the link's.
    sourceLinkId: link?.franchiseeId === at.franchiseeId ? link.id : null,
    midUnknown: facts.midUnknown,
    intakeId: at.intakeId,
    // Nobody answered: the clock of the first answer runs, although a telephone is no digital source.
    missedCall: lead.provider === 'TELEPHONY',
    note: answers.note,
    capturedAt: lead.receivedAt,
    children: [
      childOf(
        at,
        {
          firstName: answers.childFirstName,
          lastName: answers.childLastName,
          dob: answers.dob,
          dobApprox: answers.dobApprox,
          classId: mapping?.classId ?? (answers.className ? await classNamed(db, answers.className) : null),
        },
        await ageLimitsOf(db, at.franchiseeId),
      ),
    ],
  };
}

// An age that fitted when the lead came may not fit when it is replayed: the child counts, the age is asked again.
function childOf(at: { intakeId: string; now: Date }, child: CaptureChild, ages: AgeLimits): CaptureChild {
  try {
    ensureAge(child, at.now, ages);
    return { ...child, id: at.intakeId };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...child, id: at.intakeId, dob: null, dobApprox: false };
  }
}

async function classNamed(db: Db, typed: string): Promise<number | null> {
  const wanted = typed.trim().toLowerCase();
  const found = (await classes(db)).find((one) =>
    [one.name, one.code, one.shortName].some((name) => name.toLowerCase() === wanted),
  );
  return found?.id ?? null;
}

/** The year a form is for; one that is not opened yet gives way to the newest there is. */
async function yearOf(db: Db, mapping: LeadMapping | null, receivedAt: Date): Promise<number> {
  const wanted =
    mapping?.academicYear === 'current'
      ? currentYear(receivedAt)
      : mapping?.academicYear === 'next'
        ? currentYear(receivedAt) + 1
        : latestYear(receivedAt);
  const newest = await db
    .selectFrom('academic_year')
    .select('id')
    .where('id', '<=', wanted)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? wanted;
}

async function wasRevived(
  db: Db,
  at: { franchiseeId: number; now: Date },
  enquiryId: string,
): Promise<boolean> {
  const { rows } =
    await sql`select from enquiry_stage_log where franchisee_id = ${at.franchiseeId} and enquiry_id = ${enquiryId}::uuid
    and action = 're-enquiry' and at = ${at.now.toISOString()}::timestamptz`.execute(db);
  return rows.length > 0;
}
