// The one way an enquiry comes into being: counsellor's form, public form and upload all end here (enquiries.md 3.6). It
// works on many families at once, so that a file of 10,000 rows takes a handful of statements.
import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { addWorking } from '@aangan/contract/working-time.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { afterCapture, allocateFresh } from '../allocation/capture-allocation.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { acknowledge } from './acknowledge.server.ts';
import { ageLimitsOf } from './age-limits.server.ts';
import { firstFollowUp } from './cadence.ts';
import { type CaptureFacts, captureFacts } from './capture-facts.server.ts';
import type { CaptureChild, CaptureContext, CapturedEnquiry, CaptureFamily } from './capture-types.ts';
import {
  addTouches,
  inBulk,
  insertEnquiries,
  insertFlags,
  joinSame,
  type NewEnquiry,
  type SameEnquiry,
  type Touch,
} from './capture-writes.server.ts';
import { type AgeLimits, ageText, fitsAge, monthsInWords } from './child-age.ts';
import { childLabel } from './child-label.ts';
import { type KnownChild, verdictOf } from './duplicate-verdict.ts';
import { addFamilyContacts, resolveHouseholds } from './households.server.ts';
import { ensureProgramme } from './programmes.server.ts';

/**
 * Saves one family; one enquiry (or touch) for each child; records consents and answers. Refuses unknown sources, classes
 * and ages. `then` runs on what was saved before the family is answered: its next date stands in the answer.
 */
export async function captureEnquiry(
  db: Db,
  context: CaptureContext,
  family: CaptureFamily,
  then?: (captured: readonly CapturedEnquiry[]) => Promise<void>,
): Promise<{ householdId: string; enquiries: CapturedEnquiry[] }> {
  const [captured = []] = await captureEnquiries(db, context, [family]);
  await then?.(captured);
  await acknowledge(db, context, family, captured);
  return { householdId: captured[0]?.householdId ?? '', enquiries: captured };
}

/** As captureEnquiry for many families, in their order; all or none. */
export async function captureEnquiries(
  db: Db,
  context: CaptureContext,
  families: readonly CaptureFamily[],
): Promise<CapturedEnquiry[][]> {
  const ages = await ageLimitsOf(db, context.franchiseeId);
  for (const family of families) for (const child of family.children) ensureAge(child, context.now, ages);
  for (const wish of new Set(families.flatMap((family) => family.children.map((child) => child.programme))))
    await ensureProgramme(db, context.franchiseeId, { programme: wish, field: 'children.0.programme' });
  const households = await inBulk(db, families.length, () =>
    resolveHouseholds(db, context.franchiseeId, families),
  );
  const facts = await inBulk(db, families.length, () => captureFacts(db, context, households, families));
  const plan = new CapturePlan(context, facts);
  const out = families.map((family, index) =>
    family.children.map((child) => plan.add(family, child, households[index] ?? '')),
  );
  // Of a child that is left alone the family hears nothing either.
  const numbers = await inBulk(db, families.length, () =>
    addFamilyContacts(
      db,
      context.franchiseeId,
      families.flatMap((family, index) =>
        plan.leftAlone.has(family) ? [] : [{ family, household: households[index] ?? '' }],
      ),
    ),
  );
  const filled = await joinSame(db, context, {
    same: plan.same,
    categoryOf: (classId) => facts.classes.get(classId)?.category ?? null,
  });
  for (const [one, own] of filled) one.captured.filled = [...own, ...(numbers.get(one.family) ?? [])];
  const allocations = await allocateFresh(db, context, plan.fresh);
  await insertEnquiries(db, context, plan.fresh);
  await addTouches(db, context, plan.touches);
  await insertFlags(db, context, plan.flags);
  const owners = new Map(plan.fresh.map((one) => [one.id, one.ownerId]));
  for (const one of out.flat()) one.ownerId = owners.get(one.id) ?? one.ownerId;
  await afterCapture(db, context, { fresh: plan.fresh, allocations, revived: plan.revived() });
  return out;
}

/** 422 `enquiry.age` for a birth day that lies outside the centre's limits today. */
export function ensureAge(child: CaptureChild, now: Date, limits: AgeLimits, field = 'children.0.dob'): void {
  if (!child.dob || fitsAge(child.dob, todayIst(now), limits)) return;
  throw refuseEnquiry('enquiry.age', {
    details: { from: monthsInWords(limits.fromMonths), to: monthsInWords(limits.toMonths) },
    fields: { [field]: ageText(limits) },
  });
}

/** Decides child by child, with what earlier children of the same batch added; the writes follow in one go. */
class CapturePlan {
  readonly fresh: NewEnquiry[] = [];
  readonly same: SameEnquiry[] = [];
  readonly touches: Touch[] = [];
  readonly flags: { a: string; b: string; scoreBp: number; reason: string }[] = [];
  readonly leftAlone = new Set<CaptureFamily>();
  private readonly context: CaptureContext;
  private readonly facts: CaptureFacts;
  private readonly results = new Map<string, CapturedEnquiry>();

  constructor(context: CaptureContext, facts: CaptureFacts) {
    this.context = context;
    this.facts = facts;
  }

  add(family: CaptureFamily, child: CaptureChild, householdId: string): CapturedEnquiry {
    const replay = child.id ? this.facts.replays.get(child.id) : undefined;
    if (replay) {
      if (replay.householdId !== householdId) throw refuseEnquiry('enquiry.id-reused');
      return { ...replay, verdict: 'REPLAY' };
    }
    const known = this.facts.knownOf(householdId);
    const key = child.firstName ? nameKey(child.firstName) : null;
    const found = verdictOf({ nameKey: key, dob: child.dob ?? null }, this.context.academicYearId, known);
    if (found.verdict === 'SAME' && found.id) return this.join(family, child, found.id, found.ambiguous);
    const id = child.id ?? randomUUID();
    if (found.verdict === 'POSSIBLE' && found.id)
      this.flags.push({
        a: id,
        b: found.id,
        scoreBp: found.scoreBp,
        reason: found.scoreBp === 10_000 ? 'same name, other birth day' : 'similar name',
      });
    const captured = this.create(id, family, child, {
      householdId,
      nameKey: key,
      previous: found.verdict === 'NEW_YEAR' ? found.id : null,
    });
    captured.verdict = found.verdict;
    if (found.verdict === 'NEW') this.flagElsewhere(captured, family, { key, dob: child.dob ?? null });
    known.push({ ...this.knownChild(id, key, child), open: !family.closed });
    if (key) {
      this.facts.namesakes.add({
        id,
        key,
        household: householdId,
        guardian: family.guardianName,
        dob: child.dob ?? null,
        pincode: family.pincode ?? null,
      });
    }
    return captured;
  }

  // No number in common, but the names, and the birth day or the pincode.
  private flagElsewhere(
    captured: CapturedEnquiry,
    family: CaptureFamily,
    child: { key: string | null; dob: string | null },
  ): void {
    const other = this.facts.namesakes.elsewhere(child, {
      household: captured.householdId,
      guardianName: family.guardianName,
      pincode: family.pincode,
    });
    if (!other) return;
    captured.verdict = 'POSSIBLE';
    this.flags.push({
      a: captured.id,
      b: other.id,
      scoreBp: 9_500,
      reason: 'same names under another number',
    });
  }

  /** Lost enquiries whose family wrote again. */
  revived(): string[] {
    return [
      ...new Set(
        this.same.filter((one) => one.lost && !one.family.closed && !one.family.ifKnown).map((one) => one.id),
      ),
    ];
  }

  private knownChild(id: string, key: string | null, child: CaptureChild): KnownChild {
    return {
      id,
      yearId: this.context.academicYearId,
      nameKey: key,
      dob: child.dob ?? null,
      open: true,
      lastActivityAt: this.context.now.toISOString(),
    };
  }

  private create(
    id: string,
    family: CaptureFamily,
    child: CaptureChild,
    at: { householdId: string; nameKey: string | null; previous: string | null },
  ): CapturedEnquiry {
    const { now, via } = this.context;
    const source = this.facts.sources.get(family.sourceId);
    if (!source) throw refuse('input.invalid', { fields: { sourceId: 'Choose an entry of the list' } });
    const klass = child.classId ? this.facts.classes.get(child.classId) : undefined;
    if (child.classId && !klass)
      throw refuse('input.invalid', { fields: { 'children.0.classId': 'Choose an entry of the list' } });
    const capturedAt = family.capturedAt ?? now;
    const today = todayIst(now);
    const answered = (!source.digital && !family.missedCall) || via === 'UPLOAD';
    const fresh: NewEnquiry = {
      id,
      householdId: at.householdId,
      code: this.facts.nextCode(),
      family,
      child,
      nameKey: at.nameKey,
      classCategory: klass?.category ?? null,
      previous: at.previous,
      ownerId: null,
      familyOwner: this.facts.ownerOf(at.householdId),
      capturedAt: capturedAt.toISOString(),
      nextOn: family.nextFollowUpOn ?? firstFollowUp(today),
      slaDueAt: answered
        ? null
        : addWorking(this.facts.desk, capturedAt, this.facts.slaSecondsOf(family.sourceId)).toISOString(),
      // Whoever stands at the desk or is on the phone has been answered by that very act.
      answeredAt: via === 'USER' && answered ? now.toISOString() : null,
    };
    this.fresh.push(fresh);
    this.touches.push({ ...touchOf(id, family, capturedAt), fresh: true });
    const captured: CapturedEnquiry = {
      id,
      enquiryCode: fresh.code,
      householdId: at.householdId,
      childName: childLabel(child, family.guardianName),
      verdict: 'NEW',
      ownerId: null,
      nextFollowUpOn: fresh.nextOn,
    };
    this.results.set(id, captured);
    return captured;
  }

  private join(family: CaptureFamily, child: CaptureChild, id: string, ambiguous: boolean): CapturedEnquiry {
    const stored = this.facts.stored.get(id);
    const captured: CapturedEnquiry = {
      ...(stored?.captured ?? (this.results.get(id) as CapturedEnquiry)),
      verdict: 'SAME',
    };
    // Which of several children is meant nobody knows: their blanks are not for a file to guess.
    if (family.ifKnown === 'SKIP' || (family.ifKnown === 'FILL' && ambiguous)) {
      this.leftAlone.add(family);
      return captured;
    }
    if (stored)
      this.same.push({ id, open: stored.open, lost: stored.lost, family, child, ambiguous, captured });
    if (family.ifKnown === 'FILL') return captured;
    const at = family.closed ? family.capturedAt : undefined;
    this.touches.push({ ...touchOf(id, family, at ?? this.context.now), fresh: !stored });
    return captured;
  }
}

const touchOf = (enquiryId: string, family: CaptureFamily, at: Date): Touch => ({
  enquiryId,
  at: at.toISOString(),
  family,
});
