import { todayIst } from '@aangan/contract/period.ts';
import type { SuspensionEffect } from '@aangan/server/endpoint/area-extras.ts';
import { suspensionEffects } from '@aangan/server/endpoint/area-registry.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { userCards } from '../user/user.queries.server.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';
import { blockable } from './franchisee-shapes.ts';
import { beginOf } from './suspension.ts';
import { ownersOf } from './tell-owners.server.ts';

export const previewSuspension = handle(franchiseeLife.suspendPreview, async ({ db, input, now }) => {
  const centre = ensureFound(
    await db
      .selectFrom('franchisee as f')
      .leftJoin('partner as p', 'p.id', 'f.partner_id')
      .select(['f.id', 'f.zone_id', 'p.legal_name'])
      .where('f.id', '=', input.franchiseeId)
      .executeTakeFirst(),
  );
  const days = { today: todayIst(now), until: input.until };
  const met = async (ability: string | null): Promise<string[]> => {
    const words: string[] = [];
    for (const effect of suspensionEffects().filter((one) => one.ability === ability)) {
      const text = await effect.meets(db, centre.id, days);
      if (text !== null) words.push(text);
    }
    return words;
  };
  const stops: { ability: (typeof blockable.options)[number]; meets: string[] }[] = [];
  for (const ability of blockable.options) stops.push({ ability, meets: await met(ability) });
  const owners = await ownersOf(db, centre);
  const names = await userCards(db, owners);
  return {
    from: beginOf(input.kind, now).toISOString(),
    stops,
    goesOn: await met(null),
    told: [
      ...owners.flatMap((id) => names.get(id)?.name ?? []),
      ...(centre.legal_name ? [`${centre.legal_name} (partner)`] : []),
    ],
  };
});

async function people(db: Db, franchiseeId: number): Promise<{ invites: number; joined: number }> {
  const { rows } = await sql<{ invites: number; joined: number }>`
    select count(*) filter (where state = 'INVITED')::int as invites, count(*) filter (where created_at > now() - interval '90 days')::int as joined
      from app_user where franchisee_id = ${franchiseeId} and kind = 'STAFF'`.execute(db);
  return ensureFound(rows[0]);
}

/** The network's own part: new colleagues; and the children, for whom nothing changes. */
export const networkEffects: readonly SuspensionEffect[] = [
  {
    ability: 'NEW_USER',
    meets: async (db, franchiseeId) => {
      const { invites, joined } = await people(db, franchiseeId);
      const waiting =
        invites === 0 ? null : `${invites} ${invites === 1 ? 'invitation waits' : 'invitations wait'}`;
      const pace =
        joined === 0
          ? null
          : `${joined} ${joined === 1 ? 'colleague' : 'colleagues'} came in the last 90 days`;
      return [waiting, pace].filter(Boolean).join(', ') || null;
    },
  },
  {
    ability: null,
    meets: async (db, franchiseeId) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from enrolment where franchisee_id = ${franchiseeId} and status in ('ACTIVE', 'ON_HOLD')`.execute(
        db,
      );
      const n = rows[0]?.n ?? 0;
      return n === 0
        ? null
        : `Attendance, diary and transport of ${n} ${n === 1 ? 'child' : 'children'}; their parents read and pay as before`;
    },
  },
];
