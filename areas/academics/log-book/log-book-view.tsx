import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { logBookContract } from './log-book.contract.ts';
import { logBookLabels } from './log-book.states.ts';
import { Answers, tones } from './log-book-parts.tsx';

/** /log-book/view-log-book/{logBookID} */
export function LogBookView() {
  const { logBookID = '' } = useParams();
  const query = useQuery(logBookContract.get, { id: logBookID }, { fresh: 0 });
  const [asked, setAsked] = useState<'review' | 'send-back' | null>(null);
  const row = query.data;
  return (
    <PageFrame
      title={row ? `${row.section}, ${formatDay(row.onDate)}` : 'Log book entry'}
      crumbs={[{ label: 'Log book', to: '/log-book/log-book-lists' }]}
      context="centre"
    >
      <QueryState query={query}>
        {(entry) => (
          <Stack gap="md" maw={860}>
            {entry.helpNeeded && (
              <Alert color="danger" variant="light">
                {`${entry.teacher} asks for help.`}
              </Alert>
            )}
            <Section
              title={entry.teacher}
              actions={<Tag tone={tones[entry.status]}>{logBookLabels[entry.status]}</Tag>}
            >
              <Stack gap="md">
                <Answers answered={entry.answered} />
                {entry.reflection && (
                  <div>
                    <Text size="sm" className="quiet">
                      Reflection
                    </Text>
                    <Text style={{ whiteSpace: 'pre-wrap' }}>{entry.reflection}</Text>
                  </div>
                )}
                {entry.files.map((file) => (
                  <FileLink
                    key={file.id}
                    name={file.name}
                    // Asked for anew: a signed address ends after ten minutes.
                    address={async () =>
                      (await call(logBookContract.get, { id: entry.id })).files.find(
                        ({ id }) => id === file.id,
                      )?.url
                    }
                  >
                    {file.name}
                  </FileLink>
                ))}
              </Stack>
            </Section>
            {(entry.reviewer || entry.reviewerNote) && (
              <Section title="Review">
                <Facts
                  items={[
                    { label: 'Reviewed by', value: entry.reviewer },
                    { label: 'Note', value: entry.reviewerNote },
                  ]}
                />
              </Section>
            )}
            <Group>
              {entry.can.review && <Button onClick={() => setAsked('review')}>Mark as reviewed</Button>}
              {entry.can.review && (
                <Button variant="default" onClick={() => setAsked('send-back')}>
                  Send back
                </Button>
              )}
              {entry.can.edit && (
                <Button component={Link} to={`/log-book/edit-log-book/${entry.id}`}>
                  Change
                </Button>
              )}
              <Button component={Link} variant="default" to={`/log-book/view-book-log/${entry.staffId}`}>
                All of this teacher
              </Button>
            </Group>
            {asked && (
              <CommandDialog
                of={asked === 'review' ? logBookContract.review : logBookContract.sendBack}
                title={asked === 'review' ? 'Mark as reviewed' : 'Send back'}
                text={`${entry.teacher} is notified.`}
                confirm={asked === 'review' ? 'Mark as reviewed' : 'Send back'}
                start={{ id: entry.id }}
                ifMatch={entry.version}
                done={asked === 'review' ? 'Marked as reviewed.' : 'Sent back.'}
                onClose={() => setAsked(null)}
              />
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
