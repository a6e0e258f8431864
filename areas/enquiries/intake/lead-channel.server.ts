import { randomBytes, randomUUID } from 'node:crypto';
import { addDays, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryModules } from '../modules.ts';
import { newSecret, openSecret, sealSecret } from './channel-secrets.server.ts';
import { type ChannelRow, leadChannelContract } from './lead-channel.contract.ts';
import type { ChannelProvider } from './lead-words.ts';

/** What the provider calls. Meta has one address for all pages and numbers. */
const addressOf = (origin: string, provider: ChannelProvider, key: string): string =>
  provider === 'GOOGLE'
    ? `${origin}/webhooks/google-leads/${key}`
    : provider === 'WEBSITE'
      ? `${origin}/webhooks/website-leads/${key}`
      : provider === 'TELEPHONY'
        ? `${origin}/webhooks/telephony/exotel/${key}`
        : `${origin}/webhooks/meta`;

const OWN_SECRET: readonly ChannelProvider[] = ['GOOGLE', 'WEBSITE'];

/** Channels and mappings are the whole network's: who chose one centre only looks. */
export const changesChannels = (actor: Actor): boolean =>
  actor.wholeNetwork && actor.franchiseeId === null && holds(actor, enquiryModules.googleWebHook, true);

export function ensureHeadOffice(actor: Actor): void {
  if (!actor.wholeNetwork || actor.franchiseeId !== null) throw refuseEnquiry('intake.head-office');
}

type ChannelData = Omit<ChannelRow, 'centreLabel' | 'address' | 'can'> & {
  franchiseeId: number | null;
  key: string;
};

export const listChannels = handle(leadChannelContract.list, async ({ db, actor, now, ports }) => {
  const first = startOfDay(addDays(todayIst(now), -6)).toISOString();
  const { rows } = await sql<ChannelData>`
    select c.id, c.version, c.provider, c.name, c.franchisee_id as "franchiseeId", c.external_id as "externalId", c.url_key as key, c.active, c.auto_create as "autoCreate",
      c.token_sealed is not null as "hasToken", c.last_error as error, t.at as "lastAt",
      case when not c.active then 'PAUSED' when c.failing_since is not null then 'RED' when t.at is not null then 'OK' else 'QUIET' end as health,
      (select array_agg(coalesce(n, 0) order by d) from generate_series(0, 6) d left join (
        select floor(extract(epoch from i.at - ${first}::timestamptz) / 86400)::int as day, count(*)::int as n from (
          select received_at as at from lead_intake where channel_id = c.id and verdict = 'VALID' union all select first_at from wa_contact where channel_id = c.id) i
         where i.at >= ${first}::timestamptz group by 1) x on x.day = d) as week
      from lead_channel c cross join lateral (select greatest((select max(i.received_at) from lead_intake i where i.channel_id = c.id and i.verdict = 'VALID'),
        (select max(w.last_at) from wa_contact w where w.channel_id = c.id)) as at) t
     order by c.active desc, c.provider, c.name, c.id limit 500`.execute(db);
  const labels = await franchiseeLabels(
    db,
    rows.flatMap((row) => row.franchiseeId ?? []),
  );
  const write = changesChannels(actor);
  return {
    rows: rows.map(({ franchiseeId, key, ...row }) => ({
      ...row,
      centreLabel: franchiseeId === null ? null : (labels.get(franchiseeId) ?? null),
      address: addressOf(ports.origin, row.provider, key),
      can: { rotate: write && row.provider !== 'WHATSAPP' && row.provider !== 'TELEPHONY', pause: write },
    })),
    can: { create: write },
  };
});

export const createChannel = handle(leadChannelContract.create, async ({ db, actor, input, ports }) => {
  ensureHeadOffice(actor);
  if (input.provider === 'META' && !input.token)
    throw refuseEnquiry('lead-channel.token-needed', { fields: { token: 'Enter the token of the page.' } });
  if ((input.provider === 'META' || input.provider === 'WHATSAPP') && !input.externalId)
    throw refuse('input.invalid', { fields: { externalId: 'Enter the number of the page or phone' } });
  if (input.externalId && (await isTaken(db, input.provider, input.externalId)))
    throw refuseEnquiry('lead-channel.taken', {
      fields: { externalId: 'There is a channel for this already.' },
    });
  const id = input.id ?? randomUUID();
  const secret = OWN_SECRET.includes(input.provider) ? newSecret() : null;
  const key = randomBytes(16).toString('base64url');
  await db
    .insertInto('lead_channel')
    .values({
      id,
      provider: input.provider,
      name: input.name,
      franchisee_id: input.franchiseeId ?? null,
      external_id: input.externalId ?? null,
      url_key: key,
      auto_create: input.autoCreate,
      secret_sealed: secret ? sealSecret(secret, 'secret_sealed', id) : null,
      token_sealed: input.token ? sealSecret(input.token, 'token_sealed', id) : null,
    })
    .execute();
  return { id, address: addressOf(ports.origin, input.provider, key), secret };
});

const isTaken = async (db: Db, provider: ChannelProvider, externalId: string): Promise<boolean> =>
  (await db
    .selectFrom('lead_channel')
    .select('id')
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .executeTakeFirst()) !== undefined;

const PREVIOUS_HOLDS_HOURS = 24;

export const rotateSecret = handle(
  leadChannelContract.rotateSecret,
  async ({ db, actor, input, ports, now }) => {
    ensureHeadOffice(actor);
    const row = ensureFound(
      await db
        .selectFrom('lead_channel')
        .selectAll()
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const address = addressOf(ports.origin, row.provider, row.url_key);
    if (!OWN_SECRET.includes(row.provider)) {
      if (!input.token)
        throw refuseEnquiry('lead-channel.token-needed', {
          fields: { token: 'Enter the token of the page.' },
        });
      await db
        .updateTable('lead_channel')
        .set({
          token_sealed: sealSecret(input.token, 'token_sealed', row.id),
          fail_count: 0,
          failing_since: null,
          last_error: null,
        })
        .where('id', '=', row.id)
        .execute();
      // What waited for the token is fetched now.
      await db
        .updateTable('lead_intake')
        .set({ next_try_at: now.toISOString() })
        .where('channel_id', '=', row.id)
        .where('state', 'in', ['RETRY', 'FETCHING'])
        .execute();
      return { id: row.id, address, secret: null };
    }
    const secret = newSecret();
    const old = row.secret_sealed && openSecret(row.secret_sealed, 'secret_sealed', row.id);
    await db
      .updateTable('lead_channel')
      .set({
        secret_sealed: sealSecret(secret, 'secret_sealed', row.id),
        // A sealed value opens only in its own place, so it is sealed anew for the other column.
        previous_sealed: old ? sealSecret(old, 'previous_sealed', row.id) : null,
        previous_until: new Date(now.getTime() + PREVIOUS_HOLDS_HOURS * 3_600_000).toISOString(),
      })
      .where('id', '=', row.id)
      .execute();
    return { id: row.id, address, secret };
  },
);

export const pauseChannel = handle(leadChannelContract.pause, async ({ db, actor, input, version }) => {
  ensureHeadOffice(actor);
  ensureFound(await db.selectFrom('lead_channel').select('id').where('id', '=', input.id).executeTakeFirst());
  const saved = await db
    .updateTable('lead_channel')
    .set({ active: input.active })
    .where('id', '=', input.id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  ensureFresh(saved ? 1 : 0);
  return { id: input.id, version: saved?.version ?? version };
});
