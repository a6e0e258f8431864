import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { FileTiles, type TileFile } from '../entry-file/file-tiles.tsx';
import { academicsModules as m } from '../modules.ts';
import {
  type ChildWork,
  homeworkContract,
  type Submission,
  submissionContract,
} from './homework.contract.ts';
import { stickers } from './homework.states.ts';
import './homework-look.tsx';
import { homeworkWords } from './homework-words.tsx';

const crumbs = (label: string) => [{ label, to: '/class/viewHomework' }];

/** /attendance/homeworkUpload/{id}: every child's state for staff; handing in for the own child for families. */
export function HomeworkUpload() {
  const { id = '' } = useParams();
  const { holds } = useSession();
  return holds(m.TeacherHomework, false) ? <Collected id={id} /> : <HandIn id={id} />;
}

function Task({
  homework,
}: {
  homework: {
    text: string;
    section: string;
    subject: string | null;
    assignedOn: string;
    dueOn: string;
    files: readonly TileFile[];
  };
}) {
  const t = useText(homeworkWords);
  return (
    <Section>
      <Stack gap="md">
        <Text c="dimmed">
          {[homework.section, homework.subject].filter(Boolean).join(' · ')} · {t('due')}{' '}
          <DateText day={homework.dueOn} />
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap' }}>{homework.text}</Text>
        <FileTiles files={homework.files} />
      </Stack>
    </Section>
  );
}

function Attempt({ one, family = false }: { one: Submission; family?: boolean }) {
  const t = useText(homeworkWords);
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Text size="sm">{t('attempt', { n: one.attempt })}</Text>
        {family ? <Tag tone="info">{t(one.status)}</Tag> : <StatusTag area="submission" state={one.status} />}
        {one.late && <Tag tone="warning">{t('late')}</Tag>}
        <Text size="sm" c="dimmed">
          <InstantText at={one.handedInAt} />
        </Text>
        {one.sticker && <Text>{stickers[one.sticker]}</Text>}
      </Group>
      {one.note && <Text size="sm">{one.note}</Text>}
      {one.comment && <Text fw={500}>{one.comment}</Text>}
      <FileTiles files={one.files} />
    </Stack>
  );
}

type Asked = { what: 'collect' | 'exempt'; child: ChildWork };

function Collected({ id }: { id: string }) {
  const query = useQuery(homeworkContract.get, { id }, { fresh: 0 });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <PageFrame title={query.data?.title ?? 'Homework'} crumbs={crumbs('Homework')}>
      <QueryState query={query}>
        {(homework) => (
          <Stack gap="md">
            <Task homework={homework} />
            <Facts
              items={[
                {
                  label: 'Status',
                  value: (
                    <StatusTag
                      area="homework"
                      state={homework.closed && homework.status === 'PUBLISHED' ? 'CLOSED' : homework.status}
                    />
                  ),
                },
                { label: 'Families see it from', value: <InstantText at={homework.publishAt} /> },
                {
                  label: 'Withdrawn because',
                  value: homework.withdrawReason,
                  hidden: homework.withdrawReason === null,
                },
              ]}
            />
            <Section title="Children">
              <Stack gap="md">
                {homework.children.map((child) => (
                  <Stack key={child.enrolmentId} gap={6}>
                    <Group gap="sm">
                      <Text fw={600}>{child.name}</Text>
                      {child.attempts.length === 0 && <Text c="dimmed">Nothing handed in</Text>}
                      {child.attempts.length > 0 && (
                        <Anchor
                          component={Link}
                          size="sm"
                          to={`/class/reviewHomework/${child.studentId}/${homework.subjectId ?? 'none'}`}
                        >
                          Review
                        </Anchor>
                      )}
                      {child.can['collect'] && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setAsked({ what: 'collect', child })}
                        >
                          Hand in for {child.name}
                        </Button>
                      )}
                      {child.can['exempt'] && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setAsked({ what: 'exempt', child })}
                        >
                          Exempt
                        </Button>
                      )}
                    </Group>
                    {child.attempts.map((one) => (
                      <Attempt key={one.id} one={one} />
                    ))}
                  </Stack>
                ))}
              </Stack>
            </Section>
            {asked?.what === 'collect' && (
              <CommandDialog
                of={submissionContract.collect}
                title={`Hand in for ${asked.child.name}`}
                confirm="Hand in"
                start={{ id, enrolmentId: asked.child.enrolmentId }}
                fields={{ fileIds: { when: () => homework.submission === 'PHOTO_OR_FILE' } }}
                refresh={['homework']}
                done="Handed in"
                onClose={close}
              />
            )}
            {asked?.what === 'exempt' && (
              <CommandDialog
                of={submissionContract.exempt}
                title={`Exempt ${asked.child.name}`}
                text="The child leaves the missing list of this homework."
                confirm="Exempt"
                start={{ id, enrolmentId: asked.child.enrolmentId }}
                refresh={['homework']}
                done={`${asked.child.name} is exempt.`}
                onClose={close}
              />
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function HandIn({ id }: { id: string }) {
  const t = useText(homeworkWords);
  const query = useQuery(homeworkContract.own, { id }, { fresh: 0 });
  return (
    <PageFrame title={query.data?.title ?? t('title')} crumbs={crumbs(t('title'))}>
      <QueryState query={query}>
        {(homework) => (
          <Stack gap="md" style={{ maxWidth: 640 }}>
            <Task homework={homework} />
            {homework.closed ? (
              <Alert color="gray" variant="light">
                {t('closed')}
              </Alert>
            ) : homework.today > homework.dueOn && homework.submission !== 'NONE' ? (
              <Alert color="warning" variant="light">
                {t('stillLate', { date: formatDay(homework.openUntil) })}
              </Alert>
            ) : null}
            {homework.submission === 'NONE' && <Text c="dimmed">{t('nothing')}</Text>}
            {homework.children.map((child) => (
              <Section key={child.enrolmentId} title={child.name}>
                <Stack gap="md">
                  {child.can['handIn'] && (
                    <CommandForm
                      key={child.attempts.length}
                      of={homeworkContract.handIn}
                      start={{ id, enrolmentId: child.enrolmentId }}
                      fields={{
                        fileIds: {
                          label: t('pictures'),
                          when: () => homework.submission === 'PHOTO_OR_FILE',
                        },
                        note: { label: t('note') },
                      }}
                      refresh={['homework']}
                      confirm={homework.submission === 'TICK' ? t('tick') : t('handIn')}
                      done={t('done')}
                    />
                  )}
                  {child.attempts.map((one) => (
                    <Attempt key={one.id} one={one} family />
                  ))}
                </Stack>
              </Section>
            ))}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
