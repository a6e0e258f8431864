import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { FileTiles } from '../entry-file/file-tiles.tsx';
import { type DiaryEntry, diaryContract } from './diary.contract.ts';
import { diaryPaths } from './diary-paths.tsx';
import { remindedText } from './reminded-text.ts';

const refresh = ['general-diary', 'subject-diary', 'classwork', 'diary'];

/** An entry as the staff sees it: words, files, who saw it, and its steps. */
export function EntryView({ id, onEdit }: { id: string; onEdit?: () => void }) {
  const query = useQuery(diaryContract.get, { id }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(entry) => (
        <Stack gap="md">
          <Steps entry={entry} {...(onEdit ? { onEdit } : {})} />
          <Section title={entry.topic}>
            <Stack gap="md">
              <Facts
                items={[
                  { label: 'Section', value: entry.section },
                  { label: 'Day', value: <DateText day={entry.onDate} /> },
                  { label: 'Subject', value: entry.subject, hidden: entry.subject === null },
                  { label: 'Written by', value: entry.teacher },
                  {
                    label: 'Families see it from',
                    value: <InstantText at={entry.publishAt} />,
                    hidden: entry.publishAt === null,
                  },
                  {
                    label: 'Edited',
                    value: <InstantText at={entry.changedAt} />,
                    hidden: entry.changedAt === null,
                  },
                  { label: 'Status', value: <StatusTag area="diary" state={entry.status} /> },
                  {
                    label: 'Withdrawn because',
                    value: entry.withdrawReason,
                    hidden: entry.withdrawReason === null,
                  },
                ]}
              />
              <Text style={{ whiteSpace: 'pre-wrap' }}>{entry.textEn}</Text>
              {entry.textHi && (
                <Text style={{ whiteSpace: 'pre-wrap' }} lang="hi">
                  {entry.textHi}
                </Text>
              )}
              <FileTiles
                files={entry.files}
                note={({ tagged, hiddenFor }) => (
                  <>
                    {tagged.length > 0 && (
                      <Text size="sm" c="dimmed">
                        {tagged.map(({ name }) => name).join(', ')}
                      </Text>
                    )}
                    {hiddenFor.length > 0 && (
                      <Text size="sm" c="var(--a-danger-text)">
                        Hidden from families: {hiddenFor.join(', ')} without photo consent
                      </Text>
                    )}
                  </>
                )}
              />
            </Stack>
          </Section>
          {entry.status !== 'DRAFT' && <Families entry={entry} />}
        </Stack>
      )}
    </QueryState>
  );
}

function Steps({ entry, onEdit }: { entry: DiaryEntry; onEdit?: () => void }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const onError = (error: unknown) => notice.error(error);
  const publish = useCommand(diaryContract.publish, {
    refresh,
    onDone: () => notice.ok('Published'),
    onError,
  });
  const remind = useCommand(diaryContract.remind, {
    onDone: ({ families }) => notice.ok(remindedText(families)),
    onError,
  });
  const { can, id, version } = entry;
  return (
    <Group gap="sm">
      {can['publish'] && (
        <Button loading={publish.running} onClick={() => void publish.run({ id }, { ifMatch: version })}>
          Publish now
        </Button>
      )}
      {can['edit'] &&
        (onEdit ? (
          <Button variant="default" onClick={onEdit}>
            Edit
          </Button>
        ) : (
          <Button variant="default" component={Link} to={diaryPaths[entry.kind].edit(id)}>
            Edit
          </Button>
        ))}
      {can['remind'] && (
        <Button variant="default" loading={remind.running} onClick={() => void remind.run({ id })}>
          Remind
        </Button>
      )}
      {can['withdraw'] && (
        <Button variant="default" onClick={() => setWithdrawing(true)}>
          Withdraw
        </Button>
      )}
      {withdrawing && (
        <CommandDialog
          of={diaryContract.withdraw}
          title={`Withdraw “${entry.topic}”?`}
          text={
            entry.status === 'DRAFT'
              ? 'No family has seen it. It stays in the list as withdrawn.'
              : 'It stays for the staff. Families do not see it any more.'
          }
          confirm="Withdraw"
          danger
          start={{ id }}
          ifMatch={version}
          refresh={refresh}
          done="Withdrawn"
          onClose={() => setWithdrawing(false)}
        />
      )}
    </Group>
  );
}

function Families({ entry: { families, ackRequired } }: { entry: DiaryEntry }) {
  const seen = families.filter(({ seenAt }) => seenAt !== null).length;
  const acknowledged = families.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  return (
    <Section
      title={`Seen ${seen} / ${families.length}${ackRequired ? ` · Acknowledged ${acknowledged} / ${families.length}` : ''}`}
      flush
    >
      <Table.ScrollContainer minWidth={360}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Child</Table.Th>
              <Table.Th>Seen</Table.Th>
              {ackRequired && <Table.Th>Acknowledged</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {families.map((one) => (
              <Table.Tr key={one.enrolmentId}>
                <Table.Td>{one.name}</Table.Td>
                <Table.Td>
                  <InstantText at={one.seenAt} />
                </Table.Td>
                {ackRequired && (
                  <Table.Td>
                    <InstantText at={one.acknowledgedAt} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
