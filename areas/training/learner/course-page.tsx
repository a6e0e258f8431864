import { useQuery } from '@aangan/web/api/use-query.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconExternalLink, IconFile, IconLock, IconNotes, IconVideo } from '@tabler/icons-react';
import { Link } from 'react-router';
import '../training-look.tsx';
import { dueOf, Ring } from './course-progress.tsx';
import { learnerContract as contract } from './learner.contract.ts';
import { homeLink, itemLink } from './learner-links.ts';
import { TakeTest } from './take-test.tsx';

const icons = { VIDEO: IconVideo, DOCUMENT: IconFile, TEXT: IconNotes, LINK: IconExternalLink };

/** `?module=`: an own module, topic by topic, with its tests. */
export function CoursePage({ id }: { id: string }) {
  const query = useQuery(contract.course, { id }, { fresh: 0 });
  return (
    <PageFrame title={query.data?.title ?? 'Module'} crumbs={[{ label: 'Self-training', to: homeLink }]}>
      <QueryState query={query}>
        {(course) => (
          <Stack gap="md">
            <Section>
              <Group gap="md" wrap="nowrap" align="flex-start">
                <Ring progressBp={course.progressBp} />
                <Stack gap={4} style={{ minWidth: 0 }}>
                  <Group gap="sm">
                    <StatusTag area="teacher-enrollment" state={course.status} />
                    <Text size="sm">{dueOf(course)}</Text>
                  </Group>
                  {course.description ? <Text size="sm">{course.description}</Text> : null}
                  {course.can.open ? null : (
                    <Text size="sm" role="status">
                      {course.status === 'REQUESTED'
                        ? 'It waits for an approval.'
                        : (course.reason ?? 'This module is closed.')}
                    </Text>
                  )}
                </Stack>
              </Group>
            </Section>
            {course.topics.map((topic, i) => (
              <Section
                key={topic.id}
                title={`${i + 1}. ${topic.title}`}
                help={
                  topic.open || !course.can.open
                    ? topic.summary
                    : 'It opens once the topics before it are finished.'
                }
              >
                {topic.body ? <PlainText text={topic.body} /> : null}
                {topic.items.map((item) => {
                  const Icon = icons[item.kind];
                  return (
                    <Line
                      key={item.id}
                      end={
                        item.done ? (
                          <Group gap={4}>
                            <IconCheck {...smallIcon} aria-hidden />
                            <Text size="sm">Done</Text>
                          </Group>
                        ) : topic.open ? null : (
                          <IconLock {...smallIcon} aria-label="Not open yet" />
                        )
                      }
                    >
                      <Group gap="sm" wrap="nowrap">
                        <Icon {...smallIcon} style={{ flexShrink: 0 }} aria-hidden />
                        {topic.open ? (
                          <Anchor component={Link} to={itemLink(course.id, item.id)}>
                            {item.title}
                          </Anchor>
                        ) : (
                          <Text c="dimmed">{item.title}</Text>
                        )}
                      </Group>
                    </Line>
                  );
                })}
              </Section>
            ))}
            {course.tests.length > 0 ? (
              <Section title="Tests">
                {course.tests.map((test) => (
                  <TakeTest key={test.id} test={test} enrollmentId={course.id} />
                ))}
              </Section>
            ) : null}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
