// The evidence of an access review: what was kept and ended, by whom, when, and what was known of its use by then.
import { formatDate, formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { facts, heading, letterhead, paragraph, renderPdf, table } from '@aangan/server/documents/pdf.ts';
import type { ExportColumn } from '@aangan/server/endpoint/area-extras.ts';
import { type Call, handle } from '@aangan/server/endpoint/handle.ts';
import { toWorkbook } from '@aangan/server/files/sheet-writer.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { keepMade, type MadeFormat } from '../made-file.server.ts';
import { inNetwork } from '../role/submit-role-change.server.ts';
import { accessReviewContract, type ItemState } from './access-review.contract.ts';
import { quarterTitle } from './review-days.ts';
import { readItems } from './review-list.server.ts';

/** A letter is for reading: further rows stand in the workbook. */
const ON_PAPER = 1_000;
const IN_FILE = 20_000;
const text = (key: string, label: string): ExportColumn => ({ key, label, kind: 'text' });

const words: Readonly<Record<ItemState, string>> = {
  OPEN: 'Open',
  KEEP: 'Kept',
  END: 'Ended',
  LAPSED: 'Ended, nobody decided',
  GONE: 'Had ended before',
};

type LetterCall = Pick<Call<{ reviewId: string }>, 'db' | 'actor' | 'now'> & { input: { reviewId: string } };
type Row = Awaited<ReturnType<typeof readItems>>[number];

export const makeReviewLetter = handle(accessReviewContract.letter, async (call) => {
  const { input } = call;
  const { title, content, rows } = await inNetwork(call, () => makeContent(call, input.format));
  return keepMade(call, {
    title,
    kind: 'access-review',
    format: input.format,
    content,
    contract: accessReviewContract.letter.name,
    subject: { kind: 'access-review', id: input.reviewId },
    rows,
    purpose: 'review',
  });
});

async function makeContent(call: LetterCall, format: MadeFormat) {
  const { db, actor, now, input } = call;
  const review = ensureFound(
    await db
      .selectFrom('access_review')
      .select(['quarter_on', 'started_on', 'ends_on', 'closed_at'])
      .where('id', '=', input.reviewId)
      .executeTakeFirst(),
  );
  const rows = await readItems(db, { reviewId: input.reviewId, mine: false, actor, now }, { limit: IN_FILE });
  const title = `Access review ${quarterTitle(review.quarter_on)}`;
  const content = format === 'xlsx' ? await workbookOf(rows) : await pdfOf(call, { ...review, title, rows });
  return { title, content, rows: rows.length };
}

const used = (row: Row): string =>
  row.lastUsedOn === null ? 'no use seen' : `${formatDate(row.lastUsedOn)}, ${row.lastUsedModule ?? ''}`;

function pdfOf(
  { actor, now }: LetterCall,
  {
    title,
    rows,
    ...review
  }: { title: string; rows: readonly Row[]; started_on: string; ends_on: string; closed_at: string | null },
): Promise<Buffer> {
  const n = (...states: ItemState[]) => String(rows.filter((row) => states.includes(row.state)).length);
  const part = (name: string, states: readonly ItemState[], empty: string) => {
    const shown = rows.filter((row) => states.includes(row.state));
    return [
      heading(name, 2),
      table({
        columns: [
          { label: 'Person' },
          { label: 'Role and place' },
          { label: 'Last used', width: 95 },
          { label: 'Decided', width: 110 },
          { label: 'Note', width: 90 },
        ],
        rows: shown
          .slice(0, ON_PAPER)
          .map((row) => [row.name, `${row.role}, ${row.where}`, used(row), decidedBy(row), row.note ?? '']),
        empty,
        small: true,
      }),
      ...(shown.length > ON_PAPER
        ? [
            paragraph(`The first ${ON_PAPER} of ${shown.length}; all of them stand in the workbook.`, {
              quiet: true,
            }),
          ]
        : []),
    ];
  };
  return renderPdf({
    title,
    header: title,
    footer: `Made by ${actor.name} on ${formatDateTime(now)}`,
    content: [
      letterhead({
        name: title,
        lines: [`Started on ${formatDate(review.started_on)}`],
        right: review.closed_at === null ? 'Not finished yet' : 'Result letter',
      }),
      facts(
        [
          ['Roles', String(rows.length)],
          ['Kept', n('KEEP')],
          ['Ended', n('END')],
          ['Ended, nobody decided', n('LAPSED')],
          ['Had ended before', n('GONE')],
          ['Open', n('OPEN')],
        ],
        3,
      ),
      ...part('Ended', ['END', 'LAPSED'], 'No role was ended.'),
      ...part('Kept', ['KEEP'], 'No role was kept yet.'),
      ...part('Open', ['OPEN'], 'Nothing waits.'),
    ],
  });
}

const decidedBy = (row: Row): string =>
  row.decidedAt === null
    ? row.reviewer === null
      ? 'waits for super admins'
      : `waits for ${row.reviewer}`
    : `${formatDate(todayIst(new Date(row.decidedAt)))}${row.decidedBy === null ? '' : `, ${row.decidedBy}`}`;

const workbookOf = (rows: readonly Row[]): Promise<Buffer> =>
  toWorkbook([
    {
      name: 'Access review',
      columns: [
        text('name', 'Person'),
        text('role', 'Role'),
        text('where', 'Where'),
        { key: 'since', label: 'Since', kind: 'date' },
        text('givenBy', 'Given by'),
        { key: 'lastUsedOn', label: 'Last used', kind: 'date' },
        text('lastUsedModule', 'Module'),
        text('result', 'Result'),
        text('decided', 'Decided'),
        text('note', 'Note'),
      ],
      rows: rows.map((row) => ({ ...row, result: words[row.state], decided: decidedBy(row) })),
    },
  ]);
