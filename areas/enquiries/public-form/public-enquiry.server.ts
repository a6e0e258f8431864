// The form behind the QR code. A submission is only stored (the platform's inbox, sealed); everything else happens
// afterwards, so that the answer is the same page in the same time for new, known and unwanted numbers (enquiries.md 3.10).
import { createHash } from 'node:crypto';
import { academicYearLabel, latestYear, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { InboxWorker } from '@aangan/server/background/background.ts';
import { storeInbox } from '@aangan/server/background/inbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import * as z from 'zod';
import { classes } from '../../academics/public.server.ts';
import { ability, franchisee } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { ageLimitsOf } from '../enquiry/age-limits.server.ts';
import { captureEnquiry } from '../enquiry/capture-enquiry.server.ts';
import { ageText, fitsAge } from '../enquiry/child-age.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { ensureFewTries } from '../few-tries.server.ts';
import { countCode, linkOf } from '../qr/count-code.server.ts';
import { type FormLanguage, type PublicFormSetting, publicFormSetting } from './form-setting.ts';
import { endingOf, startNumberCode } from './number-code.server.ts';
import { isProven } from './proof.server.ts';
import { consentTextVersion, publicEnquiryContract, submissionFields } from './public-enquiry.contract.ts';
import { visitorOf } from './visitor.ts';

export const PUBLIC_FORM = 'enquiry-form';

export const publicForm = handle(publicEnquiryContract.form, async ({ db, input, now }) => {
  const centre = await franchisee(db, input.fid);
  if (!centre || centre.status === 'LEAD' || centre.status === 'SIGNED') throw refuse('link.not-found');
  const link = input.mid ? await linkOf(db, input.mid, todayIst(now)) : undefined;
  const brand = await db
    .selectFrom('franchisee as f')
    .leftJoin('brand as b', 'b.id', 'f.brand_id')
    .select('b.name')
    .where('f.id', '=', input.fid)
    .executeTakeFirst();
  const setting = await readSetting(db, 'enquiries', publicFormSetting, input.fid);
  return {
    centreName: centre.companyName,
    brandName: brand?.name ?? '',
    cityName: centre.cityName,
    open: await takesEnquiries(db, input.fid, now),
    academicYear: academicYearLabel(latestYear(now)),
    language: firstLanguage(setting, link?.franchisee_id === input.fid ? link.language : null),
    languages: setting.languages,
    hidden: setting.hidden,
    lead: setting.lead,
    thanks: setting.thanks,
    confirmNumber: setting.confirmNumber,
    ages: await ageLimitsOf(db, input.fid),
    classes: (await classes(db)).map(({ id, name, ageFromMonths, ageToMonths }) => ({
      id,
      name,
      ageFromMonths,
      ageToMonths,
    })),
  };
});

/** The code's own language, if the centre offers it; where it offers one only, that one; else the device's. */
const firstLanguage = (
  { languages }: PublicFormSetting,
  wanted: FormLanguage | null,
): FormLanguage | null => {
  if (wanted !== null && languages.includes(wanted)) return wanted;
  return languages.length === 1 ? (languages[0] ?? null) : null;
};

const takesEnquiries = (db: Db, franchiseeId: number, now: Date): Promise<boolean> =>
  ability(db, franchiseeId, 'PUBLIC_ENQUIRY', { yearId: latestYear(now), currentYear: latestYear(now) });

const PER_ADDRESS = { limit: 30, windowS: 600 };
/** Forms of one address before its pages do a small work first (enquiries.md 8); one filled in no time does it at once. */
const FREE = 5;
const HUMAN_MS = 3000;

export const submitPublicForm = handle(publicEnquiryContract.submit, async ({ db, input, now, request }) => {
  const centre = ensureFound(await franchisee(db, input.fid));
  const n = await ensureFewTries(db, `public-enquiry:${visitorOf(request.ip)}`, PER_ADDRESS);
  if (!(await takesEnquiries(db, input.fid, now))) throw refuseEnquiry('public-enquiry.closed');
  const { website, filledInMs, proof, ...all } = input;
  // Autofill is as fast as a program and fills what nobody sees: nothing is dropped for it, the page works first.
  const doubtful = n > FREE || filledInMs < HUMAN_MS || !!website;
  if (doubtful && !isProven(proof, { ...input, ip: request.ip, now }))
    throw refuseEnquiry('public-enquiry.proof-needed');
  const ages = await ageLimitsOf(db, input.fid);
  // What is no child's age here is said at once: it tells nothing of whom the school knows.
  if (!fitsAge(`${input.birthMonth}-15`, todayIst(now), ages))
    throw refuse('input.invalid', { fields: { birthMonth: ageText(ages) } });
  const { hidden, confirmNumber } = await readSetting(db, 'enquiries', publicFormSetting, input.fid);
  // A page that was opened before a field was taken off may still send it.
  const entries = { ...all, ...Object.fromEntries(hidden.map((field) => [field, undefined])) };
  const spam = links(input.message ?? '') > 2;
  // Spam gets the same answer and is kept for 30 days, so that a wrong guess can be put right.
  const body = Buffer.from(JSON.stringify({ ...entries, receivedAt: now.toISOString(), spam }));
  const first = await storeInbox(db, {
    provider: PUBLIC_FORM,
    eventId: `${input.fid}:${input.submissionId}`,
    franchiseeId: input.fid,
    verdict: 'VALID',
    body,
    contentType: 'application/json',
    keepDays: spam ? 30 : 400,
  });
  // Sent again is not written to again: the page asks for another code itself.
  if (confirmNumber && first)
    await startNumberCode(db, {
      ...input,
      centreName: centre.companyName,
      visitor: visitorOf(request.ip),
      unwanted: spam,
      now,
    });
  await countCode(db, input, { step: 'SUBMIT', now });
  return {
    reference: referenceOf(input.submissionId),
    confirm: confirmNumber ? { ending: endingOf(input.mobile) } : null,
  };
});

/** Every phone opens a form a few times at most; more is a program and counts nothing. */
const SEEN_PER_ADDRESS = { limit: 60, windowS: 600 };

export const formSeen = handle(publicEnquiryContract.seen, async ({ db, input, now, request }) => {
  ensureFound(await franchisee(db, input.fid));
  const n = await countTry(db, `public-enquiry-seen:${visitorOf(request.ip)}`, SEEN_PER_ADDRESS.windowS);
  if (n <= SEEN_PER_ADDRESS.limit) await countCode(db, input, { step: input.step, now });
  return {};
});

const links = (text: string): number => text.match(/https?:\/\/|www\./gi)?.length ?? 0;

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 'R-' and six characters of the submission; tells nothing about an enquiry. */
const referenceOf = (submissionId: string): string =>
  `R-${[...createHash('sha256').update(submissionId).digest().subarray(0, 6)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;

const stored = z.object({
  ...submissionFields,
  fid: z.int(),
  mid: z.string().optional(),
  submissionId: z.uuid(),
  door: z.enum(['QR', 'WEB']),
  receivedAt: z.string(),
  spam: z.boolean(),
});

/** Turns a stored submission into an enquiry (or a touch), in one transaction with the end of its inbox row. */
export const consumeSubmission: InboxWorker = {
  consume: async ({ row, work, finish, now }) => {
    const parsed = stored.safeParse(JSON.parse(row.body.toString('utf8')));
    if (!parsed.success || parsed.data.spam) return 'IGNORED';
    const entry = parsed.data;
    await work(entry.fid, async (db) => {
      const link = entry.mid ? await linkOf(db, entry.mid, todayIst(entry.receivedAt)) : null;
      const receivedAt = new Date(entry.receivedAt);
      await captureEnquiry(
        db,
        { franchiseeId: entry.fid, academicYearId: latestYear(receivedAt), now, via: 'INTAKE', by: null },
        {
          guardianName: entry.guardianName,
          mobile: entry.mobile,
          email: entry.email,
          language: entry.language,
          preferredTime: entry.preferredTime,
          pincode: entry.pincode,
          sourceId: link?.source_id ?? (entry.door === 'QR' ? sourceIds.qr : sourceIds.website),
          medium: link?.medium,
          campaign: link?.campaign,
          sourceLinkId: link?.id,
          midUnknown: !!entry.mid && !link,
          intakeId: entry.submissionId,
          note: entry.message,
          capturedAt: receivedAt,
          consents: {
            whatsapp: entry.consentWhatsapp,
            sms: entry.consentSms,
            email: entry.consentEmail,
            textVersion: consentTextVersion,
            language: entry.language,
          },
          children: [
            {
              firstName: entry.childFirstName,
              dob: `${entry.birthMonth}-15`,
              dobApprox: true,
              classId: entry.classId,
            },
          ],
        },
      );
      await finish(db);
    });
    return 'DONE';
  },
};
