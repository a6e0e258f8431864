// The thank-you page's code: send it again, judge what was typed, and mark the number once the submission is an enquiry.
// Both calls answer 200 whatever they find: a wrong try must stay counted, and nothing is told by a status.
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { openInboxBody } from '@aangan/server/background/inbox.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { NotSent } from '@aangan/server/background/outbox-worker.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { franchisee } from '../../network/public.server.ts';
import { ensureFewTries } from '../few-tries.server.ts';
import {
  challengeOf,
  judgeNumberCode,
  numberHash,
  type Submission,
  sendNumberCodeAgain,
} from './number-code.server.ts';
import { publicEnquiryContract } from './public-enquiry.contract.ts';
import { PUBLIC_FORM } from './public-enquiry.server.ts';
import { visitorOf } from './visitor.ts';

export const NUMBER_CONFIRMED = 'enquiries.number-confirmed';

/** Calls of one address in ten minutes; more is a program. */
const PER_ADDRESS = { limit: 60, windowS: 600 };

const ensureFewCalls = (db: Db, ip: string) =>
  ensureFewTries(db, `enquiry-code-call:${visitorOf(ip)}`, PER_ADDRESS);

const typedEntry = z.object({ mobile: z.string(), language: z.string() });

/** Number and language as they were typed; null when the submission is not there or was erased. */
async function typedIn(db: Db, { fid, submissionId }: Submission) {
  const eventId = `${fid}:${submissionId}`;
  const { rows } = await sql<{ body: Buffer | null }>`select body from inbox
    where provider = ${PUBLIC_FORM} and event_id = ${eventId} and franchisee_id = ${fid}`.execute(db);
  const [row] = rows;
  if (!row?.body) return null;
  const body = openInboxBody({ provider: PUBLIC_FORM, eventId, body: row.body });
  return typedEntry.safeParse(JSON.parse(body.toString('utf8'))).data ?? null;
}

export const sendNumberCode = handle(publicEnquiryContract.sendCode, async ({ db, input, now, request }) => {
  await ensureFewCalls(db, request.ip);
  const typed = await typedIn(db, input);
  const centre = await franchisee(db, input.fid);
  if (!typed || !centre) return { state: 'ENDED' as const, waitS: 0 };
  return sendNumberCodeAgain(db, {
    ...input,
    ...typed,
    centreName: centre.companyName,
    visitor: visitorOf(request.ip),
    now,
  });
});

export const verifyNumber = handle(publicEnquiryContract.verify, async ({ db, input, now, request }) => {
  await ensureFewCalls(db, request.ip);
  const verdict = await judgeNumberCode(db, { ...input, now });
  // The enquiry may not be there yet: it is marked afterwards, and the answer needs no look at the families.
  if (verdict.state === 'CONFIRMED')
    await later(
      db,
      NUMBER_CONFIRMED,
      { submissionId: input.submissionId, at: now.toISOString() },
      { franchiseeId: input.fid, dedupeKey: input.submissionId, lane: 'NOW' },
    );
  return verdict;
});

/** A submission becomes an enquiry within seconds; after this it never will. */
const WAIT_MS = 3_600_000;
const LOOK_AGAIN_S = 5;

export const applyConfirmation: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ row: { franchiseeId, payload }, work, finish, now }) => {
    const { submissionId, at } = payload as { submissionId: string; at: string };
    await work(franchiseeId, async (db) => {
      const consumed = await markConfirmed(db, { franchiseeId, submissionId, at });
      if (!consumed && now.getTime() - Date.parse(at) < WAIT_MS)
        throw new NotSent('the submission is no enquiry yet', LOOK_AGAIN_S);
      await finish(db);
    });
  },
};

/** False while the submission is no enquiry. A number that answered is a good one, whatever was noted of it before. */
async function markConfirmed(
  db: Db,
  { franchiseeId, submissionId, at }: { franchiseeId: number; submissionId: string; at: string },
): Promise<boolean> {
  const { rows: households } = await sql<{ id: string }>`
    select distinct s.household_id::text as id from enquiry_touch t
      join enquiry e on e.franchisee_id = t.franchisee_id and e.id = t.enquiry_id
      join enquiry s on s.franchisee_id = e.franchisee_id and s.id = coalesce(e.merged_into, e.id)
     where t.franchisee_id = ${franchiseeId} and t.intake_id = ${submissionId}::uuid`.execute(db);
  if (households.length === 0) return false;
  const code = await db
    .selectFrom('code_challenge')
    .select('address_hash')
    .where('reference_id', '=', challengeOf({ fid: franchiseeId, submissionId }))
    .executeTakeFirst();
  const contacts = await db
    .selectFrom('household_contact')
    .select(['id', 'value_norm'])
    .where('franchisee_id', '=', franchiseeId)
    .where(
      'household_id',
      'in',
      households.map((one) => one.id),
    )
    .where('kind', '=', 'PHONE')
    .execute();
  const confirmed = contacts.find((one) => code && numberHash(one.value_norm).equals(code.address_hash));
  if (confirmed)
    await sql`update household_contact set verified_at = coalesce(verified_at, ${at}::timestamptz), bad_since = null
      where franchisee_id = ${franchiseeId} and id = ${confirmed.id}::uuid`.execute(db);
  return true;
}
