import { todayIst } from '@aangan/contract/period.ts';
import { handle, handleApart } from '@aangan/server/endpoint/handle.ts';
import { type Actor, reaches } from '@aangan/server/work/actor.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asSystem } from '../../shell/public.server.ts';
import { noteEvent } from '../franchisee/franchisee-rows.server.ts';
import { strengthOf } from '../franchisee/seat.server.ts';
import { refuse } from '../network-refusals.ts';
import { pincodeContract } from './pincode.contract.ts';
import { pincode, serviceOf } from './pincode.queries.server.ts';

// Who serves a pincode is asked for parents, so it is answered from the whole network: names, places and phones of
// centres are public. Nothing else of another centre is read.
export const lookupPincode = handleApart(pincodeContract.lookup, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const { actor, input, now } = call;
    const found = await pincode(db, input.pincode);
    if (!found) throw refuse('pincode.unknown', { details: { near: await likePincodes(db, input.pincode) } });
    const service = (await serviceOf(db, [input.pincode])).get(input.pincode) ?? { chosen: [], passed: [] };
    const { chosen, passed } = service;
    const offices = await db
      .selectFrom('pincode_office')
      .select(['office_name', 'office_type', 'delivery'])
      .where('pincode', '=', input.pincode)
      .orderBy('office_name')
      .limit(100)
      .execute();
    const ids = chosen.map((c) => c.franchiseeId);
    const cards = await cardsOf(db, ids);
    const left = await seatsLeft(db, ids, now);
    return {
      pincode: found.pincode,
      district: found.district,
      stateName: found.stateName,
      lat: found.lat,
      lng: found.lng,
      offices: offices.map((o) => ({ name: o.office_name, kind: o.office_type, delivery: o.delivery })),
      centres: chosen.map((c) => ({
        ...c,
        ...(cards.get(c.franchiseeId) ?? NO_CARD),
        seatsLeft: left.get(c.franchiseeId) ?? null,
        mine: reaches(actor, c.franchiseeId),
      })),
      notRouted: passed,
    };
  }),
);

const NO_CARD = { phone: null, address: null, opensAt: null, closesAt: null, lat: null, lng: null };

async function cardsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, typeof NO_CARD>();
  const rows = await db
    .selectFrom('franchisee as f')
    .leftJoin('city as c', 'c.id', 'f.city_id')
    .select(['f.id', 'f.phone', 'f.address1', 'f.address2', 'f.opens_at', 'f.closes_at', 'f.lat', 'f.lng'])
    .select('c.name as city')
    .where('f.id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        phone: row.phone,
        address: [row.address1, row.address2, row.city].filter(Boolean).join(', ') || null,
        opensAt: row.opens_at?.slice(0, 5) ?? null,
        closesAt: row.closes_at?.slice(0, 5) ?? null,
        lat: row.lat,
        lng: row.lng,
      },
    ]),
  );
}

async function seatsLeft(db: Db, ids: readonly number[], now: Date): Promise<Map<number, number>> {
  const today = todayIst(now);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0);
  const left = new Map<number, number>();
  for (const one of await strengthOf(db, ids, year))
    if (one.seats > 0)
      left.set(one.franchiseeId, (left.get(one.franchiseeId) ?? 0) + Math.max(0, one.seats - one.enrolled));
  return left;
}

/** Up to five pincodes that begin alike: a hint for a slip of the finger. */
async function likePincodes(db: Db, code: string): Promise<string> {
  const rows = await db
    .selectFrom('pincode')
    .select('pincode')
    .where('pincode', 'like', `${code.slice(0, 3)}%`)
    .orderBy(sql`abs(pincode::int - ${Number(code)})`)
    .limit(5)
    .execute();
  return rows.map((row) => row.pincode).join(', ');
}

const MOST_AT_ONCE = 500;

export const lookupMany = handleApart(pincodeContract.lookupMany, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const typed = [...new Set(call.input.pincodes.split(/[\s,;]+/).filter(Boolean))].slice(0, MOST_AT_ONCE);
    const codes = typed.filter((text) => /^[1-9]\d{5}$/.test(text));
    const known = await db
      .selectFrom('pincode')
      .select(['pincode', 'district'])
      .where('pincode', 'in', codes.length > 0 ? codes : [''])
      .execute();
    const districts = new Map(known.map((row) => [row.pincode, row.district]));
    const service = await serviceOf(db, [...districts.keys()]);
    return {
      rows: typed.map((text) => {
        const first = service.get(text)?.chosen[0];
        return {
          pincode: text.slice(0, 20),
          district: districts.get(text) ?? null,
          label: first?.label ?? null,
          distanceKm: first?.distanceKm ?? null,
          reason: first?.reason ?? null,
          problem: first ? null : 'Pincode not in the directory.',
        };
      }),
    };
  }),
);

// Claims and the directory are the network's: a centre that holds the module changes only its own territory.
export function ensureHeadOffice(actor: Actor): void {
  if (!actor.wholeNetwork) throw refuse('pincode.directory-needs-network');
}

export const claimPincode = handle(pincodeContract.claim, ({ db, actor, input }) => {
  ensureHeadOffice(actor);
  return withWholeReach(db, actor, async () => {
    if (!(await pincode(db, input.pincode))) throw refuse('pincode.unknown');
    // The primary key decides between two claims in the same millisecond.
    const { rows } = await sql<{ franchisee_id: number; mine: boolean }>`
      with mine as (insert into pincode_exclusive (pincode, franchisee_id) values (${input.pincode}, ${input.franchiseeId}) on conflict (pincode) do nothing returning franchisee_id)
      select franchisee_id, true as mine from mine union all select franchisee_id, false from pincode_exclusive where pincode = ${input.pincode}`.execute(
      db,
    );
    if (rows[0]?.franchisee_id !== input.franchiseeId)
      throw refuse('pincode.taken', { details: { pincode: input.pincode } });
    if (rows[0].mine)
      await noteEvent(db, {
        franchiseeId: input.franchiseeId,
        action: `pincode ${input.pincode} made exclusive`,
      });
    return { pincode: input.pincode };
  });
});

export const releasePincode = handle(pincodeContract.release, ({ db, actor, input }) => {
  ensureHeadOffice(actor);
  return withWholeReach(db, actor, async () => {
    const row = await db
      .deleteFrom('pincode_exclusive')
      .where('pincode', '=', input.pincode)
      .returning('franchisee_id')
      .executeTakeFirst();
    if (row)
      await noteEvent(db, {
        franchiseeId: row.franchisee_id,
        action: `pincode ${input.pincode} no longer exclusive`,
      });
    return { pincode: input.pincode };
  });
});

/** Reads the callers' own last files; kept beside the network check because both speak of uploads. */
export const listImports = handle(pincodeContract.imports, async ({ db, actor }) => {
  const rows = await db
    .selectFrom('import_job')
    .select(['id', 'file_name', 'created_at', 'total', 'ok', 'bad', 'state'])
    .where('user_id', '=', actor.userId ?? '')
    .where('contract', '=', 'franchisee-pincode')
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
  return {
    rows: rows.map((row) => ({
      id: row.id,
      fileName: row.file_name,
      at: row.created_at,
      total: row.total,
      ok: row.ok,
      bad: row.bad,
      state: row.state,
    })),
  };
});
