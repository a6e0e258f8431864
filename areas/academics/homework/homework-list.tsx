import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import tiles from '../attendance/attendance.module.css';
import { remindedText } from '../diary/reminded-text.ts';
import { academicsModules as m } from '../modules.ts';
import { homeworkContract } from './homework.contract.ts';
import { homeworks } from './homework.listing.ts';
import './homework-look.tsx';
import { homeworkWords } from './homework-words.tsx';

type Row = ListingRow<typeof homeworks.endpoints.list>;
const ADD = '/attendance/uploadHomework';
export const homeworkLink = (id: string): string => `/attendance/homeworkUpload/${id}`;

/** /class/viewHomework: the homework of the own sections for staff, of the own children for families. */
export function ViewHomework() {
  const { holds } = useSession();
  return holds(m.TeacherHomework, false) ? <StaffList /> : <FamilyList />;
}

const cells = { handedIn: { cell: (row: Row) => `${row.handedIn} / ${row.children}` } };

function StaffList() {
  const list = useListing(homeworks);
  const { holds } = useSession();
  const [withdrawing, setWithdrawing] = useState<Row | null>(null);
  const onError = (error: unknown) => notice.error(error);
  const publish = useCommand(homeworkContract.publish, { onDone: () => notice.ok('Published'), onError });
  const remind = useCommand(homeworkContract.remind, {
    onDone: ({ families }) => notice.ok(remindedText(families)),
    onError,
  });
  const add = holds(m.TeacherHomework, true) ? { label: 'Add homework', to: ADD } : undefined;
  return (
    <PageFrame title="Homework" count={list.total ?? undefined} fill context="centre-year" primary={add}>
      <ListingTable
        of={homeworks}
        list={list}
        cells={cells}
        // Another teacher’s is listed, so that a family is not given the same twice, and does not open.
        rowLink={(row) => (row.mine ? homeworkLink(row.id) : null)}
        actions={(row) => [
          { label: 'Edit', to: `${ADD}?id=${row.id}`, hidden: !row.can.edit, edit: true },
          {
            label: 'Publish',
            run: () => publish.run({ id: row.id }, { ifMatch: row.version }),
            hidden: !row.can.publish,
          },
          { label: 'Remind missing', run: () => remind.run({ id: row.id }), hidden: !row.can.remind },
          { label: 'Withdraw', run: () => setWithdrawing(row), hidden: !row.can.withdraw, danger: true },
        ]}
        empty={{ title: 'No homework yet', help: 'Add the first.', action: add }}
      />
      {withdrawing && (
        <CommandDialog
          of={homeworkContract.withdraw}
          title={`Withdraw “${withdrawing.title}”?`}
          text="Families do not see it any more. What was handed in stays for the staff."
          confirm="Withdraw"
          danger
          start={{ id: withdrawing.id }}
          ifMatch={withdrawing.version}
          refresh={['homework']}
          done="Withdrawn"
          onClose={() => setWithdrawing(null)}
        />
      )}
    </PageFrame>
  );
}

const tones = { SUBMITTED: 'info', RETURNED: 'warning', REVIEWED: 'success', EXEMPT: 'neutral' } as const;

function FamilyList() {
  const t = useText(homeworkWords);
  const query = useQuery(homeworkContract.mine, {});
  return (
    <PageFrame title={t('title')}>
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <Stack gap="sm" style={{ maxWidth: 640 }}>
              {rows.map((row) => (
                <Link key={`${row.id} ${row.enrolmentId}`} to={homeworkLink(row.id)} className={tiles.tile}>
                  <Group justify="space-between" wrap="nowrap">
                    <Text fw={600}>{row.title}</Text>
                    {row.status ? (
                      <Tag tone={tones[row.status]}>{t(row.status)}</Tag>
                    ) : (
                      row.submission !== 'NONE' && (
                        <Tag tone="warning">{row.late ? t('late') : t('TODO')}</Tag>
                      )
                    )}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {[row.child, row.subject].filter(Boolean).join(' · ')} · {t('due')}{' '}
                    <DateText day={row.dueOn} />
                  </Text>
                </Link>
              ))}
            </Stack>
          )
        }
      </QueryState>
    </PageFrame>
  );
}
