import { academicYearOf, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl, saveFile, useFile } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asFamily, resolveStudentRef } from '../../students/public.server.ts';
import { ensureMySection, sectionById } from '../structure/sections.server.ts';
import { termsOfClass } from '../term/term.server.ts';
import { reportCardContract } from './report-card.contract.ts';
import { cardPdf } from './report-card.pdf.server.ts';
import { cardStates } from './report-card.states.ts';
import { type ReportSnapshot, snapshotSchema } from './report-snapshot.ts';
import { cardSource, settingOf } from './snapshot.server.ts';

type Card = RowIn<'report_card'>;

/** The same for staff and family: which cards exist for a family is row security (areas/academics.md 2). */
export const getCard = handle(reportCardContract.card, async ({ db, actor, input, now }) => {
  const found = ensureFound(
    (await resolveStudentRef(db, input.id, actor.academicYearId ?? undefined)) ??
      (await resolveStudentRef(db, input.id)),
  );
  const { franchiseeId, studentAdmissionId: enrolmentId } = found;
  const enrolment = ensureFound(
    await db
      .selectFrom('enrolment as e')
      .innerJoin('student as s', (join) =>
        join.onRef('s.franchisee_id', '=', 'e.franchisee_id').onRef('s.id', '=', 'e.student_id'),
      )
      .select([
        's.name',
        'e.section_id as sectionId',
        'e.class_id as classId',
        'e.academic_year_id as yearId',
      ])
      .where('e.franchisee_id', '=', franchiseeId)
      .where('e.id', '=', enrolmentId)
      .executeTakeFirst(),
  );
  const family = actor.students !== null;
  const today = todayIst(now);
  const section = !family && enrolment.sectionId ? await sectionById(db, enrolment.sectionId) : null;
  // A teacher reads the cards of the own sections; the year's end closes no card.
  if (section && enrolment.yearId === academicYearOf(today))
    await ensureMySection(db, actor, section.id, today);
  const { yearId, classId } = enrolment;
  const terms = await termsOf(db, { yearId, classId });
  const cards = await db
    .selectFrom('report_card')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('enrolment_id', '=', enrolmentId)
    .orderBy('version_no', 'desc')
    .execute();
  const named = input.cardId ? ensureFound(cards.find(({ id }) => id === input.cardId)) : null;
  const begun = terms.findLast((one) => one.fromOn <= today);
  const lately = terms.findLast((one) => cards.some((card) => card.term_map_id === one.id));
  const term = input.termId
    ? ensureFound(terms.find(({ id }) => id === input.termId))
    : (terms.find(({ id }) => id === named?.term_map_id) ??
      (family ? lately : begun) ??
      begun ??
      terms[0] ??
      null);
  const own = cards.filter((card) => card.term_map_id === term?.id);
  const card = named ?? own.find(({ status }) => status === 'PUBLISHED') ?? null;
  const draft = card === null && section !== null && term !== null;
  const drawn =
    draft && section && term ? (await termsOfClass(db, section)).find(({ id }) => id === term.id) : null;
  const source = drawn && section ? await cardSource(db, section, drawn, now) : null;
  const child = source?.children.find((one) => one.studentAdmissionId === enrolmentId);
  return {
    enrolmentId,
    child: enrolment.name,
    terms: terms.map(({ id, name }) => ({ id, name })),
    termId: term?.id ?? null,
    versions: own.map((one) => ({
      id: one.id,
      version: one.version,
      versionNo: one.version_no,
      status: one.status,
      number: one.number,
      publishedAt: one.published_at,
      changeNote: one.change_note,
      seal: one.sha256.slice(0, 12),
    })),
    cardId: card?.id ?? null,
    draft: child !== undefined,
    snapshot: card ? snapshotOf(card) : child ? (source?.snapshotOf(child) ?? null) : null,
    reads: family || !card ? [] : await readsOf(db, card),
    can: {
      withdraw: !family && card?.status === 'PUBLISHED' && mayCall(actor, reportCardContract.withdraw),
    },
  };
});

/** The network's terms of a class: a centre's own dates are none of a family's. */
const termsOf = (db: Db, { yearId, classId }: { yearId: number; classId: number }) =>
  db
    .selectFrom('term_map')
    .select(['id', 'name', 'from_on as fromOn'])
    .where('academic_year_id', '=', yearId)
    .where('class_id', '=', classId)
    .orderBy('term_no')
    .execute();

const snapshotOf = (card: Card): ReportSnapshot => snapshotSchema.parse(card.snapshot);

async function readsOf(db: Db, card: Card): Promise<{ name: string; firstAt: string; downloads: number }[]> {
  const { rows } = await sql<{ name: string | null; firstAt: string; downloads: number }>`
    select ${personName('u')} as name, r.first_at as "firstAt", r.downloads from report_read r join app_user u on u.id = r.user_id
     where r.franchisee_id = ${card.franchisee_id} and r.card_id = ${card.id} order by r.first_at`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, name: row.name ?? '–' }));
}

/** A published card of the family's own child, and the work with it as the child's centre. */
const withOwnCard = <T>(
  db: Db,
  actor: Actor,
  { id, cardId }: { id: string; cardId: string },
  work: (card: Card) => Promise<T>,
): Promise<T> =>
  asFamily(db, actor, id, async ({ franchiseeId, studentId }) => {
    const card = ensureFound(
      await db
        .selectFrom('report_card as c')
        .innerJoin('enrolment as e', (join) =>
          join.onRef('e.franchisee_id', '=', 'c.franchisee_id').onRef('e.id', '=', 'c.enrolment_id'),
        )
        .selectAll('c')
        .where('c.franchisee_id', '=', franchiseeId)
        .where('c.id', '=', cardId)
        .where('c.status', '=', 'PUBLISHED')
        .where('e.student_id', '=', studentId)
        .executeTakeFirst(),
    );
    return work(card as Card);
  });

const noteRead = async (db: Db, card: Card, userId: string, now: Date, downloads: 0 | 1): Promise<void> => {
  await db
    .insertInto('report_read')
    .values({
      franchisee_id: card.franchisee_id,
      card_id: card.id,
      user_id: userId,
      first_at: now,
      last_at: now,
      downloads,
    })
    .onConflict((oc) =>
      oc
        .columns(['franchisee_id', 'card_id', 'user_id'])
        .doUpdateSet({ last_at: now, downloads: sql`report_read.downloads + ${downloads}` }),
    )
    .execute();
};

export const readCard = handle(reportCardContract.read, ({ db, actor, input, now }) =>
  withOwnCard(db, actor, input, async (card) => {
    await noteRead(db, card, userIdOf(actor), now, 0);
    return {};
  }),
);

export const cardAsPdf = handle(reportCardContract.pdf, async ({ db, actor, input, now }) => {
  if (actor.students !== null)
    return withOwnCard(db, actor, input, async (card) => {
      await noteRead(db, card, userIdOf(actor), now, 1);
      return { url: await pdfUrl(db, card) };
    });
  const card = await lockRow(db, 'report_card', input.cardId);
  const enrolment = await db
    .selectFrom('enrolment')
    .select(['section_id', 'academic_year_id'])
    .where('franchisee_id', '=', card.franchisee_id)
    .where('id', '=', card.enrolment_id)
    .executeTakeFirstOrThrow();
  const today = todayIst(now);
  if (enrolment.section_id && enrolment.academic_year_id === academicYearOf(today))
    await ensureMySection(db, actor, enrolment.section_id, today);
  return { url: await pdfUrl(db, card) };
});

/** The PDF of a frozen card is made once, when somebody first asks for it. */
async function pdfUrl(db: Db, card: Card): Promise<string> {
  const { franchisee_id: franchiseeId } = card;
  if (card.pdf_file_id) return fileUrl({ franchiseeId, fileId: card.pdf_file_id });
  const { signatureFileId } = await settingOf(db, franchiseeId, Number(snapshotOf(card).year.slice(0, 4)));
  const fileId = await saveFile(db, {
    franchiseeId,
    name: `${card.number.replaceAll('/', '-')}.pdf`,
    kind: 'report-card',
    mime: 'application/pdf',
    content: await cardPdf(db, card, snapshotOf(card), signatureFileId),
    sensitive: true,
  });
  await useFile(db, {
    franchiseeId,
    fileId,
    area: 'academics',
    subjectKind: 'REPORT_CARD',
    subjectId: card.id,
  });
  await db
    .updateTable('report_card')
    .set({ pdf_file_id: fileId })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', card.id)
    .execute();
  return fileUrl({ franchiseeId, fileId });
}

export const withdrawCard = handle(reportCardContract.withdraw, async ({ db, input, version }) => {
  const row = await lockRow(db, 'report_card', input.id, version);
  if (row.status !== 'PUBLISHED') throw refuse('row.wrong-state');
  await moveStatus(db, {
    states: cardStates,
    table: 'report_card',
    row,
    action: 'withdraw',
    reason: input.reason,
  });
  return {};
});
