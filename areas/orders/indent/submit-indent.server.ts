import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseIndent } from './indent.refusals.ts';
import { indentChildren } from './indent-children.server.ts';
import { sizeFor, stylesFor, type Wearer } from './uniform-fit.ts';
import {
  uniformIndentContract as contract,
  type IndentResult,
  type StyleChoice,
} from './uniform-indent.contract.ts';
import { stylesWithStock } from './uniform-styles.server.ts';

export interface IndentPlace {
  readonly franchiseeId: number;
  readonly yearId: number;
  readonly by: string;
  readonly now: Date;
}

/** Whom an indent is for: an enrolled child, or one of an enquiry that is not enrolled yet. */
export interface IndentFor extends Wearer {
  readonly name: string;
  readonly enrolmentId: string | null;
  readonly studentId: string | null;
  readonly enquiryId: string | null;
}

export interface AskedIndent {
  readonly heightCm: number | null;
  readonly another: boolean;
  readonly lines: readonly { styleId: string; size: string; qty: number }[];
  readonly remark: string | null;
}

/** Indents of a centre are written one after the other, so that two presses never make two of one set. */
export const queueIndents = async (db: Db, franchiseeId: number): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`uniform-indent ${franchiseeId}`}, 0))`.execute(
    db,
  ));

function chosenSizes(child: IndentFor, asked: AskedIndent, styles: readonly StyleChoice[]) {
  const worn = new Map(stylesFor(styles, child).map((style) => [style.styleId, style]));
  ensure(asked.lines.length > 0, () => refuseIndent('indent.nothing', { details: { child: child.name } }));
  return asked.lines.map(({ styleId, size, qty }) => {
    const style = worn.get(styleId);
    if (!style)
      throw refuseIndent('indent.not-in-set', {
        details: {
          child: child.name,
          style: styles.find((one) => one.styleId === styleId)?.style ?? 'this style',
        },
      });
    const chosen = style.sizes.find(({ sizeCode }) => sizeCode.toUpperCase() === size.toUpperCase());
    if (!chosen) throw refuseIndent('indent.size-unknown', { details: { size, style: style.style } });
    const suggested = sizeFor(style, { heightCm: asked.heightCm, ageMonths: child.ageMonths });
    return { styleId, productId: chosen.productId, qty, suggested: suggested?.productId ?? null };
  });
}

/** Writes one indent. Everything that can be refused is refused before a number is taken. */
export async function writeIndent(
  db: Db,
  { franchiseeId, yearId, by, now }: IndentPlace,
  { child, asked, styles }: { child: IndentFor; asked: AskedIndent; styles: readonly StyleChoice[] },
): Promise<{ id: string; number: string }> {
  const { rows: before } = await sql<{ no: string; set: number }>`
    select indent_no as no, set_no as set from uniform_indent where franchisee_id = ${franchiseeId} and academic_year_id = ${yearId} and status <> 'CANCELLED'
       and (enrolment_id = ${child.enrolmentId}::uuid or enquiry_id = ${child.enquiryId}::uuid) order by set_no desc limit 1`.execute(
    db,
  );
  const [last] = before;
  ensure(!last || asked.another, () =>
    refuseIndent('indent.already-open', { details: { child: child.name, no: last?.no ?? '' } }),
  );
  const lines = chosenSizes(child, asked, styles);
  const fy = financialYear(todayIst(now));
  const n = await nextNumber(db, { franchiseeId, series: 'uniform-indent', period: fy.compact });
  const number = `UI/${String(franchiseeId).padStart(3, '0')}/${fy.short}/${String(n).padStart(5, '0')}`;
  const { id } = await db
    .insertInto('uniform_indent')
    .values({
      franchisee_id: franchiseeId,
      indent_no: number,
      academic_year_id: yearId,
      class_id: child.classId,
      enrolment_id: child.enrolmentId,
      student_id: child.studentId,
      enquiry_id: child.enquiryId,
      height_cm: asked.heightCm,
      set_no: (last?.set ?? 0) + 1,
      remark: asked.remark,
      submitted_at: now,
      submitted_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('uniform_indent_line')
    .values(
      lines.map(({ styleId, productId, qty, suggested }) => ({
        franchisee_id: franchiseeId,
        indent_id: id,
        style_id: styleId,
        product_id: productId,
        qty,
        suggested_product_id: suggested,
      })),
    )
    .execute();
  return { id, number };
}

const placeOf = (actor: NarrowedActor, now: Date): IndentPlace => ({
  franchiseeId: chosenCentre(actor),
  yearId: chosenYear(actor),
  by: userIdOf(actor),
  now,
});

async function factsFor(db: Db, place: IndentPlace, enrolmentIds: readonly string[]) {
  await queueIndents(db, place.franchiseeId);
  const rows = await indentChildren(db, { ...place, enrolmentIds });
  const styles = await stylesWithStock(db, {
    ...place,
    classIds: [...new Set(rows.map(({ classId }) => classId))],
    on: todayIst(place.now),
  });
  const children = new Map(
    rows.map((row): [string, IndentFor] => [row.enrolmentId, { ...row, name: row.child, enquiryId: null }]),
  );
  return { children, styles };
}

export const submitIndent = handle(contract.submit, async ({ db, actor, input, now }) => {
  const place = placeOf(actor, now);
  const { children, styles } = await factsFor(db, place, [input.enrolmentId]);
  return writeIndent(db, place, {
    child: ensureFound(children.get(input.enrolmentId)),
    asked: input,
    styles,
  });
});

/** Rows that are refused change nothing: what they say stands beside them, the others are saved. */
export async function eachRow<Row>(
  rows: readonly Row[],
  write: (row: Row) => Promise<{ number: string }>,
): Promise<IndentResult[]> {
  const done: IndentResult[] = [];
  for (const row of rows) {
    try {
      done.push({ number: (await write(row)).number, code: null, text: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.push({ number: null, code: error.code, text: error.message });
    }
  }
  return done;
}

export const submitIndents = handle(contract.submitMany, async ({ db, actor, input, now }) => {
  const place = placeOf(actor, now);
  const enrolmentIds = input.rows.map(({ enrolmentId }) => enrolmentId);
  ensure(new Set(enrolmentIds).size === enrolmentIds.length, () =>
    refuse('input.invalid', { fields: { rows: 'A child stands there twice' } }),
  );
  const { children, styles } = await factsFor(db, place, enrolmentIds);
  const rows = await eachRow(input.rows, async (row) =>
    writeIndent(db, place, {
      child: ensureFound(children.get(row.enrolmentId)),
      asked: { ...row, remark: null },
      styles,
    }),
  );
  return { rows };
});
