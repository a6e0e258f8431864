// Indents become one order of the centre: their pieces together, as quoted.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { placePieces, quotePieces, type WantedPieces } from '../kit-order/pieces.server.ts';
import { placedBefore } from '../kit-order/place-order.server.ts';
import { uniformKit } from '../kit-types.ts';
import { refuseIndent } from './indent.refusals.ts';
import { uniformIndentContract as contract } from './uniform-indent.contract.ts';
import { indentLabels, indentStates } from './uniform-indent.states.ts';

interface Place {
  franchiseeId: number;
  yearId: number;
}

/** The pieces of indents that can be ordered now; refuses one that is not the centre's, or moved on meanwhile. */
async function piecesOf(db: Db, place: Place, ids: readonly string[]): Promise<WantedPieces> {
  const { rows: indents } = await sql<{ id: string; no: string; status: keyof typeof indentLabels }>`
    select id, indent_no as no, status from uniform_indent where franchisee_id = ${place.franchiseeId} and academic_year_id = ${place.yearId}
       and id = any (${[...ids]}::uuid[])`.execute(db);
  const found = new Map(indents.map((row) => [row.id, row]));
  for (const id of ids) {
    const { no, status } = ensureFound(found.get(id));
    ensure(status === 'SUBMITTED', () =>
      refuseIndent('indent.other-order', { details: { no, state: indentLabels[status].toLowerCase() } }),
    );
  }
  const { rows: pieces } = await sql<{ productId: string; qty: number }>`
    select product_id as "productId", sum(qty)::int as qty from uniform_indent_line
     where franchisee_id = ${place.franchiseeId} and indent_id = any (${[...ids]}::uuid[]) group by product_id order by product_id`.execute(
    db,
  );
  return { ...place, kitType: uniformKit.id, pieces };
}

const placeOf = (actor: { franchiseeId: number | null; academicYearId: number | null }): Place => ({
  franchiseeId: chosenCentre(actor),
  yearId: chosenYear(actor),
});

export const quoteIndents = handle(contract.quote, async ({ db, actor, input, now }) =>
  quotePieces(db, await piecesOf(db, placeOf(actor), [...new Set(input.ids)]), now),
);

export const orderIndents = handle(contract.order, async ({ db, actor, input, now }) => {
  const place = placeOf(actor);
  const placed = await placedBefore(db, place.franchiseeId, input.clientOrderId);
  if (placed) return placed;
  const ids = [...new Set(input.ids)].sort();
  const rows: RowIn<'uniform_indent'>[] = [];
  for (const id of ids) rows.push(await lockRow(db, 'uniform_indent', id));
  const order = await placePieces(db, await piecesOf(db, place, ids), {
    clientId: input.clientOrderId,
    quote: input.quote,
    mode: input.paymentMode,
    backorder: input.backorder,
    askOffice: input.askOffice ?? false,
    reference: input.reference ?? null,
    actor,
    now,
  });
  for (const row of rows)
    await moveStatus(db, {
      states: indentStates,
      table: 'uniform_indent',
      row,
      action: 'order',
      set: { order_id: order.id },
    });
  return order;
});

export const cancelIndent = handle(contract.cancel, async ({ db, input, version }) => {
  const row = await lockRow(db, 'uniform_indent', input.id, version);
  await moveStatus(db, {
    states: indentStates,
    table: 'uniform_indent',
    row,
    action: 'cancel',
    reason: input.reason,
  });
  return {};
});
