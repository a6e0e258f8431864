// The register as a file: the list's own conditions, page by page; numbers are masked unless the person may reveal them.
import { todayIst } from '@aangan/contract/period.ts';
import type { ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureSteppedUp, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { franchiseeLabels } from '../../network/public.server.ts';
import { askedColumns } from '../enquiry/asked-columns.ts';
import { genderLabels, temperatureLabels } from '../enquiry/enquiry-fields.ts';
import { enquiryFilters } from '../enquiry/enquiry-filters.ts';
import { enquiryPage } from '../enquiry/enquiry-page.server.ts';
import type { EnquiryRow } from '../enquiry/enquiry-row.ts';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { languageName } from '../enquiry/language-names.ts';
import { enquiryModules } from '../modules.ts';
import { TOLD_ROWS, tellLargeExport } from '../watch/tell-watched.server.ts';
import { centreWords, filterWords } from './filter-words.server.ts';
import { pipelineContract } from './pipeline.contract.ts';

/** More rows than this leave the house only after a fresh proof of who asks. */
const STEP_UP_ROWS = 10_000;

export const exportEnquiries = handle(
  pipelineContract.export,
  async ({ db, actor, input: { format, ...input }, now, request }) => {
    const contract = pipelineContract.export.name;
    const rows = await countUpTo(db, actor, input);
    if (rows > STEP_UP_ROWS) ensureSteppedUp(actor, now);
    const job = await startExport(db, actor, { contract, title: 'Enquiries', input, format });
    await logAccess(
      db,
      actor,
      {
        action: 'EXPORT',
        contract,
        subjectKind: 'enquiry',
        subjectId: job.jobId,
        n: rows,
        purpose: 'enquiry handling',
      },
      request,
    );
    await tellLargeExport(db, {
      by: userIdOf(actor),
      franchiseeId: actor.franchiseeId,
      jobId: job.jobId,
      rows,
    });
    return job;
  },
);

/** How many rows it will have; counted no further than somebody asks. */
async function countUpTo(db: Db, actor: Actor, input: Record<string, unknown>): Promise<number> {
  const centre = [inChosenCentre(actor, 'e.franchisee_id')];
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from enquiry e where ${allOf([...centre, ...whereOf(actor, input)])} limit ${sql.lit(TOLD_ROWS + 1)}) counted`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

const exportInput = z.object({
  q: z.string().optional(),
  ...enquiryFilters,
  ids: z.array(z.string()).optional(),
});
const PAGE = 1000;

const COLUMNS = [
  ['enquiryCode', 'Code', 'text'],
  ['centre', 'Centre', 'text'],
  ['childName', 'Child', 'text'],
  ['childDob', 'Date of birth', 'date'],
  ['childGender', 'Gender', 'text'],
  ['className', 'Class', 'text'],
  ['classCategory', 'Class category', 'text'],
  ['programme', 'Programme', 'text'],
  ['guardianName', 'Parent', 'text'],
  ['mobile', 'Mobile', 'text'],
  ['email', 'E-mail', 'text'],
  ['language', 'Language', 'text'],
  ['pincode', 'Pincode', 'text'],
  ['sourceName', 'Source', 'text'],
  ['campaign', 'Campaign', 'text'],
  ['codeLabel', 'QR code or link', 'text'],
  ['touches', 'Times asked', 'integer'],
  ['spancoStatus', 'Status', 'text'],
  ['stage', 'Stage', 'text'],
  ['subStatus', 'Sub-status', 'text'],
  ['temperature', 'Temperature', 'text'],
  ['ownerName', 'Owner', 'text'],
  ['capturedAt', 'Captured', 'dateTime'],
  ['nextFollowUpOn', 'Next follow-up', 'date'],
  ['attempts', 'Attempts', 'integer'],
  ['answerMinutes', 'Answered in (min)', 'integer'],
  ['lastContactAt', 'Last contact', 'dateTime'],
  ['lostReason', 'Lost because', 'text'],
  ['reviveOn', 'Try again on', 'date'],
  ['lastNote', 'Last note', 'text'],
] as const;

const genders: Readonly<Record<string, string>> = genderLabels;
const temperatures: Readonly<Record<string, string>> = temperatureLabels;

export const enquiryExport: ExportSource = {
  endpoint: pipelineContract.export,
  columns: () => COLUMNS.map(([key, label, kind]) => ({ key, label, kind })),
  page: async (db, actor, input, after) => {
    const today = todayIst(new Date());
    const page = await enquiryPage(db, actor, today, {
      where: whereOf(actor, input),
      sort: '-capturedAt',
      after,
      limit: PAGE,
      text: false,
      asked: askedColumns,
    });
    const rows = await withNumbers(db, actor, page.rows);
    const centres = await franchiseeLabels(
      db,
      rows.map((row) => row.franchiseeId),
    );
    return {
      rows: rows.map(({ asked, ...row }) => ({
        ...row,
        ...asked,
        language: asked?.language ? languageName(asked.language) : null,
        childGender: genders[row.childGender ?? ''] ?? null,
        temperature: temperatures[row.temperature] ?? null,
        centre: centres.get(row.franchiseeId) ?? null,
      })),
      next: page.next,
    };
  },
  about: async (db, actor, input) => [
    ...(await filterWords(db, exportInput.parse(input))),
    { what: 'Centre', value: await centreWords(db, actor) },
    { what: 'Numbers', value: revealsNumbers(actor) ? 'Shown' : 'Masked' },
  ],
};

const revealsNumbers = (actor: Actor): boolean => holds(actor, enquiryModules.enquiryContactReveal, false);

function whereOf(actor: Actor, input: Record<string, unknown>): RawBuilder<unknown>[] {
  const { ids, ...filters } = exportInput.parse(input);
  return [
    sql`e.academic_year_id = ${actor.academicYearId ?? 0}`,
    ...(ids ? [several('e.id', ids, 'uuid')] : []),
    ...enquiryWhere(filters, {
      today: todayIst(new Date()),
      userId: actor.userId,
      franchiseeId: actor.franchiseeId,
    }),
  ];
}

async function withNumbers(db: Db, actor: Actor, rows: readonly EnquiryRow[]) {
  if (!revealsNumbers(actor))
    return rows.map((row) => ({ ...row, mobile: row.mobileMasked, email: row.asked?.emailMasked ?? null }));
  const { rows: found } = await sql<{ id: string; mobile: string | null; email: string | null }>`
    select e.id, e.phone_norm as mobile, e.email_norm as email
      from unnest(${rows.map((row) => row.franchiseeId)}::int[], ${rows.map((row) => row.id)}::uuid[]) x (franchisee_id, id)
      join enquiry e on e.franchisee_id = x.franchisee_id and e.id = x.id`.execute(db);
  const numbers = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => ({
    ...row,
    mobile: numbers.get(row.id)?.mobile ?? null,
    email: numbers.get(row.id)?.email ?? null,
  }));
}
