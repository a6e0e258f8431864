// The number is read from an enquiry of the caller's own centre, never typed: nobody can try numbers. What other centres
// know stays behind the database's `known_elsewhere`.
import { refuse } from '@aangan/contract/refusal.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabels, userCards } from '../../network/public.server.ts';
import { asSystem, notify } from '../../shell/public.server.ts';
import { centreHeads } from '../allocation/desk.server.ts';
import { privacySetting } from '../erase/privacy-setting.ts';
import { knownElsewhereContract } from './known-elsewhere.contract.ts';

const LOOKS = { limit: 50, windowS: 3600 };

type Work = <T>(actor: NarrowedActor, work: (db: Db) => Promise<T>) => Promise<T>;

interface Look {
  work: Work;
  actor: NarrowedActor;
  input: { id: string };
  request: { id: string; ip: string };
}

/** Counts and notes the look; the number of the enquiry's family, or null where the hint is switched off. */
async function numberOf({ work, actor, input, request }: Look, contract: string) {
  // In a work of its own: a refused look stays counted.
  const tries = await work(actor, (db) =>
    countTry(db, `known-elsewhere:${actor.userId ?? ''}`, LOOKS.windowS),
  );
  const denied = tries > LOOKS.limit;
  const row = await work(actor, async (db) => {
    await logAccess(
      db,
      actor,
      {
        action: denied ? 'DENY' : 'READ',
        contract,
        subjectKind: 'enquiry',
        subjectId: input.id,
        purpose: 'network hint',
        ...(denied ? { reason: `more than ${LOOKS.limit} an hour` } : {}),
      },
      request,
    );
    if (denied) return null;
    const found = ensureFound(
      await db
        .selectFrom('enquiry')
        .select(['franchisee_id', 'phone_norm', 'erased_at'])
        .where('id', '=', input.id)
        .executeTakeFirst(),
    );
    const { networkHint } = await readSetting(db, 'enquiries', privacySetting, found.franchisee_id);
    return networkHint && found.phone_norm !== null && found.erased_at === null
      ? { franchiseeId: found.franchisee_id, phone: found.phone_norm }
      : { franchiseeId: found.franchisee_id, phone: null };
  });
  if (row === null)
    throw refuse('rate.limited', { details: { seconds: LOOKS.windowS }, retryAfter: LOOKS.windowS });
  return row;
}

async function isKnown(db: Db, franchiseeId: number, phone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select known_elsewhere(${franchiseeId}::int, ${phone}) as known`.execute(db);
  return rows[0]?.known ?? false;
}

export const lookElsewhere = handleApart(knownElsewhereContract.look, async (call) => {
  const { franchiseeId, phone } = await numberOf(call, knownElsewhereContract.look.name);
  const known =
    phone === null ? false : await call.work(call.actor, (db) => isKnown(db, franchiseeId, phone));
  return { known };
});

export const askConnection = handleApart(knownElsewhereContract.ask, async (call) => {
  const { franchiseeId, phone } = await numberOf(call, knownElsewhereContract.ask.name);
  if (phone !== null && (await call.work(call.actor, (db) => isKnown(db, franchiseeId, phone))))
    await call.work(asSystem(call.actor.userId), (db) =>
      tellOthers(db, { franchiseeId, phone, enquiryId: call.input.id, userId: call.actor.userId }),
    );
  return { asked: true as const };
});

interface Asked {
  franchiseeId: number;
  phone: string;
  enquiryId: string;
  userId: string | null;
}

/** A line for the heads of each centre that knows the family: who asks, and which enquiry of their own it is. */
async function tellOthers(db: Db, { franchiseeId, phone, enquiryId, userId }: Asked): Promise<void> {
  const { rows } = await sql<{ franchisee: number; code: string }>`
    select distinct on (c.franchisee_id) c.franchisee_id as franchisee, e.enquiry_code as code
      from household_contact c join enquiry e on e.franchisee_id = c.franchisee_id and e.household_id = c.household_id
     where c.kind = 'PHONE' and c.value_norm = ${phone} and known_elsewhere(${franchiseeId}::int, ${phone}) and c.franchisee_id <> ${franchiseeId}
       and e.erased_at is null and e.merged_into is null and e.moved_to is null
     order by c.franchisee_id, e.is_open desc, e.last_activity_at desc`.execute(db);
  const centre = (await franchiseeLabels(db, [franchiseeId])).get(franchiseeId) ?? 'Another centre';
  const person = userId ? (await userCards(db, [userId])).get(userId)?.name : undefined;
  for (const { franchisee, code } of rows)
    for (const head of await centreHeads(db, franchisee))
      await notify(db, {
        userId: head,
        kind: 'enquiries.connect',
        title: `${centre} asks about a family of yours`,
        body: `${person ?? 'A colleague'} of ${centre} has an enquiry of the family of ${code} and asks to be connected. Answer if it helps the family.`,
        link: `/forms/edit/${code}`,
        franchiseeId: franchisee,
        sourceArea: 'enquiries',
        dedupeKey: `enquiries.connect:${enquiryId}:${franchisee}`,
      });
}
