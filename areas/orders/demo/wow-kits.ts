// WOW kits: models of centres, versions of their bills of material in every state, and what new centres ask for.

import { deactivateBom, decideBom } from '@aangan/areas/orders/bom/decide-bom.server.ts';
import { copyBom, createBom } from '@aangan/areas/orders/bom/write-bom.server.ts';
import { confirmWowOrder, quoteWowOrder } from '@aangan/areas/orders/wow/confirm-wow.server.ts';
import { decideWowOrder, withdrawWowOrder } from '@aangan/areas/orders/wow/decide-wow.server.ts';
import { initiateWowOrder } from '@aangan/areas/orders/wow/initiate-wow.server.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Clock } from '../../../db/demo/moment.ts';
import { headOffice, productTeam, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

const HEAD_OFFICE = 1;
const MODELS = [
  { code: 'COMPACT', name: 'Compact', seats: 40, area: 1_200, share: 0.5 },
  { code: 'STANDARD', name: 'Standard', seats: 60, area: 1_800, share: 1 },
  { code: 'GRAND', name: 'Grand', seats: 100, area: 3_000, share: 1.6 },
] as const;
type Model = (typeof MODELS)[number]['code'];
const modelId = (code: Model): string => demoUuid('wow-model', code);

/** Pieces of a standard kit; what is not named here is one. */
const PIECES: Readonly<Record<string, number>> = {
  'WOW-BLOCKS': 3,
  'WOW-PUZZLES': 4,
  'WOW-TRIKE': 4,
  'WOW-TABLE': 8,
  'WOW-SHELF': 3,
  'WOW-CUBBY': 3,
  'WOW-COT': 20,
  'WOW-PANEL': 2,
  'WOW-FIRE': 3,
  'WOW-GATE': 2,
};
const MANDATORY: readonly string[] = ['WOW-FIRE', 'WOW-CAMERA'];

interface Good {
  productId: string;
  sku: string;
}

const planner = productTeam.product;
const levels = [productTeam.c1, productTeam.c2, productTeam.c3];

export async function writeWowModels(client: Client): Promise<void> {
  await insertRows(
    client,
    'wow_model',
    MODELS.map(({ code, name, seats, area }) => ({
      id: modelId(code),
      name,
      seats,
      area_sqft: area,
      active: true,
    })),
  );
}

const inNetwork = (userId: string): NarrowedActor => ({
  ...actorAt(HEAD_OFFICE, userId),
  franchiseeId: null,
  centres: [],
  wholeNetwork: true,
});

const linesOf = (goods: readonly Good[], code: Model, leftOut: number) =>
  goods.slice(0, goods.length - leftOut).map(({ productId, sku }) => {
    const share = MODELS.find((model) => model.code === code)?.share ?? 1;
    const qty = Math.max(1, Math.round((PIECES[sku] ?? 1) * share));
    const mandatory = MANDATORY.includes(sku);
    return {
      productId,
      qty,
      minQty: mandatory ? qty : Math.floor(qty / 2),
      maxQty: qty * 2,
      mandatory,
      room: null,
    };
  });

/** `ordered`: one of them has become a kit order, where centres have credit. */
export async function writeWowKits(
  database: Database,
  { now }: Clock,
  { ordered }: { ordered: boolean },
): Promise<void> {
  const run = async <T>(
    actor: NarrowedActor,
    handler: InWorkHandler,
    input: object,
    version = 0,
  ): Promise<T> =>
    (await work(database, actor, 'wow', (db) => carryOut(handler, { db, actor, now, version, input }))) as T;
  const maker = inNetwork(planner.id);
  // What has a price can be ordered; safety and the cameras stand first, so that every kit has them.
  const { rows: goods } = await work(database, maker, 'goods', (db) =>
    sql<Good>`select p.id as "productId", p.sku from product p where p.in_wow_kit and p.active
      and exists (select from product_price x where x.product_id = p.id) order by p.sku <> all (${[...MANDATORY]}::text[]), p.sku`.execute(
      db,
    ),
  );
  const linesFor = (code: Model, leftOut: number) => linesOf(goods, code, leftOut);
  const plan = (code: Model, note: string, leftOut = 0) =>
    run<{ id: string }>(maker, createBom, { modelId: modelId(code), note, lines: linesFor(code, leftOut) });
  // Each decision is one change of the row.
  const approve = async (id: string, upTo: number) => {
    for (const [n, person] of levels.slice(0, upTo).entries())
      await run(inNetwork(person.id), decideBom, { id, decision: 'approve' }, n + 1);
  };

  const first = await plan('STANDARD', 'As of the opening season', 4);
  await approve(first.id, 3);
  const standard = await plan('STANDARD', 'With safety gates and nap cots');
  await approve(standard.id, 3);
  const compact = await plan('COMPACT', 'Half a standard kit', 2);
  await approve(compact.id, 3);
  const old = await plan('GRAND', 'As of the opening season', 5);
  await approve(old.id, 3);
  await run(maker, deactivateBom, { id: old.id, reason: 'The smart panel is made in another size now' }, 4);
  await approve((await plan('GRAND', 'With the new panel')).id, 2);
  await approve((await plan('COMPACT', 'One more camera set', 1)).id, 1);
  const refused = await plan('STANDARD', 'Without sand pit');
  await run(
    inNetwork(productTeam.c1.id),
    decideBom,
    { id: refused.id, decision: 'reject', reason: 'Centres with a garden need the sand pit' },
    1,
  );
  await run(maker, copyBom, { id: refused.id });

  const zone = (centre: number) => actorAt(centre, headOffice.zonemanager.id);
  const last = (centre: number) => actorAt(centre, productTeam.final.id);
  const ask = (
    centre: number,
    code: 'STANDARD' | 'COMPACT',
    b2bId: string,
    more: Record<string, unknown> = {},
  ) =>
    run<{ id: string }>(actorAt(centre, teamAt(centre).head.id), initiateWowOrder, {
      modelId: modelId(code),
      bomId: code === 'STANDARD' ? standard.id : compact.id,
      b2bId,
      email: teamAt(centre).head.signIn,
      comment: null,
      revisesId: null,
      items: linesFor(code, code === 'STANDARD' ? 0 : 2).map(({ productId, qty }) => ({ productId, qty })),
      ...more,
    });
  const say = (actor: NarrowedActor, id: string, version: number, reject?: string) =>
    run(
      actor,
      decideWowOrder,
      { id, decision: reject ? 'reject' : 'approve', reason: reject ?? null },
      version,
    );

  const approved = await ask(ANDHERI, 'STANDARD', 'B2B-2041');
  await say(zone(ANDHERI), approved.id, 1);
  await say(last(ANDHERI), approved.id, 2);
  const half = await ask(ANDHERI, 'COMPACT', 'B2B-2077');
  await say(zone(ANDHERI), half.id, 1);
  const rejected = await ask(ANDHERI, 'COMPACT', 'B2B-2090');
  await say(zone(ANDHERI), rejected.id, 1, 'The second hall is not leased yet');
  await ask(ANDHERI, 'COMPACT', 'B2B-2090', { revisesId: rejected.id, comment: 'The lease is signed' });
  const back = await ask(ANDHERI, 'STANDARD', 'B2B-2103');
  await run(actorAt(ANDHERI, teamAt(ANDHERI).head.id), withdrawWowOrder, { id: back.id }, 1);
  await say(zone(BANER), (await ask(BANER, 'STANDARD', 'B2B-2055')).id, 1);
  // Ordered by its centre: above the credit of a single order, so head office is asked.
  if (!ordered) return;
  const { id } = await ask(ANDHERI, 'COMPACT', 'B2B-2019');
  await say(zone(ANDHERI), id, 1);
  await say(last(ANDHERI), id, 2);
  const head = actorAt(ANDHERI, teamAt(ANDHERI).head.id);
  const { quote } = await run<{ quote: string }>(head, quoteWowOrder, { id });
  await run(
    head,
    confirmWowOrder,
    {
      id,
      clientOrderId: demoUuid('wow-kit-order', ANDHERI),
      quote,
      paymentMode: 'CREDIT',
      backorder: true,
      askOffice: true,
      acceptPrices: true,
    },
    3,
  );
}
