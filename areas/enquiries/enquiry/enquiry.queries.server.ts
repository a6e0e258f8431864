import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { enquiryContract } from './enquiry.contract.ts';
import { enquiryPage } from './enquiry-page.server.ts';
import { enquiryWhere, inBucket } from './enquiry-where.server.ts';
import { followUpContract } from './follow-up.contract.ts';

export const listEnquiries = handle(enquiryContract.list, async ({ db, actor, input, now }) => {
  const { after, limit, sort, columns, ...filters } = input;
  const today = todayIst(now);
  const text = isText(filters);
  const where = [
    sql`e.academic_year_id = ${chosenYear(actor)}`,
    ...enquiryWhere(filters, { today, userId: actor.userId, franchiseeId: actor.franchiseeId }),
  ];
  const page = { where, sort: sort ?? '-capturedAt', after, limit, text } as const;
  return enquiryPage(db, actor, today, { ...page, asked: [...new Set(columns)] });
});

export const followUpList = handle(followUpContract.list, async ({ db, actor, input, now }) => {
  const { after, limit, academicYear, date, status, type, ...filters } = input;
  const today = todayIst(now);
  const closed = filters.bucket?.includes('closed') ?? false;
  const where = [
    sql`e.academic_year_id = ${academicYear ?? chosenYear(actor)}`,
    // Of an open queue the closed ones that somebody asks for are none.
    ...(closed || filters.open !== false ? [] : [sql`e.is_open`]),
    // The queue shows what is due unless a day or a bucket is asked for.
    ...(date
      ? [sql`e.next_follow_up_on = ${date}::date`]
      : filters.bucket?.length || filters.q || filters.searchValue || filters.code
        ? []
        : [inBucket('due', today)]),
    // Service follow-ups are the services area's; this area has none of that type.
    ...(type === 'service' ? [sql`false`] : []),
    ...enquiryWhere(
      {
        ...filters,
        ...(closed || filters.open !== undefined ? {} : { open: true }),
        spancoStatus: status ?? filters.spancoStatus,
      },
      { today, userId: actor.userId, franchiseeId: actor.franchiseeId },
    ),
  ];
  return enquiryPage(db, actor, today, {
    where,
    sort: closed ? '-capturedAt' : 'nextFollowUpOn',
    after,
    limit,
    text: isText(filters),
  });
});

const isText = ({ q, searchValue }: { q?: string | undefined; searchValue?: string | undefined }): boolean =>
  Boolean(q || searchValue);
