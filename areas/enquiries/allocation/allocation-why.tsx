import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import type { WorkingTabProps } from '../follow-up/working-enquiry.ts';
import { becauseOf } from './allocation-words.ts';
import { type LogRow, leadAllocationContract } from './lead-allocation.contract.ts';

/** Why this enquiry has the owner it has: every decision, with who was passed over. */
export function AllocationWhy({ enquiry }: WorkingTabProps) {
  const why = useQuery(leadAllocationContract.why, { enquiryId: enquiry.id });
  return (
    <QueryState query={why}>
      {({ rows }) => (
        <TimelineList
          items={rows.map((row) => ({
            at: row.at,
            who: row.byName,
            what: whatOf(row),
            note: [row.note, row.skipped.length > 0 ? `Passed over: ${row.skipped.join(', ')}` : null]
              .filter(Boolean)
              .join('\n'),
            tone: row.toName ? ('info' as const) : ('warning' as const),
          }))}
          empty="This enquiry had its owner before decisions were kept."
        />
      )}
    </QueryState>
  );
}

const whatOf = (row: LogRow): string =>
  `${row.fromName ? `${row.fromName} → ` : ''}${row.toName ?? 'the queue'}: ${becauseOf(row)}`;
