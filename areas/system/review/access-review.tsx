import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Stack } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accessReviewContract, type ReviewItem } from './access-review.contract.ts';
import { reviewColumns } from './review-columns.tsx';
import { type Overview, ReviewHead } from './review-head.tsx';

/** The quarter's access review: each role of one's people is kept or ended, one key each (network.md 11.3). */
export function AccessReview() {
  const [reviewId, setReviewId] = useState<string | null>(null);
  const query = useQuery(accessReviewContract.overview, reviewId === null ? {} : { reviewId });
  return (
    <QueryState query={query}>
      {(overview) => (
        <Stack gap="lg">
          <ReviewHead overview={overview} choose={setReviewId} />
          {overview.review ? (
            <ReviewList key={overview.review.id} overview={overview} reviewId={overview.review.id} />
          ) : (
            <EmptyState
              title="No access review yet"
              help="On the first days of each quarter everybody who leads people says which roles they still need. What nobody decides in 37 days ends by itself."
            />
          )}
        </Stack>
      )}
    </QueryState>
  );
}

const states = [
  { value: 'OPEN', label: 'Open' },
  { value: 'KEEP', label: 'Kept' },
  { value: 'END', label: 'Ended' },
  { value: 'LAPSED', label: 'Ended, nobody decided' },
  { value: 'GONE', label: 'Had ended before' },
];

const own: readonly ListFilter[] = [
  { name: 'state', label: 'Result', kind: 'choice', several: false, options: states },
  { name: 'unused', label: 'Not used for 90 days', kind: 'boolean' },
];
const filtersOf = ({ reviewers, may }: Overview): readonly ListFilter[] => {
  if (!may.seeAll) return own;
  const options = reviewers.flatMap((one) =>
    one.reviewerId === null ? [] : [{ value: one.reviewerId, label: one.name }],
  );
  return [
    ...own,
    { name: 'reviewerId', label: 'Decides', kind: 'choice', several: false, options },
    { name: 'mine', label: 'Only mine', kind: 'boolean' },
  ];
};

const people = (rows: readonly ReviewItem[]): string => {
  const [first] = rows;
  return rows.length === 1 && first ? `${first.role} of ${first.name}` : `${rows.length} roles`;
};

function ReviewList({ overview, reviewId }: { overview: Overview; reviewId: string }) {
  const list = useList(accessReviewContract.list, { filters: filtersOf(overview), input: { reviewId } });
  const client = useQueryClient();
  const [ending, setEnding] = useState<readonly ReviewItem[] | null>(null);
  const keep = useCommand(accessReviewContract.keep, { onError: (error) => notice.error(error) });
  const keepAll = async (rows: readonly ReviewItem[]) => {
    const open = rows.filter((row) => row.can['keep']);
    if (open.length === 0) return notice.info('None of these waits for you.');
    if (await keep.run({ ids: open.map((row) => row.id) })) notice.ok(`Kept: ${people(open)}.`);
  };
  const endAll = (rows: readonly ReviewItem[]) => {
    const open = rows.filter((row) => row.can['end']);
    if (open.length === 0) return notice.info('None of these waits for you.');
    setEnding(open);
  };
  const decides = (overview.review?.mine ?? 0) > 0;
  return (
    <>
      <DataTable
        name="access-review"
        label="Roles in the review"
        list={list}
        columns={reviewColumns}
        searchable
        searchHint="Person or role"
        rowLink={(row) => `/user/view/${row.userId}`}
        bulk={[
          { label: (n) => `Keep ${n}`, run: keepAll, icon: <IconCheck {...icon} />, hidden: !decides },
          {
            label: (n) => `End ${n}`,
            run: endAll,
            icon: <IconX {...icon} />,
            danger: true,
            hidden: !decides,
          },
        ]}
        actions={(row) => [
          {
            label: 'Keep',
            run: () => keepAll([row]),
            icon: <IconCheck {...icon} />,
            frequent: true,
            key: 'y',
            hidden: !row.can['keep'],
          },
          {
            label: 'End',
            run: () => endAll([row]),
            icon: <IconX {...icon} />,
            frequent: true,
            edit: true,
            danger: true,
            hidden: !row.can['end'],
          },
        ]}
        empty={{
          title: 'Nothing waits for your word',
          help: 'Roles of your people stand here when a review begins.',
        }}
      />
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={`End ${people(ending ?? [])}?`}
        text="It is gone within a second, and its holder is notified."
        confirm={ending?.length === 1 ? 'End role' : `End ${ending?.length ?? 0} roles`}
        danger
        reason={{ label: 'Why', required: true, max: 200 }}
        run={async (note) => {
          const rows = ending ?? [];
          await call(accessReviewContract.end, { ids: rows.map((row) => row.id), note });
          await client.invalidateQueries();
          notice.ok(`Ended: ${people(rows)}.`);
        }}
      />
    </>
  );
}
