import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { academicsModules as m } from '../modules.ts';
import { logBooks } from './log-book.listing.ts';

const WRITE = '/log-book/create-log-book';

/** /log-book/log-book-lists: the entries to review, or the own ones. */
export function LogBookList() {
  const list = useListing(logBooks);
  const { holds } = useSession();
  const may = holds(m.teacherLogbook, true);
  const write = { label: 'Write log book', to: WRITE, icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Log book"
      count={list.total ?? undefined}
      context="centre"
      primary={may ? write : undefined}
      fill
    >
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        <ListingTable
          of={logBooks}
          list={list}
          cells={{
            teacher: {
              cell: (row) => (
                <Anchor
                  component={Link}
                  to={`/log-book/view-book-log/${row.staffId}`}
                  onClick={(event) => event.stopPropagation()}
                >
                  {row.teacher}
                </Anchor>
              ),
            },
            helpNeeded: { cell: (row) => (row.helpNeeded ? <Tag tone="danger">Help needed</Tag> : '–') },
          }}
          rowLink={(row) => `/log-book/${row.can.edit ? 'edit' : 'view'}-log-book/${row.id}`}
          empty={{
            title: 'No entries yet',
            help: 'What a teacher notes of a day stands here, the newest first.',
            ...(may ? { action: write } : {}),
          }}
        />
      </Stack>
    </PageFrame>
  );
}
